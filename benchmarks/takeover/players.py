"""Players who go on at another node when theirs is gone, and remember what was acknowledged."""

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress

import httpx
from tests.support.node_processes import NodeProcesses
from websockets.exceptions import WebSocketException

from croupier.client import Api, Client, HouseRefused, new_id
from croupier.client.bot import Bot
from croupier.table.commands import Decide, PlaceBets, TakeSeat
from croupier.wire import commands as say
from croupier.wire.messages import Reply

_CUT = (HouseRefused, TimeoutError, OSError, EOFError, httpx.HTTPError, WebSocketException)
_KEPT = (PlaceBets, Decide, TakeSeat)
_ANSWER_S = 15.0
_COME_IN_S = 4.0
_LOOK_S = 1.0
_AGAIN_S = 0.1


class _Remembering(Client):
    """Keeps what was acknowledged, and what was never answered."""

    def __init__(self, api: Api, player: "Player") -> None:
        super().__init__(api)
        self._player = player

    async def ask(self, message: say.ClientMessage, seconds: float = _ANSWER_S) -> Reply:
        if not (isinstance(message, say.ToTable) and issubclass(message.kind, _KEPT)):
            return await super().ask(message, seconds)
        self._player.unanswered = message
        reply = await super().ask(message, seconds)
        self._player.unanswered = None
        if reply.ok:
            self._player.acknowledged.append(message.id)
            if issubclass(message.kind, PlaceBets):
                self._player.last_bet = time.monotonic()
        return reply


class Player:
    def __init__(self, house: NodeProcesses, table: str, number: int) -> None:
        self._house = house
        self.table = table
        self._number = number
        self._token = ""
        self.name = ""
        self.acknowledged: list[str] = []
        self.unanswered: say.ClientMessage | None = None
        self.last_bet = 0.0
        self.cuts = 0
        self._leaving: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        while True:
            nodes = sorted(self._house.running.items())
            if nodes:
                _, node = nodes[self._number % len(nodes)]
                with suppress(*_CUT):
                    await self._visit(node.address)
                self.cuts += 1
                self._number += 1
            await asyncio.sleep(_AGAIN_S)

    async def _visit(self, address: str) -> None:
        async with Api(address, self._token) as api:
            client = _Remembering(api, self)
            try:
                async with asyncio.timeout(_COME_IN_S):
                    await self._come_in(api, client)
                if self.unanswered is not None:
                    await client.ask(self.unanswered)
                playing = asyncio.create_task(Bot(client, self.table).play())
                looking = asyncio.create_task(_look(client))
                await _first_of(playing, looking)
            finally:
                # A frozen node would let us wait for its farewell.
                leaving = asyncio.create_task(_leave(client))
                self._leaving.add(leaving)
                leaving.add_done_callback(self._leaving.discard)

    async def _come_in(self, api: Api, client: Client) -> None:
        if not self._token:
            await api.guest()
            self._token, self.name = api.token, api.name
        await client.connect()


async def _look(client: Client) -> None:
    """A line may be dead, and nobody says so."""
    while True:
        await asyncio.sleep(_LOOK_S)
        await client.ask(say.Ping(new_id()), _COME_IN_S)


async def _first_of(*tasks: "asyncio.Task[None]") -> None:
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception) and not isinstance(error, _CUT):
            raise error


async def _leave(client: Client) -> None:
    with suppress(*_CUT):
        await client.close()


class Crowd:
    """Two players at each table, through all nodes."""

    def __init__(self, house: NodeProcesses, tables: Iterable[str]) -> None:
        places = [table for table in tables for _ in range(2)]
        self.players = [Player(house, table, number) for number, table in enumerate(places)]
        self._playing = [asyncio.create_task(player.play()) for player in self.players]

    async def bets_since(self, moment: float) -> list[float]:
        """Seconds until each of them had a bet acknowledged."""
        while not all(player.last_bet > moment for player in self.players):
            for task in self._playing:
                if task.done():
                    task.result()
            await asyncio.sleep(0.02)
        return [player.last_bet - moment for player in self.players]

    async def leave(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
