"""The log as the fold of its journal: the tree so far, and how far each journal is published."""

from collections.abc import Sequence

import msgspec

from croupier.house.journal import Fold
from croupier.house.transparency.facts import STREAM, CheckpointCosigned, HeadsPublished, LogFact
from croupier.store.protocol import Reader
from croupier.store.values import IndexRow
from croupier.tlog.growing import FullTile, GrowingLog
from croupier.tlog.merkle import HASH_BYTES
from croupier.tlog.notes import Signature, parse_signature
from croupier.tlog.tiles import ENTRIES, WIDTH, Tile, bundle, unbundle


class Cosignature(msgspec.Struct, frozen=True):
    """The last one of a witness."""

    witness: str
    size: int
    signature: str
    """The line of the signed note."""
    at_ms: int
    """When the house got it."""

    @property
    def parsed(self) -> Signature:
        return parse_signature(self.signature)


class SavedLog(msgspec.Struct, frozen=True):
    size: int
    levels: list[list[bytes]]
    entries: list[bytes]
    heads: dict[str, int]
    last_ms: int
    cosigned: dict[str, Cosignature]


class LogBook(Fold[LogFact, SavedLog]):
    stream, facts = STREAM, LogFact
    format = "log 1"
    saved_as = SavedLog

    def __init__(self, kept: Reader | None = None) -> None:
        """`kept` is the store that holds full tiles; none: nothing has left memory."""
        self._kept = kept
        self._log = GrowingLog()
        self._full: dict[tuple[str, int], IndexRow] = {}
        """Tiles that are in no row of the store yet, by kind and number."""
        self.heads: dict[str, int] = {}
        """The last entry of each journal that is published."""
        self.last_ms = 0
        self.cosigned: dict[str, Cosignature] = {}

    @property
    def size(self) -> int:
        return self._log.size

    @property
    def root(self) -> bytes:
        return self._log.root

    def apply(self, fact: LogFact, at_ms: int) -> None:
        match fact:
            case HeadsPublished():
                for head in fact.heads:
                    self.heads[head.stream] = head.seq
                    for full in self._log.append(head.entry(at_ms)):
                        row = _row(full, at_ms)
                        self._full[row.kind, row.number] = row
                self.last_ms = at_ms
            case CheckpointCosigned(witness, size, signature):
                self.cosigned[witness] = Cosignature(witness, size, signature, at_ms)

    def tile(self, tile: Tile, *, entries: bool = False) -> bytes | None:
        """Nothing, if the log is not so large yet. It may read the store, so another thread asks
        while the log grows: what was not full at the first look may be at the second."""
        look = self._bundle if entries else self._hashes
        return look(tile) or look(tile)

    def _hashes(self, tile: Tile) -> bytes | None:
        length = tile.width * HASH_BYTES
        if found := self._find(_kind(tile.level), tile.index):
            return found[:length]
        body = self._log.partial(tile)
        return body if len(body) == length else None

    def _bundle(self, tile: Tile) -> bytes | None:
        if found := self._find(ENTRIES, tile.index):
            return bundle(unbundle(found, WIDTH)[: tile.width])
        entries = self._log.entries[: tile.width]
        last = tile.index == self.size // WIDTH and len(entries) == tile.width
        return bundle(entries) if last else None

    def _find(self, kind: str, index: int) -> bytes | None:
        """A full one."""
        if (row := self._full.get((kind, index))) is not None:
            return row.body
        rows = self._kept.indexed(STREAM, kind, index - 1, 1) if self._kept else ()
        return next((row.body for row in rows if row.number == index), None)

    # Into the store and back

    def save(self) -> SavedLog:
        return SavedLog(
            self.size,
            [list(hashes) for hashes in self._log.levels],
            list(self._log.entries),
            dict(self.heads),
            self.last_ms,
            dict(self.cosigned),
        )

    def resume(self, saved: SavedLog) -> None:
        levels = [list(hashes) for hashes in saved.levels]
        self._log = GrowingLog(saved.size, levels, saved.entries)
        self.heads, self.last_ms = dict(saved.heads), saved.last_ms
        self.cosigned = dict(saved.cosigned)

    def rows(self, saved: SavedLog) -> Sequence[IndexRow]:
        return [row for row in list(self._full.values()) if _was_full(row, saved.size)]

    def leave(self, saved: SavedLog) -> None:
        for row in self.rows(saved):
            del self._full[row.kind, row.number]


def _kind(level: int) -> str:
    return f"tile {level}"


def _row(full: FullTile, at_ms: int) -> IndexRow:
    kind = ENTRIES if full.of_entries else _kind(full.tile.level)
    return IndexRow(kind, full.tile.index, at_ms, full.body)


def _was_full(row: IndexRow, size: int) -> bool:
    level = 0 if row.kind == ENTRIES else int(row.kind.removeprefix("tile "))
    return (row.number + 1) << 8 * (level + 1) <= size
