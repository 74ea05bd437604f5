"""The odds of each family of games."""

from typing import Any

from croupier.games.rules import Rules
from croupier.kit.registry import instance
from croupier.odds.family import FamilyOdds


def family_odds(rules: Rules) -> FamilyOdds[Any]:
    odds: FamilyOdds[Any] = instance(rules.family, "odds")
    return odds
