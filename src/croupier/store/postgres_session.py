"""A connection to PostgreSQL that is made again when it is lost."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import RLock
from typing import TypeVar

import psycopg

from croupier.store.errors import StoreFailed
from croupier.store.postgres_link import RACES, Connection, Timeouts, connect, is_lost

_T = TypeVar("_T")
_TRIES = 5


class Session:
    """A connection that is made again when it is lost."""

    def __init__(self, url: str, timeouts: Timeouts) -> None:
        self.url = url
        self._patience = timeouts
        self._lock = RLock()
        self._db: Connection | None = None
        self._closed = False

    @contextmanager
    def held(self) -> Iterator[Connection]:
        with self._lock:
            if self._closed:
                raise StoreFailed("the store is closed", lasting=True)
            if self._db is None or self._db.closed:
                self._db = connect(self.url, self._patience)
            yield self._db

    def attempt(self, work: Callable[[Connection], _T]) -> _T:
        """Again when commits raced, or when the session had ended while nobody looked: in both
        cases nothing was written."""
        for tries_left in reversed(range(_TRIES)):
            with self.held() as db, undoing(db, again=tries_left > 0):
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
        passing = is_lost(db, error) or isinstance(error, RACES)
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
