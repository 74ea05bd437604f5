"""Evaluates the delay between the contributions and the order: in this process, or in others.

A table asks for its result until it is there; the first request starts the evaluation. The same
request has the same answer in every process, so a table that comes back, here or elsewhere, only
asks again.
"""

import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol

import msgspec

from croupier.chance.delay import Delayed, evaluate

_LOG = logging.getLogger("croupier.delays")
_Question = tuple[bytes, int]
_AT_ONCE = 5_000
"""Squarings that are over sooner than another process would have heard of them."""
_USUAL_SQUARING_S = 1.5e-6
"""With its share of the proof, on a fast core; until this machine has evaluated one itself."""


class DelayEvaluator(Protocol):
    def result(self, digest: bytes, squarings: int, *, awaited: bool = False) -> Delayed | None:
        """None: not yet. It is begun, if it was not. `awaited`: a round waits for it already."""


class InThisProcess:
    """At once, while everything else waits: for tests, and for few squarings."""

    def result(
        self,
        digest: bytes,
        squarings: int,
        *,
        awaited: bool = False,  # noqa: ARG002
    ) -> Delayed | None:
        return evaluate(digest, squarings)


@dataclass(eq=False)
class _Evaluation:
    digest: bytes
    squarings: int
    asked_s: float
    awaited_s: float | None = None
    """Since when a round waits for it."""
    future: Future[Delayed] = field(default_factory=Future)

    @property
    def urgency(self) -> tuple[bool, float]:
        """The round that has waited longest comes first; then the oldest request."""
        return self.awaited_s is None, self.awaited_s or self.asked_s


class InOtherProcesses:
    """A bounded number at a time, each on a core of its own: squaring would hold up whatever else
    this process does. A thread waits for each."""

    def __init__(
        self, processes: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._threads = ThreadPoolExecutor(self.processes, "delays")
        self._clock = clock
        self._lock = Lock()
        self._asked: dict[_Question, _Evaluation] = {}
        self._queue: list[_Evaluation] = []
        """Those not begun yet."""
        self._running: set[subprocess.Popen[bytes]] = set()
        self._squaring_s = _USUAL_SQUARING_S
        self._closed = False
        self.on_done: Callable[[], None] = lambda: None
        """Called, in whatever thread, when there is something to ask for."""

    def result(self, digest: bytes, squarings: int, *, awaited: bool = False) -> Delayed | None:
        if squarings <= _AT_ONCE:
            return evaluate(digest, squarings)
        question = digest, squarings
        known = self._asked.get(question)
        if known is None:
            if self._closed:
                return None
            known = _Evaluation(digest, squarings, self._clock())
            known.future.add_done_callback(lambda _: self.on_done())
            with self._lock:
                self._asked[question] = known
                self._queue.append(known)
            self._threads.submit(self._evaluate_next)
        if awaited and known.awaited_s is None:
            known.awaited_s = self._clock()
        if not known.future.done():
            return None
        with self._lock:
            del self._asked[question]
        return None if self._closed else known.future.result()

    # For those who look on

    @property
    def unfinished(self) -> int:
        """Evaluations under way or in the queue."""
        return len(self._unfinished())

    @property
    def oldest_s(self) -> float:
        """How long ago the oldest of them was asked for."""
        asked = [one.asked_s for one in self._unfinished()]
        return self._clock() - min(asked) if asked else 0.0

    @property
    def queue_s(self) -> float:
        """How long another evaluation would wait before it begins, about."""
        unfinished = self._unfinished()
        if len(unfinished) < self.processes:
            return 0.0
        return sum(one.squarings for one in unfinished) * self._squaring_s / self.processes

    def _unfinished(self) -> list[_Evaluation]:
        with self._lock:
            return [one for one in self._asked.values() if not one.future.done()]

    # In threads

    def _evaluate_next(self) -> None:
        with self._lock:
            chosen = min(self._queue, key=lambda one: one.urgency)
            self._queue.remove(chosen)
        begun = self._clock()
        try:
            found = self._evaluate(chosen.digest, chosen.squarings)
        except BaseException as error:
            chosen.future.set_exception(error)
            return
        self._squaring_s = (self._clock() - begun) / chosen.squarings
        chosen.future.set_result(found)

    def _evaluate(self, digest: bytes, squarings: int) -> Delayed:
        program = (sys.executable, "-m", "croupier.chance.evaluate_delay")
        with subprocess.Popen(
            [*program, digest.hex(), str(squarings)],
            stdin=subprocess.PIPE,  # it ends when this one does, killed or not
            stdout=subprocess.PIPE,
        ) as one:
            self._running.add(one)
            if self._closed:
                one.kill()
            assert one.stdout is not None
            said = one.stdout.read()
            one.wait()
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
