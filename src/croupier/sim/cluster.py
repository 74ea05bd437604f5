"""A run on the workers of a Dask cluster.

A part is a range of units, and comes to the same wherever and however often it is played: when a
worker dies, another plays it again.
"""

import logging
import pickle
from asyncio import CancelledError
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from croupier.kit.errors import Code, Refused
from croupier.sim import run
from croupier.sim.checkpoint import METHOD
from croupier.sim.families import simulated
from croupier.sim.game import Ints, SimulatedGame
from croupier.sim.plan import Plan

_CONNECT_S = 10
_PART_S = 0.5
_GONE = (OSError, TimeoutError, CancelledError)
"""What is raised when the scheduler does not answer any more."""
_LOSSES = 100
"""Parts that may be lost with their workers before the cluster is given up."""


class Cluster:
    part_s = _PART_S

    def __init__(self, client: Any, plan: Plan) -> None:
        """`client` is connected to the scheduler."""
        import cloudpickle  # noqa: PLC0415 -- Dask's own way to send what a package has brought

        self._client, self._packed = client, cloudpickle.dumps(plan)
        self._executor = client.get_executor(pure=False, retries=3)
        self._losses = 0

    @property
    def workers(self) -> int:
        """Threads of all workers that are there now."""
        try:
            threads: dict[str, int] = self._client.nthreads()
        except _GONE:
            raise run.Lost from None
        return max(sum(threads.values()), 1)

    def submit(self, seed: int, first: int, units: int) -> "Future[Ints]":
        future: Future[Ints] = self._executor.submit(
            play_part, METHOD, self._packed, seed, first, units
        )
        return future

    def again(self, error: BaseException) -> bool:
        """Those whose workers have died; what else goes wrong there would go wrong again."""
        from distributed import KilledWorker  # noqa: PLC0415 -- of the extra, and slow

        if isinstance(error, _GONE):
            raise run.Lost
        self._losses += 1
        if isinstance(error, KilledWorker) and self._losses <= _LOSSES:
            return True
        why = str(error).partition("\n")[0]
        message = f"a worker of the cluster failed: {type(error).__name__}: {why}"
        raise Refused(Code.BAD_SETTING, message)


def play_part(method: int, packed: bytes, seed: int, first: int, units: int) -> Ints:
    """On a worker."""
    if method != METHOD:
        raise RuntimeError("it has another version of croupier")
    return run.play(_game(packed), seed, first, units)


@lru_cache(maxsize=4)
def _game(packed: bytes) -> SimulatedGame:
    plan: Plan = pickle.loads(packed)
    return simulated(plan)


@contextmanager
def cluster(address: str, plan: Plan) -> Iterator[Cluster]:
    """Of the scheduler at this address."""
    if find_spec("distributed") is None:
        message = "a cluster needs Dask distributed: pip install 'croupier[cluster]'"
        raise Refused(Code.BAD_SETTING, message)
    import distributed  # noqa: PLC0415 -- of the extra, and slow

    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=_CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        why = str(error).partition("\n")[0] or type(error).__name__
        message = f"the cluster at {address[:80]!r} cannot be reached: {why}"
        raise Refused(Code.BAD_SETTING, message) from None
    with client, _quiet():
        yield Cluster(client, plan)


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask writes tracebacks of every connection that it loses; the run tells what that means."""
    log = logging.getLogger("distributed")
    before = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(before)
