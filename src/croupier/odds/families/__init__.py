"""The odds of each family of games, by its name."""

from typing import Any

from croupier.kit.registry import Registry
from croupier.odds.families.baccarat import BaccaratOdds
from croupier.odds.families.blackjack import BlackjackOdds
from croupier.odds.families.roulette import RouletteOdds
from croupier.odds.family import FamilyOdds

FAMILIES: Registry[FamilyOdds[Any]] = Registry(
    "croupier.odds",
    {"blackjack": BlackjackOdds(), "baccarat": BaccaratOdds(), "roulette": RouletteOdds()},
)
