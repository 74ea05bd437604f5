"""A kernel and the engine play the same: given cards, fresh rounds, whole shoes, all settings."""

from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.engine.inputs import BallRested, CardDealt
from croupier.games.baccarat import sim as baccarat
from croupier.games.roulette import sim as roulette
from croupier.games.roulette.engine.spots import POCKETS, SPOTS
from croupier.kit.cards import DECK, Card
from croupier.odds import AnteStrategy, rules_for_odds
from croupier.sim.by_engine import EngineTable, play_out
from croupier.sim.compare_engine import by_engine, by_kernel, differing_units, table_of
from croupier.sim.families import simulated
from croupier.sim.game import SimulatedGame
from croupier.sim.plan import Plan
from croupier.sim.run import play

BACCARATS: list[tuple[str, dict[str, object]]] = [
    ("live-baccarat", {}),
    ("live-baccarat", {"decks": 1, "banker-pays": "9 to 10", "tie-pays": "9 to 1"}),
    ("rws-knockout-baccarat", {}),
    ("rws-knockout-baccarat", {"decks": 4, "banker-six-pays": "1 to 4", "player-pays": "2 to 1"}),
    ("rws-knockout-baccarat", {"raise-multiple": 5, "ante-pays": "3 to 2", "pair-pays": "12 to 1"}),
    ("rws-knockout-baccarat", {"decks": 1, "raise-multiple": 1, "tie-pays": "7 to 1"}),
]
OTHERS: list[tuple[str, dict[str, object]]] = [
    ("live-roulette", {}),
    ("live-roulette", {"straight-pays": "36 to 1", "even-chance-pays": "1 to 2"}),
]


def _plan(game: str, settings: dict[str, object], *, shoes: bool = False) -> Plan:
    return Plan(rules_for_odds(game, settings), shoes)


def _ids(values: object) -> str:
    return str(values).replace(" ", "")


@pytest.mark.parametrize(("game", "settings"), BACCARATS + OTHERS, ids=_ids)
def test_fresh_rounds(game: str, settings: dict[str, object]) -> None:
    plan = _plan(game, settings)
    units = 60 if game == "live-roulette" else 400
    assert list(differing_units(plan, 20, 0, units)) == []


@pytest.mark.parametrize(("game", "settings"), BACCARATS, ids=_ids)
def test_shoes_down_to_the_cut_card(game: str, settings: dict[str, object]) -> None:
    plan = _plan(game, settings, shoes=True)
    assert list(differing_units(plan, 21, 7, 5)) == []


@pytest.mark.parametrize("shoes", [False, True])
@pytest.mark.parametrize(
    ("game", "boxes"),
    [("rws-blackjack", 1), ("rws-blackjack-plus", 3), ("live-blackjack", 2)],
)
def test_blackjack_with_its_sums_by_shoe(game: str, boxes: int, shoes: bool) -> None:
    plan = Plan(rules_for_odds(game, {}), shoes, boxes)
    assert list(differing_units(plan, 22, 3, 4 if shoes else 100)) == []


@cache
def _at_both(number: int) -> tuple[baccarat.FreshCoups, EngineTable]:
    plan = _plan(*BACCARATS[number])
    return baccarat.FreshCoups(plan), table_of(plan)


@given(st.sampled_from(BACCARATS), st.lists(st.sampled_from(DECK), min_size=6, max_size=6))
def test_given_cards(variant: tuple[str, dict[str, object]], cards: list[Card]) -> None:
    game, table = _at_both(BACCARATS.index(variant))
    over = play_out(table, map(CardDealt, cards))
    assert game.nets_of(cards) == {bet: net for (bet, _), net in table.nets(over).items()}


@pytest.mark.parametrize(("game", "settings"), OTHERS, ids=_ids)
def test_every_spot_with_every_pocket(game: str, settings: dict[str, object]) -> None:
    plan = _plan(game, settings)
    table, kernel = table_of(plan), roulette.SimulatedRoulette(plan)
    for pocket in POCKETS:
        tally = np.zeros(kernel.tally_size, dtype=np.int64)
        tally[pocket] = 1
        counted = {
            (bet.bet, None): Fraction(won, bet.denominator)
            for bet in kernel.bets(tally)
            for won, times in bet.outcomes.items()
            if times
        }
        assert counted == table.nets(play_out(table, iter((BallRested(pocket),))))
        assert len(counted) == len(SPOTS) == 151


