"""What is written about people, and what is true by it.

Whatever was looked at before a password was checked may be different once it is: so every write is
judged in its turn, against what is true then.
"""

import asyncio
from collections.abc import Callable
from functools import partial

from croupier.house.journal import Fold, HouseJournals, NewEntry
from croupier.house.people.book import Account, PeopleBook, SavedPeople
from croupier.house.people.facts import (
    AccountOpened,
    PasswordRehashed,
    PasswordSet,
    PeopleFact,
    RecoveryCodeUsed,
    SessionClosed,
    SessionOpened,
    TotpEnrolled,
    TotpUsed,
)
from croupier.house.people.sessions import MOST_SESSIONS, SessionWatch, digest_of, new_token
from croupier.house.people.totp import SecondFactor
from croupier.house.people.vault import PeopleVault
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words

MOST_UNWRITTEN = 20_000


class _ClosedBefore(Exception):  # noqa: N818 -- somebody was quicker; nothing is left to do
    pass


class AccountRegistry(Fold[PeopleFact, SavedPeople]):
    def __init__(self, journals: HouseJournals, vault: PeopleVault) -> None:
        self.book = PeopleBook()
        self.watch = SessionWatch(journals.clock)
        self.on_closed: list[Callable[[str], object]] = []
        self.on_forgotten: list[Callable[[str], object]] = []
        self._clock = journals.clock
        self._unwritten: dict[str, list[PeopleFact]] = {}
        """Guests who have only looked round, and what is to be written if they do more."""
        self._written_down: dict[str, asyncio.Task[None]] = {}
        """Those of them who do more just now."""
        self._writing: dict[int, PeopleFact] = {}
        """What is being written of them, by its identity: it is true already."""
        self._vault = vault
        self.journal = journals.open(self)

    # The journal's fold: the book, without the guests of whom nothing is written yet.

    stream, facts = PeopleBook.stream, PeopleBook.facts
    format, saved_as = PeopleBook.format, PeopleBook.saved_as

    def apply(self, fact: PeopleFact, at_ms: int) -> None:
        if id(fact) in self._writing:
            self.book.written(fact, at_ms)
        else:
            self._let_be(fact, at_ms)

    def save(self) -> SavedPeople | None:
        """Not while one of them is being written down, and half is."""
        return None if self._written_down else self.book.save(without=self._unwritten)

    def resume(self, saved: SavedPeople) -> None:
        self.book.resume(saved)
        for digest, session in saved.sessions.items():
            role = self.book.accounts[session.name].role
            self.watch.begin(digest, role, session.since_ms)

    def _let_be(self, fact: PeopleFact, at_ms: int) -> None:
        for digest in self.book.apply(fact, at_ms):
            self.watch.end(digest)
            for closed in self.on_closed:
                closed(digest)
        if isinstance(fact, SessionOpened):
            self.watch.begin(fact.digest_hex, self.book.accounts[fact.name].role, at_ms)

    def check_free(self, name: str) -> None:
        if name in self.book.accounts:
            raise taken(name)

    async def record(self, judge: Callable[[], NewEntry[PeopleFact]], about: str = "") -> None:
        await self.journal.record(judge, about)

    async def open_account(self, name: str, role: Role, by: str, hash: str | None) -> None:
        def judge() -> NewEntry[PeopleFact]:
            self.check_free(name)
            if hash is None:
                return NewEntry(AccountOpened(name, role, by), by)
            locked = self._vault.password(name, 1, hash)
            return NewEntry(AccountOpened(name, role, by, 1), by, vault=locked)

        await self.record(judge, about=name)

    # Guests leave no trace until they do something that counts: many only look round.

    def open_guest(self, name: str, by: str) -> str:
        if len(self._unwritten) >= MOST_UNWRITTEN:
            raise Refused(Code.BUSY, "too many guests are looking round; try again later")
        token, now = new_token(), self._clock.wall()
        facts: list[PeopleFact] = [
            AccountOpened(name, Role.GUEST, by),
            SessionOpened(name, digest_of(token)),
        ]
        for fact in facts:
            self._let_be(fact, now)
        self._unwritten[name] = facts
        return token

    def unwritten(self, name: str) -> bool:
        return name in self._unwritten

    async def write_down(self, name: str) -> None:
        """Once, however many ask for it; and to the end, though whoever asked goes away."""
        task = self._written_down.get(name)
        if task is None:
            task = self._written_down[name] = asyncio.create_task(self._write_down(name))
            task.add_done_callback(partial(self._was_written_down, name))
        await asyncio.shield(task)

    def _was_written_down(self, name: str, task: "asyncio.Task[None]") -> None:
        del self._written_down[name]
        if not task.cancelled():
            task.exception()  # nobody may be left to hear of it

    async def _write_down(self, name: str) -> None:
        while facts := self._unwritten.get(name):
            fact = facts[0]
            self._writing[id(fact)] = fact
            await self.record(partial(NewEntry, fact, name), about=name)
            del facts[0], self._writing[id(fact)]
        self._unwritten.pop(name, None)

    async def _forget(self, name: str, closed: SessionClosed) -> bool:
        """Whether there was nothing to write about it."""
        if (task := self._written_down.get(name)) is not None:
            await asyncio.wait([task])
        if name not in self._unwritten:
            return False
        self._let_be(closed, self._clock.wall())
        del self._unwritten[name]
        for forgotten in self.on_forgotten:
            forgotten(name)
        return True

    async def open_session(self, name: str, password: int) -> str:
        """The token, for who has shown that they know this version of the password."""
        token = new_token()

        def judge() -> NewEntry[PeopleFact]:
            account = self._unchanged(name, password)
            if account.blocked is not None:
                raise blocked()
            full = len(account.sessions) >= MOST_SESSIONS
            oldest = account.sessions[0] if full else ""
            return NewEntry(SessionOpened(name, digest_of(token), oldest), name)

        await self.record(judge, about=name)
        return token

    async def close_session(self, digest: str, why: str) -> None:
        known = self.book.sessions.get(digest)
        if known is not None and await self._forget(known.name, SessionClosed(digest, why)):
            return

        def judge() -> NewEntry[PeopleFact]:
            session = self.book.sessions.get(digest)
            if session is None:
                raise _ClosedBefore
            return NewEntry(SessionClosed(digest, why), session.name)

        try:
            await self.record(judge, about=known.name if known else "")
        except _ClosedBefore:
            return

    async def change_password(self, known: Account, hash: str) -> int:
        """The new version, for who has shown the old one."""
        version = known.password + 1

        def judge() -> NewEntry[PeopleFact]:
            self._unchanged(known.name, known.password)
            fact = PasswordSet(known.name, version, one_time=False, by=known.name)
            locked = self._vault.password(known.name, version, hash)
            return NewEntry(fact, known.name, vault=locked)

        await self.record(judge)
        return version

    async def reset_password(self, name: str, by: str, hash: str) -> None:
        def judge() -> NewEntry[PeopleFact]:
            version = self.book.accounts[name].password + 1
            locked = self._vault.password(name, version, hash)
            return NewEntry(PasswordSet(name, version, one_time=True, by=by), by, vault=locked)

        await self.record(judge)

    async def rehash(self, known: Account, hash: str) -> None:
        def judge() -> NewEntry[PeopleFact]:
            version = self._unchanged(known.name, known.password).password + 1
            locked = self._vault.password(known.name, version, hash)
            return NewEntry(PasswordRehashed(known.name, version), known.name, vault=locked)

        await self.record(judge)

    async def enrol(self, session: str, version: int, factor: SecondFactor, step: int) -> None:
        def judge() -> NewEntry[PeopleFact]:
            account = self.account_of(session)
            if version != account.totp_versions + 1:
                raise Refused(Code.NOT_ALLOWED, "another authenticator was enrolled meanwhile")
            locked = self._vault.factor(account.name, version, factor)
            return NewEntry(TotpEnrolled(account.name, version, step), account.name, vault=locked)

        await self.record(judge)

    async def spend(self, account: Account, used: TotpUsed | RecoveryCodeUsed) -> None:
        """A code is good once, also when it is given twice at the same moment."""

        def judge() -> NewEntry[PeopleFact]:
            now = self.book.accounts[account.name]
            match used:
                case TotpUsed(_, step):
                    fresh = step > now.last_step
                case RecoveryCodeUsed(_, index):
                    fresh = index not in now.used_codes
            if now.totp != account.totp or not fresh:
                raise not_known()
            return NewEntry(used, account.name)

        await self.record(judge)

    def account_of(self, session: str) -> Account:
        if session not in self.book.sessions:
            raise Refused(Code.NOT_KNOWN, "this session has ended; log in again")
        return self.book.accounts[self.book.sessions[session].name]

    def _unchanged(self, name: str, password: int) -> Account:
        account = self.book.accounts[name]
        if account.password != password:
            raise not_known()
        return account


def taken(name: str) -> Refused:
    return Refused(Code.BAD_NAME, words("{name} is taken", name=name))


def not_known() -> Refused:
    """One text for every reason, so that it does not tell which."""
    return Refused(Code.NOT_KNOWN, "the name, the password or the code is not right")


def blocked() -> Refused:
    return Refused(Code.BLOCKED, words("this account is blocked; please speak to the house"))
