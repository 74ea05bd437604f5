"""One house to one store: who writes there now, and how the next one learns of it.

A SQLite file has a lock file beside it. The operating system drops a process's lock with the
process, so a house that was killed blocks nobody; what stands in the file only tells who it is.

PostgreSQL drops an advisory lock with the session that holds it. A process that is frozen keeps its
session, and one that lost it may still live: so whoever begins also claims the stream `OCCUPANT`,
and whoever has lost that stream has lost the house. `take_over` claims it from a live process. The
nodes of one house share the lock, and end when somebody claims that stream.
"""

import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import msgspec

from croupier.store.errors import StoreError, StoreFailed, WrongStore
from croupier.store.nodes import DEAD_MS
from croupier.store.opening import is_postgres, needs_driver, open_nodes, open_store, sqlite_path
from croupier.store.protocol import Store
from croupier.store.values import LONGEST_NAME

OCCUPANT = "house/occupant"
_ADVISORY = 0x43525551
_OPENING = 0x43525552
"""Held by a node while it opens, so that one does at a time."""
_LONGEST_PART = 48
_AGAIN_S = 0.1


class Occupied(StoreError):  # noqa: N818
    """Another process has these books open for writing."""


class Occupant(msgspec.Struct, frozen=True):
    """Who has the books open."""

    pid: int
    host: str
    since: str
    doing: str
    """What for, and where it can be met: "serves http://127.0.0.1:8000"."""

    def __str__(self) -> str:
        return f"pid {self.pid} on {self.host}, which {self.doing}, since {self.since}"


def this_process(doing: str) -> Occupant:
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return Occupant(os.getpid(), socket.gethostname()[:_LONGEST_PART], now, doing[:_LONGEST_PART])


class Occupation(Protocol):
    def renew(self) -> bool:
        """A sign of life; False when another process has taken the store over."""
        ...

    def holder(self) -> str:
        """Who has the store now, in words."""
        ...

    def close(self) -> None: ...


def share(url: str) -> Occupation:
    """As one of the nodes of a house; `Occupied` when a house has the store for itself."""
    if not is_postgres(url):
        raise WrongStore("several nodes share PostgreSQL: --store postgresql://…")
    return _SharedInPostgres(url)


@contextmanager
def opening(url: str) -> Iterator[None]:
    """One node after another."""
    with needs_driver():
        from croupier.store.postgres_link import AdvisoryLock  # noqa: PLC0415

    lock = AdvisoryLock(url, _OPENING)
    try:
        while not lock.take():
            time.sleep(_AGAIN_S)
        yield
    finally:
        lock.close()


def occupy(
    url: str, occupant: Occupant, *, take_over: bool = False, empty: bool = False
) -> Occupation:
    """Until it is closed nobody else may; `Occupied` names the process that has it already.

    `empty` leaves no trace in the store, for whoever is about to fill it.
    """
    if is_postgres(url):
        return _InPostgres(url, occupant, take_over=take_over, empty=empty)
    if take_over:
        raise WrongStore("a file is not taken over: stop the process that has it, then start")
    if url == "memory:":
        return _Nowhere(occupant)
    return _BesideFile(sqlite_path(url), occupant)


class _Nowhere:
    """Memory is nobody else's anyway."""

    def __init__(self, occupant: Occupant) -> None:
        self._occupant = occupant

    def renew(self) -> bool:
        return True

    def holder(self) -> str:
        return str(self._occupant)

    def close(self) -> None:
        pass


class _BesideFile(_Nowhere):
    def __init__(self, path: Path, occupant: Occupant) -> None:
        super().__init__(occupant)
        beside = lock_file(path)
        try:
            self._file = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreFailed(f"cannot open {beside}: {error.strerror}") from error
        try:
            _lock(self._file, path)
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, msgspec.json.encode(occupant) + b"\n", 0)
        except OSError as error:
            os.close(self._file)
            raise StoreFailed(f"cannot lock {beside}: {error.strerror}") from error
        except BaseException:
            os.close(self._file)
            raise

    def close(self) -> None:
        # The file stays: another process may be waiting at it, and would lock a file that is gone.
        with suppress(OSError):
            os.ftruncate(self._file, 0)
        os.close(self._file)


def lock_file(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _lock(file: int, path: Path) -> None:
    if sys.platform == "win32":
        return  # no such lock there: the epochs of the journals remain
    from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415 -- not everywhere

    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise Occupied(_in_use(str(path), _occupant_named(os.pread(file, 4_096, 0)))) from None


def _occupant_named(text: bytes) -> str:
    try:
        return str(msgspec.json.decode(text, type=Occupant))
    except msgspec.DecodeError:
        return "another process, which has not said yet who it is"


def _in_use(where: str, holder: str) -> str:
    return f"{where} is in use by {holder}: one house at a time; stop that one first"


class _InPostgres:
    def __init__(self, url: str, occupant: Occupant, *, take_over: bool, empty: bool) -> None:
        with needs_driver():
            from croupier.store.postgres_link import AdvisoryLock  # noqa: PLC0415

        self._url = url
        self._lock = AdvisoryLock(url, _ADVISORY)
        self._store: Store | None = None
        self._epoch = 0
        try:
            # Before the store is opened: it may be brought to another version by that.
            mine = self._lock.take() if take_over else self._lock.wait()
            self._store = open_store(url)
            self._check(mine or take_over)
            if not empty:
                self._epoch = self._store.claim(OCCUPANT, _name(occupant))
        except BaseException:
            self.close()
            raise

    def _check(self, free: bool) -> None:
        if not free:
            raise Occupied(_in_use("the database", self.holder()) + ", or --take-over")

    def renew(self) -> bool:
        assert self._store is not None
        if self._epoch and not self._store.renew(OCCUPANT, self._epoch):
            return False
        self._lock.take()  # again, if the session was lost; or when the one taken over is gone
        return True

    def holder(self) -> str:
        assert self._store is not None
        nodes = living_nodes(self._url)
        return f"the nodes {', '.join(nodes)}" if nodes else _holder(self._store)

    def close(self) -> None:
        self._lock.close()
        if self._store is not None:
            self._store.close()


class _SharedInPostgres:
    def __init__(self, url: str) -> None:
        with needs_driver():
            from croupier.store.postgres_link import AdvisoryLock  # noqa: PLC0415

        self._url = url
        self._lock = AdvisoryLock(url, _ADVISORY, shared=True)
        if not self._lock.wait():
            self._lock.close()
            raise Occupied(_in_use("the database", self.holder()))

    def renew(self) -> bool:
        self._lock.take()  # again, if the session was lost
        return True

    def holder(self) -> str:
        with closing(open_store(self._url)) as store:
            return _holder(store)

    def close(self) -> None:
        self._lock.close()


def living_nodes(url: str) -> list[str]:
    with closing(open_nodes(url)) as nodes:
        return [seen.node.name for seen in nodes.seen() if seen.age_ms < DEAD_MS]


def _holder(store: Store) -> str:
    lease = store.lease(OCCUPANT)
    if lease is None:
        return "another process"
    return f"{lease.owner} (last sign of life {lease.age_ms // 1000} s ago)"


def _name(occupant: Occupant) -> str:
    """As an owner's name: printable, and not too long."""
    name = str(occupant)[:LONGEST_NAME]
    return name if name.isprintable() else f"pid {occupant.pid}"
