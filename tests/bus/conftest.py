"""Every kind of bus, and NATS servers of our own."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import msgspec
import pytest

from croupier.bus import Bus, open_bus
from croupier.bus.local_server import LocalServer
from croupier.bus.memory import MemoryExchange
from tests.bus.hearing import every_turn

OpenBus = Callable[[str, str], Awaitable[Bus]]


class Network(msgspec.Struct):
    """Where the nodes of a test meet."""

    connect: Callable[[str], Awaitable[Bus]]
    """By a node's name; closed after the test."""
    wait: Callable[[float], Awaitable[None]]
    """Has the seconds pass, where they do not by themselves."""


@pytest.fixture(scope="module")
def shared_server() -> Iterator[LocalServer]:
    with LocalServer() as server:
        yield server


@pytest.fixture
def server() -> Iterator[LocalServer]:
    """One that the test may stop."""
    with LocalServer() as server:
        yield server


@pytest.fixture
async def opening() -> AsyncIterator[OpenBus]:
    """Opens buses that are closed after the test, come what may."""
    async with AsyncExitStack() as stack:

        async def open(url: str, name: str) -> Bus:
            bus = await open_bus(url, name)
            stack.push_async_callback(bus.close)
            return bus

        yield open


@pytest.fixture
async def exchange() -> AsyncIterator[MemoryExchange]:
    exchange = MemoryExchange()
    yield exchange
    await exchange.close()


@pytest.fixture(params=["memory", "nats"])
def network(request: pytest.FixtureRequest, exchange: MemoryExchange, opening: OpenBus) -> Network:
    if request.param == "memory":

        async def join(name: str) -> Bus:
            return exchange.connect(name)

        async def advance(seconds: float) -> None:
            await every_turn()
            exchange.advance(seconds)

        return Network(join, advance)

    url = request.getfixturevalue("shared_server").url

    async def connect(name: str) -> Bus:
        return await opening(url, name)

    async def nothing(seconds: float) -> None:
        pass

    return Network(connect, nothing)
