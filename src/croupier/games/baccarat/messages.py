"""A coup as viewers see it."""

import msgspec

from croupier.kit.cards import Card
from croupier.table.family import Squeezer


class BaccaratPlay(msgspec.Struct, frozen=True, tag_field="family", tag="baccarat"):
    player: tuple[Card, ...]
    player_points: int
    banker: tuple[Card, ...]
    banker_points: int
    squeezers: tuple[Squeezer, ...] = ()
    """Who may turn over a hand's cards: whoever has the most on it. The house tells the cards at
    once; it is the client that lays them face down, and says so (`squeeze`)."""
    squeeze_ms: int = 0
    """How long the house waits for cards that lie there together."""
