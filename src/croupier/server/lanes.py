"""What one socket has asked of tables that other nodes deal at: in order at each table, while the
socket's other messages are answered."""

import asyncio
from collections.abc import Coroutine
from typing import Any

MAX_WAITING = 8
"""Requests of one socket; the next message waits until one of them is answered."""


class Lanes:
    def __init__(self) -> None:
        self._last: dict[str, asyncio.Task[None]] = {}
        self._waiting: set[asyncio.Task[None]] = set()

    def busy(self, table: str) -> bool:
        return table in self._last

    async def put(self, table: str, work: Coroutine[Any, Any, None]) -> None:
        """Do the work after what was put at this table before. Waits only for room."""
        task = asyncio.create_task(_after(self._last.get(table), work))
        self._last[table] = task
        self._waiting.add(task)
        task.add_done_callback(lambda done: self._over(table, done))
        if len(self._waiting) >= MAX_WAITING:
            await asyncio.wait(self._waiting, return_when=asyncio.FIRST_COMPLETED)

    async def finish(self) -> None:
        """What was asked is answered."""
        if self._waiting:
            await asyncio.wait(self._waiting)

    def cancel(self) -> None:
        """Nobody is there any more to be answered."""
        for task in self._waiting:
            task.cancel()

    def _over(self, table: str, done: "asyncio.Task[None]") -> None:
        self._waiting.discard(done)
        if self._last.get(table) is done:
            del self._last[table]


async def _after(before: "asyncio.Task[None] | None", work: Coroutine[Any, Any, None]) -> None:
    try:
        if before is not None:
            await asyncio.wait((before,))
    except BaseException:
        work.close()
        raise
    await work
