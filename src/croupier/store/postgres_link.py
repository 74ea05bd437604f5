"""A session with PostgreSQL: how long it waits, whose schema is there, what its errors mean.

A frozen owner keeps its session, and with it every lock of an open transaction. The server ends
such a session after `idle_ms`, sooner than anybody waiting for the lock gives up (`lock_ms`).

The server's timeouts do not help when the server, or the link to it, accepts everything and answers
nothing, and TCP sees nothing wrong either. So every wait for an answer has a deadline on this side.
"""

from collections.abc import Callable, Generator
from contextlib import suppress
from time import monotonic
from typing import Any, TypeVar

import msgspec
import psycopg
from psycopg import errors

from croupier.store.errors import StoreFailed, WrongStore
from croupier.store.migrations import missing

_T = TypeVar("_T")


class NoAnswer(psycopg.OperationalError):
    """The server, or the link to it, accepted a request and did not answer in time."""


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """Gives itself up when an answer does not come in time."""

    answer_s = 0.0
    """How long one answer may take."""
    until: float | None = None
    """When whatever is under way must be over, by the monotonic clock."""
    waited: Callable[[float], bool] = staticmethod(lambda _: True)
    """Called with the seconds waited so far; False: there is no point in waiting on."""
    gave_up: Callable[[], None] = staticmethod(lambda: None)
    """Called when an answer did not come in time."""

    def wait(self, gen: Generator[Any, Any, _T], *args: Any, **named: Any) -> _T:
        """What every operation of a connection waits through."""
        return super().wait(self._within_limits(gen), *args, **named)

    def _within_limits(self, gen: Generator[Any, Any, _T]) -> Generator[Any, Any, _T]:
        began = monotonic()
        until = min(began + self.answer_s, self.until or began + self.answer_s)
        try:
            state = next(gen)
            while True:
                # The driver resumes us with nothing ten times a second while nothing arrives.
                # An answer that is there counts, also for a process that was frozen meanwhile.
                ready = yield state
                now = monotonic()
                if not ready and (now > until or not self.waited(now - began)):
                    self.pgconn.finish()
                    self.gave_up()
                    raise NoAnswer(f"no answer in {now - began:.1f} s")
                state = gen.send(ready)
        except StopIteration as done:
            result: _T = done.value
            return result


SCHEMA = "croupier"
_MIGRATING = 0x43525550
"""The advisory lock that lets one process at a time bring the schema up to date."""

RACES = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)
"""Two commits met, and this one was undone whole: it may simply be tried again."""


_ENDING_MS = 2_000
"""More than the server needs to notice that the client of a session is gone."""
_ENDED = ("57P01", "57P02", "57P03", "57P05", "25P03")
"""The server shut down, crashed, was not up yet, or ended an idle session."""


class Timeouts(msgspec.Struct, frozen=True):
    """How long to wait: the server for a statement, a lock or the client; the client for the
    server."""

    statement_ms: int = 10_000
    lock_ms: int = 5_000
    idle_ms: int = 2_000
    connect_s: int = 4
    answer_s: float = 6.0
    """For a whole commit or read, all tries together. Longer than `lock_ms`, so that a lock that is
    never free is the server's refusal, and longer than `idle_ms`: when a commit is given up, the
    server has ended its transaction or is about to."""
    suspect_s: float = 1.0
    """After so long it is asked on another connection whether the server answers at all."""
    silent_s: float = 3.0
    """A server that has not answered there for so long is silent: nobody waits for it."""


def connect(url: str, timeouts: Timeouts) -> Connection:
    settings = {
        "search_path": SCHEMA,
        # Everything here is found by its key. Left to itself the planner, with the statistics of a
        # table that was empty a minute ago, scans it whole and keeps that plan.
        "enable_seqscan": "off",
        "enable_hashjoin": "off",
        "enable_mergejoin": "off",
        "jit": "off",
        "synchronous_commit": "on",
        "statement_timeout": timeouts.statement_ms,
        "lock_timeout": timeouts.lock_ms,
        "idle_in_transaction_session_timeout": timeouts.idle_ms,
    }
    try:
        db = Connection.connect(
            url,
            autocommit=True,
            connect_timeout=timeouts.connect_s,
            options=" ".join(f"-c {name}={value}" for name, value in settings.items()),
            application_name="croupier",
            client_encoding="utf8",
            tcp_user_timeout=timeouts.statement_ms,
        )
        db.answer_s = timeouts.answer_s
    except psycopg.OperationalError as error:
        raise StoreFailed(f"cannot reach PostgreSQL: {error}") from error
    except psycopg.ProgrammingError as error:
        raise WrongStore(f"not an address of PostgreSQL: {error}") from error
    return db


def migrate(db: Connection) -> None:
    """Bring the schema to our version, in one transaction."""
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
        ours = db.execute(
            "SELECT to_regclass('croupier.migrations') IS NOT NULL "
            "FROM pg_namespace WHERE nspname = %s",
            (SCHEMA,),
        ).fetchone()
        if ours and not ours[0]:
            raise WrongStore(f"the schema {SCHEMA!r} there is another program's")
        if not ours:
            db.execute("CREATE SCHEMA croupier")
            db.execute(
                "CREATE TABLE migrations (version integer PRIMARY KEY, name text NOT NULL, "
                "applied timestamptz NOT NULL DEFAULT now())"
            )
        row = db.execute("SELECT coalesce(max(version), 0) FROM migrations").fetchone()
        for step in missing("postgres", row[0] if row else 0):
            db.execute(step.sql.encode())
            db.execute(
                "INSERT INTO migrations (version, name) VALUES (%s, %s)", (step.version, step.name)
            )


class AdvisoryLock:
    """A lock that lasts as long as the session that took it. Many may share one, and then nobody
    has it alone."""

    def __init__(self, url: str, number: int, *, shared: bool = False) -> None:
        self._url = url
        self._number = number
        self._kind = "_shared" if shared else ""
        self._db: Connection | None = None
        self._mine = False

    def take(self) -> bool:
        """Take the lock if it is free, again if the session was lost; return whether we hold it."""
        return self._lock_by("pg_try_advisory_lock")

    def wait(self) -> bool:
        """Like `take`, but wait a moment for the session of a process that was killed: it holds the
        lock until the server notices that its client is gone."""
        try:
            return self._lock_by("pg_advisory_lock")
        except StoreFailed as error:
            if isinstance(error.__cause__, errors.LockNotAvailable):
                return False
            raise

    def _lock_by(self, function: str) -> bool:
        try:
            if self._db is None or self._db.closed:
                self._db, self._mine = connect(self._url, Timeouts(lock_ms=_ENDING_MS)), False
            if self._mine:
                self._db.execute("SELECT 1")
                return True
            sql = f"SELECT {function}{self._kind}(%s)"
            row = self._db.execute(sql.encode(), (self._number,)).fetchone()
        except psycopg.Error as error:
            self.close()
            raise StoreFailed(str(error)) from error
        # A function that waits returns nothing, once it has the lock.
        self._mine = row is not None and row[0] is not False
        return self._mine

    def close(self) -> None:
        if self._db is None:
            return
        if self._mine:
            # The server ends a session some time after its client has: who follows need not wait.
            with suppress(psycopg.Error):
                sql = f"SELECT pg_advisory_unlock{self._kind}(%s)"
                self._db.execute(sql.encode(), (self._number,))
            self._mine = False
        self._db.close()


def is_lost(db: Connection, error: psycopg.Error) -> bool:
    """Whether the session is gone, rather than a statement refused."""
    return db.closed or error.sqlstate in _ENDED or (error.sqlstate or "08").startswith("08")
