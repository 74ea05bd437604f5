"""What a bettor wins who knows when a bet is worth making.

Definitions, as players and houses use them: of a round's mean win w and variance v, in units,
N0 = v / w² rounds after which the win is one deviation; DI = 1000 w / √v, the desirability index;
SCORE = DI² = 1,000,000 / N0, which is what is won in 100 rounds by whoever stakes so much as a
bankroll of 10,000 bears best (Schlesinger). Rounds without a bet count as rounds.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from croupier.odds.counting.figures import Winnings
from croupier.odds.counting.worths.many_shoes import Floats, Worths

_HUNDRED = 100
_SCORE = 1_000_000
_RAMPS = np.geomspace(0.001, 0.2, 24)
"""Advantages from which on the most may be staked: the best of these is taken."""
_PILOTS = 1_000
"""Shoes by which it is chosen."""


class Begun(NamedTuple):
    """One round of a shoe, for every composition that may be unseen then."""

    chance: Floats
    worth: Worths
    estimate: Floats
    """What the bettor takes the bet to be worth."""


class _Stakes(NamedTuple):
    least: float
    most: float
    full: float | None

    def of(self, estimate: Floats) -> Floats:
        if self.full is None:
            return np.where(estimate > 0, self.most, self.least)
        return np.clip(self.most * estimate / self.full, self.least, self.most)


def one_unit(rounds: Iterable[Begun], *, drawn: bool) -> Winnings:
    """One unit where it is worth it, and nothing elsewhere."""
    return _won(list(rounds), _Stakes(0, 1, None), drawn=drawn)


def one_to(spread: int, rounds: Iterable[Begun], *, drawn: bool) -> Winnings:
    """At least one unit in every round, and up to the spread in proportion to the advantage, by
    the ramp of the highest SCORE; of the least loss, where nothing is to be won."""
    begun = list(rounds)
    some = [_some_of(one) for one in begun] if drawn else begun
    every = (_Stakes(1, spread, float(full)) for full in _RAMPS)

    def score(stakes: _Stakes) -> tuple[float, float]:
        won = _won(some, stakes, drawn=drawn)
        return won.score, won.win

    return _won(begun, max(every, key=score), drawn=drawn)


def _some_of(round: Begun) -> Begun:
    chance, worth, estimate = round
    share = chance[:_PILOTS] / chance[:_PILOTS].sum()
    return Begun(share, Worths(*(part[:_PILOTS] for part in worth)), estimate[:_PILOTS])


def _won(rounds: Sequence[Begun], stakes: _Stakes, *, drawn: bool) -> Winnings:
    share = win = square = 0.0
    by_shoe = np.zeros(len(rounds[0].chance)) if drawn else np.zeros(1)
    for one in rounds:
        stake = stakes.of(one.estimate)
        won = one.worth.offered * stake * one.worth.ev
        share += float(one.chance @ (one.worth.offered * (stake > stakes.least)))
        win += float(one.chance @ won)
        square += float(one.chance @ (one.worth.offered * stake**2 * one.worth.square))
        if drawn:
            by_shoe += won
    share, win, square = (figure / len(rounds) for figure in (share, win, square))
    variance = square - win**2
    error = float(by_shoe.std()) / len(rounds) / sqrt(len(by_shoe))
    wins = win > 0 and variance > 0
    return Winnings(
        share,
        _HUNDRED * win,
        _HUNDRED * error,
        sqrt(_HUNDRED * max(variance, 0.0)),
        variance / win**2 if wins else None,
        1000 * win / sqrt(variance) if wins else 0.0,
        _SCORE * win**2 / variance if wins else 0.0,
        stakes.full,
    )
