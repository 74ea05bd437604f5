"""Bets that staff place for a player who has asked them to (BJ5 5.18)."""

from typing import Any

from croupier.server.connection import Connection
from croupier.server.handlers.dealers import DEALING
from croupier.server.handlers.dispatcher import Dispatcher, handles
from croupier.table import commands as table
from croupier.wire.commands import MoveFor, PlaceFor


async def _known(dispatcher: Dispatcher, asked: PlaceFor | MoveFor) -> None:
    """The player's own limits hold, and are looked up though the player may not be here."""
    dispatcher.check_open()
    if asked.player in dispatcher.room(asked.table).state.consents:
        await dispatcher.house.know(asked.player)


@handles(PlaceFor, *DEALING)
async def place_for(dispatcher: Dispatcher, one: Connection, asked: PlaceFor) -> Any:
    await _known(dispatcher, asked)
    chip = table.PlaceFor(asked.player, asked.bet, asked.amount, asked.box)
    return await dispatcher.ask(one, asked, chip, asked.round)


@handles(MoveFor, *DEALING)
async def move_for(dispatcher: Dispatcher, one: Connection, asked: MoveFor) -> Any:
    await _known(dispatcher, asked)
    moved = table.MoveFor(
        asked.player, asked.bet, asked.to_bet, asked.box, asked.to_box, asked.amount
    )
    return await dispatcher.ask(one, asked, moved, asked.round)
