"""What the simulations count with is what the house counts with."""

import random

import numpy as np
import pytest
from tools.watchdogs.kernels import watch_shoe, watch_wheel

from croupier.monitoring.shoes import OrderFilter, ShoeEvidence, factory_order
from croupier.monitoring.wheels import WheelEvidence, wheel_order


def test_the_compiled_shoe_is_the_shoe() -> None:
    chance = random.Random(5)
    kept, missing, extra, followed = ShoeEvidence(2), np.zeros(52), np.zeros(52), np.zeros(12)
    before = np.array(factory_order(2))
    for number in (1, 2, 3):
        kept = kept.fresh_shoe(list(kept.dealt))
        cards = [*range(52)] * 2
        chance.shuffle(cards)
        if number == 3:  # a stretch of the shoe before
            cards = [*kept.last_orders[0][20:32], *cards]
        cards = _as_many_as_there_are(cards)[:80]
        weight = 1 / (number * (number + 1))
        missing, extra, followed = missing + weight, extra + weight, followed + weight
        composition, order, out = watch_shoe(
            np.array(cards), 2, number, missing, extra, followed, before
        )
        running = OrderFilter(kept)
        for at, kind in enumerate(cards):
            kept.dealt.append(kind)
            kept.out[kind] += 1
            running.feed(kind)
            assert kept.composition().value == pytest.approx(composition[at])
            assert kept.order(running.values).value == pytest.approx(order[at])
        missing, extra = np.array(kept.missing()), np.array(kept.extra())
        before = np.array(cards)
        assert list(out) == kept.out
    assert kept.order(running.values).alarms


def _as_many_as_there_are(cards: list[int]) -> list[int]:
    seen: list[int] = []
    for kind in cards:
        if seen.count(kind) < 2:
            seen.append(kind)
    return seen


def test_the_compiled_wheel_is_the_wheel() -> None:
    chance = random.Random(5)
    pockets = [chance.choice((chance.randrange(37), 17)) for _ in range(1_100)]
    wheel = WheelEvidence.of(37)
    for pocket in pockets:
        wheel.feed(pocket)
    places = np.array([wheel_order(37).index(pocket) for pocket in pockets])
    told, _ = watch_wheel(places, 10**9, 1e300)
    assert [one.value for one in wheel.suspicions()] == pytest.approx(list(told))
