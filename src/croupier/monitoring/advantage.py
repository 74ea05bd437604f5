"""Whether somebody wins more than their bets can be worth.

The mean of what a round's bets bring is known, however they hang together: it is the sum of what
each is worth, at most what best play makes of it. So for any fraction that cannot lose more than
the capital, 1 + fraction * (net - mean) is a factor for evidence, whoever plays well or badly. How
large the fraction should be depends on how large the advantage is, per unit staked: each bettor
believes in another one.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from croupier.monitoring.evalues import log_bet
from croupier.odds.play_figures import PlayFigures
from croupier.odds.worth import BetOdds

ADVANTAGES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 2.0)
"""Of a unit staked, which somebody has more than honest play gives."""
_MOST_RISKED = 0.5
"""Of the capital, in one round."""


class BetLimits(NamedTuple):
    """Of a bet, per unit first put down."""

    most_ev: float
    """What it is worth at most, however it is played."""
    least_ev: float | None
    """And at least; none where it can be played badly."""
    variance: float
    most_lost: float
    most_won: float


def limits_of(figures: PlayFigures) -> dict[str, BetLimits]:
    return {odds.bet: _limits(odds, figures.most_lost[odds.bet]) for odds in figures.odds.bets}


def _limits(odds: BetOdds, most_lost: float) -> BetLimits:
    worths = (odds.ev, odds.ev_composition, odds.ev_not_following)
    plain = odds.ev_exact is not None and most_lost == 1.0
    return BetLimits(
        max(worth for worth in worths if isinstance(worth, float)),
        odds.ev if plain else None,
        odds.stddev**2,
        most_lost,
        max(outcome.net for outcome in odds.outcomes),
    )


class Stake(NamedTuple):
    """A bet that was taken."""

    bet: str
    stake: int
    net: int


def for_players(limits: Mapping[str, BetLimits], stakes: Iterable[Stake]) -> list[float] | None:
    """The logarithms of a round's factors, if players win too much; None where nothing was at
    stake that can be measured."""
    staked = net = mean = variance = most_lost = 0.0
    for bet, stake, won in stakes:
        of = limits.get(bet)
        if of is not None and stake:
            staked += stake
            net += won
            mean += stake * of.most_ev
            variance += stake**2 * of.variance
            most_lost += stake * of.most_lost
    return _factors(staked, net - mean, variance, most_lost + mean) if staked else None


def against_players(limits: Mapping[str, BetLimits], stakes: Iterable[Stake]) -> list[float] | None:
    """The same if players lose too much, of bets that cannot be played badly."""
    staked = net = mean = variance = most_won = 0.0
    for bet, stake, won in stakes:
        of = limits.get(bet)
        if of is not None and of.least_ev is not None and stake:
            staked += stake
            net += won
            mean += stake * of.least_ev
            variance += stake**2 * of.variance
            most_won += stake * of.most_won
    return _factors(staked, mean - net, variance, most_won - mean) if staked else None


def _factors(staked: float, gain: float, variance: float, most_lost: float) -> list[float]:
    largest = _MOST_RISKED / max(most_lost, 1.0)
    # What a mistaken pay can bring is beyond the rules: no loss is larger than what it may be.
    gain = max(gain, -most_lost)
    return [log_bet(min(advantage * staked / variance, largest), gain) for advantage in ADVANTAGES]
