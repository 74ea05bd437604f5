"""What a human dealer does: scans, calls, makes a shoe; and what goes wrong is the pit's."""

from typing import Any

from msgspec.structs import replace

from croupier.games.inputs import Capacity
from croupier.house.floor.facts import AlertKind
from croupier.house.floor.text import clean
from croupier.house.roles import PIT, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.connection import Connection
from croupier.server.handlers.dispatcher import Dispatcher, handles
from croupier.table import commands as table
from croupier.table.scan_codes import ScanCommand, read_code
from croupier.wire.commands import (
    CallPit,
    ChangeShoe,
    CloseBetting,
    CloseOffers,
    OpenBetting,
    Rule,
    Scan,
    TakeBack,
    WithdrawCall,
)

DEALING = (Role.DEALER, *sorted(PIT))

_SAID: dict[ScanCommand, table.Command] = {
    ScanCommand.OPEN_BETTING: table.OpenBetting(),
    ScanCommand.CLOSE_BETTING: table.CloseBetting(),
    ScanCommand.TAKE_BACK: table.TakeBack(),
}
"""Codes printed at the dealer's place."""


@handles(Scan, *DEALING)
async def scan(dispatcher: Dispatcher, one: Connection, asked: Scan) -> Any:
    read = read_code(asked.code)
    command: table.Command
    if isinstance(read, ScanCommand):
        command = _SAID[read]
    elif isinstance(read, int):
        command = table.Call(read)
    else:
        command = table.Scan(read)
    reply = await dispatcher.ask(one, asked, command, asked.round)
    if reply.code == Code.CARD_IMPOSSIBLE:
        said = words(
            "the shoe of {decks, plural, one {# deck} other {# decks}} has no {card:card} left",
            decks=dispatcher.room(asked.table).state.rules.deck_count,
            card=str(read),
        )
        await dispatcher.house.alert(AlertKind.IMPOSSIBLE_CARD, asked.table, said, one.name)
    return reply


@handles(TakeBack, *DEALING)
async def take_back(dispatcher: Dispatcher, one: Connection, asked: TakeBack) -> Any:
    return await dispatcher.ask(one, asked, table.TakeBack(), asked.round)


@handles(OpenBetting, *DEALING)
async def open_betting(dispatcher: Dispatcher, one: Connection, asked: OpenBetting) -> Any:
    dispatcher.check_open()
    return await dispatcher.ask(one, asked, table.OpenBetting())


@handles(CloseBetting, *DEALING)
async def close_betting(dispatcher: Dispatcher, one: Connection, asked: CloseBetting) -> Any:
    return await dispatcher.ask(one, asked, table.CloseBetting(), asked.round)


@handles(CloseOffers, *DEALING)
async def close_offers(dispatcher: Dispatcher, one: Connection, asked: CloseOffers) -> Any:
    return await dispatcher.ask(one, asked, table.CloseOffers(), asked.round)


@handles(ChangeShoe, *DEALING)
async def change_shoe(dispatcher: Dispatcher, one: Connection, asked: ChangeShoe) -> Any:
    record = asked.record
    video = clean(record.video) if record.video else ""
    return await dispatcher.ask(one, asked, table.ChangeShoe(replace(record, video=video)))


@handles(CallPit, Role.DEALER, once=True)
async def call_pit(dispatcher: Dispatcher, one: Connection, asked: CallPit) -> Any:
    if dispatcher.room(asked.table).state.dealer != one.name:
        raise Refused(Code.NOT_ALLOWED, f"the dealer here is not {one.name}", "R30")
    reply = await dispatcher.ask(one, asked, table.CallPit(clean(asked.text)))
    if reply.ok:
        await dispatcher.house.calls.called(asked.table)
    return reply


@handles(WithdrawCall, Role.DEALER)
async def withdraw_call(dispatcher: Dispatcher, one: Connection, asked: WithdrawCall) -> Any:
    return await dispatcher.ask(one, asked, table.WithdrawCall())


@handles(Rule, *DEALING)
async def rule(dispatcher: Dispatcher, one: Connection, asked: Rule) -> Any:
    """R30: in the capacity the ruling names; for the house itself only the shift manager speaks."""
    if asked.ruling.by is Capacity.HOUSE and one.role is not Role.SHIFT:
        raise Refused(Code.NOT_ALLOWED, "only the shift manager speaks for the house", "R30")
    return await dispatcher.ask(
        one, asked, table.Rule(asked.ruling, error=asked.error), asked.round
    )
