"""The store in one file: SQLite with a write-ahead log, every commit synced to the disk.

`synchronous=FULL`: with NORMAL an acknowledged bet can be lost when the power goes.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from threading import RLock
from typing import Any

from croupier.store.archive.contents import Contents
from croupier.store.archive.leaving import leave, note_folder
from croupier.store.commit_rules import Key, Outcome, Rows, Touched, decide, touched
from croupier.store.crashpoint import crashpoint
from croupier.store.errors import StoreFailed, WrongStore
from croupier.store.protocol import Reader
from croupier.store.remembered import REMEMBERED, Remembered, accepted, index_damaged
from croupier.store.sql_reader import ANSWER, SqlReader, entry_row, transfer_row
from croupier.store.sqlite_file import connect, migrate, refused
from croupier.store.values import (
    NO_HASH,
    Answer,
    Batch,
    Checkpoint,
    Head,
    IndexRow,
    Result,
    check_name,
)

_NOW_MS = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
_KEPT_AT = """SELECT s.id, s.epoch, e.hash
    FROM streams s JOIN entries e ON e.stream = s.id WHERE s.name = ? AND e.seq = ?"""
_COMMANDS = """SELECT sender, command FROM entries NOT INDEXED
    WHERE sender IS NOT NULL AND place > (SELECT max(place) FROM entries) - ?"""
_SEARCHED = "SELECT 1 FROM entries NOT INDEXED WHERE sender = ? AND command = ?"


class _SqliteReader(SqlReader):
    lease_sql = f"SELECT owner, epoch, {_NOW_MS} - renewed_ms FROM streams WHERE name = ?"

    def __init__(self, path: Path) -> None:
        self.beside = path.parent
        self._reads = connect(path, query_only=True)
        self._reading = RLock()

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._reading:
            try:
                return self._reads.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise refused(error) from error

    def faults(self) -> Iterator[str]:
        for (fault,) in self.rows("PRAGMA integrity_check"):
            if fault != "ok":
                yield str(fault)
        for table, row, parent, _ in self.rows("PRAGMA foreign_key_check"):
            yield f"row {row} of {table} belongs to no row of {parent}"

    def close(self) -> None:
        with self._reading:
            self._reads.close()


class SqliteStore(_SqliteReader):
    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._writing = RLock()
        self._broken: StoreFailed | None = None
        self._commands: Remembered | None = None
        self.frozen: frozenset[str] = frozenset()
        self._db = connect(self._path)
        try:
            migrate(self._db, self._path)
            super().__init__(self._path)
        except BaseException:
            self._db.close()
            raise

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        at_stake = touched(batches)
        with self._transaction() as db:
            ids, rows = self._look_up(db, at_stake)
            rows.frozen = self.frozen
            outcome = decide(batches, rows)
            self._write(db, outcome, ids, rows.balances)
        if self._commands is not None:
            self._commands.add(accepted(batches, outcome.results))
        return tuple(outcome.results)

    def claim(self, stream: str, owner: str) -> int:
        check_name(stream)
        check_name(owner)
        with self._transaction() as db:
            (epoch,) = db.execute(
                f"""INSERT INTO streams (name, epoch, owner, renewed_ms, seq, hash)
                VALUES (?, 1, ?, {_NOW_MS}, 0, ?)
                ON CONFLICT (name) DO UPDATE SET epoch = epoch + 1,
                    owner = excluded.owner, renewed_ms = excluded.renewed_ms
                RETURNING epoch""",
                (stream, owner, NO_HASH),
            ).fetchone()
        return int(epoch)

    def share(self, stream: str, owner: str) -> int:
        check_name(stream)
        check_name(owner)
        with self._transaction() as db:
            db.execute(
                f"""INSERT INTO streams (name, epoch, owner, renewed_ms, seq, hash)
                VALUES (?, 1, ?, {_NOW_MS}, 0, ?) ON CONFLICT (name) DO NOTHING""",
                (stream, owner, NO_HASH),
            )
            row = db.execute("SELECT epoch FROM streams WHERE name = ?", (stream,)).fetchone()
            return int(row[0])

    def release(self, stream: str, epoch: int) -> bool:
        with self._transaction() as db:
            sql = "UPDATE streams SET owner = '' WHERE name = ? AND epoch = ?"
            return db.execute(sql, (stream, epoch)).rowcount == 1

    def renew(self, stream: str, epoch: int) -> bool:
        with self._transaction() as db:
            renewed = db.execute(
                f"UPDATE streams SET renewed_ms = {_NOW_MS} WHERE name = ? AND epoch = ?",
                (stream, epoch),
            )
            return renewed.rowcount == 1

    def load(self, streams: Iterable[tuple[str, int]], outcomes: Iterable[Outcome]) -> None:
        with self._transaction() as db:
            if db.execute("SELECT 1 FROM streams UNION ALL SELECT 1 FROM vault LIMIT 1").fetchone():
                raise WrongStore("the store to restore into is not empty")
            db.executemany(
                "INSERT INTO streams (name, epoch, owner, renewed_ms, seq, hash) "
                f"VALUES (?, ?, '', {_NOW_MS}, 0, ?)",
                ((name, epoch, NO_HASH) for name, epoch in streams),
            )
            ids = dict(db.execute("SELECT name, id FROM streams").fetchall())
            known: set[str] = set()
            for outcome in outcomes:
                self._write(db, outcome, ids, known)
                known.update(outcome.moved)

    def keep(self, checkpoint: Checkpoint, epoch: int, rows: Sequence[IndexRow]) -> bool:
        of = checkpoint
        with self._transaction() as db:
            found = db.execute(_KEPT_AT, (of.stream, of.seq)).fetchone()
            if found is None or tuple(found[1:]) != (epoch, of.hash):
                return False
            db.execute(
                "INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?)",
                (found[0], of.seq, of.hash, of.format, of.body),
            )
            db.executemany(
                "INSERT OR REPLACE INTO indexed VALUES (?, ?, ?, ?, ?)",
                [(found[0], row.kind, row.number, row.at_ms, row.body) for row in rows],
            )
            return True

    def discard(self, stream: str) -> None:
        with self._transaction() as db:
            for table in ("checkpoints", "indexed"):
                db.execute(
                    f"DELETE FROM {table} WHERE stream = (SELECT id FROM streams WHERE name = ?)",
                    (stream,),
                )

    def archive_in(self, folder: Path) -> None:
        self._archive.check_folder(folder)
        folder, home = folder.resolve(), self._path.parent.resolve()
        path = folder.relative_to(home) if folder.is_relative_to(home) else folder
        with self._transaction() as db:
            note_folder(db.execute, str(path))

    def archive(self, contents: Contents, file: str, note: Batch) -> None:
        with self._transaction() as db:
            ids, rows = self._look_up(db, touched([note]))
            outcome = decide([note], rows)
            self._write(db, outcome, ids, rows.balances)
            leave(db.execute, outcome, contents, file)

    def shrink(self) -> None:
        with self._writing:
            try:
                self._db.execute("VACUUM")
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.Error as error:
                raise refused(error) from error

    def snapshot(self) -> AbstractContextManager[Reader]:
        return sqlite_snapshot(self._path)

    def close(self) -> None:
        super().close()
        with self._writing:
            self._db.close()

    def _look_up(self, db: sqlite3.Connection, at_stake: Touched) -> tuple[dict[str, int], Rows]:
        ids: dict[str, int] = {}
        rows = Rows({}, {}, {}, set(), {}, count(_last_place(db) + 1))
        for stream in at_stake.streams:
            sql = "SELECT id, epoch, seq, hash FROM streams WHERE name = ?"
            for id, *head in db.execute(sql, (stream,)):
                ids[stream], rows.heads[stream] = id, Head(*head)
        for key in at_stake.commands:
            for row in db.execute(ANSWER, (*key, *key)):
                rows.answered[key] = Answer(*row)
            if key not in rows.answered:
                self._check_new(db, key)
        for account in at_stake.accounts:
            sql = "SELECT balance, moves FROM accounts WHERE name = ?"
            for balance, moves in db.execute(sql, (account,)):
                rows.balances[account], rows.moves[account] = balance, moves
        for secret in at_stake.vault:
            for (key,) in db.execute("SELECT key FROM vault WHERE key = ?", (secret,)):
                rows.vault.add(key)
        return ids, rows

    def _check_new(self, db: sqlite3.Connection, key: Key) -> None:
        """I10: what the index does not find is looked for where no index is needed."""
        if self._commands is None:
            self._commands = Remembered(db.execute(_COMMANDS, (REMEMBERED,)))
        if key in self._commands and db.execute(_SEARCHED, key).fetchone():
            raise index_damaged(key)

    def _write(
        self,
        db: sqlite3.Connection,
        outcome: Outcome,
        ids: dict[str, int],
        known: Iterable[str],
    ) -> None:
        known = set(known)
        moved, moves = outcome.moved.items(), outcome.moves
        db.executemany(
            "INSERT INTO accounts (name, balance, moves) VALUES (?, ?, ?)",
            [(name, change, moves.get(name, 0)) for name, change in moved if name not in known],
        )
        db.executemany(
            "UPDATE accounts SET balance = balance + ?, moves = moves + ? WHERE name = ?",
            [(change, moves.get(name, 0), name) for name, change in moved if name in known],
        )
        db.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [entry_row(entry, ids[entry.stream]) for entry in outcome.entries],
        )
        db.executemany(
            "INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?)",
            [transfer_row(*moved) for moved in outcome.transfers],
        )
        db.executemany("INSERT INTO vault VALUES (?, ?)", outcome.vault)
        db.executemany(
            f"UPDATE streams SET seq = ?, hash = ?, renewed_ms = {_NOW_MS} WHERE id = ?",
            [(head.seq, head.hash, ids[stream]) for stream, head in outcome.heads.items()],
        )

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing. IMMEDIATE: the only writer from the first statement on, so what is
        read inside cannot change before what is written."""
        with self._writing:
            if self._broken:
                raise self._broken
            committing = False
            try:
                self._db.execute("BEGIN IMMEDIATE")
                crashpoint("commit-begun")
                yield self._db
                crashpoint("commit-written")
                committing = True
                self._db.execute("COMMIT")
                crashpoint("commit-done")
            except sqlite3.Error as error:
                self._undo()
                failure = refused(error, committing=committing)
                if failure.lasting:
                    self._broken = StoreFailed(str(failure), lasting=True)
                raise failure from error
            except StoreFailed as failure:
                self._undo()
                if failure.lasting:
                    self._broken = failure
                raise
            except BaseException:
                self._undo()
                raise

    def _undo(self) -> None:
        """SQLite may have rolled back by itself already."""
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        except sqlite3.Error as error:
            self._broken = StoreFailed(f"cannot roll back: {error}", lasting=True)


@contextmanager
def sqlite_snapshot(path: Path) -> Iterator[Reader]:
    """A file as it stands now, to look at: it is neither made nor brought to our version."""
    frozen = _SqliteReader(path)
    try:
        frozen.rows("BEGIN")
        frozen.rows("SELECT 1 FROM streams")  # the first read fixes the moment
        yield frozen
    finally:
        frozen.close()


def _last_place(db: sqlite3.Connection) -> int:
    (place,) = db.execute("SELECT coalesce(max(place), 0) FROM entries").fetchone()
    return int(place)
