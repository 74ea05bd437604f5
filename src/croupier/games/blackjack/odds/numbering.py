"""How values and totals are numbered."""

from croupier.games.blackjack.engine import points
from croupier.kit.cards import RANKS
from croupier.odds.shoe import ShoeComposition

ACE, TEN, VALUES = 0, 9, 10
"""The ace, two to nine, and all that count ten."""
SOFT = 22
"""Hard totals are their own numbers; soft ones come after them."""


def values_of(shoe: ShoeComposition) -> tuple[int, ...]:
    """How many cards of a shoe count what: the ace, two to nine, and all that count ten."""
    counts = [0] * VALUES
    for rank, count in zip(RANKS, shoe.ranks, strict=True):
        counts[points.VALUES[rank] - 1] += count
    return tuple(counts)
