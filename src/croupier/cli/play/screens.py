"""Which screen shows which game."""

from typing import Protocol, cast

from rich.text import Text

from croupier.cli.play.baccarat_screen import BaccaratScreen
from croupier.cli.play.blackjack_screen import BlackjackScreen
from croupier.cli.play.felt import Felt
from croupier.cli.play.roulette_screen import RouletteScreen
from croupier.games.baccarat import BaccaratRules
from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import AnyRules, View


class Screen(Protocol):
    def welcome(self) -> list[Text]:
        """What to show once, when the player sits down."""

    def draw(self, view: View) -> list[Text]:
        """The table as the player sees it now."""

    def last_results(self, view: View) -> list[Text]:
        """Asked once, when the round is over: how it and those before it ended."""


def screen_for(rules: AnyRules, felt: Felt) -> Screen:
    width = felt.console.width
    screen: object
    if isinstance(rules, BlackjackRules):
        screen = BlackjackScreen(felt.glyphs, width)
    elif isinstance(rules, BaccaratRules):
        screen = BaccaratScreen(felt.glyphs, width)
    else:
        screen = RouletteScreen(in_colour=felt.in_colour)
    # Each screen draws the view of its own game, and gets no other.
    return cast(Screen, screen)
