"""A disk whose power can be cut at any moment: it remembers every write and every sync.

The SQLite of Python's own library takes no file system written in Python. That of `apsw` does, so
here the store's real code is run over `apsw`, and what came of it is opened with the ordinary one.
"""

# ruff: noqa: N802 (SQLite has named the methods of a file system)

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import apsw
import msgspec

SECTOR = 512
_names = count(1)


class Created(msgspec.Struct, frozen=True):
    file: str


class Written(msgspec.Struct, frozen=True):
    file: str
    offset: int
    data: bytes


class Truncated(msgspec.Struct, frozen=True):
    file: str
    size: int


class Synced(msgspec.Struct, frozen=True):
    file: str


class Deleted(msgspec.Struct, frozen=True):
    file: str


class Acked(msgspec.Struct, frozen=True):
    """Somebody outside was told: from here on it may not be lost."""

    what: Any


Change = Written | Truncated
Event = Created | Change | Synced | Deleted | Acked
Files = dict[str, bytes]


class Recorder(apsw.VFS):
    """The ordinary file system, and a log of all that was done to it.

    `settings` are put in the place of the store's own pragmas.
    """

    def __init__(self, log: Iterable[Event] = (), **settings: str) -> None:
        self.log = list(log)
        self.settings = {"wal_autocheckpoint": "25", **settings}
        self.name = f"recorder {next(_names)}"
        self._files = set(Disk(self.log).files())
        self._shared: apsw.Connection | None = None
        self._handles = 0
        super().__init__(self.name, "")

    def ack(self, what: Any) -> None:
        self.log.append(Acked(what))

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        if name is None:  # a temporary file: nobody looks for it after a crash
            return super().xOpen(name, flags)
        path = name if isinstance(name, str) else name.filename()
        file = Path(path).name
        if file not in self._files:
            self._files.add(file)
            self.log.append(Created(file))
        return _File(self.log, file, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        self._files.discard(Path(filename).name)
        self.log.append(Deleted(Path(filename).name))

    def connect(self, path: Path, **_: Any) -> "Connection":
        """Stands in for `sqlite3.connect`. All share one connection: without shared memory, which
        is not ours to record, SQLite's log has room for only one."""
        if self._shared is None:
            self._shared = apsw.Connection(str(path), vfs=self.name)
            self._shared.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
            for name, value in self.settings.items():
                self._shared.execute(f"PRAGMA {name} = {value}").fetchall()
        self._handles += 1
        return Connection(self._shared, self._overruled, self._let_go)

    def _overruled(self, sql: str) -> bool:
        """The writer must stay able to write when the reader wants to read only."""
        return any(sql.startswith(f"PRAGMA {name} = ") for name in ("query_only", *self.settings))

    def _let_go(self) -> None:
        self._handles -= 1
        if self._handles == 0 and self._shared:
            self._shared.close()
            self._shared = None


class _File(apsw.VFSFile):
    def __init__(
        self, log: list[Event], file: str, name: str | apsw.URIFilename, flags: list[int]
    ) -> None:
        self._log, self._file = log, file
        super().__init__("", name, flags)

    def xWrite(self, data: Any, offset: int) -> None:
        super().xWrite(data, offset)
        self._log.append(Written(self._file, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:
        super().xTruncate(newsize)
        self._log.append(Truncated(self._file, newsize))

    def xSync(self, _flags: int) -> None:
        # The real disk need not be bothered: only the log is ever looked at.
        self._log.append(Synced(self._file))


class _Rows:
    def __init__(self, rows: list[Any], rowcount: int) -> None:
        self._rows, self.rowcount = rows, rowcount

    def fetchall(self) -> list[Any]:
        return self._rows

    def fetchone(self) -> Any:
        return self._rows[0] if self._rows else None

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)


class Connection:
    """As much of a `sqlite3.Connection` as the store asks for."""

    def __init__(
        self, db: apsw.Connection, overruled: Callable[[str], bool], let_go: Callable[[], None]
    ) -> None:
        self._db, self._overruled, self._let_go = db, overruled, let_go

    @property
    def in_transaction(self) -> bool:
        return self._db.in_transaction

    def execute(self, sql: str, values: Sequence[Any] = ()) -> _Rows:
        if self._overruled(sql):
            return _Rows([], -1)
        # To the last row: apsw goes only as far as it is asked to, and leaves the rest undone.
        rows = self._db.execute(sql, tuple(values)).fetchall()
        return _Rows(rows, self._db.changes())

    def executemany(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        self._db.executemany(sql, values).fetchall()

    def close(self) -> None:
        self._let_go()


@contextmanager
def recording(recorder: Recorder) -> Iterator[Recorder]:
    """Every SQLite file that is opened meanwhile is on the recorder's disk. Only the opening is
    replaced: that each commit is synced is for the store itself to ask."""
    with patch.object(sqlite3, "connect", recorder.connect):
        yield recorder


class Disk:
    """What is certain to be there, and what was written since and may or may not be."""

    def __init__(self, log: Iterable[Event] = ()) -> None:
        self._safe: dict[str, bytearray] = {}
        self._unsure: dict[str, list[Change]] = {}
        for event in log:
            self.take(event)

    def take(self, event: Event) -> None:
        match event:
            case Created(file):
                self._unsure[file] = []
            case Written() | Truncated():
                self._unsure[event.file].append(event)
            case Synced(file):
                safe = self._safe.setdefault(file, bytearray())
                for change in self._unsure[file]:
                    _apply(change, safe)
                self._unsure[file].clear()
            case Deleted(file):
                self._safe.pop(file, None)
                del self._unsure[file]

    def unplug(self, random: Random) -> Files:
        """Some of what was not synced is gone, some is there, and some is there in part."""
        # From "hardly any" to "nearly all": each finds other mistakes.
        kept = random.choice((0.05, 0.5, 0.95))
        files = {}
        for file, changes in self._unsure.items():
            if file not in self._safe and random.random() > kept:
                continue
            data = self._safe.get(file, bytearray()).copy()
            for change in changes:
                if random.random() < kept:
                    for part in _torn(change, random) if random.random() < 0.2 else (change,):
                        _apply(part, data)
            files[file] = bytes(data)
        return files

    def files(self) -> Files:
        """What a program sees while the power is on."""
        files = {}
        for file, changes in self._unsure.items():
            data = self._safe.get(file, bytearray()).copy()
            for change in changes:
                _apply(change, data)
            files[file] = bytes(data)
        return files


def _apply(change: Change, data: bytearray) -> None:
    if isinstance(change, Truncated):
        del data[change.size :]
        data.extend(bytes(change.size - len(data)))
        return
    data.extend(bytes(max(0, change.offset - len(data))))
    data[change.offset : change.offset + len(change.data)] = change.data


def _torn(change: Change, random: Random) -> Iterator[Change]:
    if isinstance(change, Truncated):
        yield change
        return
    file, start, data = change.file, change.offset, change.data
    if random.random() < 0.5:
        yield Written(file, start, data[: random.randrange(len(data))])
        return
    end = start + len(data)
    edges = [start, *range(start - start % SECTOR + SECTOR, end, SECTOR), end]
    for here, there in pairwise(edges):
        if random.random() < 0.5:
            yield Written(file, here, data[here - start : there - start])


class Image(NamedTuple):
    cut: int
    """How much of the log had happened."""
    acked: list[Any]
    files: Files


def crash_images(
    log: Sequence[Event], random: Random, wanted: int, since: int = 0
) -> Iterator[Image]:
    """The disk after power cuts all over the log: at every moment, if that many are wanted."""
    moments = range(since, len(log) + 1)
    rounds, rest = divmod(wanted, len(moments))
    cuts = sorted([*moments] * rounds + random.sample(moments, rest))
    disk, acked, cut = Disk(), [], 0
    for next_cut in cuts:
        for event in log[cut:next_cut]:
            disk.take(event)
            if isinstance(event, Acked):
                acked.append(event.what)
        cut = next_cut
        yield Image(cut, list(acked), disk.unplug(random))


def put(files: Files, folder: Path) -> None:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
