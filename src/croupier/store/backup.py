"""A whole house in one file, and a house from a file: gzip, one JSON value a line.

The journal is the backup: balances and heads are worked out from it again, and the chain is checked
on the way in. The file is the same whichever store it came from, so a house can move from SQLite to
PostgreSQL and back. It holds the vault's secrets; keep it as safe as the store.

A file may hold only what came after another one: it begins where that one ends, number by number
and hash by hash. From the first and all that follow, the books can be put back as they stood at any
moment.
"""

import gzip
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from itertools import chain
from pathlib import Path

import msgspec

from croupier.ledger import MOST, first_fault, net
from croupier.store.chain import hash_of, link
from croupier.store.commit_rules import Outcome
from croupier.store.errors import BadBackup
from croupier.store.lines import EntryLine, Line, encode_line
from croupier.store.opening import current_snapshot, open_store
from croupier.store.pages import every_stream, every_vault_key, whole_journal
from croupier.store.protocol import Reader
from croupier.store.values import Entry, Head, Write

_FORMAT = 1
_TOGETHER = 500
"""Entries written to the database at once."""


class _Begin(Line, frozen=True, tag="croupier-backup"):
    format: int


class _Stream(Line, frozen=True, tag="stream", omit_defaults=True):
    name: str
    head: Head
    after: Head = Head()
    """Where the file before ends; nothing: this is the first."""


class _Before(Line, frozen=True, tag="before"):
    """Secrets that are in a file before this one."""

    keys: tuple[str, ...]


class _Secret(Line, frozen=True, tag="secret"):
    key: str
    secret: bytes


class _End(Line, frozen=True, tag="end"):
    entries: int


_decode = msgspec.json.Decoder(_Begin | _Stream | _Before | _Secret | EntryLine | _End).decode


def backup(url: str, path: str | Path, since: str | Path | None = None) -> int:
    """Copy the store as it is at one moment, while it is in use; how many entries.

    Of what the backup `since` holds nothing is written again."""
    path = Path(path)
    before = _Held({}, set()) if since is None else _held(since)
    if path.exists():
        raise FileExistsError(f"{path} exists: a backup never overwrites")
    part = path.with_name(path.name + ".part")
    entries = 0
    try:
        with (
            current_snapshot(url) as reader,
            open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file,  # noqa: PTH123
        ):
            with gzip.GzipFile("", "wb", 6, file, mtime=0) as lines:
                for line in _lines(reader, before):
                    lines.write(encode_line(line) + b"\n")
                    entries += isinstance(line, EntryLine)
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    except BaseException:
        with suppress(FileNotFoundError):
            part.unlink()
        raise
    return entries


class _Held(msgspec.Struct, frozen=True):
    """What a backup holds, with those before it."""

    heads: dict[str, Head]
    keys: set[str]


def _held(path: str | Path) -> _Held:
    held = _Held({}, set())
    with gzip.open(path, "rb") as file:
        for line in _Backup([file]).opening():
            match line:
                case _Stream(name, head):
                    held.heads[name] = head
                case _Before(keys):
                    held.keys.update(keys)
                case _Secret(key):
                    held.keys.add(key)
    return held


def _lines(reader: Reader, before: _Held) -> Iterator[Line]:
    yield _Begin(_FORMAT)
    streams = list(every_stream(reader))
    for name, after in before.heads.items():
        if after.seq and [entry.hash for entry in reader.entries(name, after.seq - 1, 1)] != [
            after.hash
        ]:
            raise BadBackup(f"the backup before is of other books: {name} {after.seq} is not there")
    for name in streams:
        yield _Stream(name, reader.head(name), before.heads.get(name, Head()))
    if before.keys:
        yield _Before(tuple(sorted(before.keys)))
    for key in every_vault_key(reader):
        if key not in before.keys:
            yield _Secret(key, reader.vault(key) or b"")
    entries = 0
    for entry, transfers in whole_journal(reader, after=_first_new(reader, streams, before) - 1):
        if entry.seq > before.heads.get(entry.stream, Head()).seq:
            yield EntryLine(entry, transfers)
            entries += 1
    yield _End(entries)


def _first_new(reader: Reader, streams: Iterable[str], before: _Held) -> int:
    """The place of the first entry that is not held."""
    after = ((name, before.heads.get(name, Head()).seq) for name in streams)
    new = [entry.place for name, seq in after for entry in reader.entries(name, seq, 1)]
    return min(new, default=1)


Note = Callable[[str, Head], bytes | None]
"""What is written at the end of a journal that is put back, given its name and its head there."""


