"""What a node has heard, and waiting for it."""

import asyncio

PATIENCE_S = 60.0
"""Until a test that waits in vain fails: it is no measure of anything."""


class Heard:
    """Handed to a bus as the handler of a subject."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self._more = asyncio.Event()

    def __call__(self, body: bytes) -> None:
        self.bodies.append(body)
        self._more.set()

    async def until(self, last: bytes) -> list[bytes]:
        """All bodies, once this one is among them."""
        async with asyncio.timeout(PATIENCE_S):
            while last not in self.bodies:
                self._more.clear()
                await self._more.wait()
        return self.bodies


async def every_turn() -> None:
    """Let all happen that waits for nothing but its turn on the event loop."""
    for _ in range(50):
        await asyncio.sleep(0)


async def echo(body: bytes) -> bytes:
    return body


async def upper(body: bytes) -> bytes:
    return body.upper()


async def never(body: bytes) -> bytes:
    await asyncio.Event().wait()
    return body
