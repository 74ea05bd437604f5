"""Baccarat: one engine for both variants, told apart by a `BaccaratRules` value."""

from croupier.games.baccarat.engine.betting import check_bet, open_round
from croupier.games.baccarat.engine.round import (
    VOID_CAUSES,
    BaccaratView,
    first_stakes,
    staked,
    standings,
    step,
    view,
    waiting,
)
from croupier.games.baccarat.engine.rules import BaccaratRules
from croupier.games.baccarat.engine.state import Round

__all__ = [
    "VOID_CAUSES",
    "BaccaratRules",
    "BaccaratView",
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
