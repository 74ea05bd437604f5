"""When each of many sets of cards, wheels or tables was found."""

from collections.abc import Callable
from concurrent.futures import Executor
from math import inf

import msgspec

DECKS, DEALT, ROUND = 8, 364, 5
"""The cut card lies one deck from the back; a coup of baccarat takes five cards, nearly."""


class Found(msgspec.Struct):
    """What was played, and when each of them was found: `inf`, if it never was."""

    title: str
    played: int
    longest: int
    """Shoes or spins, for each."""
    times: list[float]
    """Shoes, with the part of the last one; or spins."""
    bound: float = inf
    """What a test that knew what to look for would need on average: log(1000) / KL."""
    dealt: int = DEALT
    """Cards of a shoe."""

    @property
    def share(self) -> float:
        return sum(time < inf for time in self.times) / self.played

    def quantile(self, part: float) -> float:
        return sorted(self.times)[min(self.played - 1, round(part * self.played))]


def spread(one: Callable[[int], float], many: int, over: Executor) -> list[float]:
    return list(over.map(one, range(many), chunksize=max(1, many // 256)))
