"""The house's edge on every bet of a game, per unit as the bet is first put down."""

from fractions import Fraction

from croupier.games.baccarat.rules import ANTES
from croupier.odds.worth import BetOdds, GameOdds


def edges(odds: GameOdds) -> dict[str, Fraction]:
    """Bet → what of it stays with the house in the long run; roulette's by their kind."""
    found: dict[str, Fraction] = {}
    for one in odds.bets:
        found.setdefault(one.bet.partition(":")[0], _edge(one))
    # An ante's edge has the best raise in it, so the raise itself adds nothing.
    return found | {wager: Fraction(0) for ante, wager in ANTES.items() if ante in found}


def _edge(one: BetOdds) -> Fraction:
    return -Fraction(one.ev if one.ev_exact is None else one.ev_exact)
