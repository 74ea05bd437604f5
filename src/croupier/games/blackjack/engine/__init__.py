"""Blackjack: one engine for every variant, told apart by a `BlackjackRules` value."""

from croupier.games.blackjack.engine.betting import check_bet
from croupier.games.blackjack.engine.decided import standings
from croupier.games.blackjack.engine.irregular import VOID_CAUSES
from croupier.games.blackjack.engine.round import open_round, step, waiting
from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.engine.state import Round, first_stakes, staked
from croupier.games.blackjack.engine.view import BlackjackView, view

__all__ = [
    "VOID_CAUSES",
    "BlackjackRules",
    "BlackjackView",
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
