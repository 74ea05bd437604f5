"""What went over the cage's counter, and what was put right by hand: fed by the cage's journal.

Play chips never come over it: the house gives them, and they are no cash.
"""

import sys
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from croupier.house.people.names import is_guest
from croupier.table.cage import Adjusted, CageFact


class Takings(msgspec.Struct, frozen=True):
    deposits: int = 0
    """How many."""
    paid_in: int = 0
    withdrawals: int = 0
    paid_out: int = 0

    def plus(self, amount: int) -> "Takings":
        """In, or below zero: out."""
        if amount > 0:
            return replace(self, deposits=self.deposits + 1, paid_in=self.paid_in + amount)
        return replace(self, withdrawals=self.withdrawals + 1, paid_out=self.paid_out - amount)

    @staticmethod
    def together(some: "Iterable[Takings]") -> "Takings":
        all = tuple(some)
        return Takings(
            sum(takings.deposits for takings in all),
            sum(takings.paid_in for takings in all),
            sum(takings.withdrawals for takings in all),
            sum(takings.paid_out for takings in all),
        )


class TillCount(msgspec.Struct, frozen=True):
    at_ms: int
    amount: int
    by: str


class Till:
    def __init__(self) -> None:
        self._counted: list[TillCount] = []
        self._adjusted: list[tuple[int, Adjusted]] = []

    def feed(self, fact: CageFact, at_ms: int) -> None:
        if isinstance(fact, Adjusted):
            self._adjusted.append((at_ms, fact))
        elif not fact.play_chips and not is_guest(fact.player):
            self._counted.append(TillCount(at_ms, fact.amount, sys.intern(fact.by)))

    def counted(self, since_ms: int, until_ms: int) -> Iterator[TillCount]:
        return (count for count in tuple(self._counted) if since_ms <= count.at_ms < until_ms)

    def adjusted(self, since_ms: int, until_ms: int) -> Iterator[tuple[int, Adjusted]]:
        """Each with the time it was done."""
        return (
            adjusted for adjusted in tuple(self._adjusted) if since_ms <= adjusted[0] < until_ms
        )

    def cash(self, since_ms: int, until_ms: int, by: str) -> Takings:
        """What one cashier took in and paid out."""
        sum = Takings()
        for count in self.counted(since_ms, until_ms):
            if count.by == by:
                sum = sum.plus(count.amount)
        return sum
