"""Roulette with one zero."""

from croupier.engine.at_once import first_stakes, staked
from croupier.games.roulette.engine.round import (
    VOID_CAUSES,
    RouletteView,
    Round,
    check_bet,
    open_round,
    standings,
    step,
    view,
    waiting,
)
from croupier.games.roulette.engine.rules import RouletteRules

__all__ = [
    "VOID_CAUSES",
    "RouletteRules",
    "RouletteView",
    "Round",
    "check_bet",
    "first_stakes",
    "open_round",
    "staked",
    "standings",
    "step",
    "view",
    "waiting",
]
