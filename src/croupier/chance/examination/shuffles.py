"""Exact tests of the shuffle: of many orders of the same cards, each told apart.

An order is a row: which card, by its place before the shuffle, lies first, second … Every test has
a distribution that is known under an honest shuffle, or a bound that holds whatever the tests have
to do with each other. All are two-sided.
"""

from collections.abc import Callable, Iterator
from math import exp, sqrt
from typing import TYPE_CHECKING

import msgspec

from croupier.chance.examination import exact
from croupier.chance.shuffle import RandBelow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Orders = NDArray[np.integer]

Shuffler = Callable[[list[int], RandBelow], list[int]]
MOST_RIFFLES = 14


class Tested(msgspec.Struct, frozen=True):
    name: str
    p: float
    """The chance that an honest source is as far off."""
    null: str
    """How that chance is known."""
    passed: bool = True


def examine_shuffles(orders: "Orders") -> Iterator[Tested]:
    """Of N shuffles of n cards."""
    yield positions(orders)
    yield first_card(orders)
    yield last_card(orders)
    if (first_two := _first_two(orders)) is not None:
        yield first_two
    yield neighbours(orders)
    yield kept(orders, backwards=False)
    yield kept(orders, backwards=True)
    yield from cycles(orders)
    yield rising(orders)
    yield inversions(orders)
    yield riffles(orders)
    if (next_shuffle := _next_shuffle(orders)) is not None:
        yield next_shuffle


def positions(orders: "Orders") -> Tested:
    """Which card lies where. A random permutation matrix, less its mean, has the covariance
    1/(n-1) times the identity on a space of (n-1)^2 dimensions, since the group acts on it
    irreducibly from both sides; so (n-1)/N times the sum of squares is chi-squared there."""
    import numpy as np  # noqa: PLC0415 -- not for every command

    shuffles, cards = orders.shape
    counts = np.zeros((cards, cards))
    for place in range(cards):
        counts[place] = np.bincount(orders[:, place], minlength=cards)
    statistic = float(((counts - shuffles / cards) ** 2).sum()) * (cards - 1) / shuffles
    p = exact.two_sided(exact.chi_squared_tail(statistic, (cards - 1) ** 2))
    null = f"(n-1)/N times the sum of squares: chi-squared, {(cards - 1) ** 2:,} degrees of freedom"
    return Tested("every card in every place", p, null)


def first_card(orders: "Orders") -> Tested:
    return Tested("first card", even(orders[:, 0], orders.shape[1]), "each equally likely")


def last_card(orders: "Orders") -> Tested:
    return Tested("last card", even(orders[:, -1], orders.shape[1]), "each equally likely")


def even(what: "Orders", values: int) -> float:
    """The p of all values being equally likely."""
    import numpy as np  # noqa: PLC0415 -- not for every command

    counts = np.bincount(what, minlength=values)
    return exact.chi_squared(counts.tolist(), [len(what) / values] * values)


def _first_two(orders: "Orders") -> Tested | None:
    shuffles, cards = orders.shape
    if shuffles < exact.LEAST_EXPECTED * cards * (cards - 1):
        return None
    first, second = orders[:, 0].astype(int), orders[:, 1].astype(int)
    pair = first * (cards - 1) + second - (second > first)
    name = "first two cards, in order"
    return Tested(name, even(pair, cards * (cards - 1)), "each of n(n-1) equally likely")


def neighbours(orders: "Orders") -> Tested:
    """Any card right before any other: in each shuffle with a chance of 1/n."""
    import numpy as np  # noqa: PLC0415 -- not for every command

    shuffles, cards = orders.shape
    counts = np.zeros(cards * cards, np.int64)
    for place in range(cards - 1):
        pair = orders[:, place].astype(np.int64) * cards + orders[:, place + 1]
        counts += np.bincount(pair, minlength=cards * cards)
    pairs = np.delete(counts, np.arange(cards) * (cards + 1))
    p = exact.most_and_least(
        int(pairs.max()), int(pairs.min()), shuffles, 1 / cards, cards * (cards - 1)
    )
    null = f"the fullest and emptiest of {cards * (cards - 1):,} binomial counts, B(N, 1/n)"
    return Tested("adjacent pairs", p, null)


def kept(orders: "Orders", *, backwards: bool) -> Tested:
    import numpy as np  # noqa: PLC0415 -- not for every command

    shuffles, cards = orders.shape
    after = np.diff(orders.astype(np.int64), axis=1) == (-1 if backwards else 1)
    chances = exact.kept_neighbours(cards)
    counts = np.bincount(np.minimum(after.sum(axis=1), len(chances) - 1), minlength=len(chances))
    p = exact.chi_squared(counts.tolist(), [chance * shuffles for chance in chances])
    name = "neighbours kept, turned round" if backwards else "neighbours kept"
    return Tested(name, p, "C(n-1,k) (D(n-k) + D(n-k-1)) / n!")


