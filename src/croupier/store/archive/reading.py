"""The archive as a reader of the books sees it: entries, transfers and postings, found by what the
database says of each block, and read from the files. Nothing here looks at a file unless something
that is in it was asked for."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush, merge
from itertools import dropwhile, islice
from pathlib import Path
from typing import Any

from croupier.ledger import Transfer
from croupier.store.archive.contents import Contents
from croupier.store.archive.file import read_block, scan
from croupier.store.archive.notes import ARCHIVE, PeriodArchived
from croupier.store.errors import BadArchive
from croupier.store.lines import EntryLine
from croupier.store.values import NO_HASH, Entry, Head, Movement, Posted

_BLOCKS_KEPT = 256
"""Unpacked in memory: more than there are tables, for all journals are often read at once."""
_BLOCKS_ASKED_FOR = 8

_BLOCK = "b.file, b.begins, b.length, b.hash"
_OF_STREAM = f"""SELECT b.last_seq, {_BLOCK}
    FROM archived_blocks b JOIN streams s ON s.id = b.stream
    WHERE s.name = ? AND b.last_seq > ? ORDER BY b.last_seq LIMIT ?"""
_HEAD = """SELECT b.last_seq, b.hash FROM archived_blocks b JOIN streams s ON s.id = b.stream
    WHERE s.name = ? ORDER BY b.last_seq DESC LIMIT 1"""
# Of each stream the first block that reaches beyond a place. CROSS JOIN: SQLite is to go through
# the streams, which are few, and find the block by its index.
_FROM_PLACE = """SELECT s.name, b.first_seq FROM streams s CROSS JOIN archived_blocks b
    WHERE b.stream = s.id AND b.first_place <= ? AND b.last_place =
        (SELECT min(m.last_place) FROM archived_blocks m
        WHERE m.stream = s.id AND m.last_place > ?)"""
_OF_WALLET = f"""SELECT {{nearest}}, {_BLOCK} FROM archived_wallets w
    JOIN archived_blocks b ON b.stream = w.stream AND b.last_seq = w.last_seq
    WHERE w.account = ? AND {{farthest}} {{beyond}}= ? AND w.last_ms >= ? AND w.first_ms < ?
    ORDER BY {{nearest}} {{order}}"""
_OF_FILE = """SELECT b.first_seq, b.last_seq, b.first_place, b.last_place, b.hash, b.begins,
    b.length, s.name FROM archived_blocks b JOIN streams s ON s.id = b.stream
    WHERE b.file = ? ORDER BY b.last_seq"""
_WALLETS_OF = """SELECT w.account, w.first_place, w.last_place, w.first_ms, w.last_ms
    FROM archived_wallets w JOIN streams s ON s.id = w.stream
    WHERE s.name = ? AND w.last_seq = ? ORDER BY w.account"""
_NOTED_MS = """SELECT max(e.at_ms) FROM entries e JOIN streams s ON s.id = e.stream
    WHERE s.name = ?"""
_PLACES = "SELECT min(first_place), max(last_place) FROM archived_blocks"
_FILES = "SELECT DISTINCT file FROM archived_blocks ORDER BY file"
_FOLDER = "SELECT path FROM archive_folder"

Ask = Callable[[str, Sequence[Any]], list[Any]]


class Archive:
    def __init__(self, ask: Ask, beside: Path) -> None:
        """`ask` asks the database. `beside`: where a folder is meant that is not absolute."""
        self._ask = ask
        self._beside = beside
        self._unpacked = lru_cache(_BLOCKS_KEPT)(self._unpack)

    def head(self, stream: str) -> Head:
        """The last entry of a stream that has left; its epoch is not told."""
        for seq, hash in self._ask(_HEAD, (stream,)):
            return Head(0, seq, hash)
        return Head(0, 0, NO_HASH)

    def entries(self, stream: str, after: int, limit: int) -> list[Entry]:
        return [line.entry for line in islice(self._lines(stream, after), limit)]

    def transfers(self, stream: str, after: tuple[int, int], limit: int) -> list[Posted]:
        posted = _posted(self._lines(stream, after[0] - 1))
        return list(islice((one for one in posted if (one.seq, one.n) > after), limit))

    def journal(self, after: int, to: int, limit: int) -> list[Entry]:
        """By place, beyond `after`; what comes after `to` is not looked for."""
        return [line.entry for line in islice(self._by_place(after, to), limit)]

    def places(self, since_ms: int) -> tuple[int | None, ...]:
        """The first and the last place of all files, unless everything in them is older: the note
        of a period is younger than its entries."""
        ((noted_ms,),) = self._ask(_NOTED_MS, (ARCHIVE,))
        if noted_ms is not None and noted_ms < since_ms:
            return ()
        return tuple(self._ask(_PLACES, ())[0])

    def transfers_at(self, places: range) -> Iterator[Transfer]:
        for line in self._by_place(places.start - 1, places.stop - 1):
            if line.entry.place >= places.stop:
                return
            yield from line.transfers

    def ledger(self, after: tuple[int, int], to: int, limit: int) -> list[Posted]:
        posted = _posted(self._by_place(after[0] - 1, to))
        return list(islice((one for one in posted if (one.place, one.n) > after), limit))

    def postings(
        self,
        account: str,
        after: tuple[int, int],
        limit: int,
        *,
        newest_first: bool,
        since_ms: int,
        until_ms: int,
    ) -> list[Movement]:
        sign = -1 if newest_first else 1
        nearest, farthest = ("last", "first") if newest_first else ("first", "last")
        sql = _OF_WALLET.format(
            nearest=f"w.{nearest}_place",
            farthest=f"w.{farthest}_place",
            beyond="<" if newest_first else ">",
            order="DESC" if newest_first else "ASC",
        )
        blocks = self._ask(sql, (account, after[0], since_ms, until_ms))
        moved = self._movements(account, blocks, sign)
        return list(
            islice(
                (
                    one
                    for one in moved
                    if sign * one.place > sign * after[0]
                    or (one.place == after[0] and sign * one.n > sign * after[1])
                    if since_ms <= one.at_ms < until_ms
                ),
                limit,
            )
        )

    def check_folder(self, folder: Path) -> None:
        """That every file is there."""
        for (file,) in self._ask(_FILES, ()):
            if not (folder / file).exists():
                raise BadArchive(folder / file, "is not there: move all of them together")

    # Faults

    def faults(self, periods: Iterable[PeriodArchived], *, all: bool) -> Iterator[str]:
        """What is wrong with the files of these periods; with `all` of them, that there is no
        other file."""
        files = {file for (file,) in self._ask(_FILES, ())}
        for period in periods:
            # Otherwise its entries are back in the tables: the books were put back from a copy.
            if period.file in files:
                files.remove(period.file)
                yield from self._file_faults(period)
        if all:
            for file in sorted(files):
                yield f"no journal speaks of the archive's file {file}"

    def _file_faults(self, period: PeriodArchived) -> Iterator[str]:
        path = self._folder() / period.file
        try:
            contents = scan(path)
        except BadArchive as error:
            yield str(error)
            return
        if PeriodArchived.of(contents, period.file) != period:
            yield str(BadArchive(path, "is not as it was written: its note says otherwise"))
        elif self._directory(period.file) != _directory(contents):
            yield str(BadArchive(path, "is not found in the database as it is"))

    def _directory(self, file: str) -> object:
        """What the database says of a file, to compare."""
        return [
            (
                tuple(block),
                [tuple(wallet) for wallet in self._ask(_WALLETS_OF, (stream, block[1]))],
            )
            for *block, stream in self._ask(_OF_FILE, (file,))
        ]

    # Reading

    def _lines(self, stream: str, after: int) -> Iterator[EntryLine]:
        """Of one stream, beyond an entry."""
        while blocks := self._ask(_OF_STREAM, (stream, after, _BLOCKS_ASKED_FOR)):
            for last, *block in blocks:
                for line in self._unpacked(*block):
                    if line.entry.seq > after:
                        yield line
                after = last

    def _by_place(self, after: int, to: int) -> Iterator[EntryLine]:
        """Of all streams. Within one, places rise with its numbers."""
        streams = (
            dropwhile(lambda line: line.entry.place <= after, self._lines(stream, first - 1))
            for stream, first in self._ask(_FROM_PLACE, (to, after))
        )
        return merge(*streams, key=lambda line: line.entry.place)

    def _movements(self, account: str, blocks: Iterable[Any], sign: int) -> Iterator[Movement]:
        """By place, rising or, with the sign below zero, falling. Blocks of several streams reach
        into each other: a movement is told once no later block can hold an earlier one."""
        waiting: list[tuple[int, int, Movement]] = []
        for nearest, *block in blocks:
            while waiting and waiting[0][0] < sign * nearest:
                yield heappop(waiting)[2]
            for line in self._unpacked(*block):
                for one in _moved(account, line):
                    heappush(waiting, (sign * one.place, sign * one.n, one))
        while waiting:
            yield heappop(waiting)[2]

    def _unpack(self, file: str, begins: int, length: int, hash: bytes) -> list[EntryLine]:
        return read_block(self._folder() / file, begins, length, hash)

    def _folder(self) -> Path:
        paths = [self._beside / str(path) for (path,) in self._ask(_FOLDER, ())]
        return paths[0] if paths else self._beside


def _posted(lines: Iterable[EntryLine]) -> Iterator[Posted]:
    for line in lines:
        entry = line.entry
        for n, transfer in enumerate(line.transfers, 1):
            yield Posted(entry.place, n, entry.stream, entry.seq, transfer)


def _moved(account: str, line: EntryLine) -> Iterator[Movement]:
    entry = line.entry
    for n, transfer in enumerate(line.transfers, 1):
        if account in (transfer.payer, transfer.payee):
            yield Movement(entry.place, n, entry.at_ms, entry.stream, entry.seq, transfer)


def _directory(contents: Contents) -> object:
    """What the database ought to say of a file."""
    return [
        (
            (
                block.first_seq,
                block.last_seq,
                block.first_place,
                block.last_place,
                block.hash,
                block.begins,
                block.length,
            ),
            [
                (w.account, w.first_place, w.last_place, w.first_ms, w.last_ms)
                for w in block.wallets
            ],
        )
        for block in contents.blocks
    ]
