"""Changes of the tables' floats, asked for by the pit and given by the cage: a part of its book.

What waits is always known, and the latest of what is decided. All of it stands in the journal.
"""

import msgspec
from msgspec.structs import replace

from croupier.kit.errors import Code, Refused
from croupier.table.cage import FloatAsked, FloatDeclined, FloatFact, FloatMoved

KEPT = 200
"""Changes that are told of."""


class FloatChange(msgspec.Struct, frozen=True):
    asked: FloatAsked
    at_ms: int
    decision: FloatMoved | FloatDeclined | None = None
    decided_ms: int = 0


class SavedFloats(msgspec.Struct, frozen=True):
    changes: list[FloatChange]
    last: int


class FloatBook:
    def __init__(self) -> None:
        self._changes: dict[int, FloatChange] = {}
        self.last = 0
        """The number of the last one."""

    def apply(self, fact: FloatFact, at_ms: int) -> None:
        if isinstance(fact, FloatAsked):
            self.last = fact.number
            self._changes[fact.number] = FloatChange(fact, at_ms)
            decided = (n for n, change in self._changes.items() if change.decision is not None)
            if len(self._changes) > KEPT and (oldest := next(decided, None)) is not None:
                del self._changes[oldest]
        else:
            change = self._changes[fact.number]
            self._changes[fact.number] = replace(change, decision=fact, decided_ms=at_ms)

    def all(self) -> list[FloatChange]:
        """The oldest first."""
        return list(self._changes.values())

    def get(self, number: int) -> FloatChange:
        change = self._changes.get(number)
        if change is None:
            raise Refused(Code.NOT_FOUND, f"the cage knows no change of a float {number}")
        return change

    def sent(self, by: str, id: str) -> int:
        """The number of the one that was sent under this id; 0: none was."""
        found = (
            n
            for n, change in self._changes.items()
            if (change.asked.by, change.asked.id) == (by, id)
        )
        return next(found, 0)

    def check_waits(self, number: int) -> None:
        if self.get(number).decision is not None:
            raise Refused(Code.STALE, f"the change of a float {number} is decided already")

    # Into the store and back

    def save(self) -> SavedFloats:
        return SavedFloats(self.all(), self.last)

    def resume(self, saved: SavedFloats) -> None:
        self._changes = {change.asked.number: change for change in saved.changes}
        self.last = saved.last
