"""Sessions: tokens nobody can guess, of which the house keeps only the digest, and how long they
last."""

import hashlib
import secrets
from collections.abc import Iterable

import msgspec

from croupier.house.clock import HOUR, MINUTE, Clock
from croupier.house.roles import STAFF, Role

MOST_SESSIONS = 20
"""Of one account at a time; the oldest makes way."""
CONFIRMED_FOR = 5 * MINUTE


class Lasting(msgspec.Struct, frozen=True):
    whole: int
    idle: int


STAFFS = Lasting(12 * HOUR, 30 * MINUTE)
PLAYERS = Lasting(24 * HOUR, 2 * HOUR)


class Watched(msgspec.Struct):
    """A session on the clock that only goes forward."""

    lasting: Lasting
    began: int
    seen: int
    confirmed: int | None = None
    """When its staff member last gave a fresh code."""


def new_token() -> str:
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class SessionWatch:
    """Which sessions have run out. What the wall clock does while we run does not matter; of one
    read back from the journal it tells the age, and idleness counts from then."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._watched: dict[str, Watched] = {}
        self._used: dict[str, None] = {}
        self._confirmed: dict[str, None] = {}

    def begin(self, digest: str, role: Role, since_ms: int) -> None:
        now = self._clock.forward()
        age = max(0, self._clock.wall() - since_ms)
        lasting = STAFFS if role in STAFF else PLAYERS
        self._watched[digest] = Watched(lasting, now - age, now)

    def end(self, digest: str) -> None:
        self._watched.pop(digest, None)
        self._used.pop(digest, None)
        self._confirmed.pop(digest, None)

    def touch(self, digest: str) -> Watched | None:
        """The session, if it has not run out; it is not idle now."""
        session = self._watched.get(digest)
        now = self._clock.forward()
        if session is None or _run_out(session, now):
            return None
        session.seen = now
        self._used[digest] = None
        return session

    def confirm(self, digest: str) -> None:
        if session := self._watched.get(digest):
            session.confirmed = self._clock.forward()
            self._confirmed[digest] = None

    def used(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Since this was last asked: sessions that were used, and those that were confirmed."""
        used, confirmed = tuple(self._used), tuple(self._confirmed)
        self._used, self._confirmed = {}, {}
        return used, confirmed

    def used_elsewhere(self, used: Iterable[str], confirmed: Iterable[str]) -> None:
        """By a client of another node; what is not known here yet begins with its journal."""
        now = self._clock.forward()
        for digest in used:
            if session := self._watched.get(digest):
                session.seen = now
        for digest in confirmed:
            if session := self._watched.get(digest):
                session.confirmed = now

    def confirmed(self, digest: str) -> bool:
        session = self._watched.get(digest)
        if session is None or session.confirmed is None:
            return False
        return self._clock.forward() - session.confirmed < CONFIRMED_FOR

    def run_out(self) -> list[str]:
        now = self._clock.forward()
        return [digest for digest, session in self._watched.items() if _run_out(session, now)]

    def longest_idle(self, digests: Iterable[str], most: int) -> list[str]:
        """Those of these sessions that are too many, the longest idle first."""
        known = [digest for digest in digests if digest in self._watched]
        return sorted(known, key=lambda digest: self._watched[digest].seen)[: -most or None]


def _run_out(session: Watched, now: int) -> bool:
    return (
        now - session.began >= session.lasting.whole or now - session.seen >= session.lasting.idle
    )
