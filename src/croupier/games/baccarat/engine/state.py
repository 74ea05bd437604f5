"""A coup as a value."""

import msgspec

from croupier.engine.layout import Bet
from croupier.engine.lines import Line
from croupier.engine.waiting import Decision
from croupier.games.baccarat.engine.rules import BaccaratRules
from croupier.kit.cards import Card


class Round(msgspec.Struct, frozen=True):
    rules: BaccaratRules
    bets: tuple[Bet, ...]
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    undecided: tuple[Decision, ...] = ()
    """Antes still to be raised or folded."""
    raised: frozenset[tuple[str, str]] = frozenset()
    """Antes gone on with: player and bet."""
    folded: frozenset[tuple[str, str]] = frozenset()
    discard: int = 0
    """How many of the next cards are thrown away."""
    out: tuple[Card, ...] = ()
    held: bool = False
    """The last card settles nothing before the dealer goes on."""
    lines: tuple[Line, ...] = ()
    returned: tuple[Line, ...] = ()
    """Bets that should not have lain there, given back at the start."""
    over: bool = False
    void: bool = False
