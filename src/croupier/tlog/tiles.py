"""Tiles: the tree cut into pieces of 256 hashes that never change (c2sp.org/tlog-tiles).

A tile at level L holds hashes of 256^L leaves each. The last one of a level may be partial; it is
the beginning of the whole one that it will be.
"""

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from croupier.tlog.merkle import HASH_BYTES, node_hash

HEIGHT = 8
WIDTH = 1 << HEIGHT
ENTRIES = "entries"
LARGEST_ENTRY = 0xFFFF
_PATH = re.compile(
    r"(entries|[0-9]|[1-5][0-9]|6[0-3])/((?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?"
)


class Tile(msgspec.Struct, frozen=True):
    level: int
    """0: hashes of leaves."""
    index: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        return f"tile/{self.level}/{_number(self.index)}{self._partial}"

    @property
    def entries_path(self) -> str:
        """Of the bundle of entries whose hashes a tile of level 0 holds."""
        return f"tile/{ENTRIES}/{_number(self.index)}{self._partial}"

    @property
    def _partial(self) -> str:
        return "" if self.width == WIDTH else f".p/{self.width}"


def parse_path(path: str) -> tuple[Tile, bool]:
    """What stands after `tile/`; and whether the entries are meant, not their hashes."""
    match = _PATH.fullmatch(path)
    if match is None:
        raise ValueError("that is no tile")
    level, number, width = match.groups()
    index = int(number.replace("x", "").replace("/", ""))
    tile = Tile(0 if level == ENTRIES else int(level), index, int(width or WIDTH))
    canonical = tile.entries_path if level == ENTRIES else tile.path
    if canonical != f"tile/{path}":  # a zero too many, or a partial tile that is whole
        raise ValueError("that is no tile")
    return tile, level == ENTRIES


def tile_in(level: int, index: int, size: int) -> Tile:
    """A tile as it is in a tree of that size; its width is 0 where it is not there yet."""
    width = (size >> HEIGHT * level) - index * WIDTH
    return Tile(level, index, max(0, min(WIDTH, width)))


def tiles_of(size: int) -> Iterator[Tile]:
    """All tiles of a tree, level by level."""
    level = 0
    while hashes := size >> HEIGHT * level:
        for index in range(-(-hashes // WIDTH)):
            yield tile_in(level, index, size)
        level += 1


class TileNodes:
    """The nodes of a tree of some size, out of its tiles."""

    def __init__(self, size: int, fetch: Callable[[Tile], bytes]) -> None:
        self._size = size
        self._fetch = fetch
        self._tiles: dict[Tile, Sequence[bytes]] = {}

    def __call__(self, level: int, index: int) -> bytes:
        above, within = divmod(level, HEIGHT)
        start = index << within
        tile = tile_in(above, start // WIDTH, self._size)
        if tile not in self._tiles:
            self._tiles[tile] = split_hashes(self._fetch(tile), tile.width)
        first = start % WIDTH
        return whole_node(self._tiles[tile][first : first + (1 << within)])


def whole_node(hashes: Sequence[bytes]) -> bytes:
    """The node over a power of two of hashes."""
    while len(hashes) > 1:
        hashes = [node_hash(*hashes[at : at + 2]) for at in range(0, len(hashes), 2)]
    return hashes[0]


def split_hashes(tile: bytes, width: int) -> list[bytes]:
    if len(tile) != width * HASH_BYTES:
        raise ValueError(f"a tile of {width} hashes has {len(tile)} bytes")
    return [tile[at : at + HASH_BYTES] for at in range(0, len(tile), HASH_BYTES)]


def bundle(entries: Sequence[bytes]) -> bytes:
    """Entries one after another, each after its length in two bytes."""
    return b"".join(len(entry).to_bytes(2) + entry for entry in entries)


def unbundle(body: bytes, width: int) -> list[bytes]:
    entries, at = [], 0
    while at < len(body):
        end = at + 2 + int.from_bytes(body[at : at + 2])
        if at + 2 > len(body) or end > len(body):
            raise ValueError("the bundle ends within an entry")
        entries.append(body[at + 2 : end])
        at = end
    if len(entries) != width:
        raise ValueError(f"a bundle of {width} entries has {len(entries)}")
    return entries


def _number(index: int) -> str:
    text = f"{index % 1000:03d}"
    while index := index // 1000:
        text = f"x{index % 1000:03d}/{text}"
    return text
