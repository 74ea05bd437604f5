"""The screen of each family of games."""

from typing import Any

from croupier.cli.play.screen import Screen
from croupier.engine.rules import Rules
from croupier.kit.registry import part


def screen_of(rules: Rules) -> type[Screen[Any]]:
    screen: type[Screen[Any]] = part(rules.family, "screen")
    return screen
