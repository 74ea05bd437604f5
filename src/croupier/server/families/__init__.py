"""What each family of games shows, by its name."""

from typing import Any

from croupier.kit.registry import Registry
from croupier.server.families.baccarat import BaccaratViews
from croupier.server.families.blackjack import BlackjackViews
from croupier.server.families.roulette import RouletteViews
from croupier.server.family import FamilyViews

FAMILIES: Registry[FamilyViews[Any]] = Registry(
    "croupier.server",
    {"blackjack": BlackjackViews(), "baccarat": BaccaratViews(), "roulette": RouletteViews()},
)
