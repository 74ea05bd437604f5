"""A connection to PostgreSQL that is made again when it is lost."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, RLock, Thread
from time import monotonic
from typing import TypeVar

import psycopg

from croupier.store.errors import StoreFailed
from croupier.store.postgres_link import (
    RACES,
    Connection,
    NoAnswer,
    Timeouts,
    connect,
    is_lost,
)

_T = TypeVar("_T")
_LOG = logging.getLogger("croupier.store")
_TRIES = 5
NO_ANSWER = "the database does not answer"
_UNLIMITED_S = 7 * 86_400.0
_ASK_AGAIN_S = 0.25


class Silence:
    """Whether the server answers at all. A call that waits long has it asked on a connection of its
    own: a slow answer is waited for, a silent server is not, and until it answers again every call
    fails at once."""

    def __init__(self, url: str, timeouts: Timeouts) -> None:
        self._url = url
        self._timeouts = timeouts
        self._lock = Lock()
        self._asked_at: float | None = None
        """When it was first asked whether it answers; None: it has, or nobody has asked."""
        self._gave_up_at = 0.0
        self._closed = Event()

    def __bool__(self) -> bool:
        asked_at = self._asked_at
        return asked_at is not None and monotonic() - asked_at > self._timeouts.silent_s

    def waited(self, seconds: float) -> bool:
        """Called while a call waits for its answer; False: give up."""
        if seconds > self._timeouts.suspect_s:
            self._suspect()
        return not self

    def gave_up(self) -> None:
        """An answer did not come in time on one connection."""
        self._gave_up_at = monotonic()

    def doubts(self, connected_at: float) -> bool:
        """Whether a connection that was made then may be as dead as one that was given up since: a
        firewall that has forgotten one has forgotten all of them."""
        return connected_at < self._gave_up_at

    def close(self) -> None:
        self._closed.set()

    def _suspect(self) -> None:
        with self._lock:
            if self._asked_at is None and not self._closed.is_set():
                self._asked_at = monotonic()
                Thread(target=self._ask, name="croupier-silence", daemon=True).start()

    def _ask(self) -> None:
        """Until it answers."""
        while not self._closed.is_set() and not self._answers():
            self._closed.wait(_ASK_AGAIN_S)
        if self:
            _LOG.warning("PostgreSQL answers again")
        self._asked_at = None

    def _answers(self) -> bool:
        try:
            with connect(self._url, self._timeouts) as db:
                db.execute("SELECT 1")
        except (StoreFailed, psycopg.Error):
            return False
        return True


class Session:
    """A connection that is made again when it is lost."""

    def __init__(self, url: str, timeouts: Timeouts, silence: Silence | None = None) -> None:
        """`silence` is shared by the sessions with one server."""
        self.url = url
        self._timeouts = timeouts
        self._silence = silence
        self._lock = RLock()
        self._db: Connection | None = None
        self._connected_at = 0.0
        self._closed = False

    @contextmanager
    def held(self, answer_s: float = _UNLIMITED_S) -> Iterator[Connection]:
        """The connection; it is given up after `answer_s`."""
        until = monotonic() + answer_s
        if not self._lock.acquire(timeout=answer_s):
            raise StoreFailed(NO_ANSWER)
        try:
            if self._closed:
                raise StoreFailed("the store is closed", lasting=True)
            if self._silence:
                raise StoreFailed(NO_ANSWER)
            if self._silence is not None and self._silence.doubts(self._connected_at) and self._db:
                self._db.close()
            if self._db is None or self._db.closed:
                self._connected_at = monotonic()
                self._db = connect(self.url, self._timeouts)
                if self._silence is not None:
                    self._db.waited, self._db.gave_up = self._silence.waited, self._silence.gave_up
            self._db.answer_s, self._db.until = answer_s, until
            yield self._db
        finally:
            self._lock.release()

    def attempt(self, work: Callable[[Connection], _T], *, limited: bool = True) -> _T:
        """Again when commits raced, or when the session had ended while nobody looked: in both
        cases nothing was written. Without `limited` it may take as long as it takes, as long as the
        server answers others."""
        answer_s = self._timeouts.answer_s if limited else _UNLIMITED_S
        until = monotonic() + answer_s
        for tries_left in reversed(range(_TRIES)):
            left_s = max(0.0, until - monotonic())
            again = tries_left > 0 and left_s > 0
            with self.held(left_s) as db, undoing(db, again=again):
                return work(db)
        raise AssertionError

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._db:
                self._db.close()


@contextmanager
def undoing(db: Connection, *, again: bool = False) -> Iterator[None]:
    """Leave no transaction open. `again` lets what may be tried again pass in silence.

    The session is not used again: after a pipeline that failed, the driver and the server may
    disagree about which statements are prepared.
    """
    try:
        yield
    except psycopg.Error as error:
        answered = not isinstance(error, NoAnswer)
        passing = answered and (is_lost(db, error) or isinstance(error, RACES))
        _undo(db)
        if not (again and passing):
            raise StoreFailed(str(error)) from error
    except BaseException:
        _undo(db)
        raise


def _undo(db: Connection) -> None:
    with suppress(psycopg.Error):
        db.execute("ROLLBACK")
    db.close()
