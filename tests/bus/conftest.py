"""Every kind of bus, and NATS servers of our own."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from time import time_ns

import msgspec
import pytest

from croupier.bus import Bus, open_bus
from croupier.bus.authenticated import LARGEST_SIGNED_BODY, AuthenticatedBus, message_key
from croupier.bus.local_server import LocalServer
from croupier.bus.memory import MemoryExchange
from croupier.bus.protocol import LARGEST_BODY
from tests.bus.hearing import every_turn

OpenBus = Callable[[str, str], Awaitable[Bus]]


class Network(msgspec.Struct):
    """Where the nodes of a test meet."""

    connect: Callable[[str], Awaitable[Bus]]
    """By a node's name; closed after the test."""
    wait: Callable[[float], Awaitable[None]]
    """Has the seconds pass, where they do not by themselves."""
    largest_body: int = LARGEST_BODY


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


@pytest.fixture(params=["memory", "nats", "authenticated memory", "authenticated nats"])
def network(request: pytest.FixtureRequest, exchange: MemoryExchange, opening: OpenBus) -> Network:
    wrapped, _, beneath = request.param.rpartition(" ")
    network = _network(beneath, request, exchange, opening)
    return _authenticated(network) if wrapped else network


def _authenticated(network: Network) -> Network:
    key = message_key(bytes(32))

    async def connect(name: str) -> Bus:
        bus = await network.connect(name)
        wall_ms = lambda: time_ns() // 1_000_000  # noqa: E731
        return AuthenticatedBus(bus, key, node=name, run=f"run-{name}", wall_ms=wall_ms)

    return Network(connect, network.wait, LARGEST_SIGNED_BODY)


def _network(
    kind: str, request: pytest.FixtureRequest, exchange: MemoryExchange, opening: OpenBus
) -> Network:
    if kind == "memory":

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
