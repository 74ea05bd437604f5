"""What is done to cards between rounds where a person deals: inspected, cut, burned, shown."""

from typing import Any

from msgspec.structs import replace

from croupier.house.floor.text import clean
from croupier.house.roles import PLAYING
from croupier.server.connection import Connection
from croupier.server.handlers.dealers import DEALING
from croupier.server.handlers.desk import Desk, handles
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
async def inspect(desk: Desk, one: Connection, asked: InspectEquipment) -> Any:
    found = asked.inspection
    note = clean(found.note) if found.note else ""
    return await desk.ask(one, asked, table.InspectEquipment(replace(found, note=note)))


@handles(OfferCut, *DEALING)
async def offer_cut(desk: Desk, one: Connection, asked: OfferCut) -> Any:
    return await desk.ask(one, asked, table.OfferCut())


@handles(BurnCards, *DEALING)
async def burn_cards(desk: Desk, one: Connection, asked: BurnCards) -> Any:
    return await desk.ask(one, asked, table.BurnCards(asked.count))


@handles(ShowBurned, *DEALING)
async def show_burned(desk: Desk, one: Connection, asked: ShowBurned) -> Any:
    return await desk.ask(one, asked, table.ShowBurned(asked.cards))


@handles(DeclineBurned, *DEALING)
async def decline_burned(desk: Desk, one: Connection, asked: DeclineBurned) -> Any:
    return await desk.ask(one, asked, table.DeclineBurned())


@handles(PlaceCut, *PLAYING, *DEALING)
async def place_cut(desk: Desk, one: Connection, asked: PlaceCut) -> Any:
    return await desk.ask(one, asked, table.PlaceCut(asked.position))


@handles(DeclineCut, *PLAYING, *DEALING)
async def decline_cut(desk: Desk, one: Connection, asked: DeclineCut) -> Any:
    return await desk.ask(one, asked, table.DeclineCut())


@handles(AskBurned, *PLAYING)
async def ask_burned(desk: Desk, one: Connection, asked: AskBurned) -> Any:
    return await desk.ask(one, asked, table.AskBurned())
