"""Cards that are all the same to a bet, taken together."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from croupier.kit.cards import Card
from croupier.odds.shoe import ShoeComposition


class CardClasses(NamedTuple):
    """Class → how many the shoe holds of it, and a card that stands for it; in the order of a new
    deck."""

    counts: dict[str, int]
    a_card: dict[str, Card]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.counts)


def classes(shoe: ShoeComposition, told_apart: Callable[[Card], str]) -> CardClasses:
    counts: Counter[str] = Counter()
    a_card: dict[str, Card] = {}
    for card, count in shoe.cards.items():
        name = told_apart(card)
        if not counts[name]:
            a_card[name] = card
        counts[name] += count
    return CardClasses(dict(counts), a_card)


def by_value(card: Card) -> str:
    """As blackjack and baccarat count: a picture is a ten."""
    return "T" if card[0] in "TJQK" else card[0]


def by_rank(card: Card) -> str:
    return card[0]


def by_card(card: Card) -> str:
    return str(card)


def aces_and_tens(card: Card) -> str:
    """All that insurance asks for; the two stands for every other card."""
    value = by_value(card)
    return value if value in "AT" else "2"
