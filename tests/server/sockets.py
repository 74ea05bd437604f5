"""A socket without the client: what is sent and received, message by message."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from croupier.client import Api
from croupier.wire import commands as say
from croupier.wire.messages import Message
from tests.support.live_house import LiveHouse

M = TypeVar("M", bound=Message)


@asynccontextmanager
async def bare(house: LiveHouse, **more: Any) -> AsyncIterator[ClientConnection]:
    """A socket on which nothing has been said. It sends no pings: a test that stops reading would
    be cut off by its own unanswered ping on a busy machine."""
    address = house.address.replace("http", "ws", 1) + "/socket"
    async with connect(address, compression=None, ping_interval=None, **more) as socket:
        yield socket


async def hello(socket: ClientConnection, api: Api, mark: say.Mark | None = None) -> None:
    await send(socket, say.Hello(await api.ticket(), mark))


async def send(socket: ClientConnection, message: Any) -> None:
    await socket.send(msgspec.json.encode(message), text=True)


_MESSAGE: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


async def hear(socket: ClientConnection) -> Message:
    return _MESSAGE.decode(await socket.recv())


async def hear_a(socket: ClientConnection, kind: type[M]) -> M:
    """The next message, which is of this kind."""
    message = await hear(socket)
    assert isinstance(message, kind)
    return message
