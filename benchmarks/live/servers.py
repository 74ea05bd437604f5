"""The two servers that are measured, each a process of its own.

    python -m benchmarks.live.servers house '{"store": …, "port": …, "tables": […]}'
    python -m benchmarks.live.servers bare

The house is opened by the same code as `croupier serve`, only with room at its doors for thousands
of players from one address. The bare server knows no game and no books: it echoes, and what begins
with "all " it sends to everyone.
"""

import asyncio
import secrets
import sys
from typing import Any

import msgspec
import uvicorn
from uvicorn.loops.auto import auto_loop_factory

from croupier.bus.opening import open_bus
from croupier.house.garbage import tune_garbage_collection
from croupier.server.house import House
from croupier.server.node import NodeLink
from croupier.server.serve import HouseServer, hold
from croupier.server.settings import HouseSettings
from croupier.store import open_store
from croupier.store.nodes import Node
from croupier.store.opening import open_nodes
from croupier.table.config import TableConfig

KEY = bytes(range(32))
MANY = 1_000_000
SETTINGS = HouseSettings(
    play_chips=1_000_000_00, newcomers=MANY, requests=MANY, sockets=MANY, drain_s=1.0
)


class Wanted(msgspec.Struct):
    store: str
    tables: tuple[TableConfig, ...]
    port: int = 0
    bus: str = ""
    """Of several nodes that share a store and a port."""
    node: str = ""


async def house(wanted: Wanted) -> None:
    link = await _link(wanted) if wanted.node else None
    opened = House(open_store(wanted.store), key=KEY, settings=SETTINGS, link=link)
    opened.open(wanted.tables)

    async def tell(address: str) -> None:
        tune_garbage_collection()
        print(address, flush=True)

    door = hold("127.0.0.1", wanted.port, shared=bool(wanted.node))
    await HouseServer(opened, *door.getsockname(), door=door).open(tell)


async def _link(wanted: Wanted) -> NodeLink:
    node = Node(wanted.node, secrets.token_hex(8), "measured")
    return NodeLink(node, open_nodes(wanted.store), await open_bus(wanted.bus, wanted.node))


class Bare:
    def __init__(self) -> None:
        self._all: set[Any] = set()

    async def __call__(self, _: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        self._all.add(send)
        while (heard := await receive())["type"] != "websocket.disconnect":
            text = heard["text"]
            if not text.startswith("all "):
                await send({"type": "websocket.send", "text": text})
                continue
            message = {"type": "websocket.send", "text": text[4:]}
            for one in self._all:
                await one(message)
        self._all.discard(send)


async def bare() -> None:
    config = uvicorn.Config(
        Bare(),
        port=0,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()
    print(f"http://{host}:{port}", flush=True)
    await serving


if __name__ == "__main__":
    work = bare() if sys.argv[1] == "bare" else house(msgspec.json.decode(sys.argv[2], type=Wanted))
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(work)
