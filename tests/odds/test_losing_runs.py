"""The longest losing run: against every order of few rounds, and of many against each other."""

from fractions import Fraction
from itertools import groupby, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.odds.sessions.losing_runs import losing_runs, runs_of
from tests.odds.enumerating import BLACKJACK_LIKE, RED, Nets, in_floats, orders


def longest(results: tuple[int, ...]) -> int:
    runs = groupby(results, key=lambda net: net < 0)
    return max((len([*run]) for lost, run in runs if lost), default=0)


@pytest.mark.parametrize("rounds", [1, 2, 5])
@pytest.mark.parametrize("nets", [RED, BLACKJACK_LIKE], ids=["red", "uneven"])
def test_every_order_of_few_rounds(nets: Nets, rounds: int) -> None:
    wanted = [Fraction()] * (rounds + 1)
    for results, chance in orders(nets, rounds):
        wanted[longest(results)] += chance
    told = losing_runs(in_floats(nets), rounds).chances
    assert told.tolist() == pytest.approx([float(p) for p in wanted], abs=1e-15)


def test_fourteen_tosses_of_a_coin() -> None:
    counts = [0] * 15
    for tosses in product((-1, 1), repeat=14):
        counts[longest(tosses)] += 1
    told = runs_of(0.5, 14).chances
    assert told.tolist() == pytest.approx([count / 2**14 for count in counts], abs=1e-15)


def chain(lost: float, rounds: int, length: int) -> float:
    """No run of so many: a chain of states, a round at a time."""
    state = np.zeros(length)
    state[0] = 1
    for _ in range(rounds):
        state = np.append((1 - lost) * state.sum(), lost * state[:-1])
    return float(state.sum())


@pytest.mark.parametrize(
    ("lost", "rounds"), [(0.5, 3000), (0.97, 3000), (0.1, 5000), (0.75, 20_000)]
)
def test_a_chain_of_states_says_the_same_of_many_rounds(lost: float, rounds: int) -> None:
    runs = runs_of(lost, rounds)
    for length in (1, 2, 3, 5, 8, 13, 21, 50, 200):
        wanted = 1 - chain(lost, rounds, length)
        assert runs.at_least(length) == pytest.approx(wanted, abs=1e-11)


def test_marks() -> None:
    runs = runs_of(0.5, 3)  # 1, 4, 2 and 1 of 8 orders
    assert [runs.quantile(p) for p in (0.125, 0.13, 0.625, 0.63, 1)] == [0, 1, 1, 2, 3]
    assert runs.mean == pytest.approx(11 / 8)
    assert [runs.at_least(n) for n in (0, 1, 3, 4)] == pytest.approx([1, 7 / 8, 1 / 8, 0])


def test_always_and_never() -> None:
    assert losing_runs({-1: 1.0}, 4).chances.tolist() == [0, 0, 0, 0, 1]
    assert losing_runs({0: 1.0}, 4).chances.tolist() == [1]


@given(lost=st.floats(0.001, 0.99), rounds=st.integers(1, 2000))
def test_any_session(lost: float, rounds: int) -> None:
    runs = runs_of(lost, rounds)
    assert runs.chances.sum() == pytest.approx(1)
    assert (runs.chances >= 0).all()
    assert len(runs.chances) <= rounds + 1
    assert runs.at_least(1) == pytest.approx(1 - (1 - lost) ** rounds, abs=1e-12)
    assert runs_of(lost, rounds + 1).mean >= runs.mean - 1e-9
