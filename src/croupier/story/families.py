"""Who tells the story of each family of games, by its name."""

from typing import Any, Protocol

from croupier.games.lines import Line
from croupier.kit.registry import Registry
from croupier.story.baccarat import Teller as Baccarat
from croupier.story.blackjack import Teller as Blackjack
from croupier.story.moment import Ending, Moment, Opening
from croupier.story.page import Notebook
from croupier.story.roulette import Teller as Roulette


class Teller(Protocol):
    """Writes what happens in one round into its notebook."""

    def __init__(self, book: Notebook, opening: Opening[Any]) -> None: ...
    def open(self) -> None:
        """The bets."""

    def tell(self, moment: Moment[Any]) -> None:
        """One step of the round."""

    def close(self) -> None:
        """Whatever is still to be told before the settlement."""

    def ending(self, line: Line, moment: Moment[Any]) -> Ending:
        """Why this line of the settlement came out as it did."""


FAMILIES: Registry[type[Teller]] = Registry(
    "croupier.story", {"blackjack": Blackjack, "baccarat": Baccarat, "roulette": Roulette}
)
