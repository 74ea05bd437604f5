"""Who waits the delay between what players gave and the order: in this process, or in others.

Whoever needs a result asks until it is there; the first question begins it. The same question has
the same answer whoever is asked, so a table that comes back, here or elsewhere, only asks again.
"""

import logging
import os
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Protocol

from croupier.chance.delay import Delayed, evaluate

_LOG = logging.getLogger("croupier.delays")
_Question = tuple[bytes, int]
_AT_ONCE = 5_000
"""Squarings that are over sooner than another process would have heard of them."""


class DelayEvaluator(Protocol):
    def result(self, digest: bytes, squarings: int) -> Delayed | None:
        """None: not yet. It is begun, if it was not."""


class InThisProcess:
    """At once, while everything else waits: for tests, and for few squarings."""

    def result(self, digest: bytes, squarings: int) -> Delayed | None:
        return evaluate(digest, squarings)


class InOtherProcesses:
    """A bounded number at a time, each on a core of its own; `on_done` is called, in whatever
    thread, when there is something to ask for."""

    def __init__(self, processes: int | None = None) -> None:
        self._processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self._begun: dict[_Question, tuple[ProcessPoolExecutor, Future[Delayed]]] = {}
        self._closed = False
        self.on_done: Callable[[], None] = lambda: None

    def result(self, digest: bytes, squarings: int) -> Delayed | None:
        if squarings <= _AT_ONCE:
            return evaluate(digest, squarings)
        question = digest, squarings
        if question not in self._begun:
            self._begin(question)
            return None
        pool, future = self._begun[question]
        if not future.done():
            return None
        del self._begun[question]
        try:
            return future.result()
        except (BrokenProcessPool, CancelledError):
            # One was ended from outside, for want of memory say: all of them begin anew.
            _LOG.warning("a process that evaluates delays was lost; begun again")
            if self._pool is pool:
                self._pool = None
            self._begin(question)
            return None

    def _begin(self, question: _Question) -> None:
        if self._closed:
            return
        if self._pool is None:
            # Not forked: this process has threads.
            self._pool = ProcessPoolExecutor(self._processes, get_context("spawn"))
        future = self._pool.submit(evaluate, *question)
        self._begun[question] = self._pool, future
        future.add_done_callback(lambda _: self.on_done())

    def close(self) -> None:
        """At once: what is under way is forgotten, and begun again at the next start."""
        self._closed = True
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
