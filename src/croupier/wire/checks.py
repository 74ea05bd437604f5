"""Answers to what is checked before it is done: a draft of bets, moves of cards (R27)."""

import msgspec

from croupier.engine.inputs import CardMove, CardPlace, Deal
from croupier.engine.reconstruction import LaidCard
from croupier.kit.phrase import Phrase

_View = msgspec.Struct


class SpotRefusal(_View, frozen=True):
    bet: str
    box: int | None
    code: str
    reason: str
    clause: str
    words: Phrase | None = None
    """The reason for every language."""


class CheckedBets(_View, frozen=True):
    """The answer to `check-bets`."""

    refused: tuple[SpotRefusal, ...]
    """Bets that cannot lie there."""
    short: tuple[SpotRefusal, ...]
    """Bets under their minimum: refused when they are placed so, but they may grow to it."""
    closed: tuple[SpotRefusal, ...]
    """Spots that would not take one more of the smallest chips; all others are open."""


class MoveVerdict(_View, frozen=True):
    """Whether a card may be put back where it belongs."""

    move: CardMove
    deal: Deal | None
    """In which deal it came; None: it may not be moved."""
    code: str = ""
    reason: str = ""
    clause: str = ""


class CheckedMoves(_View, frozen=True):
    """The answer to `check-moves`."""

    cards: tuple[LaidCard, ...]
    """As they ought to lie."""
    places: tuple[CardPlace, ...]
    """Where a card may lie: every hand, and every box without one."""
    verdicts: tuple[MoveVerdict, ...]
    """In the order of the moves."""
