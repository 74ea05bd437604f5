"""No command stays unanswered, whatever the store and the bus do."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from croupier.table.table import UNCLEAR, Reply

T = TypeVar("T")

ANSWER_S = 9.0
"""How long a command may take. Longer than a commit of the store may (`Timeouts.answer_s`) and a
request to another node (`FORWARD_S`), which both say more about what became of it."""


async def in_time(work: Awaitable[T]) -> T | Reply:
    """What comes of the work; that it is unclear, when nothing has come of it in time."""
    deadline = asyncio.timeout(ANSWER_S)
    try:
        async with deadline:
            return await work
    except TimeoutError:
        if not deadline.expired():
            raise
        return UNCLEAR
