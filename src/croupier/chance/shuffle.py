"""An unbiased shuffle: Fisher and Yates, from the last card to the second.

Each card is exchanged with one of those up to and including itself, by a number that is drawn
without bias: values that would favour some numbers are passed over and drawn anew. So every order
comes from equally many rows of numbers; `croupier rng --battery` counts that out where it can be
counted.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

RandBelow = Callable[[int], int]
"""A whole number from 0 up to, not including, the one given; each equally likely."""


def shuffle(cards: Iterable[T], randbelow: RandBelow) -> list[T]:
    """Fisher-Yates: every order of the cards is equally likely."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        # The last card may stay where it is; leaving that out would favour some orders.
        other = randbelow(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
