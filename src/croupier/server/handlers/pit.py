"""What the pit does on its tables."""

from typing import Any

from croupier.house.floor.text import clean
from croupier.house.roles import PIT, Role
from croupier.kit.errors import Code, Refused
from croupier.server.connection import Connection
from croupier.server.handlers.dispatcher import Dispatcher, handles
from croupier.table import commands as table
from croupier.wire.commands import (
    AllowSqueeze,
    AnswerCall,
    ChangeDealer,
    CloseTable,
    OpenTable,
    Reconfigure,
    RefuseSqueeze,
)


@handles(AnswerCall, *PIT)
async def answer_call(dispatcher: Dispatcher, one: Connection, asked: AnswerCall) -> Any:
    note = clean(asked.note) if asked.note else ""
    return await dispatcher.ask(one, asked, table.AnswerCall(note))


@handles(AllowSqueeze, *PIT)
async def allow_squeeze(dispatcher: Dispatcher, one: Connection, asked: AllowSqueeze) -> Any:
    return await dispatcher.ask(one, asked, table.AllowSqueeze(asked.box), asked.round)


@handles(RefuseSqueeze, *PIT)
async def refuse_squeeze(dispatcher: Dispatcher, one: Connection, asked: RefuseSqueeze) -> Any:
    return await dispatcher.ask(one, asked, table.RefuseSqueeze(asked.box), asked.round)


@handles(ChangeDealer, *PIT)
async def change_dealer(dispatcher: Dispatcher, one: Connection, asked: ChangeDealer) -> Any:
    if asked.dealer is not None:
        account = dispatcher.house.people.account(asked.dealer)
        if account is None or account.role is not Role.DEALER:
            raise Refused(Code.NOT_ALLOWED, f"no dealer here is called {asked.dealer}", "R30")
    return await dispatcher.ask(one, asked, table.ChangeDealer(asked.dealer))


@handles(Reconfigure, *PIT)
async def reconfigure(dispatcher: Dispatcher, one: Connection, asked: Reconfigure) -> Any:
    change = table.Reconfigure(asked.limits, asked.settings, asked.clocks)
    return await dispatcher.ask(one, asked, change)


@handles(OpenTable, *PIT)
async def open_table(dispatcher: Dispatcher, one: Connection, asked: OpenTable) -> Any:
    dispatcher.check_open()
    return await dispatcher.ask(one, asked, table.OpenTable())


@handles(CloseTable, *PIT)
async def close_table(dispatcher: Dispatcher, one: Connection, asked: CloseTable) -> Any:
    return await dispatcher.ask(one, asked, table.CloseTable())
