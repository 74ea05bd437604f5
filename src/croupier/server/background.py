"""Work in the background; a failure there is told, and stops nothing else."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from croupier.house.journal import HouseLost

_LOG = logging.getLogger("croupier.house")
_AGAIN_S = 0.2


class Background:
    def __init__(self, failed: Callable[[BaseException], None]) -> None:
        self._failed = failed
        self._tasks: set[asyncio.Task[Any]] = set()

    def __call__(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if not isinstance(error, HouseLost):
            _LOG.error("background work failed", exc_info=error)
        self._failed(error)

    async def close(self) -> None:
        """Cancelled until they have ended: `wait_for` of Python 3.11 may lose a cancellation to
        what it waited for."""
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(set(self._tasks), timeout=_AGAIN_S)
