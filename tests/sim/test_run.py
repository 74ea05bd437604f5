"""A run may be cut anywhere, stopped, kept and gone on with: it comes to the same."""

from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.engine.protocol import variant
from croupier.kit.errors import Refused
from croupier.odds import rules_for_odds
from croupier.sim import Simulated, simulate
from croupier.sim import checkpoint as checkpoints
from croupier.sim.families import simulated
from croupier.sim.game import SimulatedGame
from croupier.sim.plan import Plan
from croupier.sim.run import Done, play, run, threads, units_for

GAMES = {
    ("live-baccarat", False): 700,
    ("rws-knockout-baccarat", True): 40,
    ("live-roulette", False): 700,
}
"""Game, whether shoes are dealt down → units of a short run."""


@cache
def _game(game: str, shoes: bool) -> SimulatedGame:
    return simulated(Plan(variant(game), shoes))


@given(
    st.sampled_from([*GAMES]),
    st.integers(0, 2**64 - 1),
    st.lists(st.integers(0, 700), max_size=6),
    st.randoms(use_true_random=False),
)
@settings(max_examples=60)
def test_any_cuts_in_any_order(
    which: tuple[str, bool], seed: int, cuts: list[int], chance: Random
) -> None:
    units, game = GAMES[which], _game(*which)
    at = sorted({0, units, *(cut % units for cut in cuts)})
    parts = [*pairwise(at)]
    chance.shuffle(parts)
    total = np.zeros(game.tally_size, dtype=np.int64)
    for first, last in parts:
        game.play(seed, first, last - first, total)
    assert (total == play(game, seed, 0, units)).all()


@pytest.mark.parametrize("which", GAMES)
@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("part", [1, 33, 10_000])
def test_any_number_of_workers_and_size_of_parts(
    which: tuple[str, bool], workers: int, part: int
) -> None:
    game = simulated(Plan(variant(which[0]), which[1]))
    told: list[tuple[int, int]] = []
    units = GAMES[which]
    with threads(game, workers) as crew:
        done = run(game, crew, 9, units, part=part, progress=lambda *now: told.append(now))
    assert done.units == units
    assert (done.tally == play(game, 9, 0, units)).all()
    assert told == [(min(end, units), units) for end in range(part, units + part, part)]


def test_another_seed_is_another_run() -> None:
    game = simulated(Plan(variant("live-baccarat")))
    assert (play(game, 1, 0, 700) != play(game, 2, 0, 700)).any()


def test_one_that_is_stopped_is_a_shorter_one() -> None:
    game = simulated(Plan(variant("live-baccarat")))
    told: list[int] = []
    with threads(game, 2) as crew:
        done = run(
            game,
            crew,
            9,
            100_000,
            part=100,
            stop=lambda: len(told) >= 5,
            progress=lambda now, _of: told.append(now),
        )
    assert 500 <= done.units < 100_000
    assert (done.tally == play(game, 9, 0, done.units)).all()


def test_one_that_is_stopped_at_once() -> None:
    game = simulated(Plan(variant("live-baccarat")))
    with threads(game) as crew:
        done = run(game, crew, 9, 100, part=10, stop=lambda: True)
    assert done.units == 0
    assert not done.tally.any()


def test_a_failing_part_fails_the_run() -> None:
    game = simulated(Plan(variant("live-baccarat"), shoes=True))
    with threads(game) as crew, pytest.raises(Refused, match="shoes can be counted"):
        run(game, crew, 9, 2**62, part=2**61)


def test_shoes_are_as_many_as_the_first_ones_say() -> None:
    game = simulated(Plan(variant("live-baccarat"), shoes=True))
    rounds = game.rounds(play(game, 3, 0, 1024))
    assert units_for(game, rounds, 3) == 1024
    assert units_for(game, rounds + 1, 3) == 1025
    assert units_for(game, 1, 3) == 1


# Checkpoints ----------------------------------------------------------------------------------


def _same(one: Simulated, other: Simulated) -> bool:
    return (one.tally == other.tally).all() and one.units == other.units and one.bets == other.bets


