"""Whether the journals are what the transparency log has published of them."""

from collections.abc import Iterator
from typing import cast

import msgspec

from croupier.house.transparency.facts import STREAM, HeadsPublished, JournalHead, LogFact
from croupier.store.invariants import Complaint
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader


def log_complaints(reader: Reader, after: int = 0) -> Iterator[Complaint]:
    """I20: each head that was published after an entry of the log's journal is still that."""
    decode = msgspec.json.Decoder(cast("type[LogFact]", LogFact)).decode
    for entry in every_entry(reader, STREAM, after):
        try:
            fact = decode(entry.body)
        except msgspec.DecodeError as error:
            yield Complaint(f"{STREAM} {entry.seq}", f"I6: cannot be folded: {error}")
            return
        if isinstance(fact, HeadsPublished):
            for head in fact.heads:
                yield from _head_complaints(reader, head, entry.seq)


def _head_complaints(reader: Reader, head: JournalHead, logged: int) -> Iterator[Complaint]:
    where = f"{head.stream} {head.seq}"
    entries = reader.entries(head.stream, head.seq - 1, 1)
    if not entries or entries[0].seq != head.seq:
        yield Complaint(where, f"I20: is published in the log ({logged}), and is not there")
    elif entries[0].hash.hex() != head.hash:
        yield Complaint(where, f"I20: is another than the log ({logged}) has published")
