"""What is said of a bet for each of many shoes."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Worths(NamedTuple):
    """Shoe by shoe, per unit of the bet."""

    ev: Floats
    square: Floats
    """The mean of the squared result."""
    offered: Floats
    """How likely it is that the bet can be made in a round at all."""


class ManyShoes(NamedTuple):
    of: Callable[[Ints], Worths]
    """Of shoe × class of cards: how many are left. All shoes hold the same number of cards."""
    at_most: int
    """So many are valued, where they are too many to value all."""

    def of_one(self, shoe: Sequence[int]) -> Worths:
        return self.of(np.array([shoe], dtype=np.int64))


QUICK, SLOW = 800_000, 80_000
"""Shoes that are valued within a second or two."""


def always_offered(ev: Floats, square: Floats) -> Worths:
    return Worths(ev, square, np.ones_like(ev))
