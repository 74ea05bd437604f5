"""What each family of games shows."""

from typing import Any

from croupier.games.rules import Rules
from croupier.kit.registry import instance, part
from croupier.server.family import FamilyViews

_OF_A_TABLE = ("engine", "odds", "notices", "story", "guide", "records", "views")
"""The parts a live table needs."""


def family_views(rules: Rules) -> FamilyViews[Any]:
    views: FamilyViews[Any] = instance(rules.family, "views")
    return views


def check_parts(rules: Rules) -> None:
    """Refuse to open a table of a game of which a part cannot be loaded."""
    for name in _OF_A_TABLE:
        part(rules.family, name)
