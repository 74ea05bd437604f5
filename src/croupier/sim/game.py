"""What a kernel's game answers, whatever runs it: a core, a GPU, a cluster."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import sqrt
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class BetTally(msgspec.Struct, frozen=True):
    """A bet over a whole run, in integers: a unit of play is a round from a fresh shoe, or a shoe.

    Rounds of one shoe, and boxes of one round, are not independent; units are. So the error of the
    mean is told from sums over units.
    """

    bet: str
    rounds: int
    """In which it stood."""
    denominator: int
    """Nets are counted in this part of the bet as first put down."""
    staked: int
    """Σ n: bets first put down, of a unit each."""
    net: int
    """Σ x, x being what a unit of play has won on this bet."""
    net_squared: int
    """Σ x²."""
    staked_squared: int
    """Σ n²."""
    staked_net: int
    """Σ n·x."""
    outcomes: Mapping[int, int] = {}
    """Net of one bet → how often."""

    @property
    def mean(self) -> float:
        """Net per unit first put down."""
        return self.net / (self.denominator * self.staked) if self.staked else 0.0

    @property
    def stderr(self) -> float:
        """Of the mean, which is a ratio of two sums: where a unit's length depends on its cards,
        both vary."""
        if not self.staked:
            return 0.0
        mean = Fraction(self.net, self.staked)
        spread = self.net_squared - 2 * mean * self.staked_net + mean**2 * self.staked_squared
        return sqrt(max(spread, Fraction())) / (self.denominator * self.staked)

    @property
    def deviation(self) -> float:
        """Of the net of one bet."""
        times = sum(self.outcomes.values())
        if not times:
            return 0.0
        mean = Fraction(sum(x * n for x, n in self.outcomes.items()), times)
        squares = Fraction(sum(x * x * n for x, n in self.outcomes.items()), times)
        return sqrt(squares - mean**2) / self.denominator


class ShoeTally(msgspec.Struct, frozen=True):
    """Shoes that were dealt down to the cut card."""

    rounds: Mapping[int, int]
    """Rounds of a shoe → how many shoes had so many."""
    cards: int
    """Dealt from all of them; burned ones are not."""


class SimulatedGame(Protocol):
    """Rules, strategy and shoe, compiled into tables. The tally of a range of units is a pure
    function of the seed, and tallies add up: so work may be cut anywhere, and done by anyone."""

    @property
    def tally_size(self) -> int: ...

    @property
    def rounds_a_unit(self) -> int | None:
        """None: it depends on the cards."""

    def play(self, seed: int, first: int, units: int, tally: Ints) -> None:
        """Add these units to the tally."""

    def rounds(self, tally: Ints) -> int:
        """Played in all."""

    def bets(self, tally: Ints) -> tuple[BetTally, ...]:
        """Every bet's results."""

    def shoes(self, tally: Ints) -> ShoeTally | None:
        """None where every round had a fresh one, or there are no cards."""

    def exact(self) -> Mapping[str, float]:
        """Bet → what it is worth in a round from a fresh shoe, played as it is here, where the odds
        tell that."""


def counted(nets: Iterable[int], times: Iterable[int]) -> dict[int, int]:
    """Net → how often it came up, where several ends of a round come to the same net."""
    outcomes: dict[int, int] = {}
    for net, often in zip(nets, times, strict=True):
        if often:
            outcomes[net] = outcomes.get(net, 0) + often
    return outcomes


def one_a_round(bet: str, denominator: int, outcomes: Mapping[int, int]) -> BetTally:
    """Of a bet that stands once in every round, each round being a unit."""
    times = sum(outcomes.values())
    net = sum(won * n for won, n in outcomes.items())
    squared = sum(won * won * n for won, n in outcomes.items())
    return BetTally(bet, times, denominator, times, net, squared, times, net, outcomes)
