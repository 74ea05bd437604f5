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
            sum(one.deposits for one in all),
            sum(one.paid_in for one in all),
            sum(one.withdrawals for one in all),
            sum(one.paid_out for one in all),
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
        return (one for one in tuple(self._counted) if since_ms <= one.at_ms < until_ms)

    def adjusted(self, since_ms: int, until_ms: int) -> Iterator[tuple[int, Adjusted]]:
        """Each with the time it was done."""
        return (one for one in tuple(self._adjusted) if since_ms <= one[0] < until_ms)

    def cash(self, since_ms: int, until_ms: int, by: str) -> Takings:
        """What one cashier took in and paid out."""
        sum = Takings()
        for one in self.counted(since_ms, until_ms):
            if one.by == by:
                sum = sum.plus(one.amount)
        return sum
