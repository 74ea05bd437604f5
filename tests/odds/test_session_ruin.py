"""Ruin: against every way a short walk can go, and what is known of walks that never end."""

from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from croupier.kit.errors import Code, Refused
from croupier.odds.sessions.ruin import ruin_within
from croupier.odds.sessions.ruin_for_ever import ruin_for_ever
from tests.odds.enumerating import BLACKJACK_LIKE, RED, Nets, in_floats, orders, rounds_of


def walked(nets: Nets, rounds: int, above: int) -> float:
    """Every order of rounds; ruined is who is below the mark after any of them."""
    return float(
        sum(
            chance
            for results, chance in orders(nets, rounds)
            if any(above + sum < 0 for sum in accumulate(results))
        )
    )


@pytest.mark.parametrize("above", [-1, 0, 1, 2, 5, 9, 10, 15, 30])
@pytest.mark.parametrize("nets", [RED, BLACKJACK_LIKE], ids=["red", "uneven"])
def test_every_way_a_short_walk_can_go(nets: Nets, above: int) -> None:
    wanted = 1.0 if above < 0 else walked(nets, 5, above)
    assert ruin_within(in_floats(nets), 5).at(above) == pytest.approx(wanted, abs=1e-15)


@given(nets=rounds_of(4), rounds=st.integers(1, 4), above=st.integers(0, 30))
def test_any_short_walk(nets: Nets, rounds: int, above: int) -> None:
    wanted = walked(nets, rounds, above)
    assert ruin_within(in_floats(nets), rounds).at(above) == pytest.approx(wanted, abs=1e-14)


@given(nets=rounds_of(), rounds=st.integers(2, 300), above=st.integers(0, 200))
def test_more_rounds_ruin_more_and_more_money_less(nets: Nets, rounds: int, above: int) -> None:
    long, short = ruin_within(in_floats(nets), rounds), ruin_within(in_floats(nets), rounds // 2)
    assert short.at(above) <= long.at(above) + 1e-12
    assert long.at(above + 1) <= long.at(above) + 1e-12
    assert long.at(above) <= ruin_for_ever(in_floats(nets)).at(above) + 1e-9


def test_a_longer_walk_is_cut_off_where_nobody_comes_from() -> None:
    red = in_floats(RED)
    ruin = ruin_within(red, 400)
    assert len(ruin.chances) < 200
    # Forwards, and with nothing cut off.
    lose, win = float(RED[-10]), float(RED[10])
    spins, steps = 400, 20
    ahead = {0: 1.0}
    ruined = 0.0
    for _ in range(spins):
        after: dict[int, float] = {}
        for height, chance in ahead.items():
            after[height + 1] = after.get(height + 1, 0.0) + chance * win
            if height - 1 < -steps:
                ruined += chance * lose
            else:
                after[height - 1] = after.get(height - 1, 0.0) + chance * lose
        ahead = after
    assert ruin.at(200) == pytest.approx(ruined, abs=1e-13)


@pytest.mark.parametrize("win", [Fraction(51, 100), Fraction(3, 5), Fraction(99, 100)])
def test_a_coin_that_favours_whoever_plays(win: Fraction) -> None:
    """The classic: (q/p) to the power of the steps down to ruin."""
    ruin = ruin_for_ever({-5: float(1 - win), 5: float(win)})
    for above in (0, 4, 5, 50, 1000):
        steps = above // 5 + 1
        assert ruin.at(above) == pytest.approx(float((1 - win) / win) ** steps, rel=1e-9)


@pytest.mark.parametrize("nets", [RED, {-1: Fraction(1, 2), 1: Fraction(1, 2)}, BLACKJACK_LIKE])
def test_whoever_has_no_edge_is_ruined_in_the_end(nets: Nets) -> None:
    assert ruin_for_ever(in_floats(nets)).at(10**9) == 1


def test_whoever_cannot_lose_is_not() -> None:
    assert ruin_for_ever({0: 0.5, 3: 0.5}).at(0) == 0
    assert ruin_within({0: 0.5, 3: 0.5}, 100).at(0) == 0


@pytest.mark.parametrize("scale", [1, 7])
def test_a_long_walk_comes_to_what_is_said_of_one_without_end(scale: int) -> None:
    edge = {-8: 0.01, -2: 0.05, -1: 0.37, 0: 0.07, 1: 0.38, 2: 0.09, 3: 0.03}
    round = {scale * net: chance for net, chance in edge.items()}
    assert sum(net * chance for net, chance in round.items()) > 0
    for_ever, long = ruin_for_ever(round), ruin_within(round, 20_000)
    for above in (0, 1, 2, 7, 8, 20, 60):
        assert for_ever.at(scale * above) == pytest.approx(long.at(scale * above), abs=1e-12)


@given(nets=rounds_of(), above=st.integers(0, 3000))
def test_without_end_one_round_more_changes_nothing(nets: Nets, above: int) -> None:
    round = in_floats(nets)
    mean = sum(net * chance for net, chance in round.items())
    assume(mean > 0.01)
    ruin = ruin_for_ever(round)
    after = sum(chance * ruin.at(above + net) for net, chance in round.items())
    assert ruin.at(above) == pytest.approx(after, abs=1e-11)


def test_what_would_take_too_long_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        ruin_within(in_floats(RED), 100_000_000)
    assert refused.value.code is Code.LIMIT
    assert "too many" in refused.value.message


def test_results_that_are_too_fine_are_refused_before_anything_is_laid_out() -> None:
    fine = {-(10**10): 0.25, 1: 0.25, 10**10 + 1: 0.5}
    with pytest.raises(Refused, match="rounder stakes"):
        ruin_within(fine, 1)
    with pytest.raises(Refused, match="rounder stakes"):
        ruin_for_ever(fine)


def test_a_walk_with_wide_strides() -> None:
    """Next to a lattice of fifty: roots next to the circle, and a long series."""
    round = {-199: 0.35, 1: 0.15, 150: 0.5}
    ruin = ruin_for_ever(round)
    for above in (0, 1, 70, 198, 199, 500, 4000, 40_000):
        after = sum(chance * ruin.at(above + net) for net, chance in round.items())
        assert ruin.at(above) == pytest.approx(after, abs=1e-11)
    assert 0.01 < ruin.at(4000) < ruin.at(0) < 1
    with pytest.raises(Refused, match="rounder stakes"):
        ruin_for_ever({-1999: 0.35, 1: 0.15, 1500: 0.5})
