"""The regulator's export: everything of a period in one file, which proves itself.

| in it | what |
|---|---|
| `house.jsonl` | the house's own journals: people, cage, floor |
| `rounds.jsonl` | every round that ended: a round file that anyone can play again, and its lines |
| `sealed.jsonl` | what was committed to, and opened afterwards |
| `transfers.csv` | every transfer |
| `manifest.json` | the SHA-256 of each file, and the head of every journal |

The same books give the same bytes. Each file is written as it is read, page by page.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

from croupier.house.records.index import TableIndex
from croupier.house.records.round_entry import RoundEntry
from croupier.house.records.roundcopy import round_file
from croupier.house.records.rounds import read_round
from croupier.house.records.sheet import Amount, iso, sheet
from croupier.kit.money import format_amount
from croupier.ledger import Transfer
from croupier.store.pages import every_entry, every_stream, whole_journal
from croupier.store.protocol import Reader
from croupier.store.values import Entry
from croupier.store.whole_file import whole_file
from croupier.table.cage import is_table
from croupier.table.facts import (
    OutcomesOpened,
    OutcomesRetired,
    OutcomesSealed,
    PreparedShoeInUse,
    PreparedShoeUnused,
    ShoePrepared,
)
from croupier.table.recovery import facts_of

_HEADER = ("time", "stream", "seq", "n", "payer", "payee", "amount", "reason", "cause")
_BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The date of every file in it: the earliest a zip can say."""
_ENCODER = msgspec.json.Encoder(order="deterministic")

_OF_SHOES = (
    OutcomesSealed
    | ShoePrepared
    | PreparedShoeInUse
    | PreparedShoeUnused
    | OutcomesOpened
    | OutcomesRetired
)


class FileSum(msgspec.Struct, frozen=True):
    sha256: str
    bytes: int


class JournalHead(msgspec.Struct, frozen=True):
    entries: int
    hash: str


class Manifest(msgspec.Struct, frozen=True):
    since: str
    until: str
    """Not included."""
    files: dict[str, FileSum]
    journals: dict[str, JournalHead]


def export(
    reader: Reader, indexes: Mapping[str, TableIndex], since_ms: int, until_ms: int, path: Path
) -> Manifest:
    """Write it to `path`, which appears whole or not at all; give it a snapshot."""
    period = _Period(reader, indexes, since_ms, until_ms)
    # It names everyone who played: nobody but the house's own user reads it.
    with whole_file(path) as file, ZipFile(file, "w", ZIP_DEFLATED) as archive:
        files = {name: _put(archive, name, lines) for name, lines in sorted(period.files().items())}
        manifest = Manifest(iso(since_ms), iso(until_ms), files, period.heads())
        _put(archive, "manifest.json", [msgspec.json.format(_ENCODER.encode(manifest))])
    return manifest


def _put(archive: ZipFile, name: str, lines: Iterable[bytes]) -> FileSum:
    info = ZipInfo(name, _BEGINNING)
    info.compress_type = ZIP_DEFLATED
    info.create_system = 3  # the same on every system
    info.external_attr = 0o600 << 16
    digest, size = hashlib.sha256(), 0
    with archive.open(info, "w", force_zip64=True) as file:
        for line in lines:
            file.write(line)
            digest.update(line)
            size += len(line)
    return FileSum(digest.hexdigest(), size)


def _chip(bet: str, box: int | None, amount: int) -> dict[str, Any]:
    return {"bet": bet, "box": box, "amount": format_amount(amount)}


def _json(value: Any) -> bytes:
    return _ENCODER.encode(value) + b"\n"


