"""What one round may bring the house, by the bets that were taken in it.

Where the odds know how a round ends for all bets at once (a spin, a coup), the bets of everybody at
the table are added up way by way, exactly. Where they do not (boxes of blackjack against one
dealer, a side bet beside them), each bet's own outcomes are exact, and that they hang together is
met with caution: with the chance TOGETHER all end at the same place of their outcomes, the best
with the best, else each for itself. The mean is exact, and the spread is never too small as long as
no two of them are correlated more than that.
"""

from collections.abc import Iterable, Mapping
from math import fsum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.play_figures import PlayFigures
from croupier.odds.worth import Outcome

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TOGETHER = 0.45
"""More than two boxes of any of our blackjacks are correlated (docs/monitoring.md)."""


class TakenStake(NamedTuple):
    """All that lay on one bet in a round, on one box where it lies on boxes."""

    bet: str
    box: int | None
    stake: int


class Wins(NamedTuple):
    """Of the house, in the smallest unit, and their chances."""

    wins: Ints
    chances: Floats

    @property
    def mean(self) -> float:
        return fsum(self.wins * self.chances)

    @property
    def variance(self) -> float:
        return fsum((self.wins - self.mean) ** 2 * self.chances)

    @property
    def third(self) -> float:
        """The mean of the distance from the mean, to the third power."""
        return fsum(np.abs(self.wins - self.mean) ** 3 * self.chances)


class Way(NamedTuple):
    """A part of a round's chances in which these wins come about each for itself."""

    chance: float
    parts: tuple[Wins, ...]


class RoundWins(NamedTuple):
    ways: tuple[Way, ...]
    """All with the same mean."""

    @property
    def mean(self) -> float:
        return fsum(part.mean for part in self.ways[0].parts)

    @property
    def variance(self) -> float:
        return fsum(way.chance * fsum(part.variance for part in way.parts) for way in self.ways)

    @property
    def third(self) -> float:
        """At least the third absolute moment around the mean (Minkowski's inequality)."""
        return fsum(
            way.chance * fsum(part.third ** (1 / 3) for part in way.parts) ** 3 for way in self.ways
        )

    @property
    def least(self) -> int:
        return min(sum(int(part.wins.min()) for part in way.parts) for way in self.ways)

    @property
    def most(self) -> int:
        return max(sum(int(part.wins.max()) for part in way.parts) for way in self.ways)


def covered(figures: PlayFigures) -> frozenset[str]:
    """The bets whose outcomes are known."""
    return frozenset(odds.bet for odds in figures.odds.bets)


def round_wins(figures: PlayFigures, stakes: Iterable[TakenStake]) -> RoundWins:
    """Of bets that are covered, and at least one."""
    if figures.joint is not None:
        return RoundWins((Way(1.0, (_joint(figures, stakes),)),))
    parts = _alike(figures, stakes)
    singly = tuple(_of_bet(outcomes, stake) for outcomes, stake in parts)
    if len(singly) == 1:
        return RoundWins((Way(1.0, singly),))
    together = Way(TOGETHER, (_side_by_side(parts),))
    return RoundWins((Way(1 - TOGETHER, singly), together))


def _joint(figures: PlayFigures, stakes: Iterable[TakenStake]) -> Wins:
    joint = figures.joint
    assert joint is not None
    lost = np.zeros(len(joint.chances))
    for bet, _, stake in stakes:
        lost += stake * np.array(joint.nets[bet])
    return _put_together(-lost, np.array(joint.chances))


def _alike(
    figures: PlayFigures, stakes: Iterable[TakenStake]
) -> list[tuple[tuple[Outcome, ...], int]]:
    """Bets on one box that end alike end together: a bet behind a seat is the seat's."""
    outcomes = _outcomes(figures)
    sums: dict[tuple[tuple[Outcome, ...], int | None], int] = {}
    for bet, box, stake in stakes:
        key = outcomes[bet], box
        sums[key] = sums.get(key, 0) + stake
    return [(ends, stake) for (ends, _), stake in sums.items()]


def _outcomes(figures: PlayFigures) -> Mapping[str, tuple[Outcome, ...]]:
    return {odds.bet: odds.outcomes for odds in figures.odds.bets}


def _of_bet(outcomes: tuple[Outcome, ...], stake: int) -> Wins:
    lost = np.array([outcome.net for outcome in outcomes]) * stake
    return _put_together(-lost, np.array([outcome.p for outcome in outcomes]))


def _side_by_side(parts: list[tuple[tuple[Outcome, ...], int]]) -> Wins:
    """Every bet at the same place of its outcomes, from the worst to the best."""
    edges = [np.cumsum([outcome.p for outcome in outcomes]) for outcomes, _ in parts]
    cuts = np.unique(np.concatenate([edge[:-1] for edge in edges] + [[0.0]]))
    lost = np.zeros(len(cuts))
    for (outcomes, stake), edge in zip(parts, edges, strict=True):
        at = np.minimum(np.searchsorted(edge, cuts, side="right"), len(outcomes) - 1)
        lost += stake * np.array([outcome.net for outcome in outcomes])[at]
    return _put_together(-lost, np.diff([*cuts, 1.0]))


def _put_together(wins: Floats, chances: Floats) -> Wins:
    """To the nearest of the smallest unit; equal ones once."""
    whole, at = np.unique(np.rint(wins).astype(np.int64), return_inverse=True)
    shares = np.bincount(at, weights=chances)
    return Wins(whole, shares / shares.sum())
