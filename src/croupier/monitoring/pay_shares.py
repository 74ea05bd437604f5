"""Whether bets are paid that were lost or level, by how often each end comes.

Of a bet that nobody can play well or badly the chance of every end is known, not only the mean of
what it brings. Whoever pays one push in ten moves the mean by a hundredth of the stake, which takes
hundreds of thousands of rounds to see; that a tenth of all pushes is missing shows ten times
sooner. Each bettor believes that a share of such ends is paid as the commonest win is, and the
factor is the likelihood ratio.
"""

from collections.abc import Iterable, Mapping
from math import log
from typing import NamedTuple

from croupier.monitoring.taken import TakenBet
from croupier.odds.play_figures import PlayFigures
from croupier.odds.worth import Outcome

LOST_PAID = (0.02, 0.1)
LEVEL_PAID = (0.1, 0.4)
"""The share of lost bets, or of those given back, that are paid."""
BETTORS = len(LOST_PAID) + len(LEVEL_PAID)
_CENT = 1.0


class PayRatios(NamedTuple):
    """Of a bet: every end per unit staked, and the factors of each bettor when it comes."""

    ends: tuple[tuple[float, tuple[float, ...]], ...]

    def of(self, bet: TakenBet) -> tuple[float, ...] | None:
        """None where it came to what the rules never pay."""
        net, ratios = min(self.ends, key=lambda end: abs(bet.net - bet.stake * end[0]))
        return ratios if abs(bet.net - bet.stake * net) < _CENT else None


def pay_ratios(figures: PlayFigures) -> dict[str, PayRatios]:
    """Of the bets that nothing is added to on the way."""
    return {
        odds.bet: PayRatios(tuple(_ratios(odds.outcomes)))
        for odds in figures.odds.bets
        if odds.ev_exact is not None
        and figures.most_lost[odds.bet] == 1.0
        and any(outcome.net > 0 for outcome in odds.outcomes)
    }


def _ratios(outcomes: tuple[Outcome, ...]) -> Iterable[tuple[float, tuple[float, ...]]]:
    won = max((end for end in outcomes if end.net > 0), key=lambda end: end.p)
    lost = sum(end.p for end in outcomes if end.net == -1)
    level = sum(end.p for end in outcomes if end.net == 0)
    for end in outcomes:
        if end is won:
            more = [1 + share * lost / won.p for share in LOST_PAID]
            more += [1 + share * level / won.p for share in LEVEL_PAID]
            yield end.net, tuple(more)
        else:
            of_lost = [1 - share * (end.net == -1) for share in LOST_PAID]
            yield end.net, (*of_lost, *(1 - share * (end.net == 0) for share in LEVEL_PAID))


def paid_too_often(ratios: Mapping[str, PayRatios], bets: Iterable[TakenBet]) -> list[float]:
    """The logarithms of a round's factors. Bets of one round hang together: the mean of their
    factors is one all the same, by what was staked on each."""
    sums, staked = [0.0] * BETTORS, 0
    for bet in bets:
        known = ratios.get(bet.bet)
        of = known.of(bet) if known is not None and bet.stake else None
        for bettor in range(BETTORS):
            sums[bettor] += bet.stake * (1.0 if of is None else of[bettor])
        staked += bet.stake
    return [log(total / staked) if staked else 0.0 for total in sums]
