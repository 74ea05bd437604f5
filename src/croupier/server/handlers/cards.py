"""What is done to cards between rounds where a person deals: inspected, cut, burned, shown."""

from typing import Any

from msgspec.structs import replace

from croupier.house.floor.text import clean
from croupier.house.roles import PLAYING
from croupier.server.connection import Connection
from croupier.server.handlers.dealers import DEALING
from croupier.server.handlers.dispatcher import Dispatcher, handles
from croupier.table import commands as table
from croupier.wire.commands import (
    AskBurned,
    BurnCards,
    DeclineBurned,
    DeclineCut,
    InspectEquipment,
    OfferCut,
    PlaceCut,
    ShowBurned,
)


@handles(InspectEquipment, *DEALING)
async def inspect(dispatcher: Dispatcher, one: Connection, asked: InspectEquipment) -> Any:
    found = asked.inspection
    note = clean(found.note) if found.note else ""
    return await dispatcher.ask(one, asked, table.InspectEquipment(replace(found, note=note)))


@handles(OfferCut, *DEALING)
async def offer_cut(dispatcher: Dispatcher, one: Connection, asked: OfferCut) -> Any:
    return await dispatcher.ask(one, asked, table.OfferCut())


@handles(BurnCards, *DEALING)
async def burn_cards(dispatcher: Dispatcher, one: Connection, asked: BurnCards) -> Any:
    return await dispatcher.ask(one, asked, table.BurnCards(asked.count))


@handles(ShowBurned, *DEALING)
async def show_burned(dispatcher: Dispatcher, one: Connection, asked: ShowBurned) -> Any:
    return await dispatcher.ask(one, asked, table.ShowBurned(asked.cards))


@handles(DeclineBurned, *DEALING)
async def decline_burned(dispatcher: Dispatcher, one: Connection, asked: DeclineBurned) -> Any:
    return await dispatcher.ask(one, asked, table.DeclineBurned())


@handles(PlaceCut, *PLAYING, *DEALING)
async def place_cut(dispatcher: Dispatcher, one: Connection, asked: PlaceCut) -> Any:
    return await dispatcher.ask(one, asked, table.PlaceCut(asked.position))


@handles(DeclineCut, *PLAYING, *DEALING)
async def decline_cut(dispatcher: Dispatcher, one: Connection, asked: DeclineCut) -> Any:
    return await dispatcher.ask(one, asked, table.DeclineCut())


@handles(AskBurned, *PLAYING)
async def ask_burned(dispatcher: Dispatcher, one: Connection, asked: AskBurned) -> Any:
    return await dispatcher.ask(one, asked, table.AskBurned())
