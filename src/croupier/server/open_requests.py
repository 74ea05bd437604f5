"""Who is being served: a house that closes lets them finish, and lets nobody else in."""

import asyncio
from contextlib import suppress

from croupier.kit.errors import Code, Refused


class OpenRequests:
    """`with open_requests:` around whatever may touch the books; refused once the house is shut."""

    def __init__(self) -> None:
        self._count = 0
        self._none = asyncio.Event()
        self._shut = False

    def __enter__(self) -> None:
        if self._shut:
            raise Refused(Code.CLOSING, "the house closes")
        self._count += 1

    def __exit__(self, *_: object) -> None:
        self._count -= 1
        if not self._count:
            self._none.set()

    def shut(self) -> None:
        self._shut = True

    async def over(self, seconds: float) -> None:
        """Until the last one has gone, but no longer than this."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._count:
                    self._none.clear()
                    await self._none.wait()
