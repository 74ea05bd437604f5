"""The cage's desk in a live house: deposits, withdrawals and signed adjustments.

The same journal and the same facts as `croupier.table.cage`, one after another and without waiting
for the disk.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol, cast

import msgspec

from croupier.house.clock import Clock
from croupier.house.journal import Journal, NewEntry
from croupier.house.people.names import is_guest
from croupier.house.protection.windows import PERIODS, Sums, Window
from croupier.house.records.till import Till
from croupier.kit.errors import Code, Refused
from croupier.kit.stakes import check_size, check_stake
from croupier.ledger import Transfer
from croupier.store.group import GroupCommitter
from croupier.store.protocol import Store
from croupier.table.cage import HOUSE, STREAM, Adjusted, CageFact, CashMoved, cage_moves


class Chips(StrEnum):
    """Where the members of a house have their chips from; no house has both."""

    PLAY = "play"
    """The house gives them, and they are no money."""
    CAGE = "cage"
    """They are bought at the cage, and cashed there."""


class Given(msgspec.Struct, frozen=True):
    """Play chips that somebody has had from the house."""

    times: int = 0
    last_ms: int = 0


class Flow(msgspec.Struct, frozen=True):
    """What somebody has brought to the cage and taken from it, ever; play chips are no part."""

    paid_in: int = 0
    paid_out: int = 0

    @property
    def net(self) -> int:
        return self.paid_in - self.paid_out


class Protector(Protocol):
    """Who minds what players bring to the cage: the house's player protection."""

    def check_deposit(self, player: str, amount: int, so_far: Mapping[Window, int]) -> None:
        """Refuse it, given what the player has deposited in each window before."""
        ...

    def moved(self, transfers: Sequence[Transfer]) -> None: ...


class Cage:
    def __init__(
        self,
        store: Store,
        committer: GroupCommitter,
        *,
        owner: str,
        clock: Clock,
        protection: Protector,
    ) -> None:
        self._store = store
        self._clock = clock
        self._protection = protection
        self.till = Till()
        self._adjusted: dict[tuple[str, int], list[Adjusted]] = {}
        self._deposits: dict[str, Sums] = {}
        self._given: dict[str, Given] = {}
        self._flows: dict[str, Flow] = {}
        self.chips: Chips | None = None
        """What the books say of the members' chips; none: nothing yet."""
        self._journal: Journal[CageFact] = Journal(
            store,
            committer,
            STREAM,
            cast("type[CageFact]", CageFact),
            self._apply,
            owner=owner,
            clock=clock,
        )

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
            if self._store.answer(HOUSE, id) is None:
                self._protection.check_deposit(player, amount, self.deposited(player))
                check(self.given(player))

        await self._record(CashMoved(player, amount, HOUSE), id, check_all)

    async def withdraw(self, player: str, amount: int, by: str, id: str) -> None:
        """Only what lies in the wallet: a stake in a round cannot be withdrawn."""
        _check(amount, "a withdrawal")
        await self._record(CashMoved(player, -amount, by), id)

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
    ) -> None:
        """To the player, or below zero: from the player."""
        _check(abs(amount), "an adjustment")
        if by == countersigned:
            raise Refused(Code.SAME_PERSON, "an adjustment is signed by two people", "R5")
        fact = Adjusted(player, amount, table, round, reason, by, countersigned)
        if await self._record(fact, id):
            self._protection.moved(cage_moves(fact))

    def adjustments(self, table: str, round: int) -> tuple[Adjusted, ...]:
        return tuple(self._adjusted.get((table, round), ()))

    def deposited(self, player: str) -> dict[Window, int]:
        """What the player has brought in the day, the week and the month that are on."""
        deposits, now = self._deposits.get(player), self._clock.wall()
        return {window: deposits.of(window, now) if deposits else 0 for window in PERIODS}

    def given(self, player: str) -> Given:
        return self._given.get(player, Given())

    def flow(self, player: str) -> Flow:
        return self._flows.get(player, Flow())

    async def _record(
        self, fact: CageFact, id: str, check: Callable[[], None] = lambda: None
    ) -> bool:
        def judge() -> NewEntry[CageFact]:
            check()
            return NewEntry(fact, fact.by, id, cage_moves(fact))

        return await self._journal.record(judge)

    def _apply(self, fact: CageFact, at: int) -> None:
        self.till.feed(fact, at)
        if isinstance(fact, Adjusted):
            self._adjusted.setdefault((fact.table, fact.round), []).append(fact)
            return
        if fact.amount > 0:
            self._deposits.setdefault(fact.player, Sums()).add(fact.amount, at)
        if fact.play_chips:
            self._given[fact.player] = Given(self.given(fact.player).times + 1, at)
        else:
            flow, amount = self.flow(fact.player), fact.amount
            self._flows[fact.player] = Flow(
                flow.paid_in + max(amount, 0), flow.paid_out + max(-amount, 0)
            )
        if self.chips is None and not is_guest(fact.player):
            self.chips = Chips.PLAY if fact.play_chips else Chips.CAGE


def _check(amount: int, what: str) -> None:
    check_stake(amount, 1, what)
    check_size(amount, what)
