"""The best count of a bet: none is better, and known ones are found again."""

from itertools import product

import pytest

from croupier.games.blackjack.odds.counting import HI_LO
from croupier.odds.counting.effects import Effects
from croupier.odds.counting.figures import Count
from croupier.odds.counting.tags import best_counts, best_tags, count_of
from tests.odds.test_effects import of_bet

KNOCK_OUT = HI_LO | {"7": 1}
CRUSH = {**dict.fromkeys("A234", 1), **dict.fromkeys("56789", 0), "T": -1}
"""Snyder's for Over 13."""


def best(effects: Effects, level: int, unbalanced: int = 0) -> Count:
    tags = best_tags(effects, level, unbalanced)
    assert tags is not None
    return count_of(effects, tags)


@pytest.mark.parametrize(
    ("level", "unbalanced", "bet"),
    [(1, 0, "tie"), (1, 4, "tie"), (1, 4, "winning-total-8"), (2, 0, "ante-banker")],
)
def test_no_other_tags_correlate_better(level: int, unbalanced: int, bet: str) -> None:
    """Against every one there is; of level two, with the small cards taken as one."""
    effects = of_bet("rws-knockout-baccarat", bet)
    if level > 1:
        effects = Effects(
            effects.ev, ("2", *effects.names[4:]), (128, *effects.counts[4:]), effects.effects[3:]
        )
    most = 0.0
    for tags in product(range(-level, level + 1), repeat=len(effects.names)):
        held = zip(tags, effects.counts, strict=True)
        if abs(sum(tag * count for tag, count in held)) <= unbalanced * 8 and any(tags):
            count = count_of(effects, dict(zip(effects.names, tags, strict=True)))
            most = max(most, count.correlation)
    assert best(effects, level, unbalanced).correlation == pytest.approx(most, abs=1e-12)


def test_counts_that_players_know_are_found_again() -> None:
    main, over = of_bet("live-blackjack", "initial"), of_bet("rws-blackjack", "over-13")
    assert best(main, 1).tags == HI_LO
    assert best(main, 1, 4).tags == KNOCK_OUT
    assert best(over, 1).tags == CRUSH


def test_hi_lo_tells_what_it_is_said_to_tell() -> None:
    """Betting correlation 0.97, and half a per cent a point (Griffin, Schlesinger)."""
    six = of_bet("live-blackjack", "initial", decks=6)
    count = count_of(six, HI_LO)
    assert count.correlation == pytest.approx(0.97, abs=0.01)
    assert count.worth == pytest.approx(0.005, abs=0.0005)
    assert count.balance == 0


def test_tens_and_others_tell_all_of_insurance() -> None:
    simple, better = best_counts(of_bet("live-blackjack", "insurance"))
    assert simple.balance == 0
    assert better.tags == {"A": 1, "2": 1, "T": -2}
    assert better.balance == 4
    assert better.correlation == pytest.approx(1, abs=1e-12)
    # 2.4 points of Hi-Lo in one deck, and 3 in many, is when players insure; here a ten counts two.
    assert better.index == pytest.approx(3.875, abs=0.001)
    (_, one_deck) = best_counts(of_bet("classic-blackjack-single", "insurance"))
    assert one_deck.index == pytest.approx(3.0, abs=0.01)


def test_a_count_turned_around_tells_the_opposite() -> None:
    effects = of_bet("rws-blackjack", "over-13")
    turned = count_of(effects, {name: -tag for name, tag in CRUSH.items()})
    right = count_of(effects, CRUSH)
    assert turned.correlation == -right.correlation
    assert turned.worth == -right.worth
    assert right.index is not None
    assert right.index > 0


def test_a_harder_count_must_be_much_better() -> None:
    simple, better = best_counts(of_bet("live-blackjack", "initial"))
    assert (simple.level, better.level, better.balance) == (1, 2, 0)
    assert better.correlation > simple.correlation + 0.015


def test_where_no_card_tells_there_is_no_count() -> None:
    assert best_counts(of_bet("rws-blackjack", "player-pair")) == ()
