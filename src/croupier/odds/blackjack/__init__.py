"""Blackjack's main bet, solved: the best chart, the best play, and what each is worth."""

from croupier.odds.blackjack.advice import advise
from croupier.odds.blackjack.chart import Column
from croupier.odds.blackjack.solve import MainBet, solve

__all__ = ["Column", "MainBet", "advise", "solve"]
