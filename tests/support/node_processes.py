"""Several nodes of one house, each a process of its own: a real PostgreSQL, a real bus."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import (
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    contextmanager,
)
from pathlib import Path

from croupier.bus.local_server import LocalServer
from croupier.client import Api, Client, HouseRefused
from croupier.store import open_store
from croupier.store.nodes import DEAD_MS, Nodes, NodeSeen
from croupier.store.opening import open_nodes
from croupier.table.cage import is_table
from tests.support.serve_process import Served, served


class NodeProcesses:
    def __init__(
        self,
        home: Path,
        store: str,
        bus: LocalServer,
        tables: Path,
        more: tuple[object, ...] = (),
    ) -> None:
        """`more`: of what every node is started with."""
        self._home = home
        self._more = more
        self.store = store
        self.bus = bus
        self._tables = tables
        self.running: dict[str, Served] = {}
        self._stacks: dict[str, ExitStack] = {}
        self.books = open_store(store)
        self.list: Nodes = open_nodes(store)

    @property
    def data(self) -> Path:
        return self._home / "data"

    @property
    def options(self) -> tuple[object, ...]:
        return ("--tables", self._tables, "--drain", 600, *self._more)

    def start(
        self,
        name: str,
        *more: object,
        port: int = 0,
        store: str = "",
        source: Path | None = None,
    ) -> Served:
        """`more`: of what this node alone is started with; `store`: another way to the same
        database."""
        stack = self._stacks[name] = ExitStack()
        options = (*self.options, *more, "--bus", self.bus.url, "--node", name)
        opened = served(self.data, *options, port=port, store=store or self.store, source=source)
        self.running[name] = stack.enter_context(opened)
        return self.running[name]

    def end(self, name: str) -> None:
        """At once, as kill -9 does."""
        del self.running[name]
        self._stacks.pop(name).close()

    def close(self) -> None:
        for name in tuple(self.running):
            self.end(name)
        self.list.close()
        self.books.close()

    def dealers(self) -> dict[str, str]:
        """The node that deals at each table, by the books; empty: nobody."""
        return {
            owned.stream: owned.owner.partition("/")[0]
            for owned in self.books.owned()
            if is_table(owned.stream)
        }

    def dealer(self, table: str) -> str:
        return self.dealers().get(table, "")

    def another(self, name: str) -> str:
        return next(other for other in self.running if other != name)

    def alive(self) -> dict[str, NodeSeen]:
        return {seen.node.name: seen for seen in self.list.seen() if seen.age_ms < DEAD_MS}

    def even(self) -> bool:
        """Every node deals somewhere, and every table is dealt at."""
        return set(self.dealers().values()) == set(self.running)


@contextmanager
def node_processes(
    home: Path, store: str, tables: Path, *names: str, more: tuple[object, ...] = ()
) -> Iterator[NodeProcesses]:
    with LocalServer() as bus:
        house = NodeProcesses(home, store, bus, tables, more)
        try:
            for name in names:
                house.start(name)
            yield house
        finally:
            house.close()


class Guests:
    """People with a session each, who may come to any node with it."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack

    async def come(self, node: Served, *tables: str) -> Client:
        api = await self._stack.enter_async_context(Api(node.address))
        await api.guest()
        client = await self._stack.enter_async_context(Client(api))
        for table in tables:
            await client.join(table)
        return client

    async def move(self, client: Client, node: Served) -> Client:
        """The same person with the same session, on another node. Behind one address the node that
        closes may still answer the door: whoever is told so knocks again, as browsers do."""
        api = await self._stack.enter_async_context(Api(node.address, client.api.token))
        api.name = client.api.name
        while True:
            try:
                again = await self._stack.enter_async_context(Client(api))
                break
            except HouseRefused as refused:
                if refused.code != "closing":
                    raise
                await asyncio.sleep(0.02)
        for table in client.tables:
            await again.join(table)
        return again


@asynccontextmanager
async def guests() -> AsyncIterator[Guests]:
    async with AsyncExitStack() as stack:
        yield Guests(stack)


def pid_of(house: Served, worker: str) -> int:
    """Process id of a worker."""
    children = Path(f"/proc/{house.pid}/task/{house.pid}/children").read_text()
    (pid,) = (
        int(child)
        for child in children.split()
        if worker in Path(f"/proc/{child}/cmdline").read_text().split("\0")
    )
    return pid


def worker_runs(nodes: Nodes) -> dict[str, str]:
    """Run id of each worker that is alive; a new one after each start."""
    return {seen.node.name: seen.node.run for seen in nodes.seen() if seen.age_ms < DEAD_MS}
