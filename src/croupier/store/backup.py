"""A whole house in one file, and a house from a file: gzip, one JSON value a line.

The journal is the backup: balances and heads are worked out from it again, and the chain is checked
on the way in. The file is the same whichever store it came from, so a house can move from SQLite to
PostgreSQL and back. It holds the vault's secrets; keep it as safe as the store.

A file may hold only what came after another one: it begins where that one ends, number by number
and hash by hash. From the first and all that follow, the books can be put back as they stood at any
moment.

The last line is the house's signature over all lines before it: the heads of all journals and
everything that leads to them. Anybody can compute a chain of hashes; only the house can sign it.
"""

import gzip
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha256
from itertools import chain
from math import inf
from pathlib import Path
from typing import BinaryIO, Protocol

import msgspec

from croupier.ledger import first_fault, net
from croupier.store.chain import hash_of, link
from croupier.store.commit_rules import Outcome
from croupier.store.errors import BadBackup
from croupier.store.lines import EntryLine, Line, encode_line
from croupier.store.mark import Acknowledged
from croupier.store.opening import current_snapshot, is_postgres, open_store, sqlite_path
from croupier.store.pages import every_stream, every_vault_key, whole_journal
from croupier.store.protocol import Reader
from croupier.store.sqlite_file import remove_store
from croupier.store.values import Entry, Head, Write
from croupier.store.whole_file import whole_file

_FORMAT = 2
_READABLE = (1, _FORMAT)
"""Files of format 1 are not signed."""
SIGNATURE_PURPOSE = "backup"
MAX_LINE_BYTES = 64 * 1024 * 1024
"""A line with the largest entry that a store takes: body and answer of 16 MiB each, in base64."""
MAX_RATIO = 200
"""How many times its size a file may unpack to. Backups of real houses come to 5 to 15: hashes do
not compress. A gzip bomb comes to 1,000."""
_SMALL_BYTES = 1024 * 1024
"""What any file may unpack to."""
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


class BackupSignature(Line, frozen=True, tag="signature"):
    """Over the SHA-256 of every line before this one, for the purpose `SIGNATURE_PURPOSE`."""

    public: str
    signature: str


class Signer(Protocol):
    """The house's signature."""

    public: bytes

    def sign(self, purpose: str, body: bytes) -> bytes: ...


CheckSignature = Callable[[Path, bytes, BackupSignature | None], object]
"""Called at the end of each file with the digest of its lines, and the signature if there is one;
raises `BadBackup` for a file that is not to be restored."""

_decode = msgspec.json.Decoder(
    _Begin | _Stream | _Before | _Secret | EntryLine | _End | BackupSignature
).decode


def backup(
    url: str, path: str | Path, since: str | Path | None = None, signer: Signer | None = None
) -> int:
    """Copy the store as it is at one moment, while it is in use; how many entries.

    Of what the backup `since` holds nothing is written again."""
    path = Path(path)
    before = _Held({}, set()) if since is None else _held(since)
    if path.exists():
        raise FileExistsError(f"{path} exists: a backup never overwrites")
    entries, digest = 0, sha256()
    with (
        current_snapshot(url) as reader,
        whole_file(path) as file,
        gzip.GzipFile("", "wb", 6, file, mtime=0) as lines,
    ):
        for line in _lines(reader, before):
            text = encode_line(line) + b"\n"
            lines.write(text)
            digest.update(text)
            entries += isinstance(line, EntryLine)
        if signer is not None:
            signature = signer.sign(SIGNATURE_PURPOSE, digest.digest())
            signed = BackupSignature(signer.public.hex(), signature.hex())
            lines.write(encode_line(signed) + b"\n")
    return entries


class _Held(msgspec.Struct, frozen=True):
    """What a backup holds, with those before it."""

    heads: dict[str, Head]
    keys: set[str]


def _held(path: str | Path) -> _Held:
    held = _Held({}, set())
    with _opened([path]) as files:
        for line in _opening(files[0]):
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


def check_backup(
    paths: Sequence[str | Path],
    *,
    until_ms: int | None = None,
    check_signature: CheckSignature | None = None,
    acknowledged: Acknowledged | None = None,
) -> None:
    """Read a backup and those that follow it as `restore` does, and write nothing."""
    with _opened(paths) as files:
        for _ in _Backup(files, until_ms, check_signature, acknowledged).outcomes():
            pass


def restore(
    paths: str | Path | Sequence[str | Path],
    url: str,
    note: Note | None = None,
    at_ms: int = 0,
    *,
    until_ms: int | None = None,
    check_signature: CheckSignature | None = None,
    acknowledged: Acknowledged | None = None,
) -> int:
    """Fill an empty store from a backup and those that follow it, all of it or nothing; how many
    entries. With `until_ms` it ends before the first entry that was made after that moment.

    With `note` the journals themselves say that they were put back, in the same transaction.
    `acknowledged`: what the mark knows; an entry that differs from it is refused.
    """
    paths = [paths] if isinstance(paths, str | Path) else paths
    with ExitStack() as opened:
        files = opened.enter_context(_opened(paths))
        opened.enter_context(_as_it_was(url))
        store = opened.enter_context(closing(open_store(url)))
        backup = _Backup(files, until_ms, check_signature, acknowledged)
        streams = _streams(files[-1])
        notes = backup.notes(dict(streams), note, at_ms) if note else iter(())
        store.load(streams, chain(backup.outcomes(), notes))
        return backup.entries