def cycles(orders: "Orders") -> Iterator[Tested]:
    import numpy as np  # noqa: PLC0415 -- not for every command

    shuffles, cards = orders.shape
    chances = exact.cycles(cards)
    counts = np.bincount(_count_cycles(orders), minlength=cards + 1)
    p = exact.chi_squared(counts.tolist(), [chance * shuffles for chance in chances])
    yield Tested("cycles", p, "Stirling numbers of the first kind / n!")
    chances = exact.fixed_points(cards)
    stayed = (orders == np.arange(cards)).sum(axis=1)
    counts = np.bincount(np.minimum(stayed, len(chances) - 1), minlength=len(chances))
    p = exact.chi_squared(counts.tolist(), [chance * shuffles for chance in chances])
    yield Tested("cards that stay", p, "C(n,k) D(n-k) / n!")


def _count_cycles(orders: "Orders") -> "Orders":
    """For all orders side by side: a card begins a cycle if no card of it has a lower number. By
    doubling the steps, the least number of each cycle reaches all of its cards."""
    import numpy as np  # noqa: PLC0415 -- not for every command

    cards = orders.shape[1]
    step, least = orders.astype(np.int64), np.minimum(orders, np.arange(cards)).astype(np.int64)
    for _ in range(cards.bit_length()):
        least = np.minimum(least, np.take_along_axis(least, step, axis=1))
        step = np.take_along_axis(step, step, axis=1)
    counted: Orders = (least == np.arange(cards)).sum(axis=1)
    return counted


def _rising_in(orders: "Orders") -> "Orders":
    """A rising sequence ends at each card whose follower of old lies before it."""
    import numpy as np  # noqa: PLC0415 -- not for every command

    places = np.argsort(orders, axis=1)
    found: Orders = 1 + (np.diff(places, axis=1) < 0).sum(axis=1)
    return found


def rising(orders: "Orders") -> Tested:
    import numpy as np  # noqa: PLC0415 -- not for every command

    shuffles, cards = orders.shape
    chances = exact.rising_sequences(cards)
    counts = np.bincount(_rising_in(orders), minlength=cards + 1)
    p = exact.chi_squared(counts.tolist(), [chance * shuffles for chance in chances])
    return Tested("rising sequences", p, "Eulerian numbers / n!")


def inversions(orders: "Orders") -> Tested:
    """Pairs of cards that lie the other way round than before: how many in all the shuffles."""
    shuffles, cards = orders.shape
    total = 0
    for place in range(cards - 1):
        total += int((orders[:, place + 1 :] < orders[:, place : place + 1]).sum())
    mean = cards * (cards - 1) / 4
    variance = cards * (cards - 1) * (2 * cards + 5) / 72
    z = (total - shuffles * mean) / sqrt(shuffles * variance)
    return Tested("inversions", exact.normal(z), "mean n(n-1)/4, variance n(n-1)(2n+5)/72, normal")


def riffles(orders: "Orders") -> Tested:
    """How much likelier all these orders are after some riffles than after an honest shuffle, the
    mean over one to so many riffles: an e-value, and p is one over it at most (Markov)."""
    import numpy as np  # noqa: PLC0415 -- not for every command

    _, cards = orders.shape
    counts = np.bincount(_rising_in(orders), minlength=cards + 1)
    best = -1e300
    for times in range(1, MOST_RIFFLES + 1):
        told = 0.0
        for number, count in enumerate(counts.tolist()):
            if count:
                ways = exact.log_riffled(cards, number, times)
                told = -1e300 if ways is None else told + count * ways
                if ways is None:
                    break
        best = max(best, told)
    p = min(1.0, MOST_RIFFLES * exp(min(0.0, -best)))
    return Tested("riffle residues", p, "Bayer and Diaconis: mean of likelihood ratios, Markov")


def _next_shuffle(orders: "Orders") -> Tested | None:
    """The first card of a shuffle and of the next, in pairs that share no shuffle."""
    shuffles, cards = orders.shape
    if shuffles < 2 * exact.LEAST_EXPECTED * cards * cards:
        return None
    last = shuffles // 2 * 2
    pair = orders[0:last:2, 0].astype(int) * cards + orders[1:last:2, 0]
    name = "first cards of two shuffles on end"
    return Tested(name, even(pair, cards * cards), "each of n^2 equally likely")
