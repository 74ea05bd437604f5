"""The store for many nodes: PostgreSQL, two round trips for a whole group of batches.

The first locks what the batches touch, always in the same order, and reads it; the second writes,
set by set, and commits. The row of a stream is locked by whoever writes to it, so a claim waits for
a commit under way and every later commit sees the new epoch.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

import psycopg

from croupier.store.archive.contents import Contents
from croupier.store.archive.leaving import Execute, leave, note_folder
from croupier.store.commit_rules import Key, Outcome, Rows, Touched, decide, touched
from croupier.store.crashpoint import crashpoint
from croupier.store.errors import StoreFailed, UnknownCommit, WrongStore
from croupier.store.postgres_check import index_faults
from croupier.store.postgres_link import Connection, Timeouts, connect, is_lost, migrate
from croupier.store.postgres_session import NO_ANSWER, Session, Silence, undoing
from croupier.store.protocol import Reader
from croupier.store.remembered import REMEMBERED, Remembered, accepted, index_damaged
from croupier.store.sql_reader import SqlReader, entry_row, transfer_row
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

_PAGE_S = 15.0
"""How long one read of a snapshot may take; its statements end after ten."""
_CHECK_S = 3_600.0
"""How long the check of one index may take."""

_HEADS = """SELECT name, id, epoch, seq, hash FROM streams
    WHERE name = ANY(%s) ORDER BY name FOR NO KEY UPDATE"""
_BALANCES = """SELECT name, balance, moves FROM accounts
    WHERE name = ANY(%s) ORDER BY name FOR NO KEY UPDATE"""
_ANSWERS = """SELECT asked.sender, asked.command, s.name, a.seq, a.body_hash, a.answer
    FROM unnest(%s::text[], %s::text[]) AS asked (sender, command)
    JOIN LATERAL (
        SELECT e.stream, e.seq, e.body_hash, e.answer FROM entries e
        WHERE e.sender = asked.sender AND e.command = asked.command
        UNION ALL
        SELECT c.stream, c.seq, c.body_hash, k.answer FROM archived_commands c
        JOIN archived_answers k ON k.number = c.answer
        WHERE c.sender = asked.sender AND c.command = asked.command
    ) AS a ON true
    JOIN streams s ON s.id = a.stream"""
# By the primary key: the index of commands does not serve a condition on `sender || ''`.
_COMMANDS = """SELECT sender, command FROM entries
    WHERE sender || '' IS NOT NULL AND place > (SELECT max(place) FROM entries) - %s"""
_SEARCHED = """SELECT 1 FROM entries TABLESAMPLE SYSTEM (100)
    WHERE sender = %s AND command = %s"""
_VAULT = "SELECT key FROM vault WHERE key = ANY(%s)"
_PLACES = "SELECT nextval('places') FROM generate_series(1, %s)"

# Somebody else may open the same account meanwhile. Both only bring money in, so both may add.
_OPEN = """INSERT INTO accounts AS a (name, balance, moves)
    SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bigint[]) ON CONFLICT (name)
    DO UPDATE SET balance = a.balance + excluded.balance, moves = a.moves + excluded.moves"""
_MOVE = """UPDATE accounts a SET balance = a.balance + moved.change, moves = a.moves + moved.times
    FROM unnest(%b::text[], %b::bigint[], %b::bigint[]) AS moved (name, change, times)
    WHERE a.name = moved.name"""
_ENTER = """INSERT INTO entries SELECT * FROM unnest(%b::bigint[], %b::bigint[], %b::bigint[],
    %b::bigint[], %b::bigint[], %b::bytea[], %b::bytea[], %b::text[], %b::text[], %b::bytea[],
    %b::bytea[])"""
_POST = """INSERT INTO transfers SELECT * FROM unnest(%b::bigint[], %b::integer[], %b::text[],
    %b::text[], %b::bigint[], %b::text[], %b::text[])"""
_LOCK_AWAY = "INSERT INTO vault SELECT * FROM unnest(%b::text[], %b::bytea[])"
_KEPT_AT = """SELECT s.id, s.epoch, e.hash FROM streams s JOIN entries e ON e.stream = s.id
    WHERE s.name = %s AND e.seq = %s FOR SHARE OF s"""
_KEEP = """INSERT INTO checkpoints VALUES (%s, %s, %b, %s, %b) ON CONFLICT (stream) DO UPDATE
    SET seq = excluded.seq, hash = excluded.hash, format = excluded.format, body = excluded.body"""
_INDEX = """INSERT INTO indexed SELECT * FROM unnest(%b::bigint[], %b::text[], %b::bigint[],
    %b::bigint[], %b::bytea[]) ON CONFLICT (stream, kind, number) DO UPDATE
    SET at_ms = excluded.at_ms, body = excluded.body"""
_DISCARD = "DELETE FROM checkpoints WHERE stream = (SELECT id FROM streams WHERE name = %s)"
_DISCARD_ROWS = "DELETE FROM indexed WHERE stream = (SELECT id FROM streams WHERE name = %s)"
_FIRST_CLAIM = """INSERT INTO streams (name, epoch, owner, renewed, seq, hash)
    VALUES (%s, 1, %s, clock_timestamp(), 0, %b) ON CONFLICT (name) DO NOTHING"""
_ADVANCE = """UPDATE streams s SET seq = new.seq, hash = new.hash, renewed = clock_timestamp()
    FROM unnest(%b::bigint[], %b::bigint[], %b::bytea[]) AS new (id, seq, hash)
    WHERE s.id = new.id"""


class _Reads(SqlReader):
    url: str
    beside = Path()
    lease_sql = """SELECT owner, epoch,
        (extract(epoch FROM clock_timestamp() - renewed) * 1000)::bigint
        FROM streams WHERE name = ?"""

    def answers(self, commands: Sequence[Key]) -> dict[Key, Answer]:
        rows = self.rows(_ANSWERS, _columns(commands, 2))
        return {(sender, id): Answer(*answer) for sender, id, *answer in rows}

    def faults(self) -> Iterator[str]:
        """In a session of its own: a large table takes its time, and a check that fails is the end
        of its transaction."""
        with connect(self.url, Timeouts(statement_ms=0, answer_s=_CHECK_S)) as db:
            yield from index_faults(db)


class _Snapshot(_Reads):
    """One session, one moment."""

    def commands(self) -> Iterator[Any]:
        """The last commands' senders and ids, from the rows themselves."""
        with self._db.cursor("commands") as rows:
            rows.itersize = 10_000
            yield from rows.execute(_COMMANDS, (REMEMBERED,))

    def __init__(self, db: Connection, url: str) -> None:
        self._db = db
        self.url = url

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        try:
            return _ask(self._db, sql, values)
        except psycopg.Error as error:
            raise StoreFailed(str(error)) from error


