"""Rules, rounds and views in the classes of their family.

The engine types them as what all games have in common; a test of one family needs more.
"""

from collections.abc import Mapping
from typing import TypeVar

from croupier.engine import protocol as engine
from croupier.engine.viewer import PUBLIC, Viewer
from croupier.games.baccarat import engine as baccarat
from croupier.games.baccarat.engine import BaccaratView
from croupier.games.blackjack import engine as blackjack
from croupier.games.blackjack.engine import BlackjackRules, BlackjackView
from croupier.games.roulette import engine as roulette
from croupier.games.roulette.engine import RouletteView

T = TypeVar("T")


def instance_of(kind: type[T], value: object) -> T:
    """The value, checked to be of this class."""
    assert isinstance(value, kind), value
    return value


def blackjack_rules(game: str, settings: Mapping[str, object] | None = None) -> BlackjackRules:
    return instance_of(BlackjackRules, engine.variant(game, settings))


def blackjack_round(round: engine.Round) -> blackjack.Round:
    return instance_of(blackjack.Round, round)


def blackjack_view(round: engine.Round, viewer: Viewer = PUBLIC) -> BlackjackView:
    return instance_of(BlackjackView, engine.view(round, viewer))


def baccarat_round(round: engine.Round) -> baccarat.Round:
    return instance_of(baccarat.Round, round)


def baccarat_view(round: engine.Round, viewer: Viewer = PUBLIC) -> BaccaratView:
    return instance_of(BaccaratView, engine.view(round, viewer))


def roulette_round(round: engine.Round) -> roulette.Round:
    return instance_of(roulette.Round, round)


def roulette_view(round: engine.Round, viewer: Viewer = PUBLIC) -> RouletteView:
    return instance_of(RouletteView, engine.view(round, viewer))
