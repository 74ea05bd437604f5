"""Every hand that is not bust, as a multiset of values, and what one more card makes of it.

Values are numbered 0 to 9: the ace, two to nine, and all that count ten. A hand's worth does not
depend on the order of its cards, so 3,082 hands are all there are.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack.odds.numbering import ACE, VALUES

POINTS = np.arange(1, 11)
"""What each value counts, the ace as one."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Hands(NamedTuple):
    counts: Ints
    """Hand × value: how many of it."""
    size: Ints
    hard: Ints
    """With every ace as one."""
    total: Ints
    soft: Flags
    after: Ints
    """Hand × value: the hand with that card added, or -1 where it is bust."""


@cache
def hands() -> Hands:
    """All hands from one card up to a hard total of 21, the smallest totals first."""
    every: dict[tuple[int, ...], int] = {}
    level: set[tuple[int, ...]] = {(0,) * VALUES}
    while level:
        level = {
            grown
            for hand in level
            for value in range(VALUES)
            if hard_total(grown := plus(hand, value)) <= 21
        }
        every |= dict.fromkeys(level, 0)
    ordered = sorted(every, key=lambda hand: (hard_total(hand), hand))
    at = {hand: index for index, hand in enumerate(ordered)}
    counts = np.array(ordered, dtype=np.int64)
    hard = counts @ POINTS
    soft = (counts[:, ACE] > 0) & (hard <= 11)
    after = [[at.get(plus(hand, value), -1) for value in range(VALUES)] for hand in ordered]
    return Hands(counts, counts.sum(1), hard, hard + 10 * soft, soft, np.array(after))


def hard_total(hand: tuple[int, ...]) -> int:
    return sum(count * (value + 1) for value, count in enumerate(hand))


def plus(hand: tuple[int, ...], value: int) -> tuple[int, ...]:
    return (*hand[:value], hand[value] + 1, *hand[value + 1 :])
