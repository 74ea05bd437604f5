"""The band: exact where it can be, honest about its error, and where simulated days lie."""

from itertools import product
from math import isclose

import numpy as np
import pytest

from croupier.engine.protocol import variant
from croupier.monitoring import band as band_of
from croupier.monitoring.band import PlayedPeriod, moment_of
from croupier.monitoring.wins import TOGETHER, RoundWins, TakenStake, round_wins
from croupier.odds.game import together
from croupier.odds.play_figures import PlayFigures, play_figures
from croupier.odds.sessions.round_nets import round_nets
from croupier.odds.sessions.totals import totals


@pytest.fixture(scope="module")
def wheel() -> PlayFigures:
    return play_figures(variant("live-roulette"))


@pytest.fixture(scope="module")
def blackjack() -> PlayFigures:
    return play_figures(variant("live-blackjack"))


def on(figures: PlayFigures, *stakes: tuple[str, int] | tuple[str, int, int]) -> RoundWins:
    taken = [TakenStake(bet, box[0] if box else None, stake) for bet, stake, *box in stakes]
    return round_wins(figures, taken)


def days_of(wins: RoundWins, rounds: int, win: int = 0) -> PlayedPeriod:
    period = PlayedPeriod()
    for _ in range(rounds):
        period.add("same", lambda: wins, 0)
    period.add("same", lambda: wins, win)
    return period


def test_many_equal_rounds_are_what_the_odds_say_of_a_session(wheel: PlayFigures) -> None:
    """The same by another way: the odds' own sum of equal rounds."""
    period = days_of(on(wheel, ("straight:7", 1_00)), 499, win=-35_00)
    told = period.band(0.01)
    nets = {
        -net: p for net, p in round_nets(variant("live-roulette"), {"straight:7": 1_00}).items()
    }
    exact = totals(nets, 500)
    assert (told.low, told.high) == (exact.quantile(0.005), exact.quantile(0.995))
    assert isclose(told.at_most, exact.at_most(-35_00), abs_tol=1e-9)
    assert isclose(told.at_least, 1 - exact.at_most(-35_00 - 1), abs_tol=1e-9)
    assert isclose(told.mean, exact.mean, rel_tol=1e-9)
    assert isclose(told.stddev, exact.deviation, rel_tol=1e-9)
    assert told.step == 0
    assert told.error < 1e-9


def test_different_rounds_are_added_up_exactly(wheel: PlayFigures) -> None:
    """Every way three different spins can end, counted one by one."""
    rules = variant("live-roulette")
    stakes: list[dict[str, int]] = [
        {"red": 5_00},
        {"dozen:1": 10_00, "red": 1_00},
        {"straight:0": 2_00},
    ]
    period = PlayedPeriod()
    for n, laid in enumerate(stakes):
        period.add(n, lambda laid=laid: on(wheel, *laid.items()), -1_00)  # type: ignore[misc]
    told = period.band(0.1)
    ways = [together(rules, laid).items() for laid in stakes]
    chances: dict[int, float] = {}
    for ends in product(*ways):
        won = -int(sum(net for net, _ in ends))
        chances[won] = chances.get(won, 0.0) + float(np.prod([float(p) for _, p in ends]))
    below = sum(p for won, p in chances.items() if won <= -3_00)
    assert isclose(told.at_most, below, abs_tol=1e-9)
    outside = sum(p for won, p in chances.items() if not told.low <= won <= told.high)
    assert outside <= 0.1


def test_bets_of_one_spin_hang_together(wheel: PlayFigures) -> None:
    """Red and black: all that can be lost is both, to the zero."""
    told = days_of(on(wheel, ("red", 10_00), ("black", 10_00)), 99).band(0.01)
    assert isclose(told.mean, 100 * 20_00 / 37)
    assert told.low == 0
    assert isclose(told.stddev, (100 * 20_00**2 * 36 / 37**2) ** 0.5, rel_tol=1e-9)


