"""What the books say of the archive: a journal of its own, chained like every other. Whoever swaps
a file for another one has to forge this one, too."""

from collections.abc import Iterator

import msgspec

from croupier.store.archive.contents import Contents
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.store.values import Batch, Write

ARCHIVE = "house/archive"


class PeriodArchived(msgspec.Struct, frozen=True, tag_field="fact", tag="period-archived"):
    """Entries of one journal have left the database for a file."""

    stream: str
    first: int
    last: int
    hash: str
    """Of the last entry: all before it in this journal follow from it."""
    file: str
    """Its name in the archive's folder."""
    digest: str
    """SHA-256 of the whole file."""

    @classmethod
    def of(cls, held: Contents, file: str) -> "PeriodArchived":
        return cls(held.stream, held.first, held.last, held.hash.hex(), file, held.digest)


def noted(reader: Reader, after: int = 0) -> Iterator[PeriodArchived]:
    """All periods that ever left, beyond an entry of the archive's journal. After a `restore` the
    entries of some are back in the tables."""
    for entry in every_entry(reader, ARCHIVE, after):
        yield msgspec.json.decode(entry.body, type=PeriodArchived)


def note(reader: Reader, period: PeriodArchived, epoch: int, at_ms: int) -> Batch:
    """To be written by who has claimed the journal."""
    write = Write(msgspec.json.encode(period))
    return Batch(ARCHIVE, epoch, reader.head(ARCHIVE).seq, (write,), at_ms)
