"""Playing at a virtual table over real sockets: patient clocks, cards that come as the test wants,
and everything that was heard."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from itertools import cycle
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from croupier.client import Api, Client, LaidBet, new_id
from croupier.games.inputs import Action
from croupier.games.roulette.spots import POCKETS
from croupier.kit.cards import Card, cards, shoe
from croupier.table import commands as table_commands
from croupier.table.commands import HOUSE, Command
from croupier.table.config import Clocks, TableConfig
from croupier.wire import commands as say
from croupier.wire.messages import Message, Reply, TableMessage, You
from croupier.wire.views import Ask, TableView, YouView
from tests.server.dealing import asked, in_step, name_of, sound, told
from tests.server.serving import Open, table

__all__ = ["asked", "in_step", "name_of", "sound", "told"]

HOURS = 10_000_000
PATIENT = Clocks(betting=HOURS, decision=HOURS, offer=HOURS, choice=HOURS, pause=HOURS)
"""The table itself does nothing but deal."""


def patient(game: str, **more: Any) -> TableConfig:
    return table(game, **{"clocks": PATIENT} | more)


class Stacked:
    """Chance as the test wants it: the first cards of every shoe, or the pockets over and over."""

    def __init__(self, first: str = "", *, burned: int = 0, pockets: Iterable[int] = (0,)) -> None:
        self._first = cards(first)
        self._burned = burned
        self._pockets = cycle(pockets)
        self._swaps: list[int] = []

    def __call__(self, below: int) -> int:
        if not self._swaps:
            if below == len(POCKETS):
                return next(self._pockets)
            self._swaps = self._swaps_for(below // 52)
        return self._swaps.pop(0)

    def _swaps_for(self, decks: int) -> list[int]:
        """What a shuffle must draw, from the last place down, to leave the cards in this order."""
        order: list[Card] = list(shoe(decks))
        rest = list(shoe(decks))
        for one in self._first:
            rest.remove(one)
        wanted = [*rest[: self._burned], *self._first, *rest[self._burned :]]
        swaps = []
        for last in range(len(order) - 1, 0, -1):
            other = order.index(wanted[last], 0, last + 1)
            order[last], order[other] = order[other], order[last]
            swaps.append(other)
        assert order == wanted
        return swaps


# What the house does by itself ----------------------------------------------------------------


async def does(house: Open, table: str, command: Command) -> None:
    """What the table's own clock would do, done now."""
    live = house.house.live_tables.tables[table]
    reply = await live.ask(HOUSE, command, new_id())
    assert reply.ok, reply


async def no_more_bets(house: Open, table: str, *clients: Client) -> None:
    await does(house, table, table_commands.CloseBetting())
    await in_step(*clients)


async def next_round(house: Open, table: str, *clients: Client) -> None:
    await does(house, table, table_commands.OpenBetting())
    await in_step(*clients)


# What a player does ---------------------------------------------------------------------------


async def come(house: Open, table: str, name: str, box: int | None = None) -> Client:
    """A player with 1000 at the table, seated or standing."""
    client = await house.client(await house.player(name))
    view = await client.join(table)
    assert view.table == table
    await client.until(lambda: client.tables[table].phase == "betting")
    if box is not None:
        await client.sit(table, box)
    return client


async def bet(client: Client, table: str, *bets: tuple[str, int] | tuple[str, int, int]) -> None:
    """These bets more, in one message."""
    more = (LaidBet(*one) for one in bets)
    await client.place_bets(table, *client.confirmed(table), *more)


Choose = Callable[[Ask, "Client"], Action]


def cautious(ask: Ask, client: Client) -> Action:
    """Raise, go on, leave every offer, draw only where one must."""
    offered = {option.action for option in ask.options}
    for action in (Action.RAISE, Action.CONTINUE, Action.STAND, Action.HIT):
        if action in offered:
            return action
    return Action.DECLINE


async def play_out(house: Open, table: str, *clients: Client, choose: Choose = cautious) -> None:
    """Everyone answers whatever they are asked, until the round is over and all know it."""

    def view() -> TableView:
        return clients[0].tables[table]

    while not view().over:
        await in_step(*clients)
        waiting = [(one, ask) for one in clients for ask in own(one, table).asked]
        decisions = [(one, ask) for one, ask in waiting if ask.kind == "decision"]
        for one, ask in (decisions or waiting)[:1]:
            action = choose(ask, one)
            if action is Action.DECLINE and "surrender" in [o.action for o in ask.options]:
                # A card, or a decision after it, may come first, and is heard of a moment later.
                due = house.house.live_tables.tables[table].state.waiting
                if due.card is None and not due.decisions:
                    await does(house, table, table_commands.CloseOffers())
            else:
                await one.decide(table, action, ask.box, bet=ask.bet)
        if not waiting:
            await clients[0].until(lambda: view().over or view().turns or view().offers)
    await in_step(*clients)


def own(client: Client, table: str) -> YouView:
    return client.you[table]


def net(client: Client, table: str) -> int:
    return sum(line.net for line in own(client, table).lines)


# What was heard -------------------------------------------------------------------------------


def listen(client: Client) -> list[Message]:
    """From now on every message, in the order it came."""
    heard: list[Message] = []
    client.on_message = heard.append
    return heard


def public(heard: Iterable[Message], table: str) -> list[TableMessage]:
    return [one for one in heard if isinstance(one, TableMessage) and one.view.table == table]


def private(heard: Iterable[Message]) -> list[You]:
    return [one for one in heard if isinstance(one, You)]


def phases(heard: Iterable[Message], table: str) -> list[str]:
    """The phases in order, each once."""
    found: list[str] = []
    for one in public(heard, table):
        if not found or found[-1] != one.view.phase:
            found.append(one.view.phase)
    return found


async def refused(client: Client, asked: Any) -> Reply:
    reply = await client.ask(asked)
    assert not reply.ok, asked
    assert reply.message
    return reply


# Without the client ---------------------------------------------------------------------------


@asynccontextmanager
async def bare(house: Open, **more: Any) -> AsyncIterator[ClientConnection]:
    """A socket on which nothing has been said."""
    address = house.address.replace("http", "ws", 1) + "/socket"
    async with connect(address, compression=None, **more) as socket:
        yield socket


async def hello(socket: ClientConnection, api: Api, mark: say.Mark | None = None) -> None:
    await send(socket, say.Hello(await api.ticket(), mark))


async def send(socket: ClientConnection, message: Any) -> None:
    await socket.send(msgspec.json.encode(message), text=True)


_MESSAGE = msgspec.json.Decoder(Message)


async def hear(socket: ClientConnection) -> Message:
    return _MESSAGE.decode(await socket.recv())
