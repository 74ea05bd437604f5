"""Blackjack's kernel held to the engine: the same cards and decisions, played by both.

`python -m tools.simulate_check` does the same at length.
"""

import numpy as np
import pytest

from croupier.engine.protocol import variant
from croupier.engine.variants import VARIANTS
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.odds.numbering import VALUES, values_of
from croupier.games.blackjack.sim import compare_engine
from croupier.games.blackjack.sim.strategies import NAMES, named
from croupier.odds.shoe import ShoeComposition

BLACKJACKS = [game for game, rules in VARIANTS.items() if rules.family == "blackjack"]


def _rules(game: str) -> BlackjackRules:
    rules = variant(game)
    assert isinstance(rules, BlackjackRules)
    return rules


@pytest.mark.parametrize("game", BLACKJACKS)
def test_random_tables_come_out_as_the_engine_plays_them(game: str) -> None:
    total = compare_engine.NONE
    for number in range(12):
        if number % 4 < 3:
            total += compare_engine.sample(_rules(game), (), 1, number, 25)
    assert not total.differences, total.differences[0]
    assert total.rounds >= 200


@pytest.mark.parametrize(
    "game", ["rws-blackjack-plus", "live-blackjack", "classic-blackjack-single"]
)
def test_every_strategy_with_a_name_is_the_one_the_engine_is_asked_for(game: str) -> None:
    rules = _rules(game)
    total = compare_engine.NONE
    for at, strategy in enumerate(compare_engine.strategies_of(rules)):
        number = 4 * at + 3
        total += compare_engine.sample(rules, [strategy], 1, number, 12)
    assert not total.differences, total.differences[0]
    assert total.rounds >= 12 * len(NAMES)


def test_the_best_play_by_cards_is_compared_on_pairs_of_every_value() -> None:
    """Split hands have tables of their own."""
    rules = _rules("rws-blackjack")
    strategy = named(rules, values_of(ShoeComposition.of_decks(8)), "composition")
    table = compare_engine.Table(rules, strategy, 1, ("initial",))
    rng = np.random.default_rng(4)
    rounds = []
    for pair in range(VALUES):
        cards = rng.integers(0, 52, (25, 60), dtype=np.uint8)
        cards[:, 0] = cards[:, 2] = pair
        rounds.append(cards)
    total = compare_engine.on_given_cards(table, np.concatenate(rounds))
    assert not total.differences, total.differences[0]
    assert total.rounds == 250


def test_a_round_without_cards_enough_is_none() -> None:
    table = compare_engine.Table(
        _rules("live-blackjack"),
        named(_rules("live-blackjack"), (32,) * 9 + (128,), "mimic-dealer"),
        1,
        ("initial",),
    )
    assert compare_engine.on_given_cards(table, np.ones((3, 6), np.uint8)) == compare_engine.NONE
