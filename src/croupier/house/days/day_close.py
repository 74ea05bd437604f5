"""The desk at which days are closed: one person cuts the day and counts, another signs, and the
report is sealed in the same commit.

Days are closed in their order. Nothing here waits for a table, and no table waits for it.
"""

from collections.abc import Callable

import msgspec

from croupier.house.clock import MINUTE
from croupier.house.days.book import DaysBook
from croupier.house.days.cage_day import cash_since
from croupier.house.days.cuts import Heads, begins, cut_at, ends, first_open_day
from croupier.house.days.facts import (
    CageCount,
    DayCounted,
    DayFact,
    DayRecounted,
    DaySealed,
    Signature,
)
from croupier.house.days.figures import DayFigures, JournalHead
from croupier.house.days.reckoning import (
    Indexes,
    day_figures,
    indexes_reaching,
    opening_position,
)
from croupier.house.days.report import (
    canonical,
    expected_cash,
    report_of,
    sealed_file,
    sha256,
    sign,
)
from croupier.house.floor.text import clean, explained
from croupier.house.house_signature import HouseSignature
from croupier.house.journal import HouseJournals, NewEntry
from croupier.house.records.sheet import day as day_of
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.kit.stakes import check_size
from croupier.store.protocol import Reader
from croupier.table.cage import STREAM as CAGE

SETTLING = MINUTE
"""After midnight: what was written before it has arrived everywhere."""
LONGEST_NOTE = 300
LONGEST_PLACE = 40


class DayDraft(msgspec.Struct, frozen=True):
    """A day as it would be closed now."""

    day: str
    number: int
    """Of the report that it would be."""
    figures: DayFigures
    since_cut: int

    @property
    def expected_cash(self) -> int:
        """Without what was brought from elsewhere or taken there."""
        return self.figures.cash.closing + self.since_cut


