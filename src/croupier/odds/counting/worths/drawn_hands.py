"""Bets on hands that are drawn by rule, from the multisets of cards they may be made of."""

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from croupier.games.baccarat.rules import ANTES, BaccaratRules
from croupier.games.blackjack.rules import BlackjackRules
from croupier.odds.baccarat import coup_ends, nets_by_points
from croupier.odds.blackjack.drawing import Drawn
from croupier.odds.blackjack.hands import hard_total
from croupier.odds.boom_busted import final_hands
from croupier.odds.counting.worths.many_shoes import (
    SLOW,
    Floats,
    Ints,
    ManyShoes,
    Worths,
    always_offered,
)
from croupier.odds.worth import LOST, paid

_AT_ONCE = 64
"""Shoes: what they take stays in the processor's cache."""
_COUP, _POINTS = 6, 10


def of_boom_busted(rules: BlackjackRules) -> ManyShoes:
    """Where the shoe may run out before the dealer's hand is complete: of the hands that are."""
    assert rules.boom_busted is not None
    hands = final_hands(rules.h17)
    results = np.zeros((len(hands), 3))
    for row, (hand, orders) in enumerate(hands.items()):
        odds = rules.boom_busted.odds(sum(hand)) if hard_total(hand) > 21 else None
        net = float(paid(odds) if odds else LOST)
        results[row] = orders, orders * net, orders * net**2
    summed = _summed(tuple(hands), results)

    def worths(shoes: Ints) -> Worths:
        complete, mean, square = summed(shoes).T
        return always_offered(mean / complete, square / complete)

    return ManyShoes(worths, SLOW)


def of_coups(rules: BaccaratRules, bet: str) -> ManyShoes:
    """A bet on a coup of baccarat, by the points of six cards; an ante is raised or folded as is
    best once the first card lies there."""
    stakes = {bet: 1}
    if bet in ANTES:
        assert rules.raise_multiple is not None
        stakes[ANTES[bet]] = rules.raise_multiple
    drawn, of_multiset = _multisets()
    first, ends = np.divmod(coup_ends().ravel(), 100)
    nets = nets_by_points(rules, stakes)
    net = np.array([float(nets[divmod(end, _POINTS)]) for end in range(100)])[ends]
    at = of_multiset * _POINTS + first
    results = np.stack(
        [
            np.bincount(at, some, len(drawn) * _POINTS).reshape(-1, _POINTS)
            for some in (np.ones_like(net), net, net**2)
        ],
        axis=1,
    )
    if bet not in ANTES:
        results = results.sum(2, keepdims=True)
    table: Floats = results.reshape(len(drawn), -1).astype(float)
    summed = _summed(drawn, table)

    def worths(shoes: Ints) -> Worths:
        by_points = np.roll(shoes, 1, axis=1)  # tens and pictures count nothing
        chance, mean, square = np.moveaxis(summed(by_points).reshape(len(shoes), 3, -1), 1, 0)
        raised = (mean > -chance) | (bet not in ANTES)
        return always_offered(
            np.where(raised, mean, -chance).sum(1), np.where(raised, square, chance).sum(1)
        )

    return ManyShoes(worths, SLOW)


@cache
def _multisets() -> tuple[tuple[Drawn, ...], Ints]:
    """Every multiset of six points, and which of them each six points in a row are."""
    every = list(combinations_with_replacement(range(_POINTS), _COUP))
    place = np.zeros(_POINTS**_COUP, dtype=np.int64)
    for number, word in enumerate(every):
        place[int("".join(map(str, word)))] = number
    in_order = np.sort(np.indices((_POINTS,) * _COUP).reshape(_COUP, -1), axis=0)
    drawn = tuple(tuple(map(word.count, range(_POINTS))) for word in every)
    return drawn, place[10 ** np.arange(_COUP)[::-1] @ in_order]


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


def _summed(drawn: tuple[Drawn, ...], table: Floats) -> Callable[[Ints], Floats]:
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
