"""Every spot of the wheel's layout: so many of 37 pockets win."""

from fractions import Fraction

from croupier.games.roulette.rules import RouletteRules
from croupier.games.roulette.spots import POCKETS, SPOTS
from croupier.odds.worth import LOST, BetOdds, exact, paid


def roulette_odds(rules: RouletteRules) -> tuple[BetOdds, ...]:
    return tuple(_spot(rules, spot) for spot in SPOTS)


def _spot(rules: RouletteRules, spot: str) -> BetOdds:
    wins = Fraction(len(SPOTS[spot]), len(POCKETS))
    return exact(spot, {paid(rules.odds(spot)): wins, LOST: 1 - wins})
