"""What a desk of the staff has to know at a glance, told to whoever watches when it changes."""

import asyncio
from abc import ABC, abstractmethod

from croupier.server.connection import Connection
from croupier.server.feeds import Feed
from croupier.server.frames import Frame
from croupier.wire.messages import Message

EVERY_S = 0.5


class DeskFeed(ABC):
    def __init__(self) -> None:
        self._feed = Feed(kept=1)
        self.watchers: set[Connection] = set()

    @abstractmethod
    def glance(self) -> object:
        """Another value whenever those who watch are to be told anew."""

    @abstractmethod
    def message(self, feed: str, n: int) -> Message: ...

    async def run(self) -> None:
        before: object = None
        while True:
            await asyncio.sleep(EVERY_S)
            if not self.watchers:
                continue
            now = self.glance()
            if now != before:
                before = now
                frame = self._feed.frame(self.message)
                for connection in self.watchers:
                    connection.send(frame)

    def join(self, connection: Connection) -> None:
        self.watchers.add(connection)
        self.catch_up(connection)

    def catch_up(self, connection: Connection) -> None:
        """The latest, for who watches."""
        if connection in self.watchers:
            connection.send(Frame.of(self.message(self._feed.name, self._feed.n)))

    def part(self, connection: Connection) -> None:
        self.watchers.discard(connection)
