"""Whether the journals are what the transparency log has published of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import cast

import msgspec

from croupier.house.transparency.facts import STREAM, HeadsPublished, LogFact
from croupier.store.invariants import Complaint
from croupier.store.pages import every_entry
from croupier.store.protocol import PAGE, Reader

_AT_ONCE = 50_000
"""Heads that are held to their journals together: each journal is then read in its own order."""
_NEAR = 8
"""Between heads that are so near to each other all entries are read."""


class _Head(msgspec.Struct, frozen=True, order=True):
    seq: int
    hash: str
    logged: int
    """The entry of the log's journal."""


def log_complaints(reader: Reader, after: int = 0) -> Iterator[Complaint]:
    """I20: each head that was published after an entry of the log's journal is still that."""
    decode = msgspec.json.Decoder(cast("type[LogFact]", LogFact)).decode
    heads: defaultdict[str, list[_Head]] = defaultdict(list)
    held = 0
    for entry in every_entry(reader, STREAM, after):
        try:
            fact = decode(entry.body)
        except msgspec.DecodeError as error:
            yield Complaint(f"{STREAM} {entry.seq}", f"I6: cannot be folded: {error}")
            break
        if isinstance(fact, HeadsPublished):
            for head in fact.heads:
                heads[head.stream].append(_Head(head.seq, head.hash, entry.seq))
            held += len(fact.heads)
        if held >= _AT_ONCE:
            yield from _heads_complaints(reader, heads)
            heads.clear()
            held = 0
    yield from _heads_complaints(reader, heads)


def _heads_complaints(reader: Reader, heads: dict[str, list[_Head]]) -> Iterator[Complaint]:
    for stream, published in sorted(heads.items()):
        for near in _runs(sorted(published)):
            first, last = near[0].seq, near[-1].seq
            entries = reader.entries(stream, first - 1, last - first + 1)
            hashes = {entry.seq: entry.hash.hex() for entry in entries}
            for head in near:
                where, hash = f"{stream} {head.seq}", hashes.get(head.seq)
                if hash is None:
                    what = f"is published in the log ({head.logged}), and is not there"
                    yield Complaint(where, f"I20: {what}")
                elif hash != head.hash:
                    what = f"is another than the log ({head.logged}) has published"
                    yield Complaint(where, f"I20: {what}")


def _runs(heads: Sequence[_Head]) -> Iterator[Sequence[_Head]]:
    """Cut into what is read at once."""
    start = 0
    for at in range(1, len(heads)):
        far = heads[at].seq - heads[at - 1].seq > _NEAR
        if far or heads[at].seq - heads[start].seq >= PAGE:
            yield heads[start:at]
            start = at
    if heads:
        yield heads[start:]
