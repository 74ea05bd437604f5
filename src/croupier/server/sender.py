"""The way out of one socket: never waits, never grows beyond its bound.

Whoever reads too slowly is not sent what happens meanwhile; once they have caught up they are told
to be brought up to date. Others never notice. An answer is owed, and goes out even then: nothing
more is asked of the house meanwhile, so there is at most one.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from weakref import WeakKeyDictionary

from croupier.server.frames import Frame
from croupier.server.wire_protocol import EXTENSION, Shortcut

_LOG = logging.getLogger("croupier.socket")

MOST_UNSENT = 256 * 1024
"""Bytes that may wait for one client; over that it is sent nothing more until it has read them."""
_PAUSES_ABOVE = 64 * 1024
"""Bytes over which a transport tells when it has room again; up to that it never says so."""
_LAST_WORD_S = 1.0
"""How long a client that is being closed may take to read it."""

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Sender(ABC):
    def __init__(self, caught_up: Callable[[], None]) -> None:
        self.lagging_since: float | None = None
        """When this client stopped keeping up, by the loop's clock."""
        self._loop = asyncio.get_running_loop()
        self._caught_up = caught_up
        self._keeps_up = asyncio.Event()

    def send(self, frame: Frame, *, owed: bool = False) -> bool:
        """False when it was dropped, because too much lies unsent; what is owed never is."""
        if self.lagging_since is None and self._unsent() > MOST_UNSENT:
            self.lagging_since = self._loop.time()
            self._keeps_up.clear()
        if self.lagging_since is not None and not owed:
            return False
        self._put(frame)
        return True

    async def room(self) -> None:
        """Until this client, which is lagging, keeps up again or has gone."""
        await self._keeps_up.wait()

    @abstractmethod
    async def finish(self) -> None:
        """Nothing more is to be sent; what is on its way still goes out."""

    @abstractmethod
    def abort(self) -> None:
        """Cut it, without a word."""

    @abstractmethod
    def _unsent(self) -> int:
        """Bytes that wait."""

    @abstractmethod
    def _put(self, frame: Frame) -> None: ...

    def _resumed(self) -> None:
        if self.lagging_since is not None:
            self.lagging_since = None
            self._keeps_up.set()
            self._caught_up()


def sender_for(
    scope: MutableMapping[str, Any], send: Send, caught_up: Callable[[], None]
) -> Sender:
    """The shortcut where the server offers it, else the plain way."""
    shortcut = scope.get("extensions", {}).get(EXTENSION)
    if isinstance(shortcut, Shortcut):
        return ShortcutSender(shortcut, caught_up)
    return AsgiSender(send, caught_up)


class ShortcutSender(Sender):
    """What is said within a turn of the loop leaves in one write: that costs more than the bytes.
    The answer to a command comes a turn after the news of its commit, so it is waited for."""

    def __init__(self, shortcut: Shortcut, caught_up: Callable[[], None]) -> None:
        super().__init__(caught_up)
        self._shortcut = shortcut
        self._turn = _turn_of(self._loop)
        self._gathered: list[bytes] = []
        self._size = 0
        shortcut.resumed = self._resumed

    async def finish(self) -> None:
        self._shortcut.resumed = lambda: None
        self.write()

    def abort(self) -> None:
        self._shortcut.abort()

    def _unsent(self) -> int:
        return self._shortcut.unsent() + self._size

    def _put(self, frame: Frame) -> None:
        raw = frame.raw
        if not self._gathered:
            self._turn.add(self)
        self._gathered.append(raw)
        self._size += len(raw)

    def write(self) -> None:
        """What was gathered."""
        gathered, self._gathered, self._size = self._gathered, [], 0
        if gathered:
            self._shortcut.write(b"".join(gathered))
        if self.lagging_since is not None and self._shortcut.unsent() <= _PAUSES_ABOVE:
            self._resumed()


class _Turn:
    """All who were said something within this turn of the loop: thousands, when a table speaks."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._senders: list[ShortcutSender] = []

    def add(self, sender: ShortcutSender) -> None:
        if not self._senders:
            self._loop.call_soon(self._over)
        self._senders.append(sender)

    def _over(self) -> None:
        senders, self._senders = self._senders, []
        self._loop.call_soon(_write_all, senders)


def _write_all(senders: list[ShortcutSender]) -> None:
    for sender in senders:
        try:
            sender.write()
        except Exception:  # of one socket, and no reason to tell the others nothing
            _LOG.exception("a socket could not be written to")


_TURNS: "WeakKeyDictionary[asyncio.AbstractEventLoop, _Turn]" = WeakKeyDictionary()


def _turn_of(loop: asyncio.AbstractEventLoop) -> _Turn:
    turn = _TURNS.get(loop)
    if turn is None:
        turn = _TURNS[loop] = _Turn(loop)
    return turn


class AsgiSender(Sender):
    """A queue of our own, emptied by a task through the server's ordinary `send`."""

    def __init__(self, send: Send, caught_up: Callable[[], None]) -> None:
        super().__init__(caught_up)
        self._send = send
        self._queue: deque[Frame] = deque()
        self._waiting = 0
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._finished = False

    async def finish(self) -> None:
        if self._task is None:
            return
        if self.lagging_since is None:
            self._finished = True
            self._wake.set()
            await asyncio.wait((self._task,), timeout=_LAST_WORD_S)
        self._task.cancel()

    def abort(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _unsent(self) -> int:
        return self._waiting

    def _put(self, frame: Frame) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._empty())
        self._queue.append(frame)
        self._waiting += len(frame.text)
        self._wake.set()

    async def _empty(self) -> None:
        while self._queue or not self._finished:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                frame = self._queue.popleft()
                try:
                    await self._send({"type": "websocket.send", "text": frame.text.decode()})
                except Exception:
                    self._keeps_up.set()
                    return
                self._waiting -= len(frame.text)
            self._resumed()
