"""The house's edge on every bet of a game, per unit as the bet is first put down."""

from fractions import Fraction

from croupier.engine.rules import Rules
from croupier.odds.worth import BetOdds, GameOdds


def edges(rules: Rules, odds: GameOdds) -> dict[str, Fraction]:
    """Bet → what of it stays with the house in the long run; bets of one kind, such as a wheel's
    numbers, under the name of the kind."""
    by_bet: dict[str, Fraction] = {}
    for bet_odds in odds.bets:
        by_bet.setdefault(bet_odds.bet.partition(":")[0], _edge(bet_odds))
    # The edge of a bet has the best raise in it, so the raise itself adds nothing.
    return by_bet | {wager: Fraction(0) for wager, of in rules.part_of.items() if of in by_bet}


def _edge(bet_odds: BetOdds) -> Fraction:
    return -Fraction(bet_odds.ev if bet_odds.ev_exact is None else bet_odds.ev_exact)
