"""A node that has much to do says that it lives all the same; and takes no other node for dead that
could sign no sooner than itself."""

import asyncio
from contextlib import suppress
from threading import Event
from typing import Any, cast

import pytest

from croupier.house.nodes import ownership as module
from croupier.house.nodes.ownership import Ownership
from croupier.store.errors import StoreFailed
from croupier.store.memory import MemoryStore
from croupier.store.nodes import DEAD_MS, MemoryNodes, Node, NodeSeen
from croupier.store.values import Owned
from tests.support.waiting import until

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


class Slow(MemoryStore):
    """Does not say who owns what before it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go, self.asked = Event(), Event()

    def owned(self) -> tuple[Owned, ...]:
        self.asked.set()
        self.go.wait()
        return super().owned()


class Counted(MemoryNodes):
    signs = 0

    def sign(self, node: Node) -> tuple[NodeSeen, ...]:
        self.signs += 1
        return super().sign(node)


async def test_a_node_signs_though_a_look_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it reads a long journal, or takes many tables over."""
    monkeypatch.setattr(module, "SIGN_S", 0.01)
    monkeypatch.setattr(module, "_LATE_MS", 0)
    nodes, store = Counted(), Slow()
    node = Node("a", "run", "test")
    own = Ownership(nodes, store, cast("Any", NoTables()), node, looked=lambda _: None)
    works = [asyncio.ensure_future(work) for work in (own.run(), own.keep_signing())]
    try:
        await until(store.asked.is_set)
        signed = nodes.signs
        await until(lambda: nodes.signs > signed + 2)
    finally:
        store.go.set()
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        await own.leave()


async def test_a_node_that_was_late_itself_takes_nobody_for_dead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The database answered nobody for a while: whoever signs first afterwards leaves the others
    their tables, until they have had the time to sign, too."""
    now_ms = 1_000_000
    monkeypatch.setattr(module, "monotonic_ms", lambda: now_ms)
    nodes = MemoryNodes(lambda: now_ms / 1000)
    a, b = Node("a", "run", "test"), Node("b", "run", "test")
    own = Ownership(nodes, MemoryStore(), cast("Any", NoTables()), a, looked=lambda _: None)
    nodes.sign(b)
    now_ms += 400
    await own.look()
    assert set(own.alive) == {a, b}
    now_ms += 2 * DEAD_MS
    await own.look()
    assert set(own.alive) == {a, b}
    now_ms += 500
    await own.look()
    assert set(own.alive) == {a, b}
    now_ms += 600
    await own.look()
    assert set(own.alive) == {a}
    await own.leave()


class Unanswered(MemoryNodes):
    answers = True

    def sign(self, node: Node) -> tuple[NodeSeen, ...]:
        if not self.answers:
            raise StoreFailed("no answer")
        return super().sign(node)


@pytest.mark.parametrize("for_everybody", [True, False])
async def test_clients_are_sent_on_when_the_database_answers_others_alone(
    monkeypatch: pytest.MonkeyPatch, for_everybody: bool
) -> None:
    """Not when it answers everybody again, and another node was the first to sign."""
    now_ms = 1_000_000
    monkeypatch.setattr(module, "monotonic_ms", lambda: now_ms)
    nodes, node = Unanswered(), Node("a", "run", "test")
    own = Ownership(nodes, MemoryStore(), cast("Any", NoTables()), node, looked=lambda _: None)

    async def look() -> None:
        with suppress(StoreFailed):
            await own.look()

    await look()
    nodes.answers = False
    now_ms += DEAD_MS + 2_000
    await look()
    assert own.cut_off()
    assert not own.lost_alone(signed_ago_ms=DEAD_MS + 1_500), "the other is silent for as long"
    now_ms += 10
    assert not own.lost_alone(signed_ago_ms=0), "this one has not tried since"
    nodes.answers = for_everybody
    now_ms += 10
    await look()
    assert own.lost_alone(signed_ago_ms=0) is not for_everybody
    assert own.cut_off() is not for_everybody
    await own.leave()


async def test_a_process_that_was_frozen_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has not tried to sign yet; nor has it while its try has just begun."""
    now_ms = 1_000_000
    monkeypatch.setattr(module, "monotonic_ms", lambda: now_ms)

    class Waiting(MemoryNodes):
        go, begun = Event(), Event()

        def sign(self, node: Node) -> tuple[NodeSeen, ...]:
            self.begun.set()
            self.go.wait()
            return super().sign(node)

    nodes = Waiting()
    nodes.go.set()
    tables, node = cast("Any", NoTables()), Node("a", "run", "test")
    own = Ownership(nodes, MemoryStore(), tables, node, looked=lambda _: None)
    await own.look()
    now_ms += 60_000
    assert not own.cut_off()
    nodes.go.clear()
    nodes.begun.clear()
    looking = asyncio.ensure_future(own.look())
    await until(nodes.begun.is_set)
    assert not own.cut_off()
    now_ms += 2_000
    assert own.cut_off()
    nodes.go.set()
    await looking
    now_ms += DEAD_MS
    assert not own.cut_off()
    await own.leave()
