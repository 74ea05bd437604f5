"""What a game is dealt with: cards from a shoe, or a wheel."""

import msgspec


class Cards(msgspec.Struct, frozen=True):
    decks: int
    behind_cut: int
    """Cards behind the cut card."""
    reserve: int
    """With no more cards than these left, no round is begun: it might not be dealt out."""
    burned: int = 0
    """Cards burned after a shuffle."""

    @property
    def size(self) -> int:
        return 52 * self.decks


class Wheel(msgspec.Struct, frozen=True):
    pockets: int
    """Numbered from zero."""


Equipment = Cards | Wheel
