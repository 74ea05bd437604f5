"""The bytes and numbers that shuffles are made of, as a house draws them.

*order*: for each shoe a fresh seed of 32 bytes from the source, from which the numbers of its order
follow (`derived.py`), here without anything given by players. *system*: the source's own bytes, of
which seeds and salts are made, and the orders of tables that have no delay.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import count

from croupier.chance.derived import WORD, order_key, stream_below, stream_blocks
from croupier.chance.shuffle import RandBelow
from croupier.chance.source import WatchedSource

SEED = 32
A_SHOE = WORD * 415
"""Bytes that a shoe of eight decks takes, where none is passed over."""

Numbers = Callable[[], RandBelow]
"""Those of the next shoe, or run of the wheel."""


class Stream(StrEnum):
    ORDER = "order"
    SYSTEM = "system"


def numbers(source: WatchedSource, stream: Stream) -> Numbers:
    if stream is Stream.SYSTEM:
        return lambda: source.below
    names = count(1)
    return lambda: stream_below(order_key(f"rng/{next(names)}", source.bytes(SEED), b""))


def stream_of(source: WatchedSource, stream: Stream, block: int = 1 << 16) -> Iterator[bytes]:
    """Without end, in pieces."""
    names = count(1)
    while True:
        if stream is Stream.SYSTEM:
            yield source.bytes(block)
        else:
            key = order_key(f"rng/{next(names)}", source.bytes(SEED), b"")
            blocks = stream_blocks(key)
            yield b"".join(next(blocks) for _ in range(-(-A_SHOE // SEED)))[:A_SHOE]


class ByteReader:
    """So many bytes of a stream at a time."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = b""

    def __call__(self, count: int) -> bytes:
        parts, have = [self._rest], len(self._rest)
        while have < count:
            piece = next(self._pieces)
            parts.append(piece)
            have += len(piece)
        whole = b"".join(parts)
        self._rest = whole[count:]
        return whole[:count]