def test_a_coarser_lattice_is_out_by_no_more_than_it_says(
    wheel: PlayFigures, monkeypatch: pytest.MonkeyPatch
) -> None:
    spots = sorted(wheel.joint.nets) if wheel.joint else []
    random = np.random.default_rng(7)
    period = PlayedPeriod(3)
    for n in range(240):
        spot = spots[int(random.integers(len(spots)))]
        stake = 1_00 * int(random.integers(1, 20))
        wins = on(wheel, (spot, stake))
        period.add(n, lambda wins=wins: wins, 0, n // 80)  # type: ignore[misc]
    exact = period.band(0.01)
    monkeypatch.setattr(band_of, "CELLS_OF_ALL", 0)
    monkeypatch.setattr(band_of, "COARSE_CELLS", 1 << 13)
    coarse = period.band(0.01)
    assert exact.step == 0
    assert coarse.step > 1_00
    assert coarse.error < 0.002
    assert abs(coarse.at_most - exact.at_most) < coarse.error + 0.01
    assert abs(coarse.low - exact.low) < 0.02 * exact.stddev
    assert coarse.low <= exact.low + coarse.step
    assert coarse.high >= exact.high - coarse.step
    monkeypatch.setattr(band_of, "MOST_KINDS", 0)
    normal = PlayedPeriod()
    for n, kind in enumerate(period._kinds.values()):
        normal.add(n, lambda kind=kind: kind.wins, 0)  # type: ignore[misc]
    rough = normal.band(0.01)
    assert rough.error > 0.01  # Berry and Esseen are careful
    assert abs(rough.at_most - exact.at_most) < rough.error


def test_the_course_ends_with_the_band(wheel: PlayFigures) -> None:
    period = PlayedPeriod(4)
    wins = on(wheel, ("red", 1_00))
    for n in range(40):
        period.add("same", lambda: wins, 1_00, n // 10)
    course, told = period.course(0.01), period.band(0.01)
    assert [point.rounds for point in course] == [10, 20, 30, 40]
    assert [point.win for point in course] == [10_00, 20_00, 30_00, 40_00]
    assert (course[-1].low, course[-1].high) == (told.low, told.high)
    assert course[0].high < course[-1].high
    assert told.outside
    assert told.at_least < 1e-9


def test_boxes_of_blackjack_hang_together_with_care(blackjack: PlayFigures) -> None:
    one = on(blackjack, ("initial", 1_00, 1))
    two = on(blackjack, ("initial", 1_00, 1), ("initial", 1_00, 2))
    assert isclose(two.mean, 2 * one.mean)
    assert isclose(two.variance, 2 * one.variance * (1 + TOGETHER))
    behind = on(blackjack, ("initial", 1_00, 1), ("behind", 1_00, 1))
    assert isclose(behind.variance, 4 * one.variance)
    assert len(behind.ways) == 1


def test_nothing_played_is_a_band_of_nothing() -> None:
    told = PlayedPeriod().band(0.01)
    assert (told.rounds, told.win, told.low, told.high) == (0, 0, 0, 0)


def test_moments_of_a_period() -> None:
    assert [moment_of(at, 100, 200, 4) for at in (100, 124, 125, 199, 300)] == [0, 0, 1, 3, 3]


@pytest.mark.parametrize("game", ["live-roulette", "live-baccarat", "rws-knockout-baccarat"])
def test_simulated_days_lie_in_the_band(game: str) -> None:
    """A small sample, where a round ends in one way for all; `benchmarks.monitoring` has more."""
    rules = variant(game)
    figures = play_figures(rules)
    bets = [bet for bet in figures.odds.bets if not bet.bet.startswith("wager")][:3]
    stakes = {bet.bet: 10_00 for bet in bets}
    told = days_of(on(figures, *stakes.items()), 199).band(0.05)
    ends = together(rules, stakes)
    values = np.array([-float(net) for net in ends])
    chances = np.array([float(p) for p in ends.values()])
    days = np.random.default_rng(3).choice(values, (2_000, 200), p=chances / chances.sum()).sum(1)
    outside = float(((days < told.low) | (days > told.high)).mean())
    assert 0.02 < outside < 0.065