@pytest.mark.parametrize("shoes", [False, True])
def test_going_on_is_as_good_as_one_go(tmp_path: Path, shoes: bool) -> None:
    rules, file = variant("rws-knockout-baccarat"), tmp_path / "run"
    first = simulate(rules, 150_000, seed=6, shoes=shoes, checkpoint=file)
    assert _same(first, simulate(rules, 150_000, seed=6, shoes=shoes))
    again = simulate(rules, 150_000, shoes=shoes, checkpoint=file)
    assert again.seed == 6
    assert _same(again, first)
    more = simulate(rules, 400_000, shoes=shoes, checkpoint=file)
    assert _same(more, simulate(rules, 400_000, seed=6, shoes=shoes))
    # What was done is not undone.
    assert _same(simulate(rules, 10, shoes=shoes, checkpoint=file), more)


def test_one_that_was_stopped_is_gone_on_with(tmp_path: Path) -> None:
    rules, file = variant("live-roulette"), tmp_path / "run"
    told: list[int] = []
    part = simulate(
        rules,
        500_000_000,
        seed=6,
        checkpoint=file,
        workers=1,
        progress=lambda now, _of: told.append(now),
        stop=lambda: bool(told),
    )
    assert part.stopped
    assert 0 < part.rounds < part.asked
    assert _same(part, simulate(rules, part.rounds, seed=6))
    rounds = part.rounds + 1000
    assert _same(simulate(rules, rounds, checkpoint=file), simulate(rules, rounds, seed=6))


def test_it_is_written_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, file = Plan(variant("live-roulette")), tmp_path / "run"
    keeper = checkpoints.Keeper(file, plan, 1, 0.0)
    done = Done(3, np.arange(37))
    keeper.now_and_then(done)
    assert not file.exists()
    monkeypatch.setattr(checkpoints, "EVERY_S", 0.0)
    keeper.now_and_then(done)
    kept = checkpoints.read(file)
    assert kept is not None
    assert kept.done.units == 3
    assert (kept.done.tally == done.tally).all()
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": 7}, "its seed is 6, not 7"),
        ({"shoes": True}, "its shoes is false, not true"),
        ({"game": "live-roulette"}, 'its game is "live-baccarat", not "live-roulette"'),
        ({"settings": {"decks": 6}}, "its decks is 8, not 6"),
        ({"settings": {"banker-pays": "1 to 1"}}, "is of another run: its "),
    ],
)
def test_another_run_does_not_go_on_there(
    tmp_path: Path, change: dict[str, object], says: str
) -> None:
    file = tmp_path / "run"
    simulate(variant("live-baccarat"), 1000, seed=6, checkpoint=file)
    before = file.read_bytes()
    asked: dict[str, Any] = {"game": "live-baccarat", "settings": {}, "seed": None} | change
    rules = rules_for_odds(asked.pop("game"), asked.pop("settings"))
    with pytest.raises(Refused, match=says):
        simulate(rules, 2000, checkpoint=file, **asked)
    assert file.read_bytes() == before


def test_a_checkpoint_that_is_none_or_damaged(tmp_path: Path) -> None:
    rules, file = variant("live-baccarat"), tmp_path / "run"
    simulate(rules, 1000, seed=6, checkpoint=file)
    kept = checkpoints.read(file)
    assert kept is not None
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(kept, units=999)))
    with pytest.raises(Refused, match="is damaged"):
        simulate(rules, 2000, checkpoint=file)
    other = msgspec.structs.replace(kept, method=0).sealed()
    file.write_bytes(msgspec.json.encode(other))
    with pytest.raises(Refused, match="another version"):
        simulate(rules, 2000, checkpoint=file)
    file.write_text("{}")
    with pytest.raises(Refused, match="is no checkpoint"):
        simulate(rules, 2000, checkpoint=file)
    with pytest.raises(Refused, match=r"cannot be read: Is a directory"):
        simulate(rules, 2000, checkpoint=tmp_path)
    with pytest.raises(Refused, match="cannot be written: No such file"):
        simulate(rules, 2000, checkpoint=tmp_path / "no" / "run")