class PostgresStore(_Reads):
    def __init__(self, url: str, timeouts: Timeouts | None = None) -> None:
        self.url = url
        timeouts = timeouts or Timeouts()
        self._silence = Silence(url, timeouts)
        self._writes = Session(url, timeouts, self._silence)
        self._reads = Session(url, timeouts, self._silence)
        self._remembering = RLock()
        self._commands: Remembered | None = None
        self.frozen: frozenset[str] = frozenset()
        try:
            self._writes.attempt(migrate, limited=False)
        except BaseException:
            self.close()
            raise

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        return self._reads.attempt(lambda db: _ask(db, sql, values))

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        at_stake = touched(batches)
        known = self._known()
        results = self._writes.attempt(
            lambda db: _commit(db, batches, at_stake, known, frozen=self.frozen)
        )
        known.add(accepted(batches, results))
        return results

    def _known(self) -> Remembered:
        with self._remembering:
            if self._commands is None:
                with self.snapshot() as frozen:
                    assert isinstance(frozen, _Snapshot)
                    self._commands = Remembered(frozen.commands())
            return self._commands

    def claim(self, stream: str, owner: str) -> int:
        check_name(stream)
        check_name(owner)

        def work(db: Connection) -> int:
            row = db.execute(
                """INSERT INTO streams AS s (name, epoch, owner, renewed, seq, hash)
                VALUES (%s, 1, %s, clock_timestamp(), 0, %b)
                ON CONFLICT (name) DO UPDATE SET epoch = s.epoch + 1,
                    owner = excluded.owner, renewed = excluded.renewed
                RETURNING epoch""",
                (stream, owner, NO_HASH),
            ).fetchone()
            return int(row[0]) if row else 0

        return self._writes.attempt(work)

    def share(self, stream: str, owner: str) -> int:
        def work(db: Connection) -> int:
            db.execute(_FIRST_CLAIM, (stream, owner, NO_HASH))
            row = db.execute("SELECT epoch FROM streams WHERE name = %s", (stream,)).fetchone()
            return int(row[0]) if row else 0

        check_name(stream)
        check_name(owner)
        return self._writes.attempt(work)

    def release(self, stream: str, epoch: int) -> bool:
        sql = "UPDATE streams SET owner = '' WHERE name = %s AND epoch = %s"
        return self._writes.attempt(lambda db: db.execute(sql, (stream, epoch)).rowcount == 1)

    def renew(self, stream: str, epoch: int) -> bool:
        sql = "UPDATE streams SET renewed = clock_timestamp() WHERE name = %s AND epoch = %s"
        return self._writes.attempt(lambda db: db.execute(sql, (stream, epoch)).rowcount == 1)

    def load(self, streams: Iterable[tuple[str, int]], outcomes: Iterable[Outcome]) -> None:
        def work(db: Connection) -> None:
            # Nobody else begins to use the store while it is being filled.
            db.execute("LOCK TABLE streams, vault IN EXCLUSIVE MODE")
            if db.execute("SELECT 1 FROM streams UNION ALL SELECT 1 FROM vault").fetchone():
                raise WrongStore("the store to restore into is not empty")
            db.cursor().executemany(
                "INSERT INTO streams (name, epoch, owner, renewed, seq, hash) "
                "VALUES (%s, %s, '', clock_timestamp(), 0, %b)",
                [(name, epoch, NO_HASH) for name, epoch in streams],
            )
            ids: dict[str, int] = dict(db.execute("SELECT name, id FROM streams").fetchall())
            known: set[str] = set()
            for outcome in outcomes:
                _write(db, outcome, ids, known)
                known.update(outcome.moved)
            db.execute("SELECT setval('places', max(place)) FROM entries")

        with self._writes.held() as db, undoing(db), db.transaction():
            work(db)

    def keep(self, checkpoint: Checkpoint, epoch: int, rows: Sequence[IndexRow]) -> bool:
        of = checkpoint

        def work(db: Connection) -> bool:
            with db.transaction():
                found = db.execute(_KEPT_AT, (of.stream, of.seq), binary=True).fetchone()
                if found is None or tuple(found[1:]) != (epoch, of.hash):
                    return False
                db.execute(_KEEP, (found[0], of.seq, of.hash, of.format, of.body))
                kept = [(found[0], row.kind, row.number, row.at_ms, row.body) for row in rows]
                db.execute(_INDEX, _columns(kept, 5))
                return True

        return self._writes.attempt(work)

    def discard(self, stream: str) -> None:
        def work(db: Connection) -> None:
            with db.transaction():
                for sql in (_DISCARD, _DISCARD_ROWS):
                    db.execute(sql, (stream,))

        self._writes.attempt(work)

    def archive_in(self, folder: Path) -> None:
        self._archive.check_folder(folder)

        def work(db: Connection) -> None:
            with db.transaction():
                note_folder(_executing(db), str(folder.resolve()))

        self._writes.attempt(work)

    def archive(self, contents: Contents, file: str, note: Batch) -> None:
        known = self._known()

        def also(db: Connection, outcome: Outcome) -> None:
            # A whole period takes as long as it takes.
            db.execute("SET LOCAL statement_timeout = 0")
            db.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            leave(_executing(db), outcome, contents, file)

        self._writes.attempt(
            lambda db: _commit(db, [note], touched([note]), known, also=also), limited=False
        )

    def shrink(self) -> None:
        """PostgreSQL does so by itself, in its own time."""

    def snapshot(self) -> AbstractContextManager[Reader]:
        return postgres_snapshot(self.url, self._silence)

    def close(self) -> None:
        self._silence.close()
        self._reads.close()
        self._writes.close()


