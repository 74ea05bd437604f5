"""A run: units of play from the first on, cut into parts, played by many, summed in order.

What has been summed is always a prefix of the run, so that it may be stopped anywhere: a prefix is
a run of its own, and can be gone on with.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from typing import NamedTuple, Protocol

import numpy as np

from croupier.sim.game import Ints, SimulatedGame

PILOT = 1024
"""Shoes that tell how many rounds a shoe has."""
_PART_S = 0.2
_TRIAL_S = 0.02
_LOOK_S = 0.1
"""How often it is looked whether to stop."""
_AHEAD = 2
"""Parts that wait for every worker: nobody is idle while one is summed."""

Progress = Callable[[int, int], object]
"""Told how much is done, and of how much."""


class Done(NamedTuple):
    units: int
    tally: Ints


class Lost(Exception):  # noqa: N818 -- a crew is lost, and no mistake of anybody's
    """Nobody is left to play."""


class Crew(Protocol):
    """Who plays the parts, at one time so many. What it does may find that all are `Lost`."""

    part_s: float
    """How long a part should take one of them."""

    @property
    def workers(self) -> int: ...

    def submit(self, seed: int, first: int, units: int) -> "Future[Ints]": ...

    def again(self, error: BaseException) -> bool:
        """Whether a part that failed so is to be played once more."""


class Threads:
    """The processor's cores: kernels play without the interpreter's lock."""

    part_s = _PART_S

    def __init__(self, game: SimulatedGame, executor: Executor, workers: int) -> None:
        self._game, self._executor = game, executor
        self.workers = workers

    def submit(self, seed: int, first: int, units: int) -> "Future[Ints]":
        return self._executor.submit(play, self._game, seed, first, units)

    def again(self, error: BaseException) -> bool:  # noqa: ARG002
        return False


@contextmanager
def threads(game: SimulatedGame, workers: int | None = None) -> Iterator[Threads]:
    """As many as there are cores for this process."""
    workers = workers or len(os.sched_getaffinity(0))
    with ThreadPoolExecutor(workers) as executor:
        yield Threads(game, executor, workers)


def play(game: SimulatedGame, seed: int, first: int, units: int) -> Ints:
    tally = np.zeros(game.tally_size, dtype=np.int64)
    game.play(seed, first, units, tally)
    return tally


def units_for(game: SimulatedGame, rounds: int, seed: int) -> int:
    """How many units have so many rounds. Where a shoe's rounds depend on its cards, the run's
    first shoes tell how many it has on average; so the number is fixed before the run begins."""
    if game.rounds_a_unit is not None:
        return -(-rounds // game.rounds_a_unit)
    return -(-rounds * PILOT // game.rounds(play(game, seed, 0, PILOT)))


def run(
    game: SimulatedGame,
    crew: Crew,
    seed: int,
    units: int,
    *,
    part: int,
    begun: Done | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Progress = lambda _done, _of: None,
    save: Callable[[Done], object] = lambda _done: None,
) -> Done:
    """Up to so many units in parts of so many, from the first or from where it was left; no further
    once it is to stop, or its crew is lost. `save` is called after every part."""
    done = begun or Done(0, np.zeros(game.tally_size, dtype=np.int64))
    with suppress(Lost):
        for now in _summed(crew, seed, units, done, part=part, stop=stop):
            done = now
            progress(done.units, units)
            save(done)
    return done


def _summed(
    crew: Crew, seed: int, units: int, begun: Done, *, part: int, stop: Callable[[], bool]
) -> Iterator[Done]:
    """What was done after each part."""
    done, total = begun.units, begun.tally.copy()
    first = done
    parts: deque[tuple[int, Future[Ints]]] = deque()
    while done < units:
        while first < units and len(parts) < crew.workers * _AHEAD and not stop():
            size = min(part, units - first)
            parts.append((size, crew.submit(seed, first, size)))
            first += size
        if stop():
            # What is being played is played out, up to the first part that nobody has begun.
            for _, future in reversed(parts):
                future.cancel()
        if not parts or parts[0][1].cancelled():
            return
        size, future = parts[0]
        if not wait([future], _LOOK_S).done or future.cancelled():
            continue
        error = future.exception()
        if error is not None and crew.again(error):
            parts[0] = size, crew.submit(seed, done, size)
            continue
        total += future.result()
        parts.popleft()
        done += size
        yield Done(done, total)


def units_in(game: SimulatedGame, seed: int, seconds: float) -> int:
    """As measured on one core of this machine. The first unit is played before: it compiles."""

    def taken(units: int) -> float:
        begun = time.perf_counter()
        play(game, seed, 0, units)
        return time.perf_counter() - begun

    play(game, seed, 0, 1)
    units = 1
    # Measured twice: whoever is made to wait by others is not slow.
    while (least := min(taken(units), taken(units))) < _TRIAL_S:
        units *= 2
    return max(int(units * seconds / least), 1)