class _Period:
    def __init__(
        self, reader: Reader, indexes: Mapping[str, TableIndex], since_ms: int, until_ms: int
    ) -> None:
        self._reader = reader
        self._indexes = indexes
        self._times = range(since_ms, until_ms)
        self._places = reader.places(since_ms, until_ms)

    def files(self) -> dict[str, Iterator[bytes]]:
        return {
            "house.jsonl": self._house(),
            "rounds.jsonl": self._rounds(),
            "sealed.jsonl": self._sealed(),
            "transfers.csv": self._transfers(),
        }

    def heads(self) -> dict[str, JournalHead]:
        return {stream: self._head(stream) for stream in every_stream(self._reader)}

    def _head(self, stream: str) -> JournalHead:
        """Of a table that is playing: before the round."""
        index, head = self._indexes.get(stream), self._reader.head(stream)
        held_back = index.held_back_at(head.seq) if index else None
        if held_back is None:
            return JournalHead(head.seq, head.hash.hex())
        before = self._reader.entries(stream, held_back - 2, 1)
        return JournalHead(before[0].seq, before[0].hash.hex()) if before else JournalHead(0, "")

    def _house(self) -> Iterator[bytes]:
        for stream in every_stream(self._reader):
            for entry in () if is_table(stream) else self._entries(stream):
                if entry.at_ms in self._times:
                    yield _json(
                        {
                            "time": iso(entry.at_ms),
                            "stream": stream,
                            "seq": entry.seq,
                            "by": entry.command and entry.command.sender,
                            "hash": entry.hash.hex(),
                            "fact": msgspec.Raw(entry.body),
                        }
                    )

    def _entries(self, stream: str) -> Iterator[Entry]:
        """Those of a journal that may be of the period: places rise with its numbers."""
        entries = self._reader.entries
        after = bisect_left(
            range(self._reader.head(stream).seq),
            self._places.start,
            key=lambda before: entries(stream, before, 1)[0].place,
        )
        for entry in every_entry(self._reader, stream, after) if self._places else ():
            if entry.place >= self._places.stop:
                return
            yield entry

    def _rounds(self) -> Iterator[bytes]:
        for table, index in sorted(self._indexes.items()):
            head = self._reader.head(table).seq
            for entry in index.finished(self._times.start, self._times.stop):
                # The index may be ahead of a snapshot.
                if entry.ended_seq <= head:
                    yield _json(self._round(table, entry))

    def _round(self, table: str, entry: RoundEntry) -> dict[str, Any]:
        played = read_round(self._reader, table, entry)
        return {
            "table": table,
            "round": entry.number,
            "begun": iso(entry.begun_ms),
            "ended": iso(entry.ended_ms),
            "dealer": entry.dealer,
            "rules": entry.rules,
            "staged": entry.config.staged,
            "void": played.void,
            "file": round_file(played),
            "placed_for": [
                msgspec.to_builtins(placed)
                | {"changes": [_chip(bet.bet, bet.box, bet.amount) for bet in placed.changes]}
                for placed in played.placed_for
            ],
            "lines": [
                msgspec.to_builtins(line)
                | {"stake": format_amount(line.stake), "returned": format_amount(line.returned)}
                for line in played.lines
            ],
        }

    def _sealed(self) -> Iterator[bytes]:
        for table, index in sorted(self._indexes.items()):
            head = self._reader.head(table).seq
            for seq, at_ms in index.sealings(self._times.start, self._times.stop):
                if seq <= head:
                    (entry,) = self._reader.entries(table, seq - 1, 1)
                    for fact in facts_of(entry):
                        if isinstance(fact, _OF_SHOES):
                            yield _json({"time": iso(at_ms), "table": table, "fact": fact})

    def _journal(self) -> Iterator[tuple[Entry, tuple[Transfer, ...]]]:
        if not self._places:
            return
        for entry, transfers in whole_journal(self._reader, after=self._places.start - 1):
            if entry.place >= self._places.stop:
                return
            yield entry, transfers

    def _transfers(self) -> Iterator[bytes]:
        rows = (
            (
                iso(entry.at_ms),
                entry.stream,
                str(entry.seq),
                str(n),
                moved.payer,
                moved.payee,
                Amount(format_amount(moved.amount)),
                str(moved.reason),
                moved.cause,
            )
            for entry, transfers in self._journal()
            for n, moved in enumerate(transfers, 1)
            if entry.at_ms in self._times
        )
        for line in sheet((_HEADER,)):
            yield line.encode()
        for line in sheet(rows):
            yield line.encode()
