"""The group committer: what many tables want written at once shares one commit.

A commit costs a sync of the disk whether it holds one bet or five hundred. While one commit is on
its way the next batches wait; then all of them go together.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from croupier.store.errors import StoreFailed
from croupier.store.protocol import Store
from croupier.store.values import Batch, Result

Results = tuple[Result, ...]
T = TypeVar("T")


class _Read:
    """Something to be read when all that was handed in before is written."""

    def __init__(self, look: Callable[[Store], Any]) -> None:
        self.look = look
        self.writes = ()


_Waiting = tuple[Batch | _Read, "Future[Any]"]


class GroupCommitter:
    """Owns the thread that writes. `with` closes it: what waits is still written."""

    def __init__(
        self, store: Store, *, most_waiting: int = 4_096, most_writes: int = 1_000
    ) -> None:
        """At most `most_waiting` batches wait; a commit takes batches up to `most_writes` writes
        (one batch larger than that goes alone)."""
        self._store = store
        self._most_writes = most_writes
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._most_waiting = most_waiting
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="croupier-writer", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch) -> "Future[Results]":
        """Never blocks: a full queue, or a closed committer, is refused with `StoreFailed`.

        A future cancelled before its commit began is not written.
        """
        return self._put(batch)

    def read(self, look: Callable[[Store], T]) -> "Future[T]":
        """A look at the books between two commits: all that was handed in before is there, and
        nothing that comes later. Keep it short, for everyone waits."""
        return self._put(_Read(look))

    def _put(self, work: Batch | _Read) -> "Future[Any]":
        future: Future[Any] = Future()
        with self._lock:
            if self._closed:
                raise StoreFailed("the writer is closed", lasting=True)
            if self._queue.qsize() >= self._most_waiting:
                raise StoreFailed("too many batches are waiting to be written")
            self._queue.put((work, future))
        return future

    def close(self) -> None:
        """Write what waits, then stop. Batches handed in later are refused."""
        with self._lock:
            first, self._closed = not self._closed, True
            if first:
                self._queue.put(None)
        self._thread.join()

    def __enter__(self) -> "GroupCommitter":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        for group in self._groups():
            self._write(group)

    def _write(self, group: list[_Waiting]) -> None:
        """In one commit; each is told what came of it."""
        waiting = [submitted for submitted in group if submitted[1].set_running_or_notify_cancel()]
        if not waiting:
            return
        try:
            results = self._done([work for work, _ in waiting])
        except BaseException as error:
            for _, future in waiting:
                future.set_exception(error)
        else:
            for (_, future), result in zip(waiting, results, strict=True):
                future.set_result(result)

    def _done(self, group: list[Batch | _Read]) -> Sequence[Any]:
        (first, *_) = group
        if isinstance(first, _Read):
            return [first.look(self._store)]
        batches = [batch for batch in group if isinstance(batch, Batch)]
        results = self._store.commit(batches)
        self._committed(batches, results)
        return results

    def _committed(self, batches: Sequence[Batch], results: Sequence[Results]) -> None:
        """For who keeps count of what is written; nobody has been told of it yet."""

    def _groups(self) -> Iterator[list[_Waiting]]:
        """Whatever waits, at most `most_writes` at a time."""
        kept: _Waiting | None = None
        while first := kept or self._queue.get():
            group, kept = [first], None
            writes = len(first[0].writes)
            while not self._queue.empty():
                following = self._queue.get_nowait()
                if following is None:
                    yield group
                    return
                writes += len(following[0].writes)
                alone = isinstance(first[0], _Read) or isinstance(following[0], _Read)
                if alone or writes > self._most_writes:
                    kept = following
                    break
                group.append(following)
            yield group