@contextmanager
def _as_it_was(url: str) -> Iterator[None]:
    """A database file that is made meanwhile is removed again, if this fails."""
    path = None if is_postgres(url) or url == "memory:" else sqlite_path(url)
    made = path is not None and not path.exists()
    try:
        yield
    except BaseException:
        if path is not None and made:
            remove_store(path)
        raise


class _File:
    """A file of a backup, which may be read more than once."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file
        self.digest = b""
        self.signature: BackupSignature | None = None
        """Known, as the digest is, once all lines were read."""

    def lines(self) -> Iterator[Line]:
        """All lines but the signature; refused, if it is no backup."""
        self._file.seek(0)
        digest, begun, signature = sha256(), False, None
        try:
            with gzip.GzipFile(fileobj=self._file) as texts:
                for text in self._bounded(texts):
                    line = _decode(text)
                    if signature is not None:
                        raise BadBackup("something follows the signature")
                    if not begun and not isinstance(line, _Begin):
                        break
                    if isinstance(line, _Begin) and (begun or line.format not in _READABLE):
                        raise BadBackup(f"format {line.format} is not known here: update Croupier")
                    begun = True
                    if isinstance(line, BackupSignature):
                        signature = line
                        continue
                    digest.update(text)
                    yield line
        except (OSError, EOFError, zlib.error, ValueError) as error:
            raise BadBackup(f"cannot be read: {error}") from error
        if not begun:
            raise BadBackup("not a backup of a house")
        self.digest, self.signature = digest.digest(), signature

    def _bounded(self, texts: gzip.GzipFile) -> Iterator[bytes]:
        """The lines, one in memory at a time; refused, before a bomb fills memory or time."""
        unpacked = 0
        max_unpacked = _SMALL_BYTES + MAX_RATIO * os.fstat(self._file.fileno()).st_size
        while text := texts.readline(MAX_LINE_BYTES + 1):
            unpacked += len(text)
            if len(text) > MAX_LINE_BYTES or unpacked > max_unpacked:
                raise BadBackup("unpacks to more than a backup can hold")
            yield text


@contextmanager
def _opened(paths: Iterable[str | Path]) -> Iterator[list[_File]]:
    with ExitStack() as opened:
        try:
            yield [_File(path, opened.enter_context(path.open("rb"))) for path in map(Path, paths)]
        except OverflowError as error:
            raise BadBackup(f"holds a number that is none of ours: {error}") from error


def _opening(file: _File) -> Iterator[Line]:
    """What stands before the entries."""
    for line in file.lines():
        if isinstance(line, EntryLine | _End):
            return
        yield line


def _streams(file: _File) -> list[tuple[str, int]]:
    """The streams, and their epochs."""
    lines = (line for line in _opening(file) if isinstance(line, _Stream))
    return [(line.name, line.head.epoch) for line in lines]


class _Backup:
    """Reads the files once from front to back, and believes nothing in them."""

    def __init__(
        self,
        files: Sequence[_File],
        until_ms: int | None = None,
        check_signature: CheckSignature | None = None,
        acknowledged: Acknowledged | None = None,
    ) -> None:
        self._files = files
        self._until = inf if until_ms is None else until_ms
        self._check_signature = check_signature
        self._acknowledged = acknowledged or {}
        self._heads: dict[str, Head] = {}
        self._balances: dict[str, int] = {}
        self._keys: set[str] = set()
        self._place = 0
        self._cut = False
        """Whether the moment has come after which nothing is wanted."""
        self.entries = 0

    def outcomes(self) -> Iterator[Outcome]:
        """What is to be written, in portions."""
        for file in self._files:
            if not self._cut:
                yield from self._file(file.lines())
                if self._check_signature is not None:
                    self._check_signature(file.path, file.digest, file.signature)

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
                    if key in self._keys:
                        raise BadBackup(f"{key} is in it twice")
                    self._keys.add(key)
                    out.vault.append((key, secret))
                case EntryLine(entry) if entry.at_ms > self._until:
                    self._cut = True
                    # The signature is over the whole file.
                    for _ in lines:
                        pass
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
        if self._acknowledged.get(stream, (0, b""))[0] == entry.seq:
            self._check_acknowledged(entry)
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

    def _check_acknowledged(self, entry: Entry) -> None:
        if self._acknowledged[entry.stream][1] != entry.hash:
            raise BadBackup(
                f"{entry.stream} {entry.seq} is another than the mark says was acknowledged: this "
                "is a copy of other books, or it was altered; if it is meant, move the mark away"
            )

    def _check_end(self, lines: Iterator[Line], promised: dict[str, Head], counted: bool) -> None:
        if next(lines, None) is not None or not counted:
            raise BadBackup("the end does not fit the rest")
        for name, head in promised.items():
            reached = self._heads.get(name, Head())
            if (reached.seq, reached.hash) != (head.seq, head.hash):
                raise BadBackup(f"{name} ends at {reached.seq}, not at {head.seq}")
