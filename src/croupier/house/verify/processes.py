"""Tables looked at by several processes at once, each on a snapshot of its own.

They all judge the books as they stood at one moment: what a table's task names as its last entry,
and its checkpoint then. Entries are never changed, so it does not matter how much has been written
since. A process that dies takes the others with it; tables that were not done are named.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.context import BaseContext
from threading import Thread
from typing import Any

from croupier.house.garbage import tune_garbage_collection
from croupier.house.verify.tables import TableFindings, TableTask, check_table
from croupier.store.errors import StoreError
from croupier.store.invariants import Complaint
from croupier.store.opening import snapshot_of

_LOOK_S = 0.2
"""How often it is looked how far they have come."""
_DIED = "a process that checked it, or another table beside it, has died"

_counts: Any = None
"""In a process that works: how many entries of each table have been folded, shared with all. Each
number has one writer, so there is no lock for a process that is killed to keep."""


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _context() -> BaseContext:
    """Forks workers, where the system can, from one process that has imported what they need."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context


class TablesInProcesses:
    def __init__(self, url: str, tasks: Sequence[TableTask], jobs: int) -> None:
        """Begins at once, with the longest journals."""
        context = _context()
        self._counts = context.RawArray("q", len(tasks))
        self._pool = ProcessPoolExecutor(
            jobs, mp_context=context, initializer=_begin, initargs=(self._counts,)
        )
        self._tasks = tasks
        self._futures: dict[str, Future[TableFindings]] = {}
        for number, task in sorted(enumerate(tasks), key=lambda item: -item[1].entries):
            try:
                self._futures[task.stream] = self._pool.submit(_check, url, number, task)
            except (BrokenProcessPool, OSError):  # none could be made
                break

    @property
    def folded(self) -> int:
        """How many entries of tables have been looked at so far."""
        return sum(self._counts)

    def findings(self, meanwhile: Callable[[], object]) -> Iterator[TableFindings]:
        """Of each table, in the order of the tasks; `meanwhile` is called while that is waited
        for."""
        for task in self._tasks:
            future = self._futures.get(task.stream)
            while future is not None and not wait([future], _LOOK_S).done:
                meanwhile()
            try:
                yield future.result() if future is not None else _died(task)
            except BrokenProcessPool:
                yield _died(task)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def tables_in_processes(
    url: str, tasks: Sequence[TableTask], jobs: int
) -> Iterator[TablesInProcesses]:
    tables = TablesInProcesses(url, tasks, jobs)
    try:
        yield tables
    finally:
        tables.close()


def _died(task: TableTask) -> TableFindings:
    complaint = Complaint(task.stream, f"could not be checked: {_DIED}")
    return TableFindings(task.stream, [complaint], unfolded=f"{task.stream}: {_DIED}")


def _begin(counts: Any) -> None:
    """In the process that works."""
    global _counts  # noqa: PLW0603 -- the only way for it to come here
    _counts = counts
    tune_garbage_collection()
    # Ended from the keyboard without a word: the process that waits for it says what is to be said.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Nobody else tells it when that was killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _check(url: str, number: int, task: TableTask) -> TableFindings:
    def folded(entries: int) -> None:
        _counts[number] = entries

    try:
        with snapshot_of(url) as reader:
            return check_table(reader, task, folded)
    except StoreError as error:
        return TableFindings(task.stream, unreadable=str(error))
