"""What anybody may ask: the lobby, following a table, a word on the chat."""

from typing import Any

from croupier.house.floor.facts import ChatLine
from croupier.house.roles import EVERYONE, PIT, PLAYING, STAFF, Role
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
    WatchFloor,
)
from croupier.wire.messages import ChatMessage

LINES_TOLD = 30
"""Of the chat, to whoever comes to a table."""
FLOOR_WATCHERS = (*sorted(PIT), Role.INSPECTOR, Role.ADMINISTRATOR)


@handles(Ping, *EVERYONE, looks=True)
async def ping(dispatcher: Dispatcher, one: Connection, asked: Ping) -> Any:
    return {"at_ms": dispatcher.house.clock.wall()}


@handles(Lobby, *EVERYONE, looks=True)
async def lobby(dispatcher: Dispatcher, one: Connection, asked: Lobby) -> Any:
    return [room.lobby() for room in dispatcher.house.rooms.values()]


@handles(Join, *EVERYONE, looks=True)
async def join(dispatcher: Dispatcher, one: Connection, asked: Join) -> Any:
    room = dispatcher.room(asked.table)
    lines = [
        chat_message(one) for one in dispatcher.house.floor.chat.lines(asked.table)[-LINES_TOLD:]
    ]
    return {"resumed": room.join(one, asked.mark, lines)}


@handles(Part, *EVERYONE, looks=True)
async def part(dispatcher: Dispatcher, one: Connection, asked: Part) -> Any:
    dispatcher.room(asked.table).part(one)


@handles(WatchFloor, *FLOOR_WATCHERS)
async def watch_floor(dispatcher: Dispatcher, one: Connection, asked: WatchFloor) -> Any:
    dispatcher.house.floor_feed.join(one)


@handles(Acknowledge, *PLAYING, looks=True)
async def acknowledge(dispatcher: Dispatcher, one: Connection, asked: Acknowledge) -> Any:
    dispatcher.house.protection.acknowledge(one.name)
    await dispatcher.house.protection.write_time(one.name)


@handles(Say, *PLAYING, Role.DEALER, Role.MODERATOR, once=True)
async def say(dispatcher: Dispatcher, one: Connection, asked: Say) -> Any:
    """LIVE 1.5, 3.4: everybody at the table sees it; those betting behind have no chat."""
    room = dispatcher.room(asked.table)
    behind = one.plays and room.bets_behind(one.name)
    line = dispatcher.house.floor.chat.say(one.name, asked.table, asked.text, behind)
    room.chat(chat_message(line))
    return {"line": line.id}


@handles(ReportChat, *PLAYING, *STAFF - {Role.INSPECTOR, Role.ADMINISTRATOR}, once=True)
async def report_chat(dispatcher: Dispatcher, one: Connection, asked: ReportChat) -> Any:
    dispatcher.room(asked.table)
    number = await dispatcher.house.floor.report(asked.table, asked.line, one.name, asked.reason)
    return {"report": number}


def chat_message(line: ChatLine) -> ChatMessage:
    return ChatMessage(line.table, line.id, line.player, line.text, line.at_ms)
