"""A node that has much to do says that it lives all the same."""

import asyncio
from threading import Event
from typing import Any, cast

from croupier.house.nodes.ownership import Ownership
from croupier.store.memory import MemoryStore
from croupier.store.nodes import MemoryNodes, Node

MANY = 100
"""Threads that everybody shares: there are never so many."""


class NoTables:
    tables: dict[str, Any] = {}


async def test_a_node_signs_though_every_thread_is_taken() -> None:
    """By reports, say, that take longer than it would be waited for."""
    nodes, node, over = MemoryNodes(), Node("a", "run", "test"), Event()
    tables = cast("Any", NoTables())
    ownership = Ownership(nodes, MemoryStore(), tables, node, looked=lambda _: None)
    busy = [asyncio.ensure_future(asyncio.to_thread(over.wait)) for _ in range(MANY)]
    try:
        await asyncio.sleep(0)
        await ownership.look()
        assert [seen.node for seen in nodes.seen()] == [node]
        await ownership.leave()
        assert nodes.seen() == ()
    finally:
        over.set()
        await asyncio.gather(*busy)
