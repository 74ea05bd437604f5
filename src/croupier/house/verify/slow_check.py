"""All journals looked at again, a few entries at a time, while the house is open: the chain, the
commands' index, and of tables what they fold to.

Nothing is held between two steps, no transaction and no snapshot: entries are never changed, and of
each journal no more is looked at than it had when its turn came. What can only be told of one
moment (all balances at once) is left to `croupier verify`.
"""

from collections.abc import Callable, Generator
from functools import partial
from typing import TypeVar

from croupier.ledger import Transfer
from croupier.store.errors import StoreFailed
from croupier.store.invariants import Complaint, chain_faults, command_complaints, head_at
from croupier.store.pages import every_stream, journal_page
from croupier.store.protocol import Reader
from croupier.store.values import Entry, Head
from croupier.table.cage import is_table
from croupier.table.invariants import TableAudit

AT_ONCE = 25
"""Entries of a step: some milliseconds of work."""
_TRIES = 3

_T = TypeVar("_T")
_Steps = Generator[list[Complaint], None, _T]
_Written = tuple[Entry, tuple[Transfer, ...]]


class SlowCheck:
    """Takes its steps in one thread at a time."""

    def __init__(self, reader: Reader, at_once: int = AT_ONCE) -> None:
        self._reader = reader
        self._at_once = at_once
        self._steps = self._walk()
        self.entries = 0
        """How many have been looked at, in all passes."""
        self.passes = 0
        """How often it has been through."""
        self.failing = False
        """Whether the store could not be read just now: then the next step had better wait."""

    def step(self) -> list[Complaint]:
        """What is wrong with the next few entries; after the last it begins again."""
        return next(self._steps)

    def _walk(self) -> _Steps[None]:
        while True:
            try:
                streams = yield from self._read(lambda: list(every_stream(self._reader)))
            except StoreFailed as error:
                yield [Complaint("store", f"cannot be read: {error}")]
                continue
            for stream in streams:
                try:
                    yield from self._stream(stream)
                except StoreFailed as error:
                    yield [Complaint(stream, f"cannot be read: {error}")]
                except Exception as error:  # a damaged journal may come to anything
                    what = f"holds something that cannot be: {type(error).__name__}: {error}"
                    yield [Complaint(stream, what)]
            self.passes += 1
            yield []

    def _stream(self, stream: str) -> _Steps[None]:
        audit = TableAudit(self._reader, stream) if is_table(stream) else None
        head, end = Head(), (yield from self._read(lambda: self._reader.head(stream)))
        while head.seq < end.seq:
            page = yield from self._read(partial(self._page, stream, head.seq, end.seq))
            if not page:
                break
            wrong: list[Complaint] = []
            for entry, transfers in page:
                where = f"{stream} {entry.seq}"
                wrong += [Complaint(where, what) for what in chain_faults(head, entry, transfers)]
                head = head_at(entry)
                if audit is not None and not audit.unfolded:
                    wrong += audit.entry(entry, transfers)
            self.entries += len(page)
            yield wrong
            entries = [entry for entry, _ in page]
            yield (yield from self._read(partial(self._commands, entries)))
        if (head.seq, head.hash) != (end.seq, end.hash):
            what = f"I6: the head is {end.seq}, the journal ends at {head.seq}"
            yield [Complaint(stream, what)]

    def _page(self, stream: str, after: int, to: int) -> list[_Written]:
        return journal_page(self._reader, stream, after, min(self._at_once, to - after))

    def _commands(self, entries: list[Entry]) -> list[Complaint]:
        return list(command_complaints(self._reader, entries))

    def _read(self, read: Callable[[], _T]) -> _Steps[_T]:
        """A database may be away for a moment, and that is not the fault of the books."""
        for _ in range(_TRIES - 1):
            try:
                return read()
            except StoreFailed:
                self.failing = True
                yield []
                self.failing = False
        return read()
