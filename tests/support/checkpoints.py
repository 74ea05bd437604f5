"""Compares every checkpoint with its journal."""

from collections.abc import Iterator

from croupier.house.verify.checkpoints import TableComparison, journal_checkpoint_complaints
from croupier.store import Complaint, Reader, every_stream
from croupier.table.cage import is_table
from croupier.table.recovery import fold


def checkpoint_complaints(reader: Reader) -> Iterator[Complaint]:
    for stream in every_stream(reader):
        if not is_table(stream):
            yield from journal_checkpoint_complaints(reader, stream)
        elif (checkpoint := reader.checkpoint(stream)) is not None:
            comparison = TableComparison(reader, checkpoint)
            if comparison.to:
                fold(reader, stream, to=comparison.to, on_entry=comparison.feed)
            yield from comparison.complaints
