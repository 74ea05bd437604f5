"""What one round comes to: net results in whole smallest units, and their chances."""

from collections.abc import Mapping
from math import fsum, gcd, sqrt
from numbers import Integral
from typing import Self

import numpy as np
from numpy.typing import NDArray

from croupier.kit.errors import Code, Refused
from croupier.odds.sessions.question import MOST_ROUNDS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
RoundNets = Mapping[int, float]
"""Net result of a round, in the smallest unit → its chance."""

_LARGEST = 2**62
"""Of a result, were every round the best or the worst: sums stay whole in 64 bits."""


class NetDistribution:
    """What one round comes to, the worst first: made ready to be added up."""

    def __init__(self, nets: Ints, chances: Floats) -> None:
        self.nets = nets
        self.chances = chances

    @classmethod
    def of(cls, nets: RoundNets) -> Self:
        """Checked; chances that add up to one but for their rounding add up to one."""
        if any(not isinstance(net, Integral) or abs(net) > _LARGEST for net in nets):
            raise Refused(Code.BAD_AMOUNT, "a net result is a whole number of the smallest unit")
        every = fsum(nets.values())
        if not nets or min(nets.values()) < 0 or not abs(every - 1) < 1e-6:
            raise Refused(Code.BAD_AMOUNT, "the chances of a round are not negative and add to 1")
        likely = {net: chance / every for net, chance in sorted(nets.items()) if chance}
        return cls(np.array([*likely], dtype=np.int64), np.array([*likely.values()]))

    @property
    def worst(self) -> int:
        return int(self.nets[0])

    @property
    def best(self) -> int:
        return int(self.nets[-1])

    @property
    def mean(self) -> float:
        return fsum(self.nets * self.chances)

    @property
    def deviation(self) -> float:
        return sqrt(fsum((self.nets - self.mean) ** 2 * self.chances))

    @property
    def lost(self) -> float:
        """How likely the round is lost."""
        return fsum(self.chances[self.nets < 0])

    @property
    def step(self) -> int:
        """All net results are multiples of it."""
        return gcd(*self.nets.tolist()) or 1

    @property
    def between(self) -> int:
        """All net results are multiples of it apart."""
        return gcd(*(self.nets - self.nets[0]).tolist()) or 1


def checked_round(nets: RoundNets, rounds: int) -> NetDistribution:
    """One of so many rounds, which together stay within what can be counted."""
    check_rounds(rounds)
    round = NetDistribution.of(nets)
    if rounds * max(abs(round.worst), abs(round.best)) > _LARGEST:
        raise Refused(Code.LIMIT, "a session cannot come to that much: take smaller stakes")
    return round


def check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(Code.LIMIT, f"a session has 1 to {MOST_ROUNDS} rounds, not {rounds}")
