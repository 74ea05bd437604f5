"""Bets that two or three cards decide: a sum over all pairs or triples of classes."""

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from croupier.kit.cards import Card
from croupier.odds.counting.worths.many_shoes import (
    QUICK,
    SLOW,
    Floats,
    Ints,
    ManyShoes,
    Worths,
    always_offered,
)

_MANY = 1_000
"""Ways that cards can fall, from which on they take their time."""


def of_drawn(result: Callable[..., float], drawn: int, cards: Sequence[Card]) -> ManyShoes:
    """Decided by so many cards off the top, two or three."""
    nets = np.array([result(*some) for some in product(cards, repeat=drawn)])
    nets = nets.reshape((len(cards),) * drawn)
    mean_of = _pairs if drawn == 2 else _triples

    def worths(shoes: Ints) -> Worths:
        left = shoes.astype(float)
        return always_offered(mean_of(nets, left), mean_of(nets**2, left))

    return ManyShoes(worths, QUICK if nets.size < _MANY else SLOW)


def _pairs(nets: Floats, left: Floats) -> Floats:
    """Over n(n - 1) orders; two of one class are n² - n."""
    ways = ((left @ nets) * left).sum(1) - left @ np.diagonal(nets)
    cards = left.sum(1)
    mean: Floats = ways / (cards * (cards - 1))
    return mean


def _triples(nets: Floats, left: Floats) -> Floats:
    """Three of one class are n³ - 3n² + 2n: whatever two places share is taken off, and what all
    three share put back."""
    size = len(nets)
    last = (left @ nets.reshape(size, -1)).reshape(len(left), size, size)
    ways = np.einsum("sbc,sb,sc->s", last, left, left, optimize=True)
    for shared in ("aab->ab", "aba->ab", "baa->ab"):
        ways -= ((left @ np.einsum(shared, nets)) * left).sum(1)
    ways += 2 * left @ np.einsum("aaa->a", nets)
    cards = left.sum(1)
    mean: Floats = ways / (cards * (cards - 1) * (cards - 2))
    return mean
