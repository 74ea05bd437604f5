"""A log that grows: of its tree no more is kept than the tiles that are not full yet."""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.tlog.merkle import leaf_hash, root_of
from croupier.tlog.tiles import LARGEST_ENTRY, WIDTH, Tile, TileNodes, bundle, whole_node


class FullTile(msgspec.Struct, frozen=True):
    """It never changes any more."""

    tile: Tile
    of_entries: bool
    """A bundle of entries; otherwise hashes."""
    body: bytes


class GrowingLog:
    def __init__(
        self, size: int = 0, levels: list[list[bytes]] | None = None, entries: Iterable[bytes] = ()
    ) -> None:
        """From where it was left, or from nothing."""
        self.size = size
        self.levels = levels or []
        """The hashes of the last tile of each level, where it is not full."""
        self.entries = list(entries)
        """Of the last bundle."""

    def append(self, entry: bytes) -> Iterator[FullTile]:
        """Tiles that are full by it; all of them have to be taken."""
        if len(entry) > LARGEST_ENTRY:
            raise ValueError(f"an entry has at most {LARGEST_ENTRY} bytes")
        self.size += 1
        self.entries.append(entry)
        if len(self.entries) == WIDTH:
            yield FullTile(Tile(0, self.size // WIDTH - 1), True, bundle(self.entries))
            self.entries.clear()
        yield from self._add(0, leaf_hash(entry))

    def _add(self, level: int, hash: bytes) -> Iterator[FullTile]:
        if level == len(self.levels):
            self.levels.append([])
        hashes = self.levels[level]
        hashes.append(hash)
        if len(hashes) == WIDTH:
            index = (self.size >> 8 * (level + 1)) - 1
            yield FullTile(Tile(level, index), False, b"".join(hashes))
            above = whole_node(hashes)
            hashes.clear()
            yield from self._add(level + 1, above)

    @property
    def root(self) -> bytes:
        # The nodes a root is made of lie in tiles that are not full.
        return root_of(self.size, TileNodes(self.size, self.partial))

    def partial(self, tile: Tile) -> bytes:
        """The last tile of a level, or its beginning."""
        if tile.level >= len(self.levels) or tile.index != self.size >> 8 * (tile.level + 1):
            return b""
        return b"".join(self.levels[tile.level][: tile.width])
