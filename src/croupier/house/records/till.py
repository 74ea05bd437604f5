"""What went over the cage's counter, and what was put right by hand: fed by the cage's journal.

Play chips never come over it: the house gives them, and they are no cash.
"""

import sys
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from croupier.house.people.names import is_guest
from croupier.house.records.kept_values import KeptValues
from croupier.store.protocol import Reader
from croupier.store.values import IndexRow
from croupier.table.cage import STREAM, Adjusted, CashMoved


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


class SavedTill(msgspec.Struct, frozen=True):
    """How many of each there were."""

    counted: int = 0
    adjusted: int = 0


class Till:
    def __init__(self, kept: Reader | None = None) -> None:
        """`kept` is the store that holds what has left memory; none: nothing does."""
        self._counted: KeptValues[TillCount] = KeptValues(
            kept, STREAM, "cash", encode=msgspec.json.encode, decode=_count
        )
        self._adjusted: KeptValues[Adjusted] = KeptValues(
            kept, STREAM, "adjusted", encode=msgspec.json.encode, decode=_adjusted
        )
        self._saved = SavedTill()

    def feed(self, fact: CashMoved | Adjusted, at_ms: int) -> None:
        last = self._saved
        if isinstance(fact, Adjusted):
            self._saved = replace(last, adjusted=last.adjusted + 1)
            self._adjusted.put(self._saved.adjusted, at_ms, fact)
        elif not fact.play_chips and not is_guest(fact.player):
            self._saved = replace(last, counted=last.counted + 1)
            count = TillCount(at_ms, fact.amount, sys.intern(fact.by))
            self._counted.put(self._saved.counted, at_ms, count)

    def counted(self, since_ms: int, until_ms: int) -> Iterator[TillCount]:
        return (count for _, _, count in self._counted.between(since_ms, until_ms))

    def adjusted(self, since_ms: int, until_ms: int) -> Iterator[tuple[int, Adjusted]]:
        """Each with the time it was done."""
        return ((at_ms, fact) for _, at_ms, fact in self._adjusted.between(since_ms, until_ms))

    def cash(self, since_ms: int, until_ms: int, by: str) -> Takings:
        """What one cashier took in and paid out."""
        sum = Takings()
        for count in self.counted(since_ms, until_ms):
            if count.by == by:
                sum = sum.plus(count.amount)
        return sum

    # Into the store and back

    def save(self) -> SavedTill:
        return self._saved

    def resume(self, saved: SavedTill) -> None:
        self._saved = saved

    def rows(self, saved: SavedTill) -> list[IndexRow]:
        return [*self._counted.rows(saved.counted), *self._adjusted.rows(saved.adjusted)]

    def leave(self, saved: SavedTill) -> None:
        self._counted.leave(saved.counted)
        self._adjusted.leave(saved.adjusted)


def _count(row: IndexRow) -> TillCount:
    return msgspec.json.decode(row.body, type=TillCount)


def _adjusted(row: IndexRow) -> Adjusted:
    return msgspec.json.decode(row.body, type=Adjusted)
