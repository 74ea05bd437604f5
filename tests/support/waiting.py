"""Waiting for something that is bound to happen."""

import asyncio
from collections.abc import Callable

TIMEOUT_S = 300.0
"""Only a test that would hang reaches it, however busy the machine is."""


async def until(condition: Callable[[], object], *, timeout_s: float = TIMEOUT_S) -> None:
    """Wait until the condition holds. It is checked between turns of the event loop, so what is
    waited for can happen in the same process."""
    async with asyncio.timeout(timeout_s):
        while not condition():
            await asyncio.sleep(0.01)
