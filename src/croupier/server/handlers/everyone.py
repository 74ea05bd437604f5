"""What anybody may ask: the lobby, following a table, a word on the chat."""

from typing import Any

from croupier.house.roles import LOOKING, PIT, PLAYING, STAFF, Role
from croupier.server.broadcast import chat_message
from croupier.server.connection import Connection
from croupier.server.handlers.dispatcher import Dispatcher, handles
from croupier.wire.commands import (
    Acknowledge,
    Join,
    Lobby,
    Part,
    Ping,
    ReportChat,
    Say,
    WatchCage,
    WatchFloor,
)

LINES_TOLD = 30
"""Of the chat, to whoever comes to a table."""


@handles(Ping, roles=LOOKING, looks=True)
async def ping(dispatcher: Dispatcher, connection: Connection, message: Ping) -> Any:
    return {"at_ms": dispatcher.house.clock.wall()}


@handles(Lobby, roles=LOOKING, looks=True)
async def lobby(dispatcher: Dispatcher, connection: Connection, message: Lobby) -> Any:
    rooms = dispatcher.house.rooms.values()
    return [room.lobby() for room in rooms if room.is_shown_to(connection.role)]


@handles(Join, roles=LOOKING, looks=True)
async def join(dispatcher: Dispatcher, connection: Connection, message: Join) -> Any:
    room = dispatcher.room(message.table)
    chat = dispatcher.house.floor.chat.lines(message.table)[-LINES_TOLD:]
    return {"resumed": room.join(connection, message.mark, map(chat_message, chat))}


@handles(Part, roles=LOOKING, looks=True)
async def part(dispatcher: Dispatcher, connection: Connection, message: Part) -> Any:
    dispatcher.room(message.table).part(connection)


@handles(WatchFloor, roles=PIT | {Role.INSPECTOR, Role.ADMINISTRATOR})
async def watch_floor(dispatcher: Dispatcher, connection: Connection, message: WatchFloor) -> Any:
    dispatcher.house.floor_feed.join(connection)


@handles(WatchCage, roles={Role.CASHIER, Role.INSPECTOR})
async def watch_cage(dispatcher: Dispatcher, connection: Connection, message: WatchCage) -> Any:
    dispatcher.house.cage_feed.join(connection)


@handles(Acknowledge, roles=PLAYING, looks=True)
async def acknowledge(dispatcher: Dispatcher, connection: Connection, message: Acknowledge) -> Any:
    dispatcher.house.protection.acknowledge(connection.name)
    await dispatcher.house.protection.write_time(connection.name)


@handles(Say, roles=PLAYING | {Role.DEALER, Role.MODERATOR}, once=True)
async def say(dispatcher: Dispatcher, connection: Connection, message: Say) -> Any:
    """LIVE 1.5, 3.4: everybody at the table sees it; those betting behind have no chat."""
    room = dispatcher.room(message.table)
    behind = connection.plays and room.bets_behind(connection.name)
    line = dispatcher.house.floor.chat.say(connection.name, message.table, message.text, behind)
    dispatcher.house.broadcast.chat(line)
    return {"line": line.id}


@handles(ReportChat, roles=PLAYING | STAFF - {Role.INSPECTOR, Role.ADMINISTRATOR}, once=True)
async def report_chat(dispatcher: Dispatcher, connection: Connection, message: ReportChat) -> Any:
    dispatcher.room(message.table)
    number = await dispatcher.house.floor.report(
        message.table, message.line, connection.name, message.reason
    )
    return {"report": number}
