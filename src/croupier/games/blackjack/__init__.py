"""Blackjack: one engine for every variant, told apart by a `BlackjackRules` value."""

from croupier.games.blackjack.betting import check_bet
from croupier.games.blackjack.decided import standings
from croupier.games.blackjack.irregular import VOID_CAUSES
from croupier.games.blackjack.round import open_round, step, waiting
from croupier.games.blackjack.rules import BlackjackRules
from croupier.games.blackjack.state import Round, first_stakes, staked
from croupier.games.blackjack.view import BlackjackView, view

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
