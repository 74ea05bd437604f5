"""Exact odds: what every bet of every variant is worth, and how to play it best.

    odds = odds_of(variant("live-baccarat"))
    chart = strategy_of(variant("rws-blackjack", {"decks": 6}))
    worth = advise(variant("rws-blackjack"), ShoeComposition.of_decks(8), "8,8", "T")

Everything is reckoned from the variant's own value and the cards in the shoe. Where the ways a bet
can end are few enough to count, they are counted, and the worth is a fraction.
"""

from croupier.odds.advice import Advice
from croupier.odds.counting.figures import BetProtection, GameProtection
from croupier.odds.counting.protection import game_protection_of
from croupier.odds.game import advise, bets_of, odds_of, strategy_of, with_settings, worth_of
from croupier.odds.rules import rules_for_odds
from croupier.odds.shoe import ShoeComposition, parse_cards, parse_shoe
from croupier.odds.strategy import AnteStrategy, Strategy
from croupier.odds.whatif import WhatIf, compare
from croupier.odds.worth import BetOdds, GameOdds, Outcome

__all__ = [
    "Advice",
    "AnteStrategy",
    "BetOdds",
    "BetProtection",
    "GameOdds",
    "GameProtection",
    "Outcome",
    "ShoeComposition",
    "Strategy",
    "WhatIf",
    "advise",
    "bets_of",
    "compare",
    "game_protection_of",
    "odds_of",
    "parse_cards",
    "parse_shoe",
    "rules_for_odds",
    "strategy_of",
    "with_settings",
    "worth_of",
]
