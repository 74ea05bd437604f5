"""The cage's desk in a live house: deposits, withdrawals and signed adjustments.

The same journal and the same facts as `croupier.table.cage`, one after another and without waiting
for the disk.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, cast

from croupier.house.clock import Clock
from croupier.house.journal import Entry, Journal
from croupier.house.protection.windows import Sums, Window
from croupier.house.records.till import Till
from croupier.kit.errors import Code, Refused
from croupier.kit.money import check_size, check_stake
from croupier.ledger import Transfer
from croupier.store.group import GroupCommitter
from croupier.store.protocol import Store
from croupier.table.cage import STREAM, Adjusted, CageFact, CashMoved, cage_moves


class Protector(Protocol):
    """Who minds what players bring to the cage: the house's player protection."""

    def check_deposit(self, player: str, amount: int, so_far: Mapping[Window, int]) -> None:
        """Refuse it, given what the player has deposited in each window before."""
        ...

    def moved(self, transfers: Sequence[Transfer]) -> None: ...


class CageDesk:
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
        return {window: deposits.of(window, now) if deposits else 0 for window in Window}

    async def _record(
        self, fact: CageFact, id: str, check: Callable[[], None] = lambda: None
    ) -> bool:
        def judge() -> Entry[CageFact]:
            check()
            return Entry(fact, fact.by, id, cage_moves(fact))

        return await self._journal.record(judge)

    def _apply(self, fact: CageFact, at: int) -> None:
        self.till.feed(fact, at)
        if isinstance(fact, Adjusted):
            self._adjusted.setdefault((fact.table, fact.round), []).append(fact)
        elif fact.amount > 0:
            self._deposits.setdefault(fact.player, Sums()).add(fact.amount, at)


def _check(amount: int, what: str) -> None:
    check_stake(amount, 1, what)
    check_size(amount, what)
