"""Whether a bet came to what the rules can pay for it at all."""

from croupier.monitoring.taken import TakenBet
from croupier.odds.play_figures import PlayFigures

_CENT = 1.0
"""By less than this a pay is rounded."""


def pays_of(figures: PlayFigures) -> dict[str, tuple[float, ...]]:
    """Every net result per unit, of the bets that nothing is added to on the way: of all others
    they depend on how they are played."""
    return {
        odds.bet: tuple(outcome.net for outcome in odds.outcomes)
        for odds in figures.odds.bets
        if odds.ev_exact is not None and figures.most_lost[odds.bet] == 1.0
    }


def wrongly_paid(pays: dict[str, tuple[float, ...]], bet: TakenBet) -> bool:
    known = pays.get(bet.bet)
    if known is None or not bet.stake:
        return False
    return all(abs(bet.net - bet.stake * net) >= _CENT for net in known)
