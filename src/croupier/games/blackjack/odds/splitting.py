"""How a split pair unfolds: how many hands come of it, and what each of them is known not to hold.

Hands do not depend on the order in which their cards are drawn from the shoe, so all second cards
may be thought of as drawn first. A card that equals the pair forms another hand while there may be
more; any other completes its hand. What is left once no more hands may be formed takes any card.
"""

from collections import Counter
from functools import cache
from math import comb
from typing import NamedTuple


class Unfolding(NamedTuple):
    again: int
    """How often the pair was split again: as many more of its value are gone."""
    other: int
    """Hands whose second card is known to be of another value."""
    free: int
    """Hands whose second card may be anything."""
    orders: int
    """In how many orders of second cards that comes about."""


@cache
def unfoldings(most_hands: int) -> tuple[Unfolding, ...]:
    assert most_hands > 1, "nothing can be split"
    ended: Counter[tuple[int, int, int]] = Counter()
    going = Counter({(0, 0, 2): 1})
    while going:
        (again, other, waiting), orders = going.popitem()
        if again + 2 == most_hands:
            ended[again, other, waiting] += orders
        elif not waiting:
            ended[again, other, 0] += orders
        else:
            going[again + 1, other, waiting + 1] += orders
            going[again, other + 1, waiting - 1] += orders
    return tuple(Unfolding(*key, orders) for key, orders in sorted(ended.items()))


class Share(NamedTuple):
    """A part of what a split is worth: one hand's value in a shoe with more of the pair gone."""

    gone: int
    free: bool
    """The hand takes any second card, or only one of another value."""
    times: int


@cache
def shares(most_hands: int) -> tuple[Share, ...]:
    """The worth of a split as a sum over single hands.

    That other hands drew no card of the pair's value is a fact about unseen cards. It is taken
    out by inclusion and exclusion: as often as `times` says, the hand is valued as if so many of
    them were of that value, weighted by the chance that they are.
    """
    weights: Counter[tuple[int, bool]] = Counter()
    for again, other, free, orders in unfoldings(most_hands):
        for known, hands_of_kind, is_free in ((other - 1, other, False), (other, free, True)):
            for drawn in range(known + 1) if hands_of_kind else ():
                sign = -1 if drawn % 2 else 1
                times = sign * comb(known, drawn) * hands_of_kind * orders
                weights[again + drawn, is_free] += times
    return tuple(Share(*key, times) for key, times in sorted(weights.items()) if times)


def most_gone(most_hands: int) -> int | None:
    return max(share.gone for share in shares(most_hands)) if most_hands > 1 else None