@contextmanager
def postgres_snapshot(url: str, silence: Silence | None = None) -> Iterator[Reader]:
    """A database as it stands now, to look at: it is not brought to our version."""
    if silence:
        raise StoreFailed(NO_ANSWER)
    # A backup may take its time between two reads; it holds no lock that anybody waits for.
    with connect(url, Timeouts(idle_ms=600_000, answer_s=_PAGE_S)) as db:
        if silence is not None:
            db.waited = silence.waited
        try:
            db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            db.execute("SELECT 1 FROM streams LIMIT 1")  # the first read fixes the moment
        except psycopg.Error as error:
            raise StoreFailed(str(error)) from error
        yield _Snapshot(db, url)


def _ask(db: Connection, sql: str, values: Sequence[Any]) -> list[Any]:
    return db.execute(sql.replace("?", "%s").encode(), values, binary=True).fetchall()


def _executing(db: Connection) -> Execute:
    return lambda sql, values: db.execute(sql.replace("?", "%s").encode(), values)


def _commit(
    db: Connection,
    batches: Sequence[Batch],
    at_stake: Touched,
    known: Remembered,
    *,
    frozen: frozenset[str] = frozenset(),
    also: Callable[[Connection, Outcome], None] | None = None,
) -> tuple[tuple[Result, ...], ...]:
    """Once COMMIT may have been sent, a lost session leaves it in doubt. `also` is done in the same
    transaction."""
    writing = False
    try:
        # One pipeline for both round trips. Leaving it sends a Flush after the Sync, and a Flush
        # disarms the server's limit on idle transactions: that must not happen with locks held.
        with db.pipeline() as pipeline:
            ids, rows = _look_up(db, pipeline, at_stake)
            rows.frozen = frozen
            _check_new(db, rows, [key for key in at_stake.commands if key in known])
            outcome = decide(batches, rows)
            crashpoint("commit-begun")
            writing = True
            _write(db, outcome, ids, rows.balances)
            if also is not None:
                also(db, outcome)
            crashpoint("commit-written")
            cursor = db.execute("COMMIT", prepare=False)
    except psycopg.Error as error:
        if writing and is_lost(db, error):
            raise UnknownCommit(f"lost PostgreSQL in the middle of a commit: {error}") from error
        raise
    # A COMMIT of a failed transaction succeeds, as a ROLLBACK.
    if cursor.statusmessage != "COMMIT":
        raise StoreFailed("PostgreSQL rolled the commit back")
    crashpoint("commit-done")
    return tuple(outcome.results)


