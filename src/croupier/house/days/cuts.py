"""Where days begin and end: in time, and in each journal.

A day is a slice of every journal: what was written after the cut of the day before, up to the last
entry before the first that is of a later day. So each entry belongs to exactly one day, also where
a clock was set back, and days join without a gap.
"""

from datetime import UTC, datetime

from croupier.house.clock import DAY
from croupier.house.days.figures import JournalHead
from croupier.house.records.sheet import day as day_of
from croupier.store.pages import every_entry, every_stream
from croupier.store.protocol import Reader
from croupier.table.cage import STREAM as CAGE
from croupier.table.cage import is_table

Heads = dict[str, JournalHead]


def begins(day: str) -> int:
    """In milliseconds, UTC."""
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()) * 1_000


def ends(day: str) -> int:
    return begins(day) + DAY


def cut_at(reader: Reader, after: Heads, until_ms: int) -> Heads:
    """Where each journal ends at this moment, which is past."""
    heads: Heads = {}
    for stream in every_stream(reader):
        head = after.get(stream, JournalHead())
        for entry in every_entry(reader, stream, head.entries):
            if entry.at_ms >= until_ms:
                break
            head = JournalHead(entry.seq, entry.hash.hex())
        heads[stream] = head
    return heads


def first_open_day(reader: Reader, after: Heads) -> str | None:
    """The day of the first entry beyond a cut that money may have moved in; None: there is none."""
    times = [
        entry.at_ms
        for stream in every_stream(reader)
        if is_table(stream) or stream == CAGE
        for entry in reader.entries(stream, after.get(stream, JournalHead()).entries, 1)
    ]
    return day_of(min(times)) if times else None
