"""Who is who: the fold of the facts about people, and nothing else."""

from collections.abc import Container
from typing import Literal

import msgspec
from msgspec.structs import replace

from croupier.house.journal import Fold
from croupier.house.people.facts import (
    STREAM,
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
    StaffAgreed,
    TotpEnrolled,
    TotpUsed,
)
from croupier.house.roles import STAFF, Role

HOUSE = "house"
"""Whose doing it is when it is nobody's."""
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
    changed_by: str = ""
    """Of staff: who has last made the account, reset it or given it another post, if that was one
    person and nobody has answered for it since. The house's own first staff have nobody."""
    changed_ms: int = 0

    @property
    def must(self) -> Must | None:
        """What staff have to do before anything else."""
        if self.one_time:
            return "password"
        return "totp" if self.role in STAFF and not self.totp else None


class Session(msgspec.Struct, frozen=True):
    name: str
    since_ms: int


class SavedPeople(msgspec.Struct, frozen=True):
    accounts: list[Account]
    sessions: dict[str, Session]


class PeopleBook(Fold[PeopleFact, SavedPeople]):
    """A guest whose session is over can never come back, and leaves memory, unless the account is
    blocked: the store has what the guest did."""

    stream, facts = STREAM, PeopleFact
    format = "people 2"
    saved_as = SavedPeople

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.sessions: dict[str, Session] = {}

    def save(self, without: Container[str] = ()) -> SavedPeople:
        """`without` those of whom nothing is written yet."""
        accounts = [account for name, account in self.accounts.items() if name not in without]
        sessions = self.sessions.items()
        return SavedPeople(
            sorted(accounts, key=lambda account: account.name),
            {digest: session for digest, session in sessions if session.name not in without},
        )

    def resume(self, saved: SavedPeople) -> None:
        self.accounts = {account.name: account for account in saved.accounts}
        self.sessions = dict(saved.sessions)

    def apply(  # noqa: PLR0912 -- one case for every kind of fact
        self, fact: PeopleFact, at_ms: int
    ) -> tuple[str, ...]:
        """Let it have happened; tells the digests of the sessions that ended by it."""
        match fact:
            case AccountOpened(name, role, by, password):
                one_time = role in STAFF
                self.accounts[name] = Account(name, role, at_ms, password, one_time)
                if role in STAFF:
                    self._changed(name, by, at_ms)
            case PasswordSet(name, version, one_time, by):
                self._change(name, password=version, one_time=one_time)
                if one_time:
                    self._change(name, totp=0)
                    self._changed(name, by, at_ms)
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
            case RoleGiven(name, role, by):
                self._change(name, role=role)
                self._changed(name, by, at_ms)
                return self._end_all(name)
            case StaffAgreed(name):
                self._change(name, changed_by="")
            case AccountBlocked(name, _, reason):
                if name not in self.accounts:
                    self.accounts[name] = guest_account(name, at_ms)
                self._change(name, blocked=reason)
                return self._end_all(name)
            case AccountUnblocked(name):
                self._change(name, blocked=None)
                self._forget_gone(name)
            case SessionOpened(name, digest, in_place_of):
                self.sessions[digest] = Session(name, at_ms)
                self._change(name, sessions=(*self.accounts[name].sessions, digest))
                return self._end(in_place_of) if in_place_of else ()
            case SessionClosed(digest):
                return self._end(digest)
            case SessionsEnded():
                names = tuple(self.accounts)
                return tuple(digest for name in names for digest in self._end_all(name))
        return ()

    def written(self, fact: PeopleFact, at_ms: int) -> None:
        """It was true before it was written: its time is that of the journal."""
        match fact:
            case AccountOpened(name) if name in self.accounts:
                self._change(name, opened_ms=at_ms)
            case SessionOpened(name, digest) if digest in self.sessions:
                self.sessions[digest] = Session(name, at_ms)

    def _changed(self, name: str, by: str, at_ms: int) -> None:
        """One person could be behind it and whoever has changed it: it does not sign yet."""
        self._change(name, changed_by="" if by == HOUSE else by, changed_ms=at_ms)

    def _change(self, name: str, **changes: object) -> None:
        self.accounts[name] = replace(self.accounts[name], **changes)

    def _end(self, digest: str) -> tuple[str, ...]:
        name = self.sessions.pop(digest).name
        left = tuple(session for session in self.accounts[name].sessions if session != digest)
        self._change(name, sessions=left)
        self._forget_gone(name)
        return (digest,)

    def _end_all(self, name: str) -> tuple[str, ...]:
        ended = self.accounts[name].sessions
        for digest in ended:
            del self.sessions[digest]
        self._change(name, sessions=())
        self._forget_gone(name)
        return ended

    def _forget_gone(self, name: str) -> None:
        account = self.accounts[name]
        if account.role is Role.GUEST and not account.sessions and account.blocked is None:
            del self.accounts[name]


def guest_account(name: str, opened_ms: int) -> Account:
    """A guest's, without a session."""
    return Account(name, Role.GUEST, opened_ms, 0, one_time=False)
