"""What one socket has asked of tables that other nodes deal at: in order at each table, while the
socket's other messages are answered."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from croupier.house import deadline

MAX_WAITING = 8
"""Requests of one socket; more are refused."""


class Lanes:
    def __init__(self) -> None:
        self._last: dict[str, asyncio.Task[None]] = {}
        self._waiting: set[asyncio.Task[None]] = set()

    @property
    def full(self) -> bool:
        return len(self._waiting) >= MAX_WAITING

    def busy(self, table: str) -> bool:
        return table in self._last

    def put(
        self, table: str, work: Coroutine[Any, Any, None], late: Callable[[bool], None]
    ) -> None:
        """Do the work after what was put at this table before. What is not done in time from now
        on is cancelled; then `late` is called with whether it had begun."""
        task = asyncio.create_task(_in_turn(self._last.get(table), work, late))
        self._last[table] = task
        self._waiting.add(task)
        task.add_done_callback(lambda done: self._over(table, done))

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


async def _in_turn(
    before: "asyncio.Task[None] | None",
    work: Coroutine[Any, Any, None],
    late: Callable[[bool], None],
) -> None:
    begun, due = False, asyncio.timeout(deadline.ANSWER_S)
    try:
        async with due:
            if before is not None:
                await asyncio.wait((before,))
            begun = True
            await work
    except TimeoutError:
        if not due.expired():
            raise
        late(begun)
    finally:
        work.close()