# Mistakes -------------------------------------------------------------------------------------


def test_a_wrong_third_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Player stands on five as on six."""
    hands = baccarat._hands().reshape(10, 10, 10, 10).copy()
    hands[5] = hands[6] - 10
    monkeypatch.setattr(baccarat, "_hands", hands.ravel)
    assert list(differing_units(_plan("live-baccarat", {}), 20, 0, 200))


@pytest.mark.parametrize(
    ("family", "shoes", "right", "wrong"),
    [
        (baccarat, False, "2 * (c1 == c3)", "2 * (c1 == c2)"),
        (baccarat, False, "good &= (d != e) & (d != f) & (e != f)", "good &= d != e"),
        (baccarat, True, "while at > reserve:", "while at >= reserve:"),
        (baccarat, True, "products[bet] += played * won[bet]", "products[bet] += won[bet]"),
        (roulette, False, "tally[pocket] += 1", "tally[pocket ^ uint64(1)] += 1"),
    ],
)
def test_a_mistake_in_a_kernel_is_found(
    family: ModuleType, shoes: bool, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled as it is, but for one place."""
    source = Path(family.kernel.__file__).read_text(encoding="utf-8")
    assert source.count(right) == 1
    kernel = ModuleType("kernel")
    planted = source.replace(right, wrong).replace("cache=True", "cache=False")
    exec(compile(planted, "kernel", "exec"), kernel.__dict__)
    monkeypatch.setattr(family, "kernel", kernel)
    game = "live-roulette" if family is roulette else "rws-knockout-baccarat"
    units = 12 if shoes else 2 if family is roulette else 1500
    plan = _plan(game, {}, shoes=shoes)
    assert by_kernel(simulated(plan), 20, 0, units) != by_engine(plan, table_of(plan), 20, 0, units)


@pytest.mark.parametrize("shoes", [False, True])
def test_a_wrong_pay_is_found(shoes: bool) -> None:
    plan = _plan("rws-knockout-baccarat", {}, shoes=shoes)
    other = _plan("rws-knockout-baccarat", {"banker-six-pays": "1 to 1"}, shoes=shoes)
    assert list(differing_units(plan, 20, 0, 10 if shoes else 200, simulated(other)))


def test_a_cut_card_in_the_wrong_place_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.games.baccarat.engine import rules

    plan = _plan("live-baccarat", {}, shoes=True)
    with monkeypatch.context() as patch:
        patch.setattr(rules, "CUT_CARD_FROM_BACK", 18)
        game = simulated(plan)
    assert list(differing_units(plan, 20, 0, 10, game))


def test_the_very_unit_is_named() -> None:
    """An ante is folded on a seven that should be raised."""
    plan = _plan("rws-knockout-baccarat", {})
    game, folding = simulated(plan), _folding_on(plan, "ante-player", 7)
    differing = list(differing_units(plan, 22, 0, 300, folding))
    assert 5 < len(differing) < 60
    for unit in range(300):
        plain, other = (_outcome(one, unit, "ante-player") for one in (game, folding))
        assert (plain != other) == (unit in differing)


def _folding_on(plan: Plan, bet: str, points: int) -> baccarat.FreshCoups:
    decisions = tuple(
        msgspec.structs.replace(one, raises=(one.bet, one.points) != (bet, points))
        for one in baccarat.ante_decisions_of(plan)
    )
    written = msgspec.json.encode(AnteStrategy(plan.rules.game, {}, decisions)).decode()
    return baccarat.FreshCoups(msgspec.structs.replace(plan, written=written))


def _outcome(game: SimulatedGame, unit: int, bet: str) -> object:
    return next(one.outcomes for one in game.bets(play(game, 22, unit, 1)) if one.bet == bet)
