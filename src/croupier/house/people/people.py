"""The door of the house: who comes in, as whom, and for how long."""

import asyncio
import secrets
import string
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

import msgspec
from argon2 import PasswordHasher

from croupier.house.clock import DAY, SECOND
from croupier.house.journal import HouseJournals, Journal, NewEntry
from croupier.house.people import totp
from croupier.house.people.book import HOUSE, Account, Must, SavedPeople, guest_account
from croupier.house.people.facts import (
    AccountBlocked,
    AccountUnblocked,
    PeopleFact,
    RecoveryCodeUsed,
    RoleGiven,
    StaffAgreed,
    TotpUsed,
)
from croupier.house.people.names import (
    GUEST,
    OPENING_STAFF,
    WATCHER,
    check_name,
    check_player_name,
    guest_name,
    is_guest,
    is_watcher,
)
from croupier.house.people.passwords import Passwords, check_password
from croupier.house.people.registry import AccountRegistry, not_known, taken
from croupier.house.people.secret_codes import readable
from croupier.house.people.sessions import digest_of
from croupier.house.people.throttle import Throttle
from croupier.house.people.tickets import TicketOffice
from croupier.house.people.vault import PeopleVault
from croupier.house.roles import SIGNING, STAFF, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.ledger import wallet

_GUEST_LETTERS = string.ascii_lowercase + string.digits
MAX_GONE_GUESTS = 5_000
"""Sessions of guests who are not connected; of more than that, those that are idle longest end."""


class Who(msgspec.Struct, frozen=True):
    """Who somebody is, by the session they came with."""

    name: str
    role: Role
    must: Must | None
    """What they have to do before anything else."""
    digest: str
    """Of the session."""
    since_ms: int
    confirmed_forward: int | None
    """When they last confirmed with a fresh code, on the clock that goes forward."""


class _Enrolling(msgspec.Struct, frozen=True):
    """An authenticator that its owner has been told of and has not yet confirmed."""

    version: int
    secret: bytes