def restore(
    paths: str | Path | Sequence[str | Path],
    url: str,
    note: Note | None = None,
    at_ms: int = 0,
    *,
    until_ms: int | None = None,
) -> int:
    """Fill an empty store from a backup and those that follow it, all of it or nothing; how many
    entries. With `until_ms` it ends before the first entry that was made after that moment.

    With `note` the journals themselves say that they were put back, in the same transaction.
    """
    paths = [paths] if isinstance(paths, str | Path) else paths
    with ExitStack() as opened:
        files = [opened.enter_context(gzip.open(path, "rb")) for path in paths]
        store = opened.enter_context(closing(open_store(url)))
        backup = _Backup(files, until_ms)
        with gzip.open(paths[-1], "rb") as last:
            streams = _Backup([last]).streams()
        notes = backup.notes(dict(streams), note, at_ms) if note else iter(())
        store.load(streams, chain(backup.outcomes(), notes))
        return backup.entries


class _Backup:
    """Reads the files once from front to back, and believes nothing in them."""

    def __init__(self, files: Sequence[Iterable[bytes]], until_ms: int | None = None) -> None:
        self._files = files
        self._until = MOST if until_ms is None else until_ms
        self._heads: dict[str, Head] = {}
        self._balances: dict[str, int] = {}
        self._keys: set[str] = set()
        self._place = 0
        self._cut = False
        """Whether the moment has come after which nothing is wanted."""
        self.entries = 0

    def opening(self) -> Iterator[Line]:
        """What stands before the entries of the first file."""
        for line in _read(self._files[0]):
            if isinstance(line, EntryLine | _End):
                return
            yield line

    def streams(self) -> list[tuple[str, int]]:
        """The streams of the first file, and their epochs."""
        lines = (line for line in self.opening() if isinstance(line, _Stream))
        return [(line.name, line.head.epoch) for line in lines]

    def outcomes(self) -> Iterator[Outcome]:
        """What is to be written, in portions."""
        for file in self._files:
            if not self._cut:
                yield from self._file(_read(file))

    def _file(self, lines: Iterator[Line]) -> Iterator[Outcome]:
        promised: dict[str, Head] = {}
        before = self.entries
        out = Outcome()
        for line in lines:
            match line:
                case _Stream(name, head, after):
                    self._check_follows(name, after)
                    promised[name] = head
                case _Before(keys) if set(keys) != self._keys:
                    raise BadBackup("another backup belongs before this one")
                case _Secret(key, secret):
                    self._keys.add(key)
                    out.vault.append((key, secret))
                case EntryLine(entry) if entry.at_ms > self._until:
                    self._cut = True
                    break
                case EntryLine(entry):
                    if entry.stream not in promised:
                        raise BadBackup(f"{entry.stream} {entry.seq} belongs to no stream")
                    self._take(line, out)
                case _End(entries):
                    self._check_end(lines, promised, entries == self.entries - before)
                    break
            if len(out.entries) + len(out.vault) >= _TOGETHER:
                yield out
                out = Outcome()
        else:
            raise BadBackup("cut short, or out of order")
        yield out

    def _check_follows(self, name: str, after: Head) -> None:
        reached = self._heads.get(name, Head())
        if (reached.seq, reached.hash) != (after.seq, after.hash):
            raise BadBackup(
                f"{name} would go on after {after.seq}, and {reached.seq} is reached: another "
                "backup belongs before this one"
            )

    def notes(self, epochs: dict[str, int], note: Note, at_ms: int) -> Iterator[Outcome]:
        """After all that is in the backup."""
        out = Outcome()
        for stream, head in sorted(self._heads.items()):
            body = note(stream, head)
            if body is None:
                continue
            self._place += 1
            epoch = epochs[stream]
            seq, write = head.seq + 1, Write(body)
            hash = link(head.hash, stream, seq, epoch=epoch, at_ms=at_ms, write=write)
            entry = Entry(self._place, stream, seq, epoch, at_ms, body, hash, None, b"")
            out.entries.append(entry)
            out.heads[stream] = Head(epoch, seq, hash)
        yield out

    def _take(self, line: EntryLine, out: Outcome) -> None:
        entry, stream = line.entry, line.entry.stream
        head = self._heads.get(stream, Head())
        follows = entry.seq == head.seq + 1 and head.epoch <= entry.epoch
        if not follows or entry.hash != hash_of(head.hash, entry, line.transfers):
            raise BadBackup(f"{stream} {entry.seq} does not follow from the entry before")
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

    def _check_end(self, lines: Iterator[Line], promised: dict[str, Head], counted: bool) -> None:
        if next(lines, None) is not None or not counted:
            raise BadBackup("the end does not fit the rest")
        for name, head in promised.items():
            reached = self._heads.get(name, Head())
            if (reached.seq, reached.hash) != (head.seq, head.hash):
                raise BadBackup(f"{name} ends at {reached.seq}, not at {head.seq}")


def _read(file: Iterable[bytes]) -> Iterator[Line]:
    """The lines of a file, which has to be a backup."""
    begun = False
    try:
        for text in file:
            line = _decode(text)
            if not begun and not isinstance(line, _Begin):
                break
            if isinstance(line, _Begin) and (begun or line.format != _FORMAT):
                raise BadBackup(f"format {line.format} is not known here: update Croupier")
            begun = True
            yield line
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise BadBackup(f"cannot be read: {error}") from error
    if not begun:
        raise BadBackup("not a backup of a house")
