"""Who tells the story of each family of games, by its name."""

from typing import Any, Protocol

from croupier.games.lines import Line
from croupier.kit.registry import Registry
from croupier.story.baccarat import BaccaratStory
from croupier.story.blackjack import BlackjackStory
from croupier.story.moment import Ending, Moment, Opening
from croupier.story.page import StoryWriter
from croupier.story.roulette import RouletteStory


class FamilyStory(Protocol):
    """Writes down what happens in one round."""

    def __init__(self, write: StoryWriter, opening: Opening[Any]) -> None: ...
    def open(self) -> None:
        """The bets."""

    def tell(self, moment: Moment[Any]) -> None:
        """One step of the round."""

    def close(self) -> None:
        """Whatever is still to be told before the settlement."""

    def ending(self, line: Line, moment: Moment[Any]) -> Ending:
        """Why this line of the settlement came out as it did."""


FAMILIES: Registry[type[FamilyStory]] = Registry(
    "croupier.story",
    {"blackjack": BlackjackStory, "baccarat": BaccaratStory, "roulette": RouletteStory},
)
