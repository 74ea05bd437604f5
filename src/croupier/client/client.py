"""A client of the house: follows tables, keeps what it is told, asks and is answered.

It comes back by itself where a line was cut: with the numbers of the last messages it has, so that
the house sends what was missed, or the latest.
"""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier.client.api import Api, HouseRefused
from croupier.client.station import Station
from croupier.engine.inputs import Action
from croupier.table.commands import LaidBet
from croupier.wire import commands as say
from croupier.wire.checks import CheckedBets
from croupier.wire.messages import (
    Bye,
    CageMessage,
    ChatMessage,
    FloorMessage,
    Message,
    Notice,
    Purse,
    RealityCheck,
    Reply,
    StaffMessage,
    TableMessage,
    Welcome,
    You,
)
from croupier.wire.views import LobbyTable, StaffView, TableView, YouView

_DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_ENCODER = msgspec.json.Encoder()
LARGEST = 4 * 1024 * 1024


class Client:
    """One socket of one account. `tables`, `you` and `purse` always hold the latest."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.welcome: Welcome | None = None
        self.tables: dict[str, TableView] = {}
        self.you: dict[str, YouView] = {}
        self.staff: dict[str, StaffView] = {}
        self.purse: Purse | None = None
        self.floor: FloorMessage | None = None
        self.cage: CageMessage | None = None
        self.chat: list[ChatMessage] = []
        self.notices: list[Notice | RealityCheck] = []
        self.said: list[str] = []
        """The dealers' announcements, of all tables followed."""
        self.bye: Bye | None = None
        self.station: Station | None = None
        """Signs what is asked of tables from now on."""
        self.on_message: Callable[[Message], None] = lambda _: None
        self._marks: dict[str, say.Mark] = {}
        self._own_mark: say.Mark | None = None
        self._answers: dict[str, asyncio.Future[Reply]] = {}
        self._news = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Coming and going ----------------------------------------------------------------------------

    async def connect(self) -> Welcome:
        """Open the socket and say hello; tables followed before are followed again."""
        await self.close()
        ticket = await self.api.ticket()
        address = self.api.address.replace("http", "ws", 1) + "/socket"
        self._socket = await connect(address, compression=None, max_size=LARGEST)
        await self._socket.send(_ENCODER.encode(say.Hello(ticket, self._own_mark)), text=True)
        first = _DECODER.decode(await self._socket.recv())
        if isinstance(first, Bye):
            raise HouseRefused(first.code, first.message)
        assert isinstance(first, Welcome)
        self.welcome, self.bye = first, None
        if not first.resumed:
            self._own_mark = say.Mark(first.feed, first.n)
        self._reader = asyncio.create_task(self._read(self._socket))
        for table in tuple(self.tables):
            await self.join(table)
        return first

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            with suppress(ConnectionClosed):
                await self._reader
        self._socket = self._reader = None

    @property
    def connected(self) -> bool:
        return self._reader is not None and not self._reader.done()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self._take(_DECODER.decode(text))
        except ConnectionClosed:
            pass
        finally:
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(HouseRefused("gone", "the socket was closed"))
            self._answers.clear()
            self._pulse()

    def _take(self, message: Message) -> None:
        match message:
            case Reply():
                answer = self._answers.pop(message.re, None)
                if answer is not None and not answer.done():
                    answer.set_result(message)
            case TableMessage():
                self.tables[message.view.table] = message.view
                self._marks[message.view.table] = say.Mark(message.feed, message.n)
                self.said += message.said
            case StaffMessage():
                self.staff[message.view.table] = message.view
            case You():
                self.you[message.view.table] = message.view
                self._own_mark = say.Mark(message.feed, message.n)
            case Purse():
                self.purse = message
                self._own_mark = say.Mark(message.feed, message.n)
            case Notice() | RealityCheck():
                self.notices.append(message)
                self._own_mark = say.Mark(message.feed, message.n)
            case ChatMessage():
                self.chat.append(message)
            case FloorMessage():
                self.floor = message
            case CageMessage():
                self.cage = message
            case Bye():
                self.bye = message
        self.on_message(message)
        self._pulse()

    def _pulse(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def until(self, test: Callable[[], object], seconds: float = 30) -> None:
        """Wait for messages until something holds; a closed socket, or too long, is an error."""
        async with asyncio.timeout(seconds):
            while not test():
                if not self.connected:
                    raise HouseRefused("gone", "the socket was closed")
                await self._news.wait()

    # Asking --------------------------------------------------------------------------------------

    async def ask(self, message: say.ClientMessage, seconds: float = 30) -> Reply:
        """Send, and wait for the answer, whatever it is. None, after so long, is an error: ask
        again with the same id."""
        if self.station is not None and isinstance(message, say.ToTable | say.Scan):
            message = self.station.sign(message)
        assert self._socket is not None, "connect first"
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._answers[message.id] = answer
        try:
            async with asyncio.timeout(seconds):
                await self._socket.send(_ENCODER.encode(message), text=True)
                return await answer
        except ConnectionClosed:
            raise HouseRefused("gone", "the socket was closed") from None
        finally:
            self._answers.pop(message.id, None)

    async def do(self, message: say.ClientMessage) -> Any:
        """The same; a refusal is raised."""
        reply = await self.ask(message)
        if not reply.ok:
            raise HouseRefused(reply.code, reply.message, reply.clause)
        return reply.data

    async def lobby(self) -> list[LobbyTable]:
        return msgspec.convert(await self.do(say.Lobby(new_id())), list[LobbyTable])

    async def join(self, table: str) -> TableView:
        await self.do(say.Join(new_id(), table, self._marks.get(table)))
        await self.until(lambda: table in self.tables)
        return self.tables[table]

    async def acknowledge(self) -> None:
        """The answer to a reality check."""
        await self.do(say.Acknowledge(new_id()))

    async def sit(self, table: str, box: int) -> None:
        await self.do(say.TakeSeat(new_id(), table, box))

    async def follow(self, table: str, follow: bool) -> None:
        """Once a session: whether bets behind split and double with the seat. It counts for what
        lies there too, until betting closes."""
        await self.do(say.ChooseFollow(new_id(), table, follow))

    async def give_entropy(self, table: str, shoe: str = "") -> str:
        """Have a part in the order of a sealed shoe, while it takes something: what was given,
        to be found in the record of its rounds. `shoe`: its name; empty: the one in use."""
        given = secrets.token_hex(32)
        await self.do(say.GiveEntropy(new_id(), table, given, shoe))
        return given

    async def place_bets(self, table: str, *bets: LaidBet) -> None:
        """Everything that is to lie on the layout, in place of what was confirmed before; without
        any, all is taken back."""
        await self.do(say.PlaceBets(new_id(), table, self.tables[table].round, bets))

    async def finish_betting(self, table: str, done: bool = True) -> None:
        """No more time is needed to bet; or it is, after all."""
        await self.do(say.FinishBetting(new_id(), table, self.tables[table].round, done))

    async def place(self, table: str, bet: str, amount: int, box: int | None = None) -> None:
        """One bet more, beside what is confirmed."""
        await self.place_bets(table, *self.confirmed(table), LaidBet(bet, amount, box))

    def confirmed(self, table: str) -> tuple[LaidBet, ...]:
        """What lies on the layout, as the house has told last."""
        you = self.you.get(table)
        lies = you.confirmed if you else ()
        return tuple(LaidBet(bet.bet, bet.amount, bet.box) for bet in lies)

    async def check_bets(self, table: str, *bets: LaidBet) -> CheckedBets:
        """What they would be refused for, and where no further chip is taken; nothing is kept."""
        message = say.CheckBets(new_id(), table, self.tables[table].round, bets)
        return msgspec.convert(await self.do(message), CheckedBets)

    async def decide(self, table: str, action: Action, box: int | None = None, **more: Any) -> None:
        round = self.tables[table].round
        await self.do(say.Decide(new_id(), table, round, action, box, **more))


def new_id() -> str:
    """Never used before."""
    return secrets.token_hex(12)
