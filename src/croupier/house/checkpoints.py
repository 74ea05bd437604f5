"""Where folding a journal may begin, and what is written so that the next house begins there.

The journal stays the truth. A checkpoint in another format, or at an entry that is not the same any
more, is thrown away, and the journal is folded from its first entry.
"""

import logging
from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from croupier.store.protocol import Reader, Store
from croupier.store.values import Checkpoint, IndexRow

_LOG = logging.getLogger("croupier.house")

S = TypeVar("S", bound=msgspec.Struct)


class Begun(msgspec.Struct, Generic[S]):
    """What a journal came to by one of its entries."""

    seq: int
    at_ms: int
    saved: S


class Pending(msgspec.Struct, Generic[S]):
    """A checkpoint on its way to the store."""

    checkpoint: Checkpoint
    rows: Sequence[IndexRow]
    saved: S


def read_checkpoint(reader: Reader, stream: str, format: str, kind: type[S]) -> Begun[S] | None:
    """None: there is no checkpoint, or none to be trusted."""
    checkpoint = reader.checkpoint(stream)
    return None if checkpoint is None else trusted(reader, checkpoint, format, kind)


def trusted(reader: Reader, checkpoint: Checkpoint, format: str, kind: type[S]) -> Begun[S] | None:
    """What a checkpoint says; None, if it is not to be trusted."""
    if checkpoint.format != format:
        return None
    for entry in reader.entries(checkpoint.stream, checkpoint.seq - 1, 1):
        if entry.hash == checkpoint.hash:
            try:
                saved = msgspec.msgpack.decode(checkpoint.body, type=kind)
            except msgspec.MsgspecError:
                return None
            return Begun(entry.seq, entry.at_ms, saved)
    return None


def begin(store: Store, stream: str, format: str, kind: type[S]) -> Begun[S] | None:
    """The same; what cannot be trusted is gone then."""
    begun = read_checkpoint(store, stream, format, kind)
    if begun is None and store.checkpoint(stream) is not None:
        _LOG.warning("checkpoint thrown away", extra={"journal": stream})
        store.discard(stream)
    return begun


def written(reader: Reader, stream: str, seq: int, format: str, body: bytes) -> Checkpoint | None:
    """None, if the journal has no such entry."""
    for entry in reader.entries(stream, seq - 1, 1):
        return Checkpoint(stream, seq, entry.hash, format, body)
    return None
