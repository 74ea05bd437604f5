"""Evidence: never misled by looking often, and quick where something is wrong."""

from math import exp, isclose, log

import msgspec
import numpy as np
import pytest

from croupier.monitoring.evalues import Evidence, log_bet, log_ratio


def fair_coin(bias: float, seed: int, tosses: int, alpha: float, honest: int = 0) -> int | None:
    """After how many tosses a coin is suspected to show heads, having been fair for a while."""
    random = np.random.default_rng(seed)
    heads = np.concatenate((random.random(honest) < 0.5, random.random(tosses) < bias))
    evidence = Evidence.against(2)
    for toss, head in enumerate(heads.tolist(), 1):
        evidence.add(
            [log_ratio(p if head else 1 - p, 0.5) for p in (0.6, 0.75)],
            toss,
        )
        if evidence.alarms(alpha):
            return toss
    return None


def test_an_honest_coin_is_seldom_suspected_however_often_one_looks() -> None:
    alarms = sum(fair_coin(0.5, seed, 300, 0.05) is not None for seed in range(400))
    assert alarms <= 0.05 * 400 + 13  # three standard errors


def test_a_bad_coin_is_suspected() -> None:
    assert all((fair_coin(0.75, seed, 400, 1e-3) or 999) < 250 for seed in range(40))


def test_honest_years_do_not_hide_what_comes_after_them() -> None:
    found = [fair_coin(0.75, seed, 400, 1e-3, honest=2_000) or 9_999 for seed in range(20)]
    assert all(2_000 < toss < 2_300 for toss in found)


def test_since_names_the_first_observation_that_speaks_for_it() -> None:
    evidence = Evidence.against(1)
    for toss in range(1, 101):
        evidence.add([log_ratio(0.25, 0.5)], toss)
    for toss in range(101, 141):
        evidence.add([log_ratio(0.75, 0.5)], toss)
    assert evidence.alarms(1e-3)
    assert evidence.since[evidence.strongest] == 101


def test_the_value_is_what_all_the_money_has_become() -> None:
    """By hand: two observations, one bettor; a half goes in, then a sixth, and a third is held."""
    evidence = Evidence.against(1)
    assert evidence.log_value == 0
    evidence.add([log(3)], 1)
    assert isclose(exp(evidence.log_value), 1 / 2 * 3 + 1 / 2)
    evidence.add([log(2)], 2)
    assert isclose(exp(evidence.log_value), (1 / 2 * 3 + 1 / 6) * 2 + 1 / 3)


def test_it_can_be_kept_and_read_back() -> None:
    evidence = Evidence.against(3)
    evidence.add([0.1, -0.2, 0.0], 7)
    kept = msgspec.msgpack.encode(evidence)
    assert msgspec.msgpack.decode(kept, type=Evidence) == evidence
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(Evidence.against(2)), type=Evidence)


@pytest.mark.parametrize("result", [-1.0, 0.0, 35.0])
def test_a_bet_on_a_result_multiplies_by_what_it_gains(result: float) -> None:
    mean = -1 / 37
    assert isclose(exp(log_bet(0.01, result - mean)), 1 + 0.01 * (result - mean))
