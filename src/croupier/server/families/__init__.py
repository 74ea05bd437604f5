"""What each family of games shows, by its name."""

from typing import Any

from croupier.games import engine
from croupier.games.rules import Rules
from croupier.house.records import families as records
from croupier.kit.errors import Code, Refused
from croupier.kit.registry import Registry
from croupier.notices import families as notices
from croupier.odds import families as odds
from croupier.server.families.baccarat import BaccaratViews
from croupier.server.families.blackjack import BlackjackViews
from croupier.server.families.roulette import RouletteViews
from croupier.server.family import FamilyViews
from croupier.story import families as story
from croupier.table import families as tables

FAMILIES: Registry[FamilyViews[Any]] = Registry(
    "croupier.server",
    {"blackjack": BlackjackViews(), "baccarat": BaccaratViews(), "roulette": RouletteViews()},
)

_ROOMS: tuple[Registry[Any], ...] = (
    engine.FAMILIES,
    odds.FAMILIES,
    notices.FAMILIES,
    story.FAMILIES,
    tables.FAMILIES,
    records.FAMILIES,
    FAMILIES,
)


def check_parts(rules: Rules) -> None:
    """A game of another package is played here only if no room lacks its part of the family."""
    for room in _ROOMS:
        if rules.family not in room:
            said = f"{rules.game} cannot be played: {rules.family} is not entered in {room.group}"
            raise Refused(Code.BAD_SETTING, said)
