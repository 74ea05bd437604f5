"""Evidence that may be looked at after every round.

Somebody bets, on paper, that a table is not honest. They begin with one unit and stake it again and
again at odds that are fair, or worse than fair, if the table is honest: then their capital never
grows on average, and the chance that it ever reaches 1/alpha is alpha at most (Ville's inequality),
however often one looks and whenever one stops. Capital is evidence: an e-value.

What a single observation multiplies the capital by is its factor. A factor is good for this if its
mean is 1 at most, given everything before it, when all is honest: a likelihood ratio is, and so is
1 + fraction * (result - most it may be worth on average), as long as it cannot fall below zero.

Nobody knows when something goes wrong. Whoever bets from the first card on has lost nearly
everything by the time a card is taken out of the thousandth shoe. So a bettor holds money back and
puts 1/(s(s+1)) of it in at start s: an observation, a shoe, a thousand spins. The sum of it all is
still an e-value, and honest years cost a later discovery no more than a factor of s(s+1).
"""

from collections.abc import Iterable, Sequence
from math import exp, fsum, inf, log, log1p

import msgspec

CEILING = 1e100
"""Surer than that is nobody; a smaller value is still a valid one."""


def start_weight(start: int) -> float:
    """Of the one unit, what is put in at this start, counted from one."""
    return 1.0 / (start * (start + 1))


def held_back(starts: int) -> float:
    """What is left of it after so many starts."""
    return 1.0 / (starts + 1)


def put_in(capitals: Iterable[float], start: int) -> list[float]:
    """What each bettor has in play, once they have put in what is due at this start."""
    return [min(capital, CEILING) + start_weight(start) for capital in capitals]


class Evidence(msgspec.Struct):
    """Against honesty, over a row of observations: the mean of the capital of several bettors, each
    of whom suspects something else (an alternative). Every observation is a start. It is a value to
    be kept and read back.
    """

    count: int
    """Observations so far."""
    logs: list[float]
    """The logarithm of what each bettor has in play."""
    gains: list[float]
    """What the factors since then have come to, as a logarithm."""
    since: list[int]
    """Since when each alternative has something for it: the likeliest time at which it began."""

    @classmethod
    def against(cls, alternatives: int) -> "Evidence":
        """None yet, of so many alternatives."""
        return cls(0, [-inf] * alternatives, [0.0] * alternatives, [0] * alternatives)

    def suspect_more(self, alternatives: int, at: int) -> None:
        """So many alternatives from now on: whoever comes later has lost what was put in before."""
        for _ in range(alternatives - len(self.logs)):
            self.logs.append(-inf)
            self.gains.append(0.0)
            self.since.append(at)

    def add(self, log_factors: Sequence[float], at: int) -> None:
        """The next observation, made at this round: the logarithm of each bettor's factor; zero
        where it says nothing of an alternative."""
        self.count += 1
        put_in_now = log(start_weight(self.count))
        for bettor, log_factor in enumerate(log_factors):
            self.logs[bettor] = _log_sum(self.logs[bettor], put_in_now) + log_factor
            if self.gains[bettor] <= 0:
                self.gains[bettor], self.since[bettor] = 0.0, at
            self.gains[bettor] += log_factor

    @property
    def log_value(self) -> float:
        """The logarithm of the e-value."""
        held = log(held_back(self.count))
        most = max(held, *self.logs)
        every = fsum(exp(log_capital - most) for log_capital in self.logs)
        mean = every / len(self.logs) + exp(held - most)
        return most + log(mean)

    @property
    def strongest(self) -> int:
        """The alternative that has most for it, counted from zero."""
        return max(range(len(self.logs)), key=self.logs.__getitem__)

    def alarms(self, alpha: float) -> bool:
        """Whether it is as strong as honesty makes it once in 1/alpha rows of any length."""
        return self.log_value >= -log(alpha)


def log_bet(fraction: float, gain: float) -> float:
    """The logarithm of a factor: this fraction of the capital is staked on every unit of a gain.
    The gain is worth zero at most on average, if all is honest, and fraction * gain stays above
    minus one."""
    return log1p(fraction * gain)


def log_ratio(suspected: float, honest: float) -> float:
    """The logarithm of a likelihood ratio: how likely what was seen is in both cases."""
    if suspected <= 0:
        return -inf
    return log(suspected) - log(honest)


def _log_sum(one: float, other: float) -> float:
    high, low = (one, other) if one > other else (other, one)
    return high + log1p(exp(low - high)) if low > -inf else high
