"""Sheets of incidents are reckoned beside the house's work: in a thread of their own, and kept
while whoever asked looks at them.

Thousands of rounds are played again for one, which takes longer than a request should: who asks is
told how far it has come, and asks again.
"""

import asyncio
import time
from collections.abc import Sequence

import msgspec

from croupier.house.cage.cage import Cage
from croupier.house.incidents.facts import IncidentOpened
from croupier.house.incidents.reading import last_round, read_sheet
from croupier.house.incidents.remedies import Remedies
from croupier.house.incidents.sheet import Sheet
from croupier.house.records.index import TableIndex
from croupier.kit.errors import Code, Refused
from croupier.server.http.book_reader import BookReader, aside
from croupier.store.protocol import Store
from croupier.table.cage import Adjusted

MOST_AT_ONCE = 2
MOST_KEPT = 4
WAIT_S = 1.0
"""A request waits no longer than that for a sheet."""

Basis = tuple[int, tuple[tuple[Adjusted, ...], ...]]
"""What a sheet rests on besides the rounds: the last of them, and what was adjusted in each."""


class Progress(msgspec.Struct):
    """Rounds that were looked at, of so many."""

    done: int = 0
    of: int = 0


class _Work:
    def __init__(self, opened: IncidentOpened, remedies: Remedies) -> None:
        self.asked = opened, remedies
        self.progress = Progress()
        self.basis: Basis = 0, ()
        self.task: asyncio.Task[Sheet]
        self.handed_out = False


class SheetReckoner:
    def __init__(self, store: Store, cage: Cage, *, wait_s: float = WAIT_S) -> None:
        self._books = BookReader(store)
        self._cage = cage
        self.wait_s = wait_s
        self._work: dict[int, _Work] = {}
        """The last of each incident, the oldest first."""

    async def draft(
        self, opened: IncidentOpened, remedies: Remedies, index: TableIndex
    ) -> tuple[Progress, Sheet | None]:
        """None: it is not done yet."""
        work = await self._begun(opened, remedies, index)
        await asyncio.wait([work.task], timeout=self.wait_s)
        if not work.task.done():
            return work.progress, None
        work.handed_out = True
        return work.progress, work.task.result()

    async def sheet(self, opened: IncidentOpened, remedies: Remedies, index: TableIndex) -> Sheet:
        """However long it takes, and by what the books say now."""
        work = await self._begun(opened, remedies, index)
        work.handed_out = True
        return await asyncio.shield(work.task)

    async def _begun(self, opened: IncidentOpened, remedies: Remedies, index: TableIndex) -> _Work:
        """What is under way is gone on with; what was handed out is made anew if anything it rests
        on has changed."""
        work = self._work.get(opened.number)
        if work is not None and work.asked == (opened, remedies):
            failed = work.task.done() and work.task.exception() is not None
            if not failed and (not work.handed_out or await self._is_current(work, index)):
                return work
        if sum(not one.task.done() for one in self._work.values()) >= MOST_AT_ONCE:
            raise Refused(Code.BUSY, "other sheets are reckoned now; try again in a moment")
        work = self._work.pop(opened.number, None)
        while len(self._work) >= MOST_KEPT:
            # The oldest that is done: there are more kept than can be under way.
            del self._work[next(key for key, one in self._work.items() if one.task.done())]
        work = self._work[opened.number] = _Work(opened, remedies)
        work.task = asyncio.create_task(self._reckon(work, index))
        work.task.add_done_callback(_looked_at)
        return work

    async def _is_current(self, work: _Work, index: TableIndex) -> bool:
        opened, _ = work.asked
        return not work.task.done() or work.basis == await aside(lambda: self._basis(opened, index))

    async def _reckon(self, work: _Work, index: TableIndex) -> Sheet:
        opened, remedies = work.asked

        def tell(done: int, of: int) -> None:
            work.progress.done, work.progress.of = done, of
            time.sleep(0)  # Whoever waits for the interpreter goes first.

        work.basis = await aside(lambda: self._basis(opened, index))
        last, adjusted = work.basis

        def made(table: str, round: int) -> Sequence[Adjusted]:
            return adjusted[round - opened.since_round]

        sheet = await self._books.read(
            lambda reader: read_sheet(reader, index, opened, remedies, made, last=last, tell=tell)
        )
        # What everybody asks of a sheet takes its time too.
        await aside(lambda: (sheet.digest, sheet.totals, sheet.untold))
        return sheet

    def _basis(self, opened: IncidentOpened, index: TableIndex) -> Basis:
        last = last_round(opened, index)
        rounds = range(opened.since_round, last + 1)
        return last, tuple(self._cage.adjustments(opened.table, round) for round in rounds)


def _looked_at(work: "asyncio.Task[Sheet]") -> None:
    """Nobody may come back to hear of a failure; that is no reason to complain of it."""
    if not work.cancelled():
        work.exception()
