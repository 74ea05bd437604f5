"""Cards as they should lie, and whether one that lies elsewhere may be put back (BJ5 1.24, R27).

Cards leave the shoe in one order, and the engine knows where each of them ought to have gone: that
is how a round has them. Where a card lies on the table instead is the pit's to say.
"""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from croupier.engine.inputs import CardMove, CardPlace, Deal, Misdeal
from croupier.kit.cards import Card
from croupier.kit.errors import Code, Refused


class LaidCard(msgspec.Struct, frozen=True):
    """A card where it ought to lie."""

    card: Card
    """"??" lies face down."""
    belongs: CardPlace
    at: int
    """Which card of the hand it is, from 1."""
    deal: Deal


def laid(belongs: CardPlace, cards: tuple[Card, ...], initial: int) -> tuple[LaidCard, ...]:
    """The cards of one hand, of which so many came in the initial deal."""
    return tuple(
        LaidCard(card, belongs, at, Deal.INITIAL if at <= initial else Deal.SUBSEQUENT)
        for at, card in enumerate(cards, 1)
    )


def find_card(
    cards: Sequence[LaidCard], places: Sequence[CardPlace], move: CardMove, clause: str
) -> LaidCard:
    """The card of a move from one place or position on this table to another."""
    card = next(
        (card for card in cards if (card.belongs, card.at) == (move.belongs, move.at)), None
    )
    if card is None:
        raise Refused(Code.ILLEGAL_ACTION, "no such card has been dealt", clause)
    if move.lies not in places:
        raise Refused(Code.ILLEGAL_ACTION, "there is no such place on this table", clause)
    if move.lies == move.belongs and move.lies_at in (None, move.at):
        raise Refused(Code.ILLEGAL_ACTION, "the card lies where it belongs", clause)
    return card


def check_moves(
    ruling: Misdeal, cards: Sequence[LaidCard], check_move: Callable[[CardMove], LaidCard]
) -> None:
    """R27: only a reconstruction moves cards, each of them once, and no two lie in one position."""
    moves = ruling.put_back
    if moves and not ruling.reconstructed:
        raise Refused(Code.ILLEGAL_ACTION, "cards are moved by a reconstruction alone", "R27")
    moved = {(move.belongs, move.at) for move in moves}
    if len(moved) < len(moves):
        raise Refused(Code.ILLEGAL_ACTION, "a card is moved once", "R27")
    for move in moves:
        check_move(move)
    lying = Counter(card.belongs for card in cards if (card.belongs, card.at) not in moved)
    lying.update(move.lies for move in moves)
    positions = [(move.lies, move.lies_at) for move in moves if move.lies_at is not None]
    if len(set(positions)) < len(positions):
        raise Refused(Code.ILLEGAL_ACTION, "two cards cannot lie in one position", "R27")
    if any(not 1 <= position <= lying[place] for place, position in positions):
        raise Refused(Code.ILLEGAL_ACTION, "there are not so many cards in that place", "R27")
