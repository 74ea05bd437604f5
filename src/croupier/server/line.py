"""The way out of one socket: never waits, never grows beyond its bound.

Whoever reads too slowly is not sent what happens meanwhile; once they have caught up they are told
to be brought up to date. Others never notice.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Protocol

from croupier.server.frames import Frame
from croupier.server.wire_protocol import EXTENSION, Shortcut

MOST_UNSENT = 256 * 1024
"""Bytes that may wait for one client."""

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Line(Protocol):
    lagging_since: float | None
    """When this client stopped keeping up, by the loop's clock."""

    def send(self, frame: Frame) -> bool:
        """False when it was dropped, because too much lies unsent."""
        ...

    def finish(self) -> None:
        """Nothing more is to be sent."""
        ...

    def abort(self) -> None:
        """Cut it, without a word."""
        ...


def line_for(scope: MutableMapping[str, Any], send: Send, caught_up: Callable[[], None]) -> Line:
    """The shortcut where the server offers it, else the plain way."""
    shortcut = scope.get("extensions", {}).get(EXTENSION)
    if isinstance(shortcut, Shortcut):
        return ShortLine(shortcut, caught_up)
    return PlainLine(send, caught_up)


class ShortLine:
    def __init__(self, shortcut: Shortcut, caught_up: Callable[[], None]) -> None:
        self.lagging_since: float | None = None
        self._shortcut = shortcut
        self._caught_up = caught_up
        shortcut.resumed = self._resumed

    def send(self, frame: Frame) -> bool:
        if self.lagging_since is not None:
            return False
        if self._shortcut.unsent() + len(frame.raw) > MOST_UNSENT:
            self.lagging_since = asyncio.get_running_loop().time()
            return False
        self._shortcut.write(frame.raw)
        return True

    def finish(self) -> None:
        self._shortcut.resumed = lambda: None

    def abort(self) -> None:
        self._shortcut.abort()

    def _resumed(self) -> None:
        if self.lagging_since is not None:
            self.lagging_since = None
            self._caught_up()


class PlainLine:
    """A queue of our own, emptied by a task through the server's ordinary `send`."""

    def __init__(self, send: Send, caught_up: Callable[[], None]) -> None:
        self.lagging_since: float | None = None
        self._send = send
        self._caught_up = caught_up
        self._queue: deque[Frame] = deque()
        self._unsent = 0
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._empty())

    def send(self, frame: Frame) -> bool:
        if self.lagging_since is not None:
            return False
        if self._unsent + len(frame.text) > MOST_UNSENT:
            self.lagging_since = asyncio.get_running_loop().time()
            return False
        self._queue.append(frame)
        self._unsent += len(frame.text)
        self._wake.set()
        return True

    def finish(self) -> None:
        self._task.cancel()

    def abort(self) -> None:
        self._task.cancel()

    async def _empty(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                frame = self._queue.popleft()
                try:
                    await self._send({"type": "websocket.send", "text": frame.text.decode()})
                except Exception:
                    return
                self._unsent -= len(frame.text)
            if self.lagging_since is not None:
                self.lagging_since = None
                self._caught_up()
