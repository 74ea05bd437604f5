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
from croupier.table.recovery import Start, fold, recorded
from croupier.table.state import TableState
from croupier.table.table import News, OnEntry

AT_ONCE = 200
_LAST = 2**31 - 1
"""A transfer's number within its entry is smaller."""


class Written(NamedTuple):
    """An entry with what it moved."""

    entry: Entry
    transfers: tuple[Transfer, ...]


def written_after(reader: Reader, stream: str, seq: int) -> list[Written]:
    """The next entries of a journal; fewer than `AT_ONCE`: there were no more."""
    entries = reader.entries(stream, seq, AT_ONCE)
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


class Time(NamedTuple):
    """One moment on a clock that only goes forward, and on the wall."""

    now: int
    wall: int

    def of(self, at_ms: int) -> int:
        """When something happened that was written down at `at_ms`. The walls of two machines may
        differ a little: nothing comes from the future."""
        return self.now - max(0, self.wall - at_ms)


class FollowedTable:
    """Its clocks run from when an entry was written, however late it is read: so they end here when
    they end where it is dealt."""

    def __init__(self, start: Start, since: int) -> None:
        """`since`: from when on it waits for what it waits for now."""
        self.state, self.seq, self.at_ms = start
        self._observed = since
        self._epoch = 0
        """Under which the last entry was written that came as news."""
        self.driver = TableDriver(self.state, since)
        """Tells what is waited for, and since when; here nothing is done about it."""

    @classmethod
    def read(
        cls,
        reader: Reader,
        stream: str,
        start: Start | None,
        time: Time,
        *,
        to: int | None,
        on_entry: OnEntry,
    ) -> "FollowedTable":
        """The fold of its journal up to an entry, from `start` or from the first."""
        followed = cls(start, time.of(start.at_ms)) if start else None

        def observe(news: News, state: TableState) -> None:
            nonlocal followed
            reached = Start(state, news.seq, news.at_ms)
            if followed is None:
                followed = cls(reached, time.of(news.at_ms))
            followed._observe(reached, time)
            on_entry(news, state)

        reached = fold(reader, stream, to, observe, start)
        return followed or cls(reached, time.now)

    @property
    def start(self) -> Start:
        """Where whoever deals here next goes on."""
        return Start(self.state, self.seq, self.at_ms)

    def feed(self, written: Written, time: Time) -> News:
        """The next entry."""
        entry = written.entry
        assert entry.seq == self.seq + 1, f"{entry.stream} {entry.seq} after {self.seq}"
        body = recorded(entry)
        for fact in body.facts:
            self.state.apply(fact)
        self._epoch = entry.epoch
        self._observe(Start(self.state, entry.seq, entry.at_ms), time)
        return News(entry.seq, entry.at_ms, body, written.transfers)

    def dealt_anew(self, epoch: int, now: int) -> bool:
        """Another node has taken the table, and gives everybody the whole time again. False: its
        first entries are known here already, and clocks run by them."""
        if self._epoch == epoch:
            return False
        self._observed = now
        self.driver = TableDriver(self.state, now)
        return True

    def _observe(self, reached: Start, time: Time) -> None:
        _, self.seq, self.at_ms = reached
        self._observed = max(self._observed, time.of(self.at_ms))
        self.driver.observe(self._observed)
