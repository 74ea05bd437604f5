"""A SQLite file: how it is opened, whether it is ours, and what its errors mean."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from croupier.store.errors import StoreError, StoreFailed, UnknownCommit, WrongStore
from croupier.store.migrations import missing

OURS = 0x43525550
"""The application id in the file's header: "CRUP"."""

_OLDEST = (3, 37, 0)
"""The first SQLite with STRICT tables."""

_SYNC_FAILED = (
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_DIR_FSYNC,
    sqlite3.SQLITE_IOERR_CLOSE,
)


def connect(path: Path, *, query_only: bool = False) -> sqlite3.Connection:
    """Whoever only asks finds a file there, and makes none."""
    if sqlite3.sqlite_version_info < _OLDEST:
        raise WrongStore(f"SQLite {sqlite3.sqlite_version} is too old, 3.37 is needed")
    try:
        if not query_only:
            _create(path)
        elif not path.exists():
            raise StoreFailed(f"cannot open {path}: there is no such file")
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    except (OSError, sqlite3.Error) as error:
        raise StoreFailed(f"cannot open {path}: {error}") from error
    try:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA synchronous = FULL")
        # On macOS a plain fsync leaves the data in the drive's own cache.
        db.execute("PRAGMA fullfsync = ON")
        # 16 MB of log before it is folded into the file: pages written often are folded once.
        db.execute("PRAGMA wal_autocheckpoint = 4000")
        db.execute(f"PRAGMA query_only = {query_only}")
    except sqlite3.DatabaseError as error:
        db.close()
        raise _not_ours(error, path) from error
    return db


def _create(path: Path) -> None:
    """The vault is in there: nobody but the house's own user reads it.

    A file that is there already must not be touched: closing it would drop, by the rules of POSIX,
    every lock that this process holds on it.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def remove_store(path: Path) -> None:
    """The file, its log and the index of its log. Nobody may have it open."""
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)


def is_current(path: Path) -> bool:
    """Whether the file is a store of ours, at our version."""
    with closing(connect(path, query_only=True)) as db:
        try:
            (application,) = db.execute("PRAGMA application_id").fetchone()
            (version,) = db.execute("PRAGMA user_version").fetchone()
        except sqlite3.DatabaseError as error:
            raise _not_ours(error, path) from error
    return application == OURS and not list(missing("sqlite", version))


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Bring the file to our version, in one transaction; refuse a file that is not ours."""
    try:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application != OURS and (application or tables):
            raise WrongStore(f"{path} is a database of another program")
        (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise WrongStore(f"{path}: no write-ahead log can be kept there")
        db.execute("BEGIN IMMEDIATE")
        try:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            for step in missing("sqlite", version):
                for statement in _statements(step.sql):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {step.version}")
            # Written at every opening, though nothing may be missing: its sync also covers what a
            # killed process left in the log unsynced, before anyone is answered from it.
            db.execute(f"PRAGMA application_id = {OURS}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
    except sqlite3.DatabaseError as error:
        raise _not_ours(error, path) from error


def _not_ours(error: sqlite3.DatabaseError, path: Path) -> StoreError:
    if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
        return WrongStore(f"{path} is not a database")
    return refused(error)


def refused(error: sqlite3.Error, *, committing: bool = False) -> StoreFailed | UnknownCommit:
    """What an error of SQLite's means to the caller."""
    code = getattr(error, "sqlite_errorcode", None)
    if code in _SYNC_FAILED:
        # What the system could not sync it may have dropped; syncing again would say all is well.
        # The commit's last frame may be on the disk, to be found when the file is opened again.
        kind = UnknownCommit if committing else StoreFailed
        return kind(f"the disk failed: {error}", lasting=True)
    return StoreFailed(str(error), lasting=isinstance(error, sqlite3.ProgrammingError))


def _statements(sql: str) -> list[str]:
    """Split a script; a trigger has semicolons inside."""
    statements, part = [], ""
    for line in sql.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            statements.append(part)
            part = ""
    return statements
