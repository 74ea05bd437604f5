"""The second factor: codes of an authenticator (RFC 6238), and codes on paper for when it is
lost."""

import hashlib
import hmac
import re
import secrets

import msgspec
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from croupier.house.clock import SECOND
from croupier.house.people.secret_codes import plain, readable

STEP_SECONDS = 30
RECOVERY_CODES = 10
_DIGITS = 6
_SECRET_BYTES = 20
_CODE = re.compile(r"[0-9]{6}")


class SecondFactor(msgspec.Struct, frozen=True):
    """What is locked away."""

    secret: bytes
    recovery: tuple[str, ...]
    """Hashes: 80 random bits each, so a plain one will do."""

    def step(self, code: str, wall_ms: int, last_step: int) -> int | None:
        """Whose code it is: of this step, the one before or the one after, but none that was used,
        nor one before that."""
        return matching_step(self.secret, code, wall_ms, last_step)

    def index(self, code: str, used: frozenset[int]) -> int | None:
        """Which of the codes on paper it is, if it is still good."""
        hashed = hash_code(code)
        for index, kept in enumerate(self.recovery):
            if hmac.compare_digest(hashed, kept) and index not in used:
                return index
        return None


def matching_step(secret: bytes, code: str, wall_ms: int, last_step: int) -> int | None:
    typed = plain(code)
    if not _CODE.fullmatch(typed):
        return None
    now = wall_ms // SECOND // STEP_SECONDS
    for step in (now, now - 1, now + 1):
        right = hmac.compare_digest(code_at(secret, step), typed)
        if right and step > last_step:
            return step
    return None


def code_at(secret: bytes, step: int) -> str:
    return _generator(secret).generate(step * STEP_SECONDS).decode()


def new_secret() -> bytes:
    return secrets.token_bytes(_SECRET_BYTES)


def provisioning_uri(secret: bytes, name: str) -> str:
    """For the authenticator to scan or take in."""
    return _generator(secret).get_provisioning_uri(name, "Croupier")


def new_recovery_codes() -> tuple[str, ...]:
    return tuple(readable() for _ in range(RECOVERY_CODES))


def hash_code(code: str) -> str:
    return hashlib.sha256(plain(code).encode("utf-8", "surrogatepass")).hexdigest()


def _generator(secret: bytes) -> TOTP:
    # SHA-1, as RFC 6238 has it by default: the only one all authenticators know.
    return TOTP(secret, _DIGITS, SHA1(), STEP_SECONDS)
