"""The end of a journal, looked at before anybody writes on there; `verify` looks at all of it."""

from collections.abc import Iterator

from croupier.ledger import LedgerError, Transfer
from croupier.store.chain import hash_of
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.store.values import Entry

LOOKED_AT = 50
"""Entries."""


def tail_fault(reader: Reader, stream: str) -> str:
    """What is wrong with the last entries of a stream, or nothing."""
    head = reader.head(stream)
    first = max(0, head.seq - LOOKED_AT)
    seq, hash = first, reader.entries(stream, first - 1, 1)[0].hash if first else bytes(32)
    try:
        for entry, moved in _with_transfers(reader, stream, first):
            if seq == head.seq and reader.head(stream).seq >= entry.seq:
                break  # another node has written on since
            if seq == head.seq:
                return f"the journal ends at {entry.seq}, and {head.seq} was written"
            if entry.seq != seq + 1 or entry.hash != hash_of(hash, entry, moved):
                return f"entry {entry.seq} is not as it was written"
            seq, hash = entry.seq, entry.hash
    except (LedgerError, ValueError) as error:
        return f"entry {seq + 1} is not as it was written: {error}"
    if (seq, hash) != (head.seq, head.hash):
        return f"the journal ends at {seq}, and {head.seq} was written"
    return ""


def _with_transfers(
    reader: Reader, stream: str, after: int
) -> Iterator[tuple[Entry, tuple[Transfer, ...]]]:
    moved: dict[int, list[Transfer]] = {}
    at = (after + 1, 0)
    while page := reader.transfers(stream, at):
        for posted in page:
            moved.setdefault(posted.seq, []).append(posted.transfer)
        at = (page[-1].seq, page[-1].n)
    for entry in every_entry(reader, stream, after):
        yield entry, tuple(moved.get(entry.seq, ()))
