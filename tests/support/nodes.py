"""Several nodes of one house inside a test: one store, one bus that can be made to fail, and a
socket server each."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

from croupier.bus.memory import MemoryExchange
from croupier.server.node import HouseNode, NodeLink
from croupier.store.memory import MemoryStore
from croupier.store.nodes import MemoryNodes, Node
from croupier.table.config import TableConfig
from tests.support.live_house import LiveHouse, serving

STEP_S = 0.02


class SharedStore(MemoryStore):
    """It outlives each of the nodes."""

    def close(self) -> None:
        pass


class Nodes:
    """The nodes of a house by name."""

    def __init__(self, tables: Iterable[TableConfig], *, seed: int = 0, **more: Any) -> None:
        self._tables = tuple(tables)
        self._more = more
        self.store = SharedStore()
        self.registry = MemoryNodes()
        self.exchange = MemoryExchange(chosen=Random(seed))
        self.open: dict[str, LiveHouse] = {}
        self._stacks: dict[str, AsyncExitStack] = {}

    async def start(self, name: str, **own: Any) -> LiveHouse:
        """`own`: what is this node's alone."""
        stack = self._stacks[name] = AsyncExitStack()
        bus = self.exchange.connect(name)
        link = NodeLink(Node(name, f"run-{name}", "test"), self.registry, bus)
        opened = serving(self._tables, store=self.store, link=link, **self._more, **own)
        self.open[name] = await stack.enter_async_context(opened)
        return self.open[name]

    async def close(self, name: str) -> None:
        await self._stacks.pop(name).aclose()
        del self.open[name]

    async def advance(self) -> None:
        """The bus has a time of its own; here it is quick, so that nobody waits for long."""
        while True:
            await asyncio.sleep(STEP_S)
            self.exchange.advance(10 * STEP_S)

    def dealer(self, table: str) -> str:
        """The node that deals there; empty: none, or two believe it."""
        names = [
            name for name, open in self.open.items() if open.house.live_tables.tables[table].owned
        ]
        return names[0] if len(names) == 1 else ""


@asynccontextmanager
async def nodes(tables: Iterable[TableConfig], *names: str, **more: Any) -> AsyncIterator[Nodes]:
    house = Nodes(tables, **more)
    time_goes_on = asyncio.create_task(house.advance())
    try:
        for name in names:
            await house.start(name)
        yield house
    finally:
        for name in tuple(house.open):
            await house.close(name)
        time_goes_on.cancel()
        await house.exchange.close()


def node_of(open: LiveHouse) -> HouseNode:
    node = open.house.node
    assert node is not None
    return node
