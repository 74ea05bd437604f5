"""The battery finds shufflers that are wrong, and lets the right one pass."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import factorial

import numpy as np
import pytest

from croupier.chance import RandBelow, shuffle
from croupier.chance.examination import exact
from croupier.chance.examination.battery import Battery, run_battery
from croupier.chance.examination.counting import count_numbers, count_orders, from_words
from croupier.chance.examination.shuffles import (
    Shuffler,
    _count_cycles,
    _rising_in,
    examine_shuffles,
)
from croupier.chance.examination.streams import Numbers, Stream
from croupier.chance.source import ByteSource, WatchedSource, below, repeatable_bytes

SHUFFLES = 2_000


def never_stays(cards: list[int], randbelow: RandBelow) -> list[int]:
    """Fisher-Yates in which the last card never stays (Sattolo)."""
    for last in range(len(cards) - 1, 0, -1):
        other = randbelow(last)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def with_any(cards: list[int], randbelow: RandBelow) -> list[int]:
    """Every card swapped with any other: n^n ways, which n! does not divide."""
    for place in range(len(cards)):
        other = randbelow(len(cards))
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def riffled_once(cards: list[int], randbelow: RandBelow) -> list[int]:
    cut = sum(randbelow(2) for _ in cards)
    packets, order = [cards[:cut], cards[cut:]], []
    while packets[0] or packets[1]:
        whole = len(packets[0]) + len(packets[1])
        order.append(packets[randbelow(whole) >= len(packets[0])].pop(0))
    return order


def modulo(draw: ByteSource, bound: int) -> int:
    return draw(1)[0] % bound


def examined(
    shuffling: Shuffler = shuffle, chance: Numbers | None = None, stream: Stream = Stream.ORDER
) -> Battery:
    source = WatchedSource(repeatable_bytes(11))
    return run_battery(
        source,
        name="planted",
        shuffles=SHUFFLES,
        with_dieharder=False,
        shuffling=shuffling,
        chance=chance,
        stream=stream,
    )


def failed(battery: Battery) -> set[str]:
    return {test.name for test in battery.tests if not test.passed}


@pytest.mark.parametrize("stream", Stream)
def test_the_shuffle_of_the_house_passes(stream: Stream) -> None:
    battery = examined(stream=stream)
    assert battery.passed
    assert len(battery.tests) >= 15
    assert battery.limit == pytest.approx(0.01 / len(battery.tests))


@pytest.mark.parametrize(
    ("shuffling", "by"),
    [
        (never_stays, {"cycles", "cards that stay"}),
        (with_any, {"every card in every place"}),
        (riffled_once, {"rising sequences", "riffle residues", "adjacent pairs"}),
        (lambda cards, randbelow: cards, {"first card"}),
    ],
)
def test_a_wrong_shuffle_is_found(shuffling: Shuffler, by: set[str]) -> None:
    battery = examined(shuffling)
    assert by <= failed(battery)
    assert not battery.passed


def test_a_shuffle_that_begins_as_the_one_before_is_found() -> None:
    """Only of many shuffles can that be told: here of few cards."""
    source = WatchedSource(repeatable_bytes(7))
    first = [shuffle(range(6), source.below) for _ in range(400)]
    honest = [shuffle(range(6), source.below) for _ in range(800)]
    name = "first cards of two shuffles on end"
    for orders, passes in ((honest, True), ([one for one in first for _ in range(2)], False)):
        told = {tested.name: tested.p for tested in examine_shuffles(np.array(orders))}
        assert (told[name] > 0.001) is passes


def test_a_bias_of_the_modulo_is_found() -> None:
    source = WatchedSource(repeatable_bytes(5))
    battery = examined(chance=lambda: lambda bound: modulo(source.bytes, bound))
    assert "every card in every place" in failed(battery)


def test_bytes_that_are_not_even_are_found() -> None:
    even = repeatable_bytes(1)
    source = WatchedSource(lambda count: even(count).replace(b"\x00", b"\x01"))
    battery = run_battery(
        source, name="", shuffles=1_000, with_dieharder=False, stream=Stream.SYSTEM
    )
    assert "bytes: every value, of 1,048,576" in failed(battery)


# Counting -----------------------------------------------------------------------------------------


def test_the_way_from_bytes_to_cards_is_even() -> None:
    counted = [*count_numbers(), *count_numbers(from_words), *count_orders(shuffle, range(1, 7))]
    assert all(one.even for one in counted)
    assert [one.ways for one in counted if one.what == "a number below 52"] == [4]
    assert [one.ways for one in counted if one.what == "a number below 416"] == [128]


@pytest.mark.parametrize("bound", [3, 37, 52, 416])
def test_the_modulo_is_seen_by_counting(bound: int) -> None:
    (counted,) = count_numbers(modulo, (bound,))
    assert not counted.even


@pytest.mark.parametrize("shuffling", [never_stays, with_any])
def test_a_wrong_shuffle_is_seen_by_counting(shuffling: Shuffler) -> None:
    assert not all(one.even for one in count_orders(shuffling, range(1, 6)))


def test_a_number_is_drawn_anew_and_never_bent() -> None:
    values = iter([0xFF, 0xD0, 0xCF])  # the first six bits: 63, 52, 51
    assert below(lambda count: bytes([next(values)]), 52) == 51


# The distributions, beside all orders of six cards ------------------------------------------------


def _shares(values: Iterator[int], size: int) -> list[float]:
    counts = Counter(values)
    return [counts[number] / factorial(6) for number in range(size)]


def test_the_distributions_are_those_of_all_orders() -> None:
    orders = np.array(list(permutations(range(6))))
    assert exact.cycles(6) == pytest.approx(_shares(iter(_count_cycles(orders).tolist()), 7))
    assert exact.rising_sequences(6) == pytest.approx(_shares(iter(_rising_in(orders).tolist()), 7))
    stay = (orders == np.arange(6)).sum(axis=1).tolist()
    assert exact.fixed_points(6)[:7] == pytest.approx(_shares(iter(stay), 7))
    kept = (np.diff(orders, axis=1) == 1).sum(axis=1).tolist()
    assert exact.kept_neighbours(6)[:6] == pytest.approx(_shares(iter(kept), 6))


@pytest.mark.parametrize("riffles", [1, 2, 3])
def test_riffles_are_weighed_as_they_fall(riffles: int) -> None:
    """Summed over all orders, what an honest shuffle makes of it is one."""
    rising = Counter(_rising_in(np.array(list(permutations(range(6))))).tolist())
    total = 0.0
    for number, orders in rising.items():
        told = exact.log_riffled(6, number, riffles)
        total += orders / factorial(6) * (0.0 if told is None else np.exp(told))
    assert total == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("statistic", "freedom", "tail"),
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (18.307, 10, 0.05),
        (124.342, 100, 0.05),
        (6.635, 1, 0.01),
    ],
)
def test_chi_squared_is_that_of_the_tables(statistic: float, freedom: int, tail: float) -> None:
    assert exact.chi_squared_tail(statistic, freedom) == pytest.approx(tail, rel=1e-3)


def test_a_binomial_tail() -> None:
    assert exact.binomial_tail(8, 10, 0.5) == pytest.approx(56 / 1024)
    assert exact.most_and_least(8, 5, 10, 0.5, 1) == pytest.approx(112 / 1024)
