"""Who is who: the fold of the facts about people, and nothing else."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from croupier.house.people.facts import (
    AccountBlocked,
    AccountOpened,
    AccountUnblocked,
    PasswordRehashed,
    PasswordSet,
    PeopleFact,
    RecoveryCodeUsed,
    RoleGiven,
    SessionClosed,
    SessionOpened,
    SessionsEnded,
    TotpEnrolled,
    TotpUsed,
)
from croupier.house.roles import STAFF, Role

Must = Literal["password", "totp"]


class Account(msgspec.Struct, frozen=True):
    name: str
    role: Role
    opened_ms: int
    password: int
    """The version that counts; 0: none."""
    one_time: bool
    totp: int = 0
    """The version that counts; 0: none."""
    totp_versions: int = 0
    """How many there ever were: the vault takes each only once."""
    last_step: int = 0
    used_codes: frozenset[int] = frozenset()
    blocked: str | None = None
    """Why, if so."""
    sessions: tuple[str, ...] = ()
    """Digests, the oldest first."""

    @property
    def must(self) -> Must | None:
        """What staff have to do before anything else."""
        if self.one_time:
            return "password"
        return "totp" if self.role in STAFF and not self.totp else None


class Session(msgspec.Struct, frozen=True):
    name: str
    since_ms: int


class PeopleBook:
    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.sessions: dict[str, Session] = {}

    def apply(self, fact: PeopleFact, at_ms: int) -> tuple[str, ...]:  # noqa: PLR0912 -- every kind
        """Let it have happened; tells the digests of the sessions that ended by it."""
        match fact:
            case AccountOpened(name, role, _, password):
                one_time = role in STAFF
                self.accounts[name] = Account(name, role, at_ms, password, one_time)
            case PasswordSet(name, version, one_time):
                self._change(name, password=version, one_time=one_time)
                if one_time:
                    self._change(name, totp=0)
                return self._end_all(name)
            case PasswordRehashed(name, version):
                self._change(name, password=version)
            case TotpEnrolled(name, version, step):
                self._change(
                    name,
                    totp=version,
                    totp_versions=version,
                    last_step=step,
                    used_codes=frozenset(),
                )
            case TotpUsed(name, step):
                self._change(name, last_step=step)
            case RecoveryCodeUsed(name, index):
                self._change(name, used_codes=self.accounts[name].used_codes | {index})
            case RoleGiven(name, role):
                self._change(name, role=role)
                return self._end_all(name)
            case AccountBlocked(name, _, reason):
                self._change(name, blocked=reason)
                return self._end_all(name)
            case AccountUnblocked(name):
                self._change(name, blocked=None)
            case SessionOpened(name, digest, in_place_of):
                ended = self._end(in_place_of) if in_place_of else ()
                self.sessions[digest] = Session(name, at_ms)
                self._change(name, sessions=(*self.accounts[name].sessions, digest))
                return ended
            case SessionClosed(digest):
                return self._end(digest)
            case SessionsEnded():
                return tuple(one for name in self.accounts for one in self._end_all(name))
        return ()

    def _change(self, name: str, **changes: object) -> None:
        self.accounts[name] = replace(self.accounts[name], **changes)

    def _end(self, digest: str) -> tuple[str, ...]:
        name = self.sessions.pop(digest).name
        left = tuple(one for one in self.accounts[name].sessions if one != digest)
        self._change(name, sessions=left)
        return (digest,)

    def _end_all(self, name: str) -> tuple[str, ...]:
        ended = self.accounts[name].sessions
        for digest in ended:
            del self.sessions[digest]
        self._change(name, sessions=())
        return ended
