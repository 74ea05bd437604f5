"""The closed days as the fold of their facts. What may happen is judged in `day_close`; here it
has."""

from collections.abc import Iterator, Sequence

import msgspec

from croupier.house.days.facts import STREAM, DayCounted, DayFact, DayRecounted, DaySealed
from croupier.house.days.report import DayReport, read_report
from croupier.house.journal import Fold
from croupier.house.records.kept_values import KeptValues
from croupier.store.protocol import Reader
from croupier.store.values import IndexRow


class SavedDays(msgspec.Struct, frozen=True):
    last: DaySealed | None
    counted: DayCounted | None


class DaysBook(Fold[DayFact, SavedDays]):
    stream, facts = STREAM, DayFact
    format = "days 1"
    saved_as = SavedDays

    def __init__(self, kept: Reader | None = None) -> None:
        """`kept` is the store that holds what has left memory; none: nothing does."""
        self._sealed: KeptValues[DaySealed] = KeptValues(
            kept, STREAM, "sealed", encode=msgspec.json.encode, decode=_sealed
        )
        self.last: DaySealed | None = None
        self.counted: DayCounted | None = None
        """The day that waits for its second signature."""

    def apply(self, fact: DayFact, at_ms: int) -> None:
        match fact:
            case DayCounted():
                self.counted = fact
            case DayRecounted():
                self.counted = None
            case DaySealed():
                self.counted, self.last = None, fact
                self._sealed.put(fact.number, at_ms, fact)

    @property
    def report(self) -> DayReport | None:
        """The last one."""
        return None if self.last is None else read_report(self.last.report)

    def newest_first(self, before: int | None = None) -> Iterator[DaySealed]:
        return (fact for _, fact in self._sealed.newest_first(before))

    # Into the store and back

    def save(self) -> SavedDays:
        return SavedDays(self.last, self.counted)

    def resume(self, saved: SavedDays) -> None:
        self.last, self.counted = saved.last, saved.counted

    def rows(self, saved: SavedDays) -> Sequence[IndexRow]:
        return self._sealed.rows(saved.last.number if saved.last else 0)

    def leave(self, saved: SavedDays) -> None:
        self._sealed.leave(saved.last.number if saved.last else 0)


def _sealed(row: IndexRow) -> DaySealed:
    return msgspec.json.decode(row.body, type=DaySealed)
