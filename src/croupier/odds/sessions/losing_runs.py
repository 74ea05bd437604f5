"""The longest losing run of a session: how many rounds in a row are lost.

No run of k or more in n rounds: a chain that counts the rounds lost in a row and stops at k. Its
chance f falls, from round to round, by that of a run of k which is over just now:
f(n) = f(n-1) - (1-q)·qᵏ·f(n-k-1), where q is the chance to lose a round. Once all but the largest
root of that has died away, f falls off by it alone.
"""

from math import ceil, exp, log, log1p

import numpy as np

from croupier.odds.sessions.nets import Floats, RoundNets, checked_round

_TAIL = 1e-12
"""Runs that are longer with a smaller chance are not told apart."""
_FORGOTTEN = 80.0
"""So many times the logarithm of q: what came before does not count any more."""


class LosingRuns:
    """The chance that the longest run is of 0, 1, 2, … rounds."""

    def __init__(self, chances: Floats) -> None:
        self.chances = chances
        self._upto = np.cumsum(chances)

    def at_least(self, length: int) -> float:
        return float(self.chances[length:].sum())

    def quantile(self, p: float) -> int:
        """The shortest that is not exceeded with this chance."""
        return min(int(np.searchsorted(self._upto, p)), len(self.chances) - 1)

    @property
    def mean(self) -> float:
        return float(self.chances @ np.arange(len(self.chances)))


def losing_runs(nets: RoundNets, rounds: int) -> LosingRuns:
    """A round that is not lost ends a run, also one that is level."""
    return runs_of(checked_round(nets, rounds).lost, rounds)


def runs_of(lost: float, rounds: int) -> LosingRuns:
    """Where each round is lost with this chance."""
    if lost <= 0:
        return LosingRuns(np.ones(1))
    if lost >= 1:
        return LosingRuns(np.append(np.zeros(rounds), 1.0))
    longest = ceil((log(rounds) - log(_TAIL)) / -log(lost))
    shorter = [_none_as_long(k, lost, rounds) for k in range(1, min(longest, rounds) + 1)]
    upto = np.maximum.accumulate(np.clip([*shorter, 1.0], 0, 1))
    return LosingRuns(np.diff(upto, prepend=0.0))


def _none_as_long(k: int, q: float, rounds: int) -> float:
    """f(n), a stretch of k+1 rounds at a time."""
    ends = (1 - q) * q**k
    chances = np.ones(k + 1)
    chances[k] = 1 - q**k
    n = k
    enough = k + ceil(_FORGOTTEN / -log(q))
    while n < rounds:
        if n > enough:
            return float(chances[-1]) * exp((rounds - n) * log1p(-_root(k, ends)))
        # f(n+j) leans on f(n+j-k-1): the stretch before.
        chances = chances[-1] - ends * np.cumsum(chances)
        n += k + 1
    return float(chances[rounds - n + k])


def _root(k: int, ends: float) -> float:
    """ε = (1-q)·qᵏ / (1-ε)ᵏ: from round to round f falls off by 1-ε."""
    small = 0.0
    for _ in range(200):
        small = ends / (1 - small) ** k
    return small
