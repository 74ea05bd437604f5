"""Cards as they should lie, and whether one that lies elsewhere may be put back (BJ5 1.24, R27).

Cards leave the shoe in one order, and the engine knows where each of them ought to have gone: that
is how a round has them. Where a card lies on the table instead is the pit's to say.
"""

import msgspec

from croupier.games.inputs import Deal
from croupier.kit.cards import Card


class CardPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand, or a box that has none."""

    to: str
    """"box", "dealer", "player" or "banker"."""
    box: int | None = None
    hand: int | None = None


class LaidCard(msgspec.Struct, frozen=True):
    """A card where it ought to lie."""

    card: Card
    """"??" lies face down."""
    belongs: CardPlace
    at: int
    """Which card of the hand it is, from 1."""
    deal: Deal


class CardMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that lies elsewhere, and the place it is moved to."""

    belongs: CardPlace
    at: int
    lies: CardPlace


def laid(belongs: CardPlace, cards: tuple[Card, ...], initial: int) -> tuple[LaidCard, ...]:
    """The cards of one hand, of which so many came in the initial deal."""
    return tuple(
        LaidCard(card, belongs, at, Deal.INITIAL if at <= initial else Deal.SUBSEQUENT)
        for at, card in enumerate(cards, 1)
    )
