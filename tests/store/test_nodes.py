"""The list of the nodes that share a house: who signed, how long ago, who is asked to leave."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from croupier.store.nodes import MemoryNodes, Node, Nodes
from croupier.store.opening import open_nodes, open_store

A, B = Node("a", "first", "1.0"), Node("b", "first", "1.1")


@pytest.fixture(params=["memory", "postgres"])
def nodes(request: pytest.FixtureRequest) -> Iterator[Nodes]:
    if request.param == "memory":
        yield MemoryNodes()
        return
    url = request.getfixturevalue("postgres_url")
    with closing(open_store(url)), closing(open_nodes(url)) as opened:
        yield opened


def test_whoever_signs_is_seen_by_name(nodes: Nodes) -> None:
    nodes.sign(B)
    seen = nodes.sign(A)
    assert [each.node for each in seen] == [A, B]
    assert [each.node for each in nodes.seen()] == [A, B]
    assert seen[0].age_ms <= seen[1].age_ms


def test_a_node_that_starts_again_is_another_one(nodes: Nodes) -> None:
    again = Node("a", "second", "1.0", draining=True)
    nodes.sign(A)
    assert [each.node for each in nodes.sign(again)] == [again]
    nodes.leave(again)
    assert nodes.seen() == ()


def test_a_node_is_asked_to_drain_once(nodes: Nodes) -> None:
    nodes.sign(A)
    assert nodes.ask_to_drain("a")
    assert [each.asked_to_drain for each in nodes.sign(A)] == [True]
    again = Node("a", "second", "1.0")
    nodes.leave(A)
    assert [each.asked_to_drain for each in nodes.sign(again)] == [False]
    assert not nodes.ask_to_drain("nobody")
