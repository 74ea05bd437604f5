"""Seeds of the simulated house of several nodes. A failure names its seed."""

import os
from collections import Counter

import pytest

import croupier
from tests.simulation.nodes_world import NodesWorld

GAMES = tuple(croupier.VARIANTS)
SEEDS = int(os.environ.get("CROUPIER_NODE_SEEDS", "60"))
STEPS = 150


def world(seed: int) -> NodesWorld:
    """Two or three nodes, three games."""
    first = seed % len(GAMES)
    games = tuple(GAMES[(first + apart) % len(GAMES)] for apart in (0, 2, 5))
    return NodesWorld(seed, games, nodes=2 + seed % 3 % 2)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_invariant_breaks(seed: int) -> None:
    world(seed).run(STEPS)


def test_the_same_seed_plays_the_same_house() -> None:
    worlds = [world(7_000) for _ in range(2)]
    for each in worlds:
        each.run(STEPS)
    first, second = worlds
    assert len(first.store.journal()) > 100
    assert first.met == second.met
    assert first.digest() == second.digest()


def test_everything_befalls_the_nodes() -> None:
    """A quiet simulator is a broken one."""
    met: Counter[str] = Counter()
    for seed in range(8_000, 8_016):
        each = world(seed)
        each.run(STEPS)
        met += each.met + each.store.met
    wanted = {
        "kill", "kill frozen", "start", "freeze", "thaw", "drain", "partition", "bus lost",
        "line cut", "checkpoint", "repeat", "acknowledged", "taken over", "forwarded",
        "woke too late", "silent store", "silent peer", "refused", "cut before", "cut after",
        "late", "forged message", "replayed message",
    }  # fmt: skip
    assert wanted - set(met) == set()
