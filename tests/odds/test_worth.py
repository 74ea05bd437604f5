"""Outcomes and their chances, told as what a bet is worth."""

from fractions import Fraction

import msgspec
import pytest

from croupier.engine.protocol import variant
from croupier.engine.variants import VARIANTS
from croupier.odds.worth import GameOdds, Outcome, approximate, exact, settings_in_force


def test_told_exactly() -> None:
    odds = exact("tie", {Fraction(8): Fraction(1, 10), Fraction(-1): Fraction(9, 10)})
    assert odds.ev_exact == "-1/10"
    assert odds.ev == -0.1
    assert odds.house_edge == 0.1
    assert odds.stddev == pytest.approx(2.7)
    assert (odds.win, odds.push, odds.lose) == (0.1, 0, 0.9)
    assert odds.outcomes == (Outcome(-1, 0.9), Outcome(8, 0.1))


def test_a_push_neither_wins_nor_loses_and_what_never_comes_is_left_out() -> None:
    half = Fraction(1, 2)
    odds = exact("player", {Fraction(0): half, half: half, Fraction(3): Fraction()})
    assert (odds.win, odds.push, odds.lose) == (0.5, 0.5, 0)
    assert odds.outcomes == (Outcome(0, 0.5), Outcome(0.5, 0.5))
    assert odds.ev_exact == "1/4"


def test_all_that_is_staked() -> None:
    nets = {Fraction(2): Fraction(1, 4), Fraction(-3): Fraction(3, 4)}
    odds = exact("ante", nets, staked=Fraction(5, 2))
    assert (odds.ev_exact, odds.per_unit_wagered) == ("-7/4", -0.7)


def test_chances_that_leave_something_out() -> None:
    with pytest.raises(AssertionError):
        exact("tie", {Fraction(8): Fraction(1, 10)})
    with pytest.raises(AssertionError):
        approximate("tie", {8.0: 0.1}, -0.1, ev_composition=-0.1)


def test_a_worth_reckoned_apart() -> None:
    odds = approximate("initial", {1.0: 0.5, -1.0: 0.5}, -0.005, ev_composition=-0.004)
    assert (odds.ev, odds.ev_exact, odds.house_edge) == (-0.005, None, 0.005)
    assert (odds.stddev, odds.ev_composition) == (1, -0.004)


def test_what_does_not_apply_is_not_written() -> None:
    told = msgspec.to_builtins(exact("red", {Fraction(0): Fraction(1)}))
    always = "bet ev ev_exact house_edge stddev win push lose outcomes"
    assert list(told) == always.split()
    assert str(told["house_edge"]) == "0.0"
    main = msgspec.to_builtins(approximate("initial", {0.0: 1.0}, 0.0, ev_composition=0.0))
    assert (main["ev_exact"], main["ev_composition"]) == (None, 0.0)
    assert "shoe" not in msgspec.to_builtins(GameOdds("live-roulette", {}, ()))


@pytest.mark.parametrize("game", VARIANTS)
def test_settings_are_written_as_a_round_file_reads_them(game: str) -> None:
    rules = variant(game)
    settings = settings_in_force(rules)
    assert variant(game, msgspec.json.decode(msgspec.json.encode(settings))) == rules
    assert set(settings) == {field.replace("_", "-") for field in rules.settings()}


def test_settings_of_the_house() -> None:
    rules = variant("rws-blackjack", {"decks": 6, "h17": True, "chip-unit": "2.50"})
    settings = settings_in_force(rules)
    assert (settings["decks"], settings["h17"], settings["chip-unit"]) == (6, True, "2.5")
    assert settings["blackjack-pays"] == "3 to 2"
    assert settings["blackjack-takes"] == "one-initial-bet"
