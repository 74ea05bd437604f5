"""A table that another node deals at: the fold of its journal, as far as it was read here.

Every node follows every table, so each serves its own clients from memory. What another node has
committed is read from the books by number; that there is something to read is told on the bus, and
looked up every second all the same.
"""

from typing import NamedTuple

from croupier.ledger import Transfer
from croupier.store.protocol import LARGEST_PAGE, Reader
from croupier.store.values import Entry, Posted
from croupier.table.driver import TableDriver
from croupier.table.recovery import Start, recorded
from croupier.table.table import News

_AT_ONCE = 200
_LAST = 2**31 - 1
"""A transfer's number within its entry is smaller."""


class Written(NamedTuple):
    """An entry with what it moved."""

    entry: Entry
    transfers: tuple[Transfer, ...]


def written_after(reader: Reader, stream: str, seq: int) -> list[Written]:
    """The next entries of a journal; none: that was the last."""
    entries = reader.entries(stream, seq, _AT_ONCE)
    if not entries:
        return []
    posted = _posted(reader, stream, seq, entries[-1].seq)
    return [Written(entry, tuple(posted.get(entry.seq, ()))) for entry in entries]


def _posted(reader: Reader, stream: str, after: int, last: int) -> dict[int, list[Transfer]]:
    by_entry: dict[int, list[Transfer]] = {}
    beyond: tuple[int, int] = (after, _LAST)
    while page := reader.transfers(stream, beyond, LARGEST_PAGE):
        for posting in page:
            by_entry.setdefault(posting.seq, []).append(posting.transfer)
        end: Posted = page[-1]
        if end.seq > last or len(page) < LARGEST_PAGE:
            break
        beyond = (end.seq, end.n)
    return by_entry


class FollowedTable:
    def __init__(self, start: Start, now: int) -> None:
        self.state, self.seq, self.at_ms = start
        self.driver = TableDriver(self.state, now)
        """Tells what is waited for, and since when; here nothing is done about it."""

    @property
    def start(self) -> Start:
        """Where whoever deals here next goes on."""
        return Start(self.state, self.seq, self.at_ms)

    def feed(self, written: Written, now: int) -> News:
        """The next entry."""
        entry = written.entry
        assert entry.seq == self.seq + 1, f"{entry.stream} {entry.seq} after {self.seq}"
        body = recorded(entry)
        for fact in body.facts:
            self.state.apply(fact)
        self.seq, self.at_ms = entry.seq, entry.at_ms
        self.driver.observe(now)
        return News(entry.seq, entry.at_ms, body, written.transfers)
