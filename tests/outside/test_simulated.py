"""A game of another package that brings no kernel is played by the engine, near its odds."""

from croupier.engine.protocol import variant
from croupier.sim import simulate
from croupier.sim.compare_engine import differing_units
from croupier.sim.plan import Plan


def test_dragon_tiger_is_near_its_odds() -> None:
    result = simulate(variant("dragon-tiger"), 4_000, seed=1)
    assert result.rounds == 4_000
    for bet in result.bets:
        assert bet.z is not None
        assert abs(bet.z) < 4.5


def test_shoes_of_two_cards_a_round() -> None:
    result = simulate(variant("dragon-tiger", {"decks": 1}), 200, seed=1, shoes=True)
    assert result.shoes is not None
    # Of 52 cards no round begins with 14 left.
    assert {*result.shoes.rounds} == {19}
    assert result.shoes.cards == 38 * result.units
    assert result.units == 11


def test_the_engine_agrees_with_itself() -> None:
    assert list(differing_units(Plan(variant("dragon-tiger")), 2, 0, 50)) == []
