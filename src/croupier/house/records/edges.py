"""The house's edge, for the bets of which every outcome has been counted.

Roulette: a bet on n numbers wins n of 37 spins (LIVE 1.3, 1.4). Baccarat of eight decks: the ways
in which six cards come out of 416 in order, as enumerated through the engine.
"""

from fractions import Fraction

from croupier.games.baccarat.rules import BaccaratRules
from croupier.games.engine import AnyRules
from croupier.games.roulette.rules import RouletteRules
from croupier.games.roulette.spots import POCKETS, SPOTS, kind_of
from croupier.kit.odds import Odds

BANKER, PLAYER, TIE = 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216
_COUPS = BANKER + PLAYER + TIE
_COUNTED = "live-baccarat"
_ONE_OF_KIND = {kind_of(spot): spot for spot in SPOTS}


def edges(rules: AnyRules) -> dict[str, Fraction]:
    """Bet → what of every stake stays with the house in the long run."""
    if isinstance(rules, RouletteRules):
        spins = len(POCKETS)
        return {
            kind: _edge(len(SPOTS[spot]), spins - len(SPOTS[spot]), spins, rules.odds(spot))
            for kind, spot in _ONE_OF_KIND.items()
        }
    if isinstance(rules, BaccaratRules) and rules.game == _COUNTED and not rules.banker_six_pays:
        return {
            "player": _edge(PLAYER, BANKER, _COUPS, rules.player_pays),
            "banker": _edge(BANKER, PLAYER, _COUPS, rules.banker_pays),
            "tie": _edge(TIE, BANKER + PLAYER, _COUPS, rules.tie_pays),
        }
    return {}


def _edge(wins: int, losses: int, ways: int, odds: Odds) -> Fraction:
    return Fraction(losses * odds.stake - wins * odds.win, ways * odds.stake)
