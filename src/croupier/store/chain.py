"""The chain: each entry's hash covers the one before, so that an edit to history shows.

    SHA-256(previous hash ‖ MessagePack of
            [stream, seq, epoch, at_ms, entry, [sender, id, body hash] or nil, answer,
             [[payer, payee, amount, reason, cause], …]])

MessagePack in its shortest form is one sequence of bytes for one value, and says where each field
ends. The transfers, the command and its answer are covered too: money is history as well.
"""

from hashlib import sha256

import msgspec

from croupier.ledger import Transfer
from croupier.store.values import Entry, Write

_encode = msgspec.msgpack.Encoder().encode


def link(previous: bytes, stream: str, seq: int, *, epoch: int, at_ms: int, write: Write) -> bytes:
    """The hash of the entry that follows `previous`."""
    line = _line(stream, seq, epoch=epoch, at_ms=at_ms, write=write)
    return sha256(previous + line).digest()


def line_of(entry: Entry, transfers: tuple[Transfer, ...]) -> bytes:
    """What the hash of an entry is over, after the hash of the one before."""
    write = Write(entry.body, transfers, entry.command, entry.answer)
    return _line(entry.stream, entry.seq, epoch=entry.epoch, at_ms=entry.at_ms, write=write)


def _line(stream: str, seq: int, *, epoch: int, at_ms: int, write: Write) -> bytes:
    command = write.command and (write.command.sender, write.command.id, write.command.body_hash)
    moved = [(t.payer, t.payee, t.amount, t.reason, t.cause) for t in write.transfers]
    return _encode((stream, seq, epoch, at_ms, write.entry, command, write.answer, moved))


def hash_of(previous: bytes, entry: Entry, transfers: tuple[Transfer, ...]) -> bytes:
    """The hash that an entry read back ought to have."""
    return sha256(previous + line_of(entry, transfers)).digest()
