"""Whether the checkpoints are what their journals come to: each is folded again, from the first
entry, and compared with what is kept."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import msgspec

from croupier.house.cage_book import CageBook
from croupier.house.checkpoints import read_checkpoint
from croupier.house.floor.book import Book
from croupier.house.floor.facts import FloorFact
from croupier.house.floor.floor import STREAM as FLOOR
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.journal import Fold
from croupier.house.people.book import PeopleBook
from croupier.house.people.facts import STREAM as PEOPLE
from croupier.house.people.facts import PeopleFact
from croupier.house.protection.book import ProtectionBook
from croupier.house.protection.facts import STREAM as PROTECTION
from croupier.house.protection.facts import ProtectionFact
from croupier.house.table_fold import FORMAT, SavedFold, TableFold
from croupier.store.invariants import Complaint
from croupier.store.pages import every_entry, every_stream
from croupier.store.protocol import Reader
from croupier.store.values import IndexRow
from croupier.table.cage import STREAM as CAGE
from croupier.table.cage import CageFact, is_table
from croupier.table.recovery import fold
from croupier.table.state import TableState
from croupier.table.table import News

_FOLDS: dict[str, tuple[Any, Callable[[], Fold[Any, Any]]]] = {
    PEOPLE: (PeopleFact, PeopleBook),
    PROTECTION: (ProtectionFact, ProtectionBook),
    CAGE: (CageFact, CageBook),
    FLOOR: (FloorFact, Book),
}
ROUNDS_AT_ONCE = 500
"""Compared with their rows, and forgotten."""


def checkpoint_complaints(reader: Reader) -> Iterator[Complaint]:
    """Nothing, if all is well. What another version has written is not looked at: it will be thrown
    away."""
    for stream in every_stream(reader):
        checkpoint = reader.checkpoint(stream)
        if checkpoint is None:
            continue
        entry = reader.entries(stream, checkpoint.seq - 1, 1)
        if [found.hash for found in entry] != [checkpoint.hash]:
            yield Complaint(stream, f"I17: the checkpoint is of another entry {checkpoint.seq}")
        elif is_table(stream):
            yield from _table(reader, stream)
        elif stream in _FOLDS:
            yield from _journal(reader, stream)


def _journal(reader: Reader, stream: str) -> Iterator[Complaint]:
    kind, make = _FOLDS[stream]
    folded = make()
    begun = read_checkpoint(reader, stream, folded.format, folded.saved_as)
    if begun is None:
        yield from _unreadable(reader, stream, folded.format)
        return
    decode = msgspec.json.Decoder(cast("type[msgspec.Struct]", kind)).decode
    for entry in every_entry(reader, stream):
        if entry.seq > begun.seq:
            break
        folded.apply(decode(entry.body), entry.at_ms)
    saved = folded.save()
    if saved != begun.saved:
        yield Complaint(f"{stream} {begun.seq}", "I17: the checkpoint is not what it folds to")
    yield from _missing(reader, stream, folded.rows(saved))


def _table(reader: Reader, stream: str) -> Iterator[Complaint]:
    begun = read_checkpoint(reader, stream, FORMAT, SavedFold)
    if begun is None:
        yield from _unreadable(reader, stream, FORMAT)
        return
    folded = TableFold(stream, reader, PlayStatistics())
    wrong: list[Complaint] = []

    def feed(news: News, state: TableState) -> None:
        folded.feed(news, state)
        last = news.seq == begun.seq
        pending = folded.pending() if last or folded.due(ROUNDS_AT_ONCE) else None
        if pending is None:
            return
        wrong.extend(_missing(reader, stream, pending.rows))
        folded.kept(pending)
        if last and msgspec.msgpack.decode(pending.checkpoint.body, type=SavedFold) != begun.saved:
            where = f"{stream} {begun.seq}"
            wrong.append(Complaint(where, "I17: the checkpoint is not what it folds to"))

    fold(reader, stream, to=begun.seq, on_entry=feed)
    yield from wrong


def _unreadable(reader: Reader, stream: str, format: str) -> Iterator[Complaint]:
    checkpoint = reader.checkpoint(stream)
    if checkpoint is not None and checkpoint.format == format:
        yield Complaint(f"{stream} {checkpoint.seq}", "I17: the checkpoint cannot be read")


def _missing(reader: Reader, stream: str, rows: Sequence[IndexRow]) -> Iterator[Complaint]:
    for row in rows:
        if reader.indexed(stream, row.kind, row.number - 1, 1) != (row,):
            yield Complaint(stream, f"I17: the row of {row.kind} {row.number} is not what it was")
