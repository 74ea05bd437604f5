"""How far results may stray, but for a chance too small to matter: Chernoff's bounds.

For any t > 0 the sum of n rounds exceeds a with a chance of at most M(t)ⁿ·e^(-ta), where M is the
moment generating function of a round. So every t gives a distance that holds, and the shortest of
many is taken.
"""

from math import log

import numpy as np

from croupier.odds.sessions.nets import Floats, NetDistribution

TAIL = 1e-16
"""The chance that is left outside, at each end."""
_FINENESS = 600
_SMALLEST, _LARGEST = 1e-9, 1e2
"""Of t, times how far a round may be from its mean."""


def most_won(round: NetDistribution, rounds: int) -> float:
    """The session wins more than this with a chance of less than TAIL."""
    return min(_bound(*_cumulants(round, 1), rounds), float(rounds * round.best))


def most_lost(round: NetDistribution, rounds: int) -> float:
    """The same for losing more, at the end of the session."""
    return min(_bound(*_cumulants(round, -1), rounds), float(-rounds * round.worst))


def deepest(round: NetDistribution, rounds: int) -> float:
    """The same for having lost more at any time within it (Doob's inequality)."""
    t, cumulants = _cumulants(round, -1)
    bound = _bound(t, np.maximum(cumulants, 0), rounds)
    return max(0.0, min(bound, float(-rounds * round.worst)))


def _bound(t: Floats, cumulants: Floats, rounds: int) -> float:
    return float(np.min((rounds * cumulants - log(TAIL)) / t))


def _cumulants(round: NetDistribution, sign: int) -> tuple[Floats, Floats]:
    """t, and log M(t) of what is won, or of what is lost."""
    mean = sign * round.mean
    around = sign * round.nets.astype(np.float64) - mean
    t = np.geomspace(_SMALLEST, _LARGEST, _FINENESS) / (float(np.max(np.abs(around))) or 1.0)
    # Precise also where M(t) is next to one; around the mean the sum is never below nothing.
    apart = np.maximum(np.expm1(np.outer(t, around)) @ round.chances, 0)
    return t, t * mean + np.log1p(apart)
