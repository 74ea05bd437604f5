"""Who waits the delay between what players gave and the order: in this process, or in others.

Whoever needs a result asks until it is there; the first question begins it. The same question has
the same answer whoever is asked, so a table that comes back, here or elsewhere, only asks again.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

import msgspec

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
    """A bounded number at a time, each on a core of its own: squaring would hold up whatever else
    this process does. A thread waits for each."""

    def __init__(self, processes: int | None = None) -> None:
        most = processes or max(1, (os.cpu_count() or 2) - 1)
        self._threads = ThreadPoolExecutor(most, "delays")
        self._begun: dict[_Question, Future[Delayed]] = {}
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False
        self.on_done: Callable[[], None] = lambda: None
        """Called, in whatever thread, when there is something to ask for."""

    def result(self, digest: bytes, squarings: int) -> Delayed | None:
        if squarings <= _AT_ONCE:
            return evaluate(digest, squarings)
        question = digest, squarings
        if question not in self._begun:
            if not self._closed:
                self._begun[question] = future = self._threads.submit(self._evaluate, *question)
                future.add_done_callback(lambda _: self.on_done())
            return None
        future = self._begun[question]
        if not future.done():
            return None
        del self._begun[question]
        return None if self._closed else future.result()

    def _evaluate(self, digest: bytes, squarings: int) -> Delayed:
        program = (sys.executable, "-m", "croupier.chance.evaluate_delay")
        with subprocess.Popen(
            [*program, digest.hex(), str(squarings)], stdout=subprocess.PIPE
        ) as one:
            self._running.add(one)
            if self._closed:
                one.kill()
            said, _ = one.communicate()
            self._running.discard(one)
        if one.returncode == 0:
            return msgspec.json.decode(said, type=Delayed)
        if self._closed:
            raise InterruptedError
        # Ended from outside, for want of memory say: slower here, but no table waits for ever.
        _LOG.warning("a process that squares was lost", extra={"status": one.returncode})
        return evaluate(digest, squarings)

    def close(self) -> None:
        """At once: what is under way is forgotten, and begun again at the next start."""
        self._closed = True
        for one in list(self._running):
            one.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)
