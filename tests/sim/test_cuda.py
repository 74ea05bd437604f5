"""The CUDA source compiles for a GPU, and counts what numba counts."""

from pathlib import Path
from random import Random

import pytest

from croupier.engine.protocol import variant
from croupier.games.baccarat.sim import FreshCoups, Shoes
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.sim.compare_engine import random_chart
from croupier.games.blackjack.sim.family import SimulatedBlackjack
from croupier.games.blackjack.sim.strategies import by_charts
from croupier.games.roulette.sim import SimulatedRoulette
from croupier.sim.families import simulated
from croupier.sim.gpu import CudaGame
from croupier.sim.kernels.random_cards import FRESH, SHOE
from croupier.sim.plan import Plan
from croupier.sim.run import play
from tests.sim.compilers import ForProcessor, for_gpu

BLACKJACKS: tuple[tuple[str, dict[str, object], int, int], ...] = (
    ("rws-blackjack", {}, FRESH, 1),
    ("rws-blackjack-plus", {"max-hands": 3, "resplit-aces": True}, SHOE, 2),
    ("live-blackjack", {"blackjack-takes": "everything", "surrender": True}, SHOE, 7),
    ("live-blackjack", {"look-under-ten": True}, FRESH, 3),
    ("classic-blackjack-double", {"h17": False, "max-hands": 4}, SHOE, 1),
    ("classic-blackjack-single", {}, FRESH, 1),
)
PLANS = (
    Plan(variant("live-baccarat")),
    Plan(variant("live-baccarat"), shoes=True),
    Plan(variant("rws-knockout-baccarat"), shoes=True),
    Plan(variant("live-roulette")),
    Plan(variant("classic-blackjack-single"), strategy="composition"),
    Plan(variant("live-blackjack"), shoes=True, strategy="count"),
)
SEED, FIRST = 3, 2**33


def cuda_game(plan: Plan) -> CudaGame:
    game = simulated(plan)
    assert isinstance(game, SimulatedBlackjack | FreshCoups | Shoes | SimulatedRoulette)
    return game


def counts_alike(game: CudaGame, folder: Path, units: int) -> None:
    expected = play(game, SEED, FIRST, units)
    assert game.rounds(expected) >= units
    assert ForProcessor(game.cuda, folder).play(SEED, FIRST, units).tolist() == expected.tolist()


@pytest.mark.parametrize(("name", "settings", "mode", "boxes"), BLACKJACKS)
def test_a_blackjack_played_anyhow(
    name: str, settings: dict[str, object], mode: int, boxes: int, tmp_path: Path
) -> None:
    rules = variant(name, settings)
    assert isinstance(rules, BlackjackRules)
    strategy = by_charts(rules, "random", [random_chart(Random(7))])
    game = SimulatedBlackjack(rules, strategy, mode=mode, boxes=boxes, bets=None, shoe=None)
    counts_alike(game, tmp_path, 20_000 if mode == FRESH else 500)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.rules.game)
def test_a_game_as_it_is_simulated(plan: Plan, tmp_path: Path) -> None:
    counts_alike(cuda_game(plan), tmp_path, 500 if plan.shoes else 20_000)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.rules.game)
def test_it_compiles_for_a_gpu(plan: Plan) -> None:
    assert b"play" in for_gpu(cuda_game(plan).cuda, 256)


def test_a_text_that_does_not_compile_says_why() -> None:
    roulette = cuda_game(Plan(variant("live-roulette"))).cuda
    with pytest.raises(AssertionError, match="BURNED"):
        for_gpu(roulette._replace(package="croupier.games.baccarat"), 64)
