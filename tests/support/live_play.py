"""Play at a table dealt by the house over real sockets: clocks that never run out, stacked cards,
the messages a client received."""

from collections.abc import Callable, Iterable
from itertools import cycle
from typing import Any

from croupier.client import Client, LaidBet, new_id
from croupier.engine.inputs import Action
from croupier.games.roulette.engine.spots import POCKETS
from croupier.kit.cards import Card, cards, shoe
from croupier.table import commands as table_commands
from croupier.table.commands import HOUSE, Command
from croupier.table.config import Clocks, TableConfig
from croupier.wire.messages import Message, Reply, TableMessage, You
from croupier.wire.views import Ask, TableView, YouView
from tests.support.live_clients import sync
from tests.support.live_house import LiveHouse, table

HOURS = 10_000_000
UNTIMED = Clocks(betting=HOURS, decision=HOURS, offer=HOURS, choice=HOURS, pause=HOURS)
"""Clocks that never run out: the table itself does nothing but deal."""


def untimed(game: str, **more: Any) -> TableConfig:
    """A table dealt by the house that waits for the test at every step."""
    return table(game, **{"clocks": UNTIMED} | more)


class Stacked:
    """Chance as the test wants it: the first cards of every shoe, or these pockets in turn."""

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


async def house_command(house: LiveHouse, table: str, command: Command) -> None:
    """Do now what the table's own clock would do later."""
    live = house.house.live_tables.tables[table]
    reply = await live.ask(HOUSE, command, new_id())
    assert reply.ok, reply


async def no_more_bets(house: LiveHouse, table: str, *clients: Client) -> None:
    await house_command(house, table, table_commands.CloseBetting())
    await sync(*clients)


async def next_round(house: LiveHouse, table: str, *clients: Client) -> None:
    await house_command(house, table, table_commands.OpenBetting())
    await sync(*clients)


# What a player does ---------------------------------------------------------------------------


async def join_as(house: LiveHouse, table: str, name: str, box: int | None = None) -> Client:
    """Register a player with 1000 who joins the table; `box`: and takes that seat."""
    client = await house.client(await house.player(name))
    view = await client.join(table)
    assert view.table == table
    await client.until(lambda: client.tables[table].phase == "betting")
    if box is not None:
        await client.sit(table, box)
    return client


async def bet(client: Client, table: str, *bets: tuple[str, int] | tuple[str, int, int]) -> None:
    """Add these bets in one message."""
    more = (LaidBet(*one) for one in bets)
    await client.place_bets(table, *client.confirmed(table), *more)


Choose = Callable[[Ask, "Client"], Action]


def cautious(ask: Ask, client: Client) -> Action:
    """Raise, continue, decline every offer, draw only where one must."""
    offered = {option.action for option in ask.options}
    for action in (Action.RAISE, Action.CONTINUE, Action.STAND, Action.HIT):
        if action in offered:
            return action
    return Action.DECLINE


async def play_out(
    house: LiveHouse, table: str, *clients: Client, choose: Choose = cautious
) -> None:
    """Answer every decision and offer until the round is over and every client knows."""

    def view() -> TableView:
        return clients[0].tables[table]

    while not view().over:
        await sync(*clients)
        waiting = [(one, ask) for one in clients for ask in own_view(one, table).asked]
        decisions = [(one, ask) for one, ask in waiting if ask.kind == "decision"]
        for one, ask in (decisions or waiting)[:1]:
            action = choose(ask, one)
            if action is Action.DECLINE and "surrender" in [o.action for o in ask.options]:
                # A card, or a decision after it, may come first, and is heard of a moment later.
                due = house.house.live_tables.tables[table].state.waiting
                if due.card is None and not due.decisions:
                    await house_command(house, table, table_commands.CloseOffers())
            else:
                await one.decide(table, action, ask.box, bet=ask.bet)
        if not waiting:
            await clients[0].until(lambda: view().over or view().turns or view().offers)
    await sync(*clients)


def own_view(client: Client, table: str) -> YouView:
    return client.you[table]


def net(client: Client, table: str) -> int:
    return sum(line.net for line in own_view(client, table).lines)


# What was heard -------------------------------------------------------------------------------


def listen(client: Client) -> list[Message]:
    """Every message the client receives from now on, in order."""
    heard: list[Message] = []
    client.on_message = heard.append
    return heard


def public_messages(heard: Iterable[Message], table: str) -> list[TableMessage]:
    return [one for one in heard if isinstance(one, TableMessage) and one.view.table == table]


def private_messages(heard: Iterable[Message]) -> list[You]:
    return [one for one in heard if isinstance(one, You)]


def phases(heard: Iterable[Message], table: str) -> list[str]:
    """The phases in order, without repeats."""
    found: list[str] = []
    for one in public_messages(heard, table):
        if not found or found[-1] != one.view.phase:
            found.append(one.view.phase)
    return found


async def refused_reply(client: Client, asked: Any) -> Reply:
    reply = await client.ask(asked)
    assert not reply.ok, asked
    assert reply.message
    return reply


async def spins(house: LiveHouse, client: Client, spot: str, many: int) -> None:
    """Spins of the table `live-roulette`, each with a bet of 10 on this spot."""
    wheel = "live-roulette"
    for _ in range(many):
        await bet(client, wheel, (spot, 10_00))
        await no_more_bets(house, wheel)
        await client.until(lambda: client.tables[wheel].over)
        await next_round(house, wheel)
        await client.until(lambda: client.tables[wheel].phase == "betting")
