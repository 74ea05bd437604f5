"""The cage's desk in a live house: deposits, withdrawals, what players ask for, and signed
adjustments.

The same journal and the same facts as `croupier.table.cage`, one after another and without waiting
for the disk.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from croupier.house.cage.book import CageBook, Chips, Flow, Given
from croupier.house.cage.floats import FloatBook, FloatChange
from croupier.house.cage.requests import MOST_WAITING, CageRequest, RequestBook
from croupier.house.days.figures import Floats
from croupier.house.floor.text import clean, explained
from croupier.house.journal import HouseJournals, NewEntry
from croupier.house.protection.windows import PERIODS, Window
from croupier.house.records.till import Till
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.kit.stakes import check_size, check_stake
from croupier.ledger import Transfer, bank
from croupier.table.cage import (
    HOUSE,
    Adjusted,
    CageFact,
    CashMoved,
    CashRequested,
    Decision,
    FloatAsked,
    FloatDeclined,
    FloatMoved,
    RequestApproved,
    RequestRefused,
    RequestWithdrawn,
    cage_moves,
)

LONGEST_NOTE = 120
A_REQUEST = words("a request at the cage")


class Protector(Protocol):
    """Who minds what players bring to the cage: the house's player protection."""

    def check_deposit(self, player: str, amount: int, so_far: Mapping[Window, int]) -> None:
        """Refuse it, given what the player has deposited in each window before."""
        ...

    def moved(self, transfers: Sequence[Transfer]) -> None: ...


