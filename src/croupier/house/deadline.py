"""No command stays unanswered, whatever the store and the bus do."""

import asyncio
import math
from collections.abc import Awaitable
from typing import TypeVar

from croupier.table.table import UNCLEAR, Reply

T = TypeVar("T")

ANSWER_S = 9.0
"""How long a command may take. Longer than a commit of the store may (`Timeouts.answer_s`) and a
request to another node (`FORWARD_S`), which both say more about what became of it."""


class Deadlines:
    """One timer for all commands of a house: thousands begin a second, and hardly any is late."""

    def __init__(self) -> None:
        self._due: dict[asyncio.Timeout, float] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._next = math.inf
        """When the timer ends."""

    async def in_time(self, work: Awaitable[T]) -> T | Reply:
        """What comes of the work; that it is unclear, when nothing has come of it in time."""
        deadline = asyncio.timeout(None)
        try:
            async with deadline:
                self._begin(deadline)
                return await work
        except TimeoutError:
            if not deadline.expired():
                raise
            return UNCLEAR
        finally:
            self._due.pop(deadline, None)

    def _begin(self, deadline: asyncio.Timeout) -> None:
        loop = asyncio.get_running_loop()
        due = self._due[deadline] = loop.time() + ANSWER_S
        if due < self._next:
            self._wake_at(due, loop)

    def _wake_at(self, due: float, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._next = due
        self._timer = loop.call_at(due, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """End what is late; wake again when the next would be."""
        now = loop.time()
        for deadline in [late for late, due in self._due.items() if due <= now]:
            del self._due[deadline]
            deadline.reschedule(now)
        self._timer, self._next = None, math.inf
        if self._due:
            self._wake_at(min(self._due.values()), loop)
