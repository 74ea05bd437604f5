"""One socket of somebody who has said hello."""

import asyncio
from collections.abc import Callable, MutableMapping
from typing import Any

from croupier.house.people.people import Who
from croupier.house.roles import BETTING, PLAYING, Role
from croupier.server.frames import Frame
from croupier.server.lanes import Lanes
from croupier.server.rates import MessageRate
from croupier.server.sender import Send, Sender, sender_for
from croupier.table.signed_command import SignedCommand
from croupier.wire.messages import Bye, Message, Reply


class Connection:
    def __init__(
        self,
        scope: MutableMapping[str, Any],
        send: Send,
        who: Who,
        caught_up: Callable[["Connection"], None],
        address: str = "",
    ) -> None:
        self.who = who
        self.address = address
        self.name = who.name
        self.role: Role = who.role
        self.plays = who.role in PLAYING
        """For chips that are in the books."""
        self.bets = who.role in BETTING
        self.rate = MessageRate()
        self.following: set[str] = set()
        self.ended = asyncio.Event()
        self.silent = True
        """Whether it is the client's turn to speak: nothing is being answered."""
        self.missed_after: int | None = None
        """The last message of its account's own feed that it was sent, if it missed any since."""
        self.lanes = Lanes()
        """What waits for other nodes to answer."""
        self.signed: SignedCommand | None = None
        """What a station has signed, while that is being answered."""
        self.sender: Sender = sender_for(scope, send, lambda: caught_up(self))

    def send(self, frame: Frame) -> bool:
        return self.sender.send(frame)

    def say(self, message: Message) -> bool:
        return self.send(Frame.of(message))

    def owe(self, message: Reply | Bye) -> None:
        """However slowly it reads: what it asked is answered, and it is told why it has to go."""
        self.sender.send(Frame.of(message), owed=True)

    def end(self, code: str, message: str) -> None:
        """The last word, then the socket is closed by whoever reads from it."""
        if not self.ended.is_set():
            self.owe(Bye(code, message))
            self.ended.set()