class Cage:
    def __init__(
        self,
        journals: HouseJournals,
        *,
        protection: Protector,
    ) -> None:
        self._store = journals.store
        self._clock = journals.clock
        self._protection = protection
        self._book = CageBook(journals.store)
        self.journal = journals.open(self._book)

    @property
    def till(self) -> Till:
        return self._book.till

    @property
    def requests(self) -> RequestBook:
        return self._book.requests

    @property
    def floats(self) -> FloatBook:
        return self._book.floats

    @property
    def chips(self) -> Chips | None:
        """What the books say of the members' chips; none: nothing yet."""
        return self._book.chips

    async def deposit(self, player: str, amount: int, by: str, id: str) -> None:
        _check(amount, "a deposit")

        def check() -> None:
            # Asked again, it is no second deposit, and must not be held against the limit.
            if self._store.answer(by, id) is None:
                self._protection.check_deposit(player, amount, self.deposited(player))

        await self._record(CashMoved(player, amount, by), id, check)

    async def give(self, player: str, amount: int, id: str, check: Callable[[Given], None]) -> None:
        """Play chips, from the house. The player's limits hold for them as for money."""
        _check(amount, "a gift")

        def check_all() -> None:
            # Who was never given anything has not asked for it before: no need to look it up.
            given = self.given(player).times > 0
            if not given or self._store.answer(HOUSE, id) is None:
                self._protection.check_deposit(player, amount, self.deposited(player))
                check(self.given(player))

        await self._record(CashMoved(player, amount, HOUSE), id, check_all)

    async def withdraw(self, player: str, amount: int, by: str, id: str) -> None:
        """Only what lies in the wallet: a stake in a round cannot be withdrawn."""
        _check(amount, "a withdrawal")
        await self._record(CashMoved(player, -amount, by), id)

    # What players ask for

    async def ask(self, player: str, amount: int, note: str, id: str) -> CageRequest:
        """To buy in, within the player's own limits; or below zero: to cash out, of what lies in
        the wallet. Sent again under the same id it is the same request."""
        _check(abs(amount), A_REQUEST)
        note = clean(note, LONGEST_NOTE) if note.strip() else ""
        if await asyncio.to_thread(self._store.answer, player, id) is not None:
            await self.journal.follow()  # Another node may have written it.

        def judge() -> NewEntry[CageFact]:
            before = self.requests.sent(player, id)
            if before is None:
                self._check_request(player, amount)
            number = self.requests.last + 1 if before is None else before.asked.number
            fact = CashRequested(number, player, amount, note, id)
            return NewEntry(fact, player, id, cage_moves(fact))

        await self.journal.record(judge)
        request = self.requests.sent(player, id)
        assert request is not None
        return request

    def _check_request(self, player: str, amount: int) -> None:
        waiting = self.requests.waiting_of(player)
        if len(waiting) >= MOST_WAITING:
            raise Refused(
                Code.TOO_OFTEN,
                words(
                    "{most, plural, one {# request} other {# requests}} of yours wait at the "
                    "cage: withdraw one first",
                    most=MOST_WAITING,
                ),
            )
        if amount > 0:
            soon = sum(max(request.asked.amount, 0) for request in waiting)
            deposited = Counter(self.deposited(player))
            deposited.update(dict.fromkeys(PERIODS, soon))
            self._protection.check_deposit(player, amount, deposited)

    async def withdraw_request(self, number: int, player: str) -> CageRequest:
        asked = self.requests.get(number).asked
        if asked.player != player:
            raise Refused(Code.NOT_FOUND, words("the cage has no request {number}", number=number))
        return await self._decide(RequestWithdrawn(number, player, asked.amount))

    async def approve(self, number: int, by: str) -> CageRequest:
        """The chips move with it. The player's limits hold as they are now."""
        asked = self.requests.get(number).asked

        def check() -> None:
            if asked.amount > 0:
                so_far = self.deposited(asked.player)
                self._protection.check_deposit(asked.player, asked.amount, so_far)

        return await self._decide(RequestApproved(number, asked.player, asked.amount, by), check)

    async def refuse(self, number: int, by: str, reason: str) -> CageRequest:
        asked, reason = self.requests.get(number).asked, explained(reason, LONGEST_NOTE)
        return await self._decide(RequestRefused(number, asked.player, asked.amount, by, reason))

    async def _decide(
        self, decision: Decision, check: Callable[[], None] = lambda: None
    ) -> CageRequest:
        """Once: the same decision of the same person again changes nothing; another is refused."""
        number = decision.number

        def judge() -> NewEntry[CageFact]:
            if self.requests.get(number).decision != decision:
                self.requests.check_waits(number)
                check()
            return NewEntry(decision, decision.by, f"cage-request-{number}", cage_moves(decision))

        await self.journal.record(judge)
        return self.requests.get(number)

    # Floats of tables

    async def ask_float(
        self, table: str, amount: int, reason: str, by: str, id: str
    ) -> FloatChange:
        """A fill of a table's float, or below zero: a credit. Nothing moves yet."""
        _check(abs(amount), "a change of a float")
        reason = explained(reason, LONGEST_NOTE)

        def judge() -> NewEntry[CageFact]:
            number = self.floats.sent(by, id) or self.floats.last + 1
            return NewEntry(FloatAsked(number, table, amount, reason, by, id), by, id)

        await self.journal.record(judge)
        return self.floats.get(self.floats.sent(by, id))

    async def move_float(self, number: int, by: str, held: Floats) -> FloatChange:
        """The cage gives it, or takes it back: by somebody else than who has asked. `held` is what
        the bank held a moment ago: the guests' play chips in it are no money, and cannot be taken
        back."""
        asked = self.floats.get(number).asked
        if asked.by == by:
            raise Refused(Code.SAME_PERSON, "a change of a float is signed by two people")
        moved = FloatMoved(number, asked.table, asked.amount, by)

        def judge() -> NewEntry[CageFact]:
            if self.floats.get(number).decision != moved:
                self.floats.check_waits(number)
                # What has come in since may be play chips, and what has left may be money.
                both = min(self._store.balance(bank(asked.table)), held.money + held.play_chips)
                left = both - held.play_chips + asked.amount
                if asked.amount < 0 and left < 0:
                    raise Refused(
                        Code.SHORT_OF_FUNDS, f"there is not so much in the float of {asked.table}"
                    )
            return NewEntry(moved, by, f"float-{number}", cage_moves(moved))

        await self.journal.record(judge)
        return self.floats.get(number)

    async def decline_float(self, number: int, by: str) -> FloatChange:
        asked = self.floats.get(number).asked
        declined = FloatDeclined(number, asked.table, asked.amount, by)

        def judge() -> NewEntry[CageFact]:
            if self.floats.get(number).decision != declined:
                self.floats.check_waits(number)
            return NewEntry(declined, by, f"float-{number}")

        await self.journal.record(judge)
        return self.floats.get(number)

    async def adjust(
        self,
        player: str,
        amount: int,
        table: str,
        round: int,
        *,
        reason: str,
        by: str,
        countersigned: str,
        id: str,
        incident: int = 0,
        made: int = 0,
    ) -> bool:
        """To the player, or below zero: from the player. Of an `incident`, `made` is what was put
        right in this round before: where the books say something else by now, nothing is done.
        False: it was done before, under the same id."""
        _check(abs(amount), "an adjustment")
        if by == countersigned:
            raise Refused(Code.SAME_PERSON, "an adjustment is signed by two people", "R5")
        fact = Adjusted(player, amount, table, round, reason, by, countersigned, incident)

        def check() -> None:
            if incident and self.put_right(incident, player, table, round) != made:
                raise Refused(Code.STALE, f"{player} was paid for incident {incident} meanwhile")

        written = await self._record(fact, id, check)
        if written:
            self._protection.moved(cage_moves(fact))
        return written

    def put_right(self, incident: int, player: str, table: str, round: int) -> int:
        """What a player has had for an incident in one round; below zero: gave back."""
        return sum(
            adjusted.amount
            for adjusted in self.adjustments(table, round)
            if (adjusted.incident, adjusted.player) == (incident, player)
        )

    def adjustments(self, table: str, round: int) -> tuple[Adjusted, ...]:
        return self._book.adjustments(table, round)

    def deposited(self, player: str) -> dict[Window, int]:
        """What the player has brought in the day, the week and the month that are on."""
        deposits, now = self._book.deposits.get(player), self._clock.wall()
        return {window: deposits.of(window, now) if deposits else 0 for window in PERIODS}

    def given(self, player: str) -> Given:
        return self._book.given.get(player, Given())

    def flow(self, player: str) -> Flow:
        return self._book.flows.get(player, Flow())

    async def _record(
        self, fact: CashMoved | Adjusted, id: str, check: Callable[[], None] = lambda: None
    ) -> bool:
        def judge() -> NewEntry[CageFact]:
            check()
            return NewEntry(fact, fact.by, id, cage_moves(fact))

        return await self.journal.record(judge, about=fact.player)


def _check(amount: int, what: str | Phrase) -> None:
    check_stake(amount, 1, what)
    check_size(amount, what)
