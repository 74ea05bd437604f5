"""Cards as two characters of text: rank and suit, "AS" for the ace of spades.

A card is its own notation, so a round can be written on one line, read aloud and compared.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NewType

from croupier.kit.errors import Code, Refused

Card = NewType("Card", str)

RANKS = "A23456789TJQK"
SUITS = "SHDC"
RED_SUITS = "HD"
DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
HIDDEN = Card("??")
"""What a view shows in place of a card its viewer may not see."""

_KNOWN = {str(card): card for card in DECK}
_SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))


def card(text: str) -> Card:
    """Read one card; "1S" or "10S" is no card."""
    try:
        return _KNOWN[text]
    except KeyError:
        raise Refused(Code.BAD_FILE, f"there is no card {text!r}") from None


def cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces: "AS KH 7D"."""
    return tuple(card(word) for word in text.split())


def rank(card: Card) -> str:
    return card[0]


def suit(card: Card) -> str:
    return card[1]


def card_name(card: Card) -> str:
    """As people read it: "10♥"."""
    return rank(card).replace("T", "10") + _SIGNS[suit(card)]


def same_rank(card: Card, other: Card) -> bool:
    return card[0] == other[0]


def same_colour(card: Card, other: Card) -> bool:
    return (card[1] in RED_SUITS) == (other[1] in RED_SUITS)


def shoe(decks: int) -> tuple[Card, ...]:
    """All the cards of so many decks, unshuffled."""
    return DECK * decks


def first_impossible(seen: Iterable[Card], decks: int) -> Card | None:
    """The first card of which more were seen than the decks hold."""
    counted: Counter[Card] = Counter()
    for card in seen:
        counted[card] += 1
        if counted[card] > decks:
            return card
    return None
