"""Pockets of a real wheel: evidence that is worth nothing on average while all is honest."""

import copy
import random

import pytest

from croupier.monitoring.equipment import ALARM
from croupier.monitoring.wheels import SINGLE_ZERO, WheelEvidence


def spun(chance: random.Random, spins: int, favoured: tuple[int, ...] = ()) -> WheelEvidence:
    wheel = WheelEvidence.of(37)
    for _ in range(spins):
        wheel.feed(chance.choice([*range(37), *favoured]))
    return wheel


def test_the_wheel_has_every_pocket_once() -> None:
    assert sorted(SINGLE_ZERO) == list(range(37))


@pytest.mark.parametrize("spins", [1, 40, 999, 1_000, 1_001])
def test_the_next_spin_of_an_honest_wheel_changes_nothing_on_average(spins: int) -> None:
    wheel = spun(random.Random(spins), spins)
    average = [0.0] * 4
    for pocket in range(37):
        after = copy.deepcopy(wheel)
        after.feed(pocket)
        for at, one in enumerate(after.suspicions()):
            average[at] += one.value / 37
    assert average == pytest.approx([one.value for one in wheel.suspicions()])


@pytest.mark.parametrize(
    ("favoured", "about", "suspected"),
    [((17,), "pocket", "17"), ((17, 34, 6, 27, 13), "sector", "17 to 13")],
)
def test_what_a_wheel_favours_is_named(
    favoured: tuple[int, ...], about: str, suspected: str
) -> None:
    wheel = spun(random.Random(2), 3_000, favoured)
    found = max(wheel.suspicions(), key=lambda one: one.value)
    assert found.value > ALARM
    assert (found.about, found.suspected) == (about, suspected)


def test_a_ball_that_always_falls_as_far_on() -> None:
    chance, place = random.Random(3), 0
    wheel = WheelEvidence.of(37)
    for _ in range(400):
        place = (place + chance.choice([*range(37), 9, 10, 11, 12, 13])) % 37
        wheel.feed(SINGLE_ZERO[place])
    found = {one.about: one for one in wheel.suspicions()}
    for _ in range(3_000):
        place = (place + chance.choice([*range(37), 9, 10, 11, 12, 13])) % 37
        wheel.feed(SINGLE_ZERO[place])
    found = {one.about: one for one in wheel.suspicions()}
    assert found["distance"].value > ALARM
    assert found["pocket"].value < 10


def test_a_fault_that_begins_late_is_found_all_the_same() -> None:
    chance, wheel = random.Random(4), spun(random.Random(4), 6_000)
    for _ in range(5_000):
        wheel.feed(chance.choice([*range(37), 5]))
    assert max(one.value for one in wheel.suspicions()) > ALARM
    assert max(one.value for one in spun(random.Random(4), 6_000).suspicions()) < 10