def _look_up(
    db: Connection, pipeline: psycopg.Pipeline, at_stake: Touched
) -> tuple[dict[str, int], Rows]:
    """The first round trip."""
    ids: dict[str, int] = {}
    rows = Rows({}, {}, {}, set(), {}, ())
    db.execute("BEGIN")
    heads = db.execute(_HEADS, (at_stake.streams,), binary=True)
    answers = db.execute(_ANSWERS, _columns(at_stake.commands, 2), binary=True)
    balances = db.execute(_BALANCES, (at_stake.accounts,), binary=True)
    vault = at_stake.vault and db.execute(_VAULT, (at_stake.vault,), binary=True)
    places = db.execute(_PLACES, (at_stake.writes,), binary=True)
    pipeline.sync()
    for name, id, *head in heads:
        ids[name], rows.heads[name] = id, Head(*head)
    for sender, command, *answer in answers:
        rows.answered[sender, command] = Answer(*answer)
    for name, balance, moves in balances:
        rows.balances[name], rows.moves[name] = balance, moves
    rows.vault.update(key for (key,) in vault or ())
    rows.places = [place for (place,) in places]
    return ids, rows


def _check_new(db: Connection, rows: Rows, repeated: Sequence[Key]) -> None:
    """I10: what the index does not find is looked for where no index is needed."""
    for key in repeated:
        if key not in rows.answered and db.execute(_SEARCHED, key).fetchone():
            raise index_damaged(key)


def _write(db: Connection, outcome: Outcome, ids: dict[str, int], known: Collection[str]) -> None:
    moved = [(name, change, outcome.moves.get(name, 0)) for name, change in outcome.moved.items()]
    heads = outcome.heads.items()
    for sql, rows in (
        (_OPEN, [move for move in moved if move[0] not in known]),
        (_MOVE, [move for move in moved if move[0] in known]),
        (_ENTER, [entry_row(entry, ids[entry.stream]) for entry in outcome.entries]),
        (_POST, [transfer_row(*posting) for posting in outcome.transfers]),
        (_LOCK_AWAY, outcome.vault),
        (_ADVANCE, [(ids[stream], head.seq, head.hash) for stream, head in heads]),
    ):
        if rows:
            db.execute(sql, _columns(rows))


def _columns(rows: Sequence[tuple[Any, ...]], width: int = 0) -> list[list[Any]]:
    """Rows turned into one array per column."""
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]
