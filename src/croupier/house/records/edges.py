"""The house's edge on every bet of a game, per unit as the bet is first put down."""

from fractions import Fraction

from croupier.games.baccarat.rules import ANTES
from croupier.odds.worth import BetOdds, GameOdds


def edges(odds: GameOdds) -> dict[str, Fraction]:
    """Bet → what of it stays with the house in the long run; roulette's by their kind."""
    by_bet: dict[str, Fraction] = {}
    for bet_odds in odds.bets:
        by_bet.setdefault(bet_odds.bet.partition(":")[0], _edge(bet_odds))
    # An ante's edge has the best raise in it, so the raise itself adds nothing.
    return by_bet | {wager: Fraction(0) for ante, wager in ANTES.items() if ante in by_bet}


def _edge(bet_odds: BetOdds) -> Fraction:
    return -Fraction(bet_odds.ev if bet_odds.ev_exact is None else bet_odds.ev_exact)