class People:
    def __init__(
        self,
        journals: HouseJournals,
        *,
        key: bytes,
        hasher: PasswordHasher | None = None,
        signs_after: int = DAY,
    ) -> None:
        """`signs_after`: how long a changed staff account waits, unless a second administrator
        answers for it."""
        self._clock = journals.clock
        self._store = journals.store
        self._signs_after = signs_after
        self._vault = PeopleVault(journals.store, key)
        self._passwords = Passwords(hasher or PasswordHasher())
        self._throttle = Throttle(journals.clock)
        self._tickets = TicketOffice(journals.clock)
        self._enrolling: dict[str, _Enrolling] = {}
        self._registry = AccountRegistry(journals, self._vault)
        self._book = self._registry.book
        self._watch = self._registry.watch
        self.on_closed.append(lambda digest: self._enrolling.pop(digest, None))

    @property
    def on_closed(self) -> list[Callable[[str], object]]:
        """Called with the digest of every session that ends, for whatever reason."""
        return self._registry.on_closed

    @property
    def on_forgotten(self) -> list[Callable[[str], object]]:
        """Called with the name of every guest who has left no trace."""
        return self._registry.on_forgotten

    @property
    def journal(self) -> Journal[PeopleFact, SavedPeople]:
        return self._registry.journal

    def close(self) -> None:
        self._passwords.close()

    # Accounts

    def account(self, name: str) -> Account | None:
        """None: there is none, or it is that of a guest whose session is over."""
        return self._book.accounts.get(name)

    def find(self, name: str) -> Account | None:
        """The same, also of a guest whose session is over: the store knows the wallet."""
        if (account := self.account(name)) is not None or not is_guest(name):
            return account
        first = self._store.postings(wallet(name), limit=1)
        return guest_account(name, first[0].at_ms) if first else None

    def accounts(self) -> Iterator[Account]:
        return iter(tuple(self._book.accounts.values()))

    async def register(self, name: str, password: str) -> str:
        """A player's account, and the token of its first session."""
        check_player_name(name)
        self._registry.check_free(name)
        hash = await self._passwords.hash(password)
        await self._registry.open_account(name, Role.PLAYER, name, hash)
        return await self._registry.open_session(name, 1)

    async def open_guest(self, chosen: str = "", *, at_once: bool = False) -> tuple[str, str]:
        """A name and a token; there is no password, so nothing has to be hashed, and nothing is
        written before the guest does something that counts: unless `at_once`, where other nodes
        have to know the name."""
        name = guest_name(chosen) if chosen else GUEST + _random_letters()
        self._registry.check_free(name)
        if chosen and await asyncio.to_thread(self.find, name) is not None:
            raise taken(name)
        if not at_once:
            return name, self._registry.open_guest(name, HOUSE)
        await self._registry.open_account(name, Role.GUEST, HOUSE, None)
        return name, await self._registry.open_session(name, 0)

    def unwritten(self, name: str) -> bool:
        """A guest who has only looked round so far: gone without a trace when the session ends, or
        the house does."""
        return self._registry.unwritten(name)

    async def write_down(self, name: str) -> None:
        await self._registry.write_down(name)

    async def open_staff(self, name: str, role: Role, by: str) -> str:
        """A one-time password: it has to be changed, and TOTP enrolled, before anything else."""
        check_name(name)
        self._registry.check_free(name)
        if role not in STAFF:
            raise Refused(Code.NOT_ALLOWED, f"{role} is not a post of the staff")
        password = readable()
        hash = await self._passwords.hash(password)
        await self._registry.open_account(name, role, by, hash)
        return password

    def first_start(self) -> bool:
        return not any(account.role in STAFF for account in self.accounts())

    async def open_house(self) -> dict[str, str]:
        """The staff of the first evening: names and one-time passwords."""
        if not self.first_start():
            raise Refused(Code.NOT_ALLOWED, "the house has its staff already")
        passwords = {name: readable() for name in OPENING_STAFF}
        hashes = await asyncio.gather(*map(self._passwords.hash, passwords.values()))
        for (name, role), hash in zip(OPENING_STAFF.items(), hashes, strict=True):
            await self._registry.open_account(name, role, HOUSE, hash)
        return passwords

    async def give_role(self, name: str, role: Role, by: str) -> None:
        """Whoever can touch a table can never have a stake at one: no account ever crosses."""

        def judge() -> NewEntry[PeopleFact]:
            if self._anothers(name, by).role not in STAFF or role not in STAFF:
                raise Refused(Code.NOT_ALLOWED, "players do not become staff, nor staff players")
            return NewEntry(RoleGiven(name, role, by), by)

        await self._registry.record(judge)

    async def block(self, name: str, by: str, reason: str) -> None:
        await self.write_down(name)

        def judge() -> NewEntry[PeopleFact]:
            self._anothers(name, by)
            return NewEntry(AccountBlocked(name, by, reason), by)

        await self._registry.record(judge)

    async def unblock(self, name: str, by: str) -> None:
        def judge() -> NewEntry[PeopleFact]:
            self._anothers(name, by)
            return NewEntry(AccountUnblocked(name, by), by)

        await self._registry.record(judge)

    async def reset_staff(self, name: str, by: str) -> str:
        """For who has lost password or authenticator: both begin anew."""
        if self._anothers(name, by).role not in STAFF:
            raise Refused(Code.NOT_ALLOWED, f"{name} is not one of the staff")
        password = readable()
        await self._registry.reset_password(name, by, await self._passwords.hash(password))
        return password

    def signs_from(self, account: Account) -> int | None:
        """From when on a staff account may sign and move money, by the date; None: it may now.
        Whoever alone has made an account, or reset it, could be sitting behind it as well, and two
        signatures would be one person's: so time passes first, in which others can see it, or a
        second administrator answers for it."""
        at = account.changed_ms + self._signs_after
        waits = account.role in SIGNING and account.changed_by and self._clock.wall() < at
        return at if waits else None

    def check_signs(self, name: str) -> None:
        account = self.account(name)
        at = None if account is None else self.signs_from(account)
        if at is not None:
            when = datetime.fromtimestamp(at // SECOND, UTC).strftime("%Y-%m-%d %H:%M UTC")
            message = f"this account is new or was changed: it may sign from {when}"
            raise Refused(Code.NOT_YET, f"{message}, or once a second administrator agrees", "R30")

    async def agree(self, name: str, by: str) -> None:
        """A second administrator answers for an account that another has made or changed."""

        def judge() -> NewEntry[PeopleFact]:
            account = self._anothers(name, by)
            if self.signs_from(account) is None:
                raise Refused(Code.ILLEGAL_ACTION, f"{name} may sign already")
            if account.changed_by == by:
                raise Refused(Code.SAME_PERSON, "a second administrator has to agree", "R30")
            return NewEntry(StaffAgreed(name, by), by)

        await self._registry.record(judge)

    def _anothers(self, name: str, by: str) -> Account:
        """Nobody does these things to themselves; so an administrator always remains."""
        account = self.find(name)
        if account is None:
            raise Refused(Code.NOT_KNOWN, f"there is no account {name}")
        if name == by:
            raise Refused(Code.NOT_ALLOWED, "somebody else has to do that")
        return account

    # Coming and going

    async def login(self, name: str, password: str, address: str, code: str | None = None) -> str:
        """A session's token. Unknown name, wrong password and wrong code are one refusal."""
        self._throttle.attempt(name, address)
        # Another node may have opened the account, or changed its password, a moment ago. Looked up
        # for every name, so that how long it takes does not tell which are known.
        await self.journal.follow()
        account = self.account(name)
        hash, factor = await self._vault.of(account)
        right = await self._passwords.right(hash, password)
        used = self._use_of(code, account, factor)
        if account is None or hash is None or not right or (account.totp and used is None):
            raise not_known()
        if used is not None:
            await self._registry.spend(account, used)
        token = await self._registry.open_session(name, account.password)
        self._throttle.succeeded(name, address)
        if self._passwords.outdated(hash):
            await self._rehash(account, password)
        return token

    def who(self, token: str) -> Who | None:
        """Whose token it is, if its session still lasts; it is not idle now."""
        return self.by_session(digest_of(token))

    def lasts(self, digest: str) -> bool:
        """The same for a socket, which knows whose session it is: asked with every message."""
        return is_watcher(digest) or self._watch.touch(digest) is not None

    def by_session(self, digest: str) -> Who | None:
        """The same for who has kept the session's digest. A watcher has no session, and goes by
        the name on the ticket."""
        if is_watcher(digest):
            return Who(digest, Role.WATCHER, None, digest, self._clock.wall(), None)
        watched = self._watch.touch(digest)
        if watched is None:
            return None
        session = self._book.sessions[digest]
        account = self._book.accounts[session.name]
        return Who(
            account.name, account.role, account.must, digest, session.since_ms, watched.confirmed
        )

    async def logout(self, token: str) -> None:
        await self._registry.close_session(digest_of(token), "logout")

    async def sweep(self, present: Callable[[str], bool] = lambda _: False) -> None:
        """Close what has run out, and the longest idle of too many guests who are gone. `present`
        says who is connected."""
        gone = [
            digest
            for digest, session in self._book.sessions.items()
            if self._book.accounts[session.name].role is Role.GUEST and not present(session.name)
        ]
        ended = {*self._watch.run_out(), *self._watch.longest_idle(gone, MAX_GONE_GUESTS)}
        closing = (self._registry.close_session(digest, "expired") for digest in ended)
        await asyncio.gather(*closing)

    def issue_ticket(self, who: Who) -> str:
        """For one socket of this session."""
        self._registry.account_of(who.digest)
        return self._tickets.issue(who.digest)

    def issue_watching(self) -> str:
        """For one socket of somebody who has no account."""
        return self._tickets.issue(WATCHER + _random_letters())

    def redeem_ticket(self, ticket: str) -> Who | None:
        session = self.redeem_session(ticket)
        return self.by_session(session) if session else None

    def redeem_session(self, ticket: str) -> str | None:
        """The digest of the session a ticket was issued for, for whichever node it is shown to."""
        return self._tickets.redeem(ticket)

    def used_sessions(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Digests of the sessions that were used, and of those confirmed, since this was asked."""
        return self._watch.used()

    def used_elsewhere(self, used: Iterable[str], confirmed: Iterable[str]) -> None:
        """On another node: those are not idle."""
        self._watch.used_elsewhere(used, confirmed)

    async def _rehash(self, account: Account, password: str) -> None:
        """Not worth a refusal: if it cannot be done now, it is done at the next login."""
        with suppress(Refused):
            await self._registry.rehash(account, await self._passwords.hash(password))

    # One's own password and authenticator

    async def change_password(self, who: Who, old: str, new: str) -> str:
        """All sessions of the account end, this one too; the token of a new one."""
        account = self._registry.account_of(who.digest)
        check_password(new)
        if new == old:
            raise Refused(Code.BAD_PASSWORD, words("the new password is the old one"))
        self._slow_down(who)
        hash, _ = await self._vault.of(account)
        if not await self._passwords.right(hash, old):
            raise Refused(Code.NOT_KNOWN, "the old password is not right")
        self._was_right(who)
        hashed = await self._passwords.hash(new)
        version = await self._registry.change_password(account, hashed)
        return await self._registry.open_session(account.name, version)

    async def begin_totp(self, who: Who) -> str:
        """What the authenticator has to be told; nothing counts before it is confirmed."""
        account = self._registry.account_of(who.digest)
        if account.role not in STAFF:
            raise Refused(Code.NOT_ALLOWED, "only staff have an authenticator")
        if account.one_time:
            raise Refused(Code.NOT_ALLOWED, "change the one-time password first")
        if account.totp and not self.stepped_up(who):
            raise Refused(Code.CONFIRM_FIRST, "confirm with the authenticator you have first")
        begun = _Enrolling(account.totp_versions + 1, totp.new_secret())
        self._enrolling[who.digest] = begun
        return totp.provisioning_uri(begun.secret, account.name)

    async def confirm_totp(self, who: Who, code: str) -> tuple[str, ...]:
        """The recovery codes, told this once."""
        begun = self._enrolling.get(who.digest)
        if begun is None:
            raise Refused(Code.NOT_ALLOWED, "no authenticator was begun in this session")
        self._slow_down(who)
        step = totp.matching_step(begun.secret, code, self._clock.wall(), 0)
        if step is None:
            raise _wrong_code()
        codes = totp.new_recovery_codes()
        factor = totp.SecondFactor(begun.secret, tuple(map(totp.hash_code, codes)))
        await self._registry.enrol(who.digest, begun.version, factor, step)
        self._enrolling.pop(who.digest, None)
        self._was_right(who)
        return codes

    async def step_up(self, who: Who, code: str) -> None:
        """Staff confirm with a fresh code before what cannot be taken back."""
        account = self._registry.account_of(who.digest)
        self._slow_down(who)
        _, factor = await self._vault.of(account)
        used = self._use_of(code, account, factor)
        if used is None:
            raise _wrong_code()
        await self._registry.spend(account, used)
        self._was_right(who)
        self._watch.confirm(who.digest)

    def stepped_up(self, who: Who) -> bool:
        return self._watch.confirmed(who.digest)

    def _slow_down(self, who: Who) -> None:
        """A stolen session is no place to guess from, either."""
        self._throttle.attempt(who.name, who.digest)

    def _was_right(self, who: Who) -> None:
        self._throttle.succeeded(who.name, who.digest)

    def _use_of(
        self, code: str | None, account: Account | None, factor: totp.SecondFactor | None
    ) -> TotpUsed | RecoveryCodeUsed | None:
        """What it would use up, if it is right: a step of the authenticator, or one on paper."""
        if code is None or account is None or factor is None:
            return None
        step = factor.step(code, self._clock.wall(), account.last_step)
        if step is not None:
            return TotpUsed(account.name, step)
        index = factor.index(code, account.used_codes)
        return None if index is None else RecoveryCodeUsed(account.name, index)


def _random_letters() -> str:
    return "".join(secrets.choice(_GUEST_LETTERS) for _ in range(10))


def _wrong_code() -> Refused:
    return Refused(Code.NOT_KNOWN, "that code is not right, or was used before")
