"""Bets on hands that are drawn by rule, from the multisets of cards they may be made of."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from croupier.odds.counting.worths.many_shoes import Floats, Ints

Drawn = tuple[int, ...]
"""How many cards of each value."""

_AT_ONCE = 64
"""Shoes: what they take stays in the processor's cache."""


class _Layer(NamedTuple):
    """Multisets of so many cards, each of one of the layer before and a card more."""

    before: Ints
    value: Ints
    nth: Ints
    """How many of that value there were before."""
    ends: Ints
    """Those that are whole hands …"""
    hands: Ints
    """… and which."""


def summed_by_hand(drawn: tuple[Drawn, ...], table: Floats) -> Callable[[Ints], Floats]:
    """Shoes → shoe × column: of every hand its chance in one order, times what the table has."""
    layers = _layers(drawn)

    def summed(shoes: Ints) -> Floats:
        left = shoes.T.astype(float)
        ways, cards = np.ones((1, len(shoes))), left.sum(0)
        total = np.zeros((table.shape[1], len(shoes)))
        for number, layer in enumerate(layers):
            ways = ways[layer.before] * (left[layer.value] - layer.nth[:, None])
            ways /= np.maximum(cards - number, 1)
            total += table[layer.hands].T @ ways[layer.ends]
        return total.T

    def in_parts(shoes: Ints) -> Floats:
        parts = (shoes[begin : begin + _AT_ONCE] for begin in range(0, len(shoes), _AT_ONCE))
        return np.concatenate([summed(part) for part in parts])

    return in_parts


@cache
def _layers(drawn: tuple[Drawn, ...]) -> list[_Layer]:
    words = {
        tuple(value for value, count in enumerate(hand) for _ in range(count)): number
        for number, hand in enumerate(drawn)
    }
    layers = []
    before: dict[tuple[int, ...], int] = {(): 0}
    for cards in range(1, max(map(len, words)) + 1):
        here = sorted({word[:cards] for word in words if len(word) >= cards})
        layers.append(
            _Layer(
                np.array([before[word[:-1]] for word in here]),
                np.array([word[-1] for word in here]),
                np.array([word.count(word[-1]) - 1 for word in here]),
                np.array([n for n, word in enumerate(here) if word in words], dtype=np.int64),
                np.array([words[word] for word in here if word in words], dtype=np.int64),
            )
        )
        before = {word: place for place, word in enumerate(here)}
    return layers
