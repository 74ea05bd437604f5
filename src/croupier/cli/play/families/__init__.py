"""The screen of each family of games, by its name."""

from typing import Any

from croupier.cli.play.families.baccarat import BaccaratScreen
from croupier.cli.play.families.blackjack import BlackjackScreen
from croupier.cli.play.families.roulette import RouletteScreen
from croupier.cli.play.screen import Screen
from croupier.kit.registry import Registry

FAMILIES: Registry[type[Screen[Any]]] = Registry(
    "croupier.play",
    {"blackjack": BlackjackScreen, "baccarat": BaccaratScreen, "roulette": RouletteScreen},
)
