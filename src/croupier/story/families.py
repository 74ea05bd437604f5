"""The story of a round of each family of games."""

from typing import Any, Protocol

from croupier.engine.lines import Line
from croupier.kit.registry import part
from croupier.story.moment import Ending, Moment, Opening
from croupier.story.page import StoryWriter


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


def story_of(opening: Opening[Any], write: StoryWriter) -> FamilyStory:
    """The story of a round, by the family of its game."""
    story: FamilyStory = part(opening.round.rules.family, "story")(write, opening)
    return story
