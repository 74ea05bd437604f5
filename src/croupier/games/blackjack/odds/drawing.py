"""The chances of drawing one of many multisets of cards, for any number of shoes at once.

The chance of drawing a multiset in one given order is a product of falling factorials, the same for
every order. So it is enough to know in how many orders each multiset may come, and to walk the tree
of multisets once with all shoes side by side.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.odds.hands import Floats, Ints
from croupier.games.blackjack.odds.numbering import VALUES

Drawn = tuple[int, ...]
"""How many of each value."""

_AT_ONCE = 1 << 14
"""Shoes that are walked together: more would only take memory."""


class Draw(NamedTuple):
    """A multiset reached by adding one card to the one before it in its branch."""

    cards: int
    value: int
    nth: int
    """How many of that value it had before."""
    orders: tuple[tuple[int, int], ...]
    """(outcome, in how many orders it comes to that) where anything ends here."""


def tree(ends: Mapping[Drawn, Mapping[int, int]]) -> tuple[Draw, ...]:
    """Multiset → outcome → orders, as a walk in which every multiset follows its parent."""
    words = {tuple(v for v in range(VALUES) for _ in range(drawn[v])): drawn for drawn in ends}
    prefixes = {word[:n] for word in words for n in range(1, len(word) + 1)}
    return tuple(
        Draw(
            len(word),
            word[-1],
            word.count(word[-1]) - 1,
            tuple(ends[words[word]].items()) if word in words else (),
        )
        for word in sorted(prefixes)
    )


def chances(draws: tuple[Draw, ...], outcomes: int, shoes: Ints) -> Floats:
    """Shoe × outcome."""
    parts = [
        _walk(draws, outcomes, shoes[begin : begin + _AT_ONCE])
        for begin in range(0, len(shoes), _AT_ONCE)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, outcomes))


def _walk(draws: tuple[Draw, ...], outcomes: int, shoes: Ints) -> Floats:
    left = np.ascontiguousarray(shoes.T, dtype=np.float64)
    most = max((draw.cards for draw in draws), default=0)
    # What is left of each value once the first, the second … of it is gone.
    steps = {key: left[key[0]] - key[1] for key in {(draw.value, draw.nth) for draw in draws}}
    ways = np.zeros((most + 1, outcomes, len(shoes)))
    branch = np.ones((most + 1, len(shoes)))
    scaled = np.empty(len(shoes))
    for cards, value, nth, orders in draws:
        here = np.multiply(branch[cards - 1], steps[value, nth], out=branch[cards])
        for outcome, times in orders:
            ways[cards, outcome] += here if times == 1 else np.multiply(here, times, out=scaled)
    chances: Floats = np.einsum("con,cn->no", ways, 1 / _orders(left.sum(0), most))
    return chances


def _orders(cards: Floats, most: int) -> Floats:
    """In how many orders 0, 1, 2 … cards can leave the shoe; never nothing, to divide by."""
    ways = np.ones((most + 1, len(cards)))
    for drawn in range(most):
        ways[drawn + 1] = ways[drawn] * np.maximum(cards - drawn, 1)
    return ways


def in_one_order(drawn: Ints, shoes: Ints) -> Floats:
    """Shoe × multiset: the chance of its cards in any one order."""
    cards = drawn.sum(1)
    falling = _falling(np.column_stack([shoes, shoes.sum(1)]), int(cards.max()))
    chance: Floats = 1 / np.maximum(falling[:, VALUES], 1)[:, cards]
    for value in np.flatnonzero(drawn.any(0)):
        chance *= falling[:, value, drawn[:, value]]
    return chance


def _falling(count: Ints, most: int) -> Floats:
    """… × n: in how many orders n of so many can be taken."""
    steps = np.ones((*count.shape, most + 1))
    steps[..., 1:] = np.maximum(count[..., None] - np.arange(most), 0)
    steps.cumprod(axis=-1, out=steps)
    return steps
