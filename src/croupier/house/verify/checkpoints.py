"""Whether the checkpoints are what their journals come to: each is folded again, from the first
entry, and compared with what is kept."""

from collections.abc import Iterator, Sequence

import msgspec

from croupier.house.checkpoints import Begun, S, trusted
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.house_books import HOUSE_BOOKS
from croupier.house.table_fold import FORMAT, SavedFold, TableFold
from croupier.store.invariants import Complaint
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.store.values import Checkpoint, IndexRow
from croupier.table.invariants import UNFOLDED
from croupier.table.state import TableState
from croupier.table.table import News

ROUNDS_AT_ONCE = 500
"""Compared with their rows, and forgotten."""
_OTHER = "I17: the checkpoint is not what it folds to"
_NO_MOMENT = "I17: the checkpoint is of an entry at which none is made"


def journal_checkpoint_complaints(reader: Reader, stream: str) -> Iterator[Complaint]:
    """Of one of the house's own journals: nothing, if all is well. What another version has written
    is not looked at: it will be thrown away."""
    checkpoint = reader.checkpoint(stream)
    if checkpoint is None or stream not in HOUSE_BOOKS:
        return
    folded = HOUSE_BOOKS[stream]()
    begun, wrong = _begun(reader, checkpoint, folded.format, folded.saved_as)
    yield from wrong
    if begun is None:
        return
    decode = msgspec.json.Decoder(folded.facts).decode
    try:
        for entry in every_entry(reader, stream):
            if entry.seq > begun.seq:
                break
            folded.apply(decode(entry.body), entry.at_ms)
        saved = folded.save()
    except UNFOLDED as error:
        yield Complaint(f"{stream} {begun.seq}", f"I17: cannot be folded to there: {error}")
        return
    if saved != begun.saved:
        yield Complaint(f"{stream} {begun.seq}", _OTHER)
    yield from _missing(reader, stream, folded.rows(saved))


class TableComparison:
    """Of a table's checkpoint with the journal, while somebody folds that."""

    def __init__(
        self, reader: Reader, checkpoint: Checkpoint, start: Begun[SavedFold] | None = None
    ) -> None:
        """`start`: what the journal is known to come to at the same entry or before, where it is
        not folded from its first."""
        self._reader = reader
        self._stream = checkpoint.stream
        self._begun, self.complaints = _begun(reader, checkpoint, FORMAT, SavedFold)
        self._folded = TableFold(checkpoint.stream, reader, PlayStatistics())
        if start is not None:
            self._folded.resume_at(start.seq, start.saved)
            if start.seq == self.to and self._begun:
                self._compare(start.saved)

    @property
    def to(self) -> int:
        """The last entry that has to be fed; 0, if there is nothing to compare."""
        return self._begun.seq if self._begun is not None else 0

    def feed(self, news: News, state: TableState) -> None:
        if self._begun is None or news.seq > self._begun.seq:
            return
        where = f"{self._stream} {self._begun.seq}"
        try:
            last = news.seq == self._begun.seq
            savable = last or self._folded.rounds_since >= ROUNDS_AT_ONCE
            self._folded.feed(news, state, savable=savable)
            due = last or self._folded.due(ROUNDS_AT_ONCE)
            pending = self._folded.pending() if due else None
        except UNFOLDED as error:
            self.complaints.append(Complaint(where, f"I17: cannot be folded to there: {error}"))
            self._begun = None
            return
        if pending is None:
            if last:
                self.complaints.append(Complaint(where, _NO_MOMENT))
            return
        self.complaints.extend(_missing(self._reader, self._stream, pending.rows))
        self._folded.kept(pending)
        folded = pending.checkpoint.body
        if last:
            self._compare(msgspec.msgpack.decode(folded, type=SavedFold))

    def _compare(self, folded: SavedFold) -> None:
        assert self._begun is not None
        if folded.folded != self._begun.saved.folded:
            self.complaints.append(Complaint(f"{self._stream} {self._begun.seq}", _OTHER))


def _begun(
    reader: Reader, checkpoint: Checkpoint, format: str, kind: type[S]
) -> tuple[Begun[S] | None, list[Complaint]]:
    """What a checkpoint says, if that can be compared with anything; what is wrong with it."""
    stream, seq = checkpoint.stream, checkpoint.seq
    entries = reader.entries(stream, seq - 1, 1)
    if [entry.hash for entry in entries] != [checkpoint.hash]:
        return None, [Complaint(stream, f"I17: the checkpoint is of another entry {seq}")]
    begun = trusted(reader, checkpoint, format, kind)
    unreadable = begun is None and checkpoint.format == format
    what = "I17: the checkpoint cannot be read"
    return begun, [Complaint(f"{stream} {seq}", what)] if unreadable else []


def _missing(reader: Reader, stream: str, rows: Sequence[IndexRow]) -> Iterator[Complaint]:
    for row in rows:
        if reader.indexed(stream, row.kind, row.number - 1, 1) != (row,):
            yield Complaint(stream, f"I17: the row of {row.kind} {row.number} is not what it was")
