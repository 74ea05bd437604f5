"""Passwords: argon2id, on a few threads of its own, so that neither the tables nor the machine's
memory suffer when many knock at once."""

import asyncio
import secrets
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from argon2.low_level import ARGON2_VERSION

from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words

SHORTEST, LONGEST = 10, 128
_THREADS = 2
_Answer = TypeVar("_Answer")


def check_password(password: str) -> None:
    if not (SHORTEST <= len(password) <= LONGEST and password.isprintable()):
        raise Refused(
            Code.BAD_PASSWORD,
            words(
                "a password has {least} to "
                "{most, plural, one {# printable character} other {# printable characters}}",
                least=SHORTEST,
                most=LONGEST,
            ),
        )


class Passwords:
    def __init__(self, hasher: PasswordHasher, *, most_waiting: int = 64) -> None:
        self._hasher = hasher
        self._threads = ThreadPoolExecutor(_THREADS, "croupier-passwords")
        self._places = BoundedSemaphore(most_waiting)
        self._nobodys = _unmatched_hash(hasher)

    async def hash(self, password: str) -> str:
        check_password(password)
        return await self._work(lambda: self._hasher.hash(password))

    async def right(self, hash: str | None, password: str) -> bool:
        """The same work whether there is such an account or not."""
        if not password.isprintable() or len(password) > LONGEST:
            hash, password = None, ""
        kept = hash or self._nobodys
        return await self._work(lambda: self._verify(kept, password))

    def outdated(self, hash: str) -> bool:
        return self._hasher.check_needs_rehash(hash)

    def close(self) -> None:
        self._threads.shutdown()

    def _verify(self, hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash, password)
        except VerifyMismatchError:
            return False

    async def _work(self, job: Callable[[], _Answer]) -> _Answer:
        if not self._places.acquire(blocking=False):
            raise Refused(Code.BUSY, words("too many are at the door; try again in a moment"))
        done = self._threads.submit(job)
        # Also when nobody waits for it any more: the place is free when the work is.
        done.add_done_callback(lambda _: self._places.release())
        return await asyncio.wrap_future(done)


def _unmatched_hash(hasher: PasswordHasher) -> str:
    """Returns a hash that takes as long to verify as any other and that no password has: random
    bytes, so that a house does not start with the work of hashing."""
    salt, digest = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=")
        for size in (hasher.salt_len, hasher.hash_len)
    )
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2{hasher.type.name.lower()}$v={ARGON2_VERSION}${costs}${salt}${digest}"
