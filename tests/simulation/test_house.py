"""Seeds of the simulated house. A failure names its seed, and the seed plays it again."""

import os
from collections import Counter
from pathlib import Path

import pytest

import croupier
from tests.simulation.world import World

GAMES = tuple(croupier.VARIANTS)
SEEDS = int(os.environ.get("CROUPIER_SEEDS", "300"))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_invariant_breaks(seed: int) -> None:
    first = seed % len(GAMES)
    games = tuple(dict.fromkeys((GAMES[first], GAMES[(first + 1 + seed % 5) % len(GAMES)])))
    World(seed, games).run(400)


@pytest.mark.parametrize("seed", range(9))
def test_no_invariant_breaks_on_a_file(seed: int, tmp_path: Path) -> None:
    """The same house on a real SQLite file."""
    world = World(5000 + seed, (GAMES[seed],), path=tmp_path / "house.db")
    world.run(150)
    world.store.close()


def test_the_same_seed_plays_the_same_house() -> None:
    worlds = [World(77, ("live-blackjack", "live-roulette")) for _ in range(2)]
    for world in worlds:
        world.run(400)
    one, other = ([entry.hash for entry in world.store.journal(limit=10_000)] for world in worlds)
    assert len(one) >= 100
    assert worlds[0].met == worlds[1].met
    assert one == other


def test_every_fault_meets_every_phase_of_every_game() -> None:
    """A quiet simulator is a broken one."""
    met: Counter[tuple[str, str, str]] = Counter()
    for seed in range(1000, 1000 + 20 * len(GAMES)):
        world = World(seed, (GAMES[seed % len(GAMES)],), faults=0.1)
        world.run(250)
        met.update(world.met)
    for window in ("the window", "the window of the next shoe"):
        assert {game for fault, _, game in met if fault == f"crash in {window}"}
    faults = ("store", "crash", "duplicate", "ruling", "zombie", "clock")
    phases = ("idle", "betting", "playing")
    wanted = {(fault, phase, game) for fault in faults for phase in phases for game in GAMES}
    holds = ("hold", "release", "void held", "crash held")
    wanted |= {(event, "playing", game) for event in holds for game in GAMES}
    missing = {one for one in wanted if not met[one]}
    # A round of roulette is one spin: it is over before most things can befall it.
    assert {one for one in missing if one[2] != "live-roulette"} == set()
