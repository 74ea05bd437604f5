"""What anybody may ask: the lobby, following a table, a word on the chat."""

from typing import Any

from croupier.house.floor.facts import ChatLine
from croupier.house.roles import EVERYONE, PIT, PLAYING, STAFF, Role
from croupier.server.connection import Connection
from croupier.server.handlers.desk import Desk, handles
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
async def ping(desk: Desk, one: Connection, asked: Ping) -> Any:
    return {"at_ms": desk.house.clock.wall()}


@handles(Lobby, *EVERYONE, looks=True)
async def lobby(desk: Desk, one: Connection, asked: Lobby) -> Any:
    return [room.lobby() for room in desk.house.rooms.values()]


@handles(Join, *EVERYONE, looks=True)
async def join(desk: Desk, one: Connection, asked: Join) -> Any:
    room = desk.room(asked.table)
    lines = [chat_message(one) for one in desk.house.floor.chat.lines(asked.table)[-LINES_TOLD:]]
    return {"resumed": room.join(one, asked.mark, lines)}


@handles(Part, *EVERYONE, looks=True)
async def part(desk: Desk, one: Connection, asked: Part) -> Any:
    desk.room(asked.table).part(one)


@handles(WatchFloor, *FLOOR_WATCHERS)
async def watch_floor(desk: Desk, one: Connection, asked: WatchFloor) -> Any:
    desk.house.floor_feed.join(one)


@handles(Acknowledge, *PLAYING, looks=True)
async def acknowledge(desk: Desk, one: Connection, asked: Acknowledge) -> Any:
    desk.house.protection.acknowledge(one.name)
    await desk.house.protection.write_time(one.name)


@handles(Say, *PLAYING, Role.DEALER, Role.MODERATOR, once=True)
async def say(desk: Desk, one: Connection, asked: Say) -> Any:
    """LIVE 1.5, 3.4: everybody at the table sees it; those betting behind have no chat."""
    room = desk.room(asked.table)
    behind = one.plays and room.bets_behind(one.name)
    line = desk.house.floor.chat.say(one.name, asked.table, asked.text, behind)
    room.chat(chat_message(line))
    return {"line": line.id}


@handles(ReportChat, *PLAYING, *STAFF - {Role.INSPECTOR, Role.ADMINISTRATOR}, once=True)
async def report_chat(desk: Desk, one: Connection, asked: ReportChat) -> Any:
    desk.room(asked.table)
    number = await desk.house.floor.report(asked.table, asked.line, one.name, asked.reason)
    return {"report": number}


def chat_message(line: ChatLine) -> ChatMessage:
    return ChatMessage(line.table, line.id, line.player, line.text, line.at_ms)
