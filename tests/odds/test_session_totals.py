"""The result of a session: as every order of its rounds gives it, and as is known of a coin."""

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.kit.errors import Code, Refused
from croupier.odds.sessions.totals import Totals, totals
from tests.odds.enumerating import BLACKJACK_LIKE, RED, Nets, in_floats, rounds_of, sums


def told(every: Totals) -> dict[int, float]:
    return {
        int(result): float(p)
        for result, p in zip(every.results, every.chances, strict=True)
        if p > every.error
    }


@pytest.mark.parametrize("rounds", [1, 2, 3, 5, 6])
@pytest.mark.parametrize("nets", [RED, BLACKJACK_LIKE], ids=["red", "uneven"])
def test_every_order_of_few_rounds(nets: Nets, rounds: int) -> None:
    every = totals(in_floats(nets), rounds)
    wanted = sums(nets, rounds)
    assert told(every) == pytest.approx({net: float(p) for net, p in wanted.items()}, abs=1e-14)
    assert every.ahead == pytest.approx(float(sum(p for net, p in wanted.items() if net > 0)))
    assert every.even == pytest.approx(float(wanted.get(0, 0)))


def test_a_hundred_spins_on_red_are_a_binomial() -> None:
    every = totals(in_floats(RED), 100)
    for won in range(101):
        exactly = Fraction(comb(100, won) * 18**won * 19 ** (100 - won), 37**100)
        at = (20 * won - 1000 - every.least) // every.step
        kept = every.chances[at] if 0 <= at < len(every.chances) else 0.0
        assert abs(kept - float(exactly)) < 1e-14
    assert every.mean == pytest.approx(-1000 / 37)
    assert every.deviation == pytest.approx(10 * sqrt(100 * (1 - 1 / 37**2)))


def test_the_bound_of_its_error_is_kept() -> None:
    """Against whole numbers, for so many spins that rounding has something to do."""
    spins = 3000
    every = totals(in_floats(RED), spins)
    exactly = np.zeros(len(every.chances))
    first = (every.least + 10 * spins) // 20
    ways = comb(spins, first) * 18**first * 19 ** (spins - first)
    for place in range(len(exactly)):
        exactly[place] = float(Fraction(ways, 37**spins))
        won = first + place
        ways = ways * (spins - won) * 18 // ((won + 1) * 19)
    assert 0 < np.abs(every.chances - exactly).sum() < every.error < 1e-9


def test_a_million_rounds_cost_no_more_than_their_deviation_is_wide() -> None:
    every = totals(in_floats(BLACKJACK_LIKE), 1_000_000)
    assert len(every.chances) < 20 * every.deviation
    assert every.chances.sum() == pytest.approx(1)
    assert float(every.results @ every.chances) == pytest.approx(every.mean, rel=1e-9)
    spread = sqrt(float((every.results - every.mean) ** 2 @ every.chances))
    assert spread == pytest.approx(every.deviation, rel=1e-9)
    # So many are normal, half a step of the lattice being looked at.
    assert every.quantile(0.975) == pytest.approx(every.mean + 1.959964 * every.deviation, abs=2)


def test_quantiles() -> None:
    one = totals({-1: 0.25, 0: 0.5, 7: 0.25}, 1)
    assert [one.quantile(p) for p in (0.01, 0.25, 0.26, 0.75, 0.76, 1)] == [-1, -1, 0, 0, 7, 7]
    assert [one.at_most(n) for n in (-2, -1, 0, 6, 7, 99)] == [0, 0.25, 0.75, 0.75, 1, 1]


def test_bins_hold_everything_and_one_begins_at_zero() -> None:
    every = totals(in_floats(BLACKJACK_LIKE), 300)
    bins = every.bins(20)
    assert sum(one.p for one in bins) == pytest.approx(1)
    assert 10 <= len(bins) <= 22
    assert [one.below for one in bins[:-1]] == [one.least for one in bins[1:]]
    (here,) = (n for n, one in enumerate(bins) if one.least == 0)
    assert sum(one.p for one in bins[:here]) == pytest.approx(every.behind)


def test_a_histogram_of_numpy_is_a_round_as_well() -> None:
    nets = dict(zip(np.array([-10, 10]), np.array([0.5, 0.5]), strict=True))
    assert told(totals(nets, 2)) == pytest.approx({-20: 0.25, 0: 0.5, 20: 0.25})


def test_the_largest_sums_stay_whole() -> None:
    every = totals({-(10**10): 0.5, 10**10: 0.5}, 10**8)
    assert every.quantile(0.0) < -(10**14)
    assert every.ahead == pytest.approx(every.behind)


def test_what_never_changes_has_one_result() -> None:
    every = totals({-3: 1.0}, 1000)
    assert told(every) == {-3000: 1.0}
    assert every.deviation == 0


@pytest.mark.parametrize(
    ("nets", "rounds", "code"),
    [
        ({}, 1, Code.BAD_AMOUNT),
        ({-1: 0.5, 1: 0.4}, 1, Code.BAD_AMOUNT),
        ({-1: 1.5, 1: -0.5}, 1, Code.BAD_AMOUNT),
        ({-1: float("nan"), 1: 0.5}, 1, Code.BAD_AMOUNT),
        ({2**63: 1.0}, 1, Code.BAD_AMOUNT),
        ({0.5: 1.0}, 1, Code.BAD_AMOUNT),
        ({10**12: 1.0}, 10**8, Code.LIMIT),
        ({-1: 0.5, 1: 0.5}, 0, Code.LIMIT),
        ({-1: 0.5, 1: 0.5}, 10**9, Code.LIMIT),
        ({-1: 0.5, 10**9: 0.5}, 10**4, None),
        ({-1: 0.4, 2: 0.1, 10**9: 0.5}, 10**4, Code.LIMIT),
    ],
)
def test_what_is_no_session_is_refused(
    nets: dict[int, float], rounds: int, code: Code | None
) -> None:
    if code is None:
        assert totals(nets, rounds).chances.sum() == pytest.approx(1)
        return
    with pytest.raises(Refused) as refused:
        totals(nets, rounds)
    assert refused.value.code == code


@given(nets=rounds_of(), first=st.integers(1, 40), then=st.integers(1, 40))
def test_two_sessions_one_after_the_other_are_a_longer_one(
    nets: Nets, first: int, then: int
) -> None:
    one, two = totals(in_floats(nets), first), totals(in_floats(nets), then)
    whole = totals(in_floats(nets), first + then)
    wanted = np.convolve(one.chances, two.chances)
    place = (whole.least - one.least - two.least) // whole.step
    assert place >= 0
    compared = wanted[place : place + len(whole.chances)]
    assert np.allclose(whole.chances[: len(compared)], compared, rtol=0, atol=1e-13)


@given(nets=rounds_of(), rounds=st.integers(1, 3000))
def test_any_session_adds_up(nets: Nets, rounds: int) -> None:
    every = totals(in_floats(nets), rounds)
    assert every.ahead + every.even + every.behind == pytest.approx(1)
    assert (every.chances >= 0).all()
    scale = every.deviation + abs(every.mean)
    assert float(every.results @ every.chances) == pytest.approx(every.mean, abs=1e-9 * scale)
    marks = [every.quantile(p) for p in (0.0, 0.01, 0.5, 0.99, 1.0)]
    assert marks == sorted(marks)
    mirrored = totals({-net: p for net, p in in_floats(nets).items()}, rounds)
    assert mirrored.ahead == pytest.approx(every.behind, abs=1e-12)
