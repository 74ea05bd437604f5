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
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from threading import Lock
from typing import Protocol

import msgspec

from croupier.chance.delay import Delayed, evaluate

_LOG = logging.getLogger("croupier.delays")
_Question = tuple[bytes, int]
_AT_ONCE = 5_000
"""Squarings that are over sooner than another process would have heard of them."""
_USUAL_S, _USUAL_SQUARINGS = 12.0, 8_000_000
"""What an evaluation takes a fast core, with the proof; until this machine has done some itself."""


class Priority(IntEnum):
    """Of an evaluation that waits for a core; the lowest number is first."""

    ROUND = 0
    """A round waits for it."""
    IN_USE = 1
    """Bets are taken on the shoe."""
    PREPARED = 2
    """Another shoe is dealt before it."""


class DelayEvaluator(Protocol):
    def result(
        self, digest: bytes, squarings: int, priority: Priority = Priority.IN_USE
    ) -> Delayed | None:
        """None: not yet. It is begun, if it was not."""


class InThisProcess:
    """At once, while everything else waits: for tests, and for few squarings."""

    def result(
        self,
        digest: bytes,
        squarings: int,
        priority: Priority = Priority.IN_USE,  # noqa: ARG002
    ) -> Delayed | None:
        return evaluate(digest, squarings)


@dataclass(eq=False)
class _Evaluation:
    digest: bytes
    squarings: int
    asked_s: float
    """When it was asked for, for a shoe in use."""
    priority: Priority
    since_s: float
    """Since when it has that priority."""
    begun_s: float | None = None
    """Since when a core is at it."""
    future: Future[Delayed] = field(default_factory=Future)

    @property
    def urgency(self) -> tuple[Priority, float]:
        """The round that has waited longest comes first; then the oldest request."""
        return self.priority, self.since_s

    def hurry(self, priority: Priority, now: float) -> None:
        """Raise the priority, as its shoe comes nearer to being dealt."""
        if priority < self.priority:
            if self.priority is Priority.PREPARED:
                self.asked_s = now
            self.priority, self.since_s = priority, now


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
        self._spent_s, self._squared = _USUAL_S, _USUAL_SQUARINGS
        """What all evaluations so far have taken together."""
        self._closed = False
        self.on_done: Callable[[], None] = lambda: None
        """Called, in whatever thread, when there is something to ask for."""

    def result(
        self, digest: bytes, squarings: int, priority: Priority = Priority.IN_USE
    ) -> Delayed | None:
        if squarings <= _AT_ONCE:
            return evaluate(digest, squarings)
        question = digest, squarings
        known = self._asked.get(question)
        if known is None:
            if self._closed:
                return None
            now = self._clock()
            known = _Evaluation(digest, squarings, now, priority, now)
            known.future.add_done_callback(lambda _: self.on_done())
            with self._lock:
                self._asked[question] = known
                self._queue.append(known)
            self._threads.submit(self._evaluate_next)
        if priority < known.priority:
            known.hurry(priority, self._clock())
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
        """How long ago the oldest of them was asked for; those of prepared shoes have time."""
        unfinished = self._unfinished()
        asked = [one.asked_s for one in unfinished if one.priority < Priority.PREPARED]
        return self._clock() - min(asked) if asked else 0.0

    def queue_s(self, coming: Sequence[int] = (), priority: Priority = Priority.PREPARED) -> float:
        """How long another evaluation of this priority would wait before it begins, about;
        `coming`: squarings that will be asked for before it."""
        unfinished = self._unfinished()
        ahead = [one for one in unfinished if one.begun_s is not None or one.priority <= priority]
        left = [self._left_s(one) for one in ahead]
        left += [squarings * self._squaring_s for squarings in coming]
        return 0.0 if len(left) < self.processes else sum(left) / self.processes

    def left_s(self, digest: bytes, squarings: int) -> float:
        """How long until this one is over, about, for a round that waits for it."""
        unfinished, now = self._unfinished(), self._clock()
        own = self._asked.get((digest, squarings))
        own = own or _Evaluation(digest, squarings, now, Priority.ROUND, now)
        if own.future.done():
            return 0.0
        if own.begun_s is not None:
            return self._left_s(own)
        ahead = [one for one in unfinished if one.begun_s is not None or one.urgency < own.urgency]
        waits = 0.0 if len(ahead) < self.processes else sum(map(self._left_s, ahead))
        return waits / self.processes + self._left_s(own)

    @property
    def _squaring_s(self) -> float:
        return self._spent_s / self._squared

    def _left_s(self, one: _Evaluation) -> float:
        whole = one.squarings * self._squaring_s
        return whole if one.begun_s is None else max(0.0, whole - (self._clock() - one.begun_s))

    def _unfinished(self) -> list[_Evaluation]:
        with self._lock:
            return [one for one in self._asked.values() if not one.future.done()]

    # In threads

    def _evaluate_next(self) -> None:
        with self._lock:
            chosen = min(self._queue, key=lambda one: one.urgency)
            self._queue.remove(chosen)
            begun = chosen.begun_s = self._clock()
        try:
            found = self._evaluate(chosen.digest, chosen.squarings)
        except BaseException as error:
            chosen.future.set_exception(error)
            return
        with self._lock:
            self._spent_s += self._clock() - begun
            self._squared += chosen.squarings
        chosen.future.set_result(found)

    def _evaluate(self, digest: bytes, squarings: int) -> Delayed:
        try:
            return self._evaluate_apart(digest, squarings)
        except (OSError, subprocess.SubprocessError) as error:
            if self._closed:
                raise
            # No process could be started, or it was ended from outside, for want of memory say:
            # slower here, but no table waits for ever.
            _LOG.warning("a process that squares was lost", extra={"why": str(error)})
            return evaluate(digest, squarings)

    def _evaluate_apart(self, digest: bytes, squarings: int) -> Delayed:
        program = [sys.executable, "-m", "croupier.chance.evaluate_delay"]
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
        if one.returncode:
            raise subprocess.CalledProcessError(one.returncode, program)
        return msgspec.json.decode(said, type=Delayed)

    def close(self) -> None:
        """At once: what is under way is forgotten, and begun again at the next start."""
        self._closed = True
        for one in list(self._running):
            one.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)
