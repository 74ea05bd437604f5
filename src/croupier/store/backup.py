"""A whole house in one file, and a house from a file: gzip, one JSON value a line.

The journal is the backup: balances and heads are worked out from it again, and the chain is checked
on the way in. The file is the same whichever store it came from, so a house can move from SQLite to
PostgreSQL and back. It holds the vault's secrets; keep it as safe as the store.
"""

import gzip
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path

import msgspec

from croupier.ledger import Transfer, first_fault, net
from croupier.store.chain import hash_of, link
from croupier.store.commit_rules import Outcome
from croupier.store.errors import BadBackup
from croupier.store.opening import open_store
from croupier.store.pages import every_stream, every_vault_key, whole_journal
from croupier.store.protocol import Reader
from croupier.store.values import Entry, Head, Write

_FORMAT = 1
_TOGETHER = 500
"""Entries written to the database at once."""


class _Line(msgspec.Struct, frozen=True, tag_field="line", forbid_unknown_fields=True):
    pass


class _Begin(_Line, frozen=True, tag="croupier-backup"):
    format: int


class _Stream(_Line, frozen=True, tag="stream"):
    name: str
    head: Head


class _Secret(_Line, frozen=True, tag="secret"):
    key: str
    secret: bytes


class _Entry(_Line, frozen=True, tag="entry"):
    entry: Entry
    transfers: tuple[Transfer, ...]


class _End(_Line, frozen=True, tag="end"):
    entries: int


_decode = msgspec.json.Decoder(_Begin | _Stream | _Secret | _Entry | _End).decode
_encode = msgspec.json.Encoder().encode


def backup(url: str, path: str | Path) -> int:
    """Copy the store as it is at one moment, while it is in use; how many entries."""
    path = Path(path)
    if path.exists():
        raise FileExistsError(f"{path} exists: a backup never overwrites")
    part = path.with_name(path.name + ".part")
    entries = 0
    try:
        with (
            closing(open_store(url, create=False)) as store,
            store.snapshot() as reader,
            open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file,  # noqa: PTH123
        ):
            with gzip.GzipFile("", "wb", 6, file, mtime=0) as lines:
                for line in _lines(reader):
                    lines.write(_encode(line) + b"\n")
                    entries += isinstance(line, _Entry)
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    except BaseException:
        with suppress(FileNotFoundError):
            part.unlink()
        raise
    return entries


def _lines(reader: Reader) -> Iterator[_Line]:
    yield _Begin(_FORMAT)
    for name in every_stream(reader):
        yield _Stream(name, reader.head(name))
    for key in every_vault_key(reader):
        yield _Secret(key, reader.vault(key) or b"")
    entries = 0
    for entry, transfers in whole_journal(reader):
        yield _Entry(entry, transfers)
        entries += 1
    yield _End(entries)


Note = Callable[[str, Head], bytes | None]
"""What is written at the end of a journal that is put back, given its name and its head there."""


def restore(path: str | Path, url: str, note: Note | None = None, at_ms: int = 0) -> int:
    """Fill an empty store from a backup, all of it or nothing; how many entries the backup has.

    With `note` the journals themselves say that they were put back, in the same transaction.
    """
    with gzip.open(path, "rb") as file, closing(open_store(url)) as store:
        backup = _Backup(file)
        outcomes = backup.outcomes()
        notes = backup.notes(note, at_ms) if note else iter(())
        store.load(backup.streams(), chain(outcomes, notes))
        return backup.entries


class _Backup:
    """Reads the file once from front to back, and believes nothing in it."""

    def __init__(self, file: Iterable[bytes]) -> None:
        self._lines = self._read(file)
        self._promised: dict[str, Head] = {}
        self._heads: dict[str, Head] = {}
        self._balances: dict[str, int] = {}
        self._next: _Line | None = None
        self._place = 0
        self.entries = 0

    def streams(self) -> list[tuple[str, int]]:
        begin = next(self._lines, None)
        if not isinstance(begin, _Begin):
            raise BadBackup("not a backup of a house")
        if begin.format != _FORMAT:
            raise BadBackup(f"format {begin.format} is not known here: update Croupier")
        for line in self._lines:
            if not isinstance(line, _Stream):
                self._next = line
                break
            self._promised[line.name] = line.head
        return [(name, head.epoch) for name, head in self._promised.items()]

    def outcomes(self) -> Iterator[Outcome]:
        """What is to be written, in portions."""
        out = Outcome([], [], [], {}, {}, [])
        line = self._next
        while not isinstance(line, _End):
            if isinstance(line, _Secret):
                out.vault.append((line.key, line.secret))
            elif isinstance(line, _Entry):
                self._take(line, out)
            else:
                raise BadBackup("cut short, or out of order")
            if len(out.entries) + len(out.vault) >= _TOGETHER:
                yield out
                out = Outcome([], [], [], {}, {}, [])
            line = next(self._lines, None)
        yield out
        self._check_end(line)

    def notes(self, note: Note, at_ms: int) -> Iterator[Outcome]:
        """After all that is in the backup."""
        out = Outcome([], [], [], {}, {}, [])
        for stream, head in sorted(self._heads.items()):
            body = note(stream, head)
            if body is None:
                continue
            self._place += 1
            epoch = self._promised[stream].epoch
            seq, write = head.seq + 1, Write(body)
            hash = link(head.hash, stream, seq, epoch=epoch, at_ms=at_ms, write=write)
            entry = Entry(self._place, stream, seq, epoch, at_ms, body, hash, None, b"")
            out.entries.append(entry)
            out.heads[stream] = Head(epoch, seq, hash)
        yield out

    def _take(self, line: _Entry, out: Outcome) -> None:
        entry, stream = line.entry, line.entry.stream
        head = self._heads.get(stream, Head())
        follows = entry.seq == head.seq + 1 and head.epoch <= entry.epoch
        if not follows or entry.hash != hash_of(head.hash, entry, line.transfers):
            raise BadBackup(f"{stream} {entry.seq} does not follow from the entry before")
        if stream not in self._promised:
            raise BadBackup(f"{stream} {entry.seq} belongs to no stream")
        self._heads[stream] = out.heads[stream] = Head(entry.epoch, entry.seq, entry.hash)
        self.entries += 1
        self._place = max(self._place, entry.place)
        out.entries.append(entry)
        out.transfers += [
            (entry.place, n, transfer) for n, transfer in enumerate(line.transfers, 1)
        ]
        moved = net(line.transfers)
        # Anybody can compute a chain; that does not make money.
        if trouble := first_fault(self._balances, moved):
            raise BadBackup(f"{stream} {entry.seq} moves what {trouble.account} cannot")
        for account, change in moved.items():
            self._balances[account] = self._balances.get(account, 0) + change
            out.moved[account] = out.moved.get(account, 0) + change

    def _check_end(self, end: _End) -> None:
        if next(self._lines, None) is not None or end.entries != self.entries:
            raise BadBackup("the end does not fit the rest")
        for name, promised in self._promised.items():
            head = self._heads.get(name, Head())
            if (head.seq, head.hash) != (promised.seq, promised.hash):
                raise BadBackup(f"{name} ends at {head.seq}, not at {promised.seq}")

    @staticmethod
    def _read(file: Iterable[bytes]) -> Iterator[_Line]:
        try:
            for line in file:
                yield _decode(line)
        except (OSError, EOFError, zlib.error, ValueError) as error:
            raise BadBackup(f"cannot be read: {error}") from error