class DayClose:
    def __init__(
        self,
        journals: HouseJournals,
        *,
        key: bytes,
        indexes: Callable[[], Indexes],
    ) -> None:
        """`indexes` of the tables that are open."""
        self._clock = journals.clock
        self._indexes = indexes
        self._key = HouseSignature(key)
        self.book = DaysBook(journals.store)
        self.journal = journals.open(self.book)

    # What is asked of it; these read, and are called from a thread of their own

    def open_day(self, reader: Reader) -> str | None:
        """The first day that is not closed; None: nothing has moved since the last one. It may be
        today, and can then not be closed yet."""
        last = self.book.report
        return first_open_day(reader, last.figures.closing.heads if last else {})

    def closable(self, day: str) -> bool:
        return self._clock.wall() >= ends(day) + SETTLING

    def draft(self, reader: Reader, day: str) -> DayDraft:
        """Refused, where it is not this day's turn. Which day is the first is for the house to
        say: what lies before it is where that begins."""
        last, turn = self.book.report, self.open_day(reader)
        if turn is None:
            raise Refused(Code.ILLEGAL_ACTION, "nothing has moved since the last day was closed")
        if (day != turn) if last else (day < turn):
            raise Refused(Code.STALE, f"it is the turn of {turn}: days are closed in their order")
        if not self.closable(day):
            raise Refused(Code.ILLEGAL_ACTION, f"{day} is not over")
        cut = cut_at(reader, last.figures.closing.heads if last else {}, ends(day))
        indexes = indexes_reaching(reader, self._indexes(), cut)
        _check_over(indexes, cut)
        if last is None:
            before = opening_position(reader, indexes, begins(day))
        else:
            before = last.figures.closing
        figures = day_figures(reader, indexes, before, cut, last.closing_cash if last else 0)
        since = cash_since(reader, cut[CAGE]) if CAGE in cut else 0
        return DayDraft(day, last.number + 1 if last else 1, figures, since)

    def file(self, sealed: DaySealed) -> bytes:
        return sealed_file(sealed.report.encode(), sealed.signature, self._key.public)

    def sealed(self, day: str) -> DaySealed:
        for fact in self.book.newest_first():
            if fact.day == day:
                return fact
            if fact.day < day:
                break
        raise Refused(Code.NOT_FOUND, f"{day} is not closed")

    # What is done

    async def count(
        self, draft: DayDraft, count: CageCount, by: str, role: Role, id: str, *, opening: int = 0
    ) -> None:
        """`opening`: what lay in the cage when the very first day began."""
        count, figures = _checked(count), draft.figures
        if draft.number == 1:
            check_size(opening, "the cash of the first morning")
            cash = msgspec.structs.replace(figures.cash, opening=opening)
            figures = msgspec.structs.replace(figures, cash=cash)
        elif opening:
            raise Refused(Code.BAD_MESSAGE, "the day begins with what was counted the day before")
        differs = count.counted != expected_cash(figures, count, draft.since_cut)
        if differs or figures.differences or count.brought or count.taken:
            count = msgspec.structs.replace(count, note=explained(count.note, LONGEST_NOTE))

        def judge() -> NewEntry[DayFact]:
            waiting = self.book.counted
            if waiting is not None and (waiting.signature.by, waiting.id) != (by, id):
                raise Refused(Code.STALE, f"{waiting.day} is counted, and waits to be signed")
            if self._next != draft.number:
                raise Refused(Code.STALE, "another day was closed meanwhile: look at it again")
            signature = Signature(by, role, self._clock.wall())
            fact = waiting or DayCounted(draft.day, figures, count, draft.since_cut, signature, id)
            return NewEntry(fact, by, id)

        await self.journal.follow()  # Sent again, it may have been written by another node.
        await self.journal.record(judge)

    @property
    def _next(self) -> int:
        """The number of the report to come."""
        return self.book.last.number + 1 if self.book.last else 1

    async def recount(self, day: str, by: str) -> None:
        """What was counted is not to stand."""

        def judge() -> NewEntry[DayFact]:
            self._counted(day)
            return NewEntry(DayRecounted(day, by), by)

        await self.journal.record(judge)

    async def countersign(self, day: str, by: str, role: Role) -> DaySealed:
        """The second person; one of the two is the shift manager. Signed and sealed at once; asked
        once more, it is what it was."""
        await self.journal.follow()
        if (last := self.book.last) is not None and (last.day, last.by) == (day, by):
            return last

        def judge() -> NewEntry[DayFact]:
            counted, last = self._counted(day), self.book.last
            if counted.signature.by == by:
                raise Refused(Code.SAME_PERSON, "a second person has to sign")
            if Role.SHIFT not in (role, counted.signature.role):
                raise Refused(Code.NOT_ALLOWED, "one of the two has to be the shift manager")
            previous = sha256(last.report.encode()) if last else ""
            second = Signature(by, role, self._clock.wall())
            report = canonical(report_of(counted, second, self._next, previous))
            seal = sign(self._key, report)
            return NewEntry(DaySealed(self._next, day, by, report.decode(), seal), by)

        await self.journal.record(judge)
        sealed = self.book.last
        assert sealed is not None
        return sealed

    def _counted(self, day: str) -> DayCounted:
        counted = self.book.counted
        if counted is None or counted.day != day:
            raise Refused(Code.STALE, f"{day} does not wait for a signature")
        return counted

    def days_open(self, first: str | None) -> int:
        """How many days that are over wait to be closed, from the first on; a day on which nothing
        moved may be among them."""
        if first is None:
            return 0
        today = begins(day_of(self._clock.wall()))
        return max(0, (today - begins(first)) // (ends(first) - begins(first)))


def _check_over(indexes: Indexes, cut: Heads) -> None:
    """A round of that day which is still played holds cards nobody has seen: the hash of its
    journal is nobody's to read, and its stakes are not settled for the day after either."""
    for table, index in indexes.items():
        held_back = index.held_back
        if held_back is not None and held_back <= cut.get(table, JournalHead()).entries:
            raise Refused(
                Code.ILLEGAL_ACTION, f"the round of that day at {table} is not over: wait for it"
            )


def _checked(count: CageCount) -> CageCount:
    for amount in (count.brought, count.taken, *(one.amount for one in count.counts)):
        check_size(amount, "a count")
        if amount < 0:
            raise Refused(Code.BAD_AMOUNT, "a count is not below zero")
    counts = tuple(
        msgspec.structs.replace(one, place=clean(one.place, LONGEST_PLACE)) for one in count.counts
    )
    note = clean(count.note, LONGEST_NOTE) if count.note.strip() else ""
    return msgspec.structs.replace(count, counts=counts, note=note)
