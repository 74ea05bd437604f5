"""How the dealer's hand ends."""

from functools import cache

import numpy as np

from croupier.games.blackjack.odds.drawing import Draw, Drawn, chances, tree
from croupier.games.blackjack.odds.hands import Floats, Ints, hard_total, plus
from croupier.games.blackjack.odds.numbering import ACE, TEN, VALUES

BUST, BLACKJACK = 5, 6
"""After the totals 17 to 21, at 0 to 4."""
ENDS = 7
ENOUGH = 12
"""The most cards the dealer ever draws: with so many in the shoe he can finish any hand."""
_ROUNDING = 1e-13
"""More than rounding leaves of a chance that is none."""


def ending(drawn: Drawn, shown: int, *, h17: bool) -> int | None:
    """Where the dealer stands with these cards after the one shown, or None where he draws."""
    hand = plus(drawn, shown)
    hard = hard_total(hand)
    soft = hand[ACE] > 0 and hard <= 11
    total = hard + 10 if soft else hard
    if total > 21:
        return BUST
    if total < 17 or (total == 17 and soft and h17):
        return None
    return BLACKJACK if total == 21 and sum(drawn) == 1 else total - 17


def final_draws(shown: int, *, h17: bool) -> dict[Drawn, int]:
    """Every multiset at which the dealer stops, and in how many orders he gets there."""
    stopped: dict[Drawn, int] = {}
    drawing = {(0,) * VALUES: 1}
    while drawing:
        following: dict[Drawn, int] = {}
        for drawn, orders in drawing.items():
            for value in range(VALUES):
                grown = plus(drawn, value)
                following[grown] = following.get(grown, 0) + orders
        ends = {drawn: ending(drawn, shown, h17=h17) for drawn in following}
        stopped |= {drawn: n for drawn, n in following.items() if ends[drawn] is not None}
        drawing = {drawn: n for drawn, n in following.items() if ends[drawn] is None}
    return stopped


@cache
def _draws(shown: int, h17: bool, busts: bool) -> tuple[Draw, ...]:
    """With the draws that go over 21, or only those at which the dealer stands."""
    return tree(
        {
            drawn: {end: orders}
            for drawn, orders in final_draws(shown, h17=h17).items()
            if (end := ending(drawn, shown, h17=h17)) is not None and (busts or end != BUST)
        }
    )


def dealer_ends(shoes: Ints, shown: int, *, h17: bool) -> Floats:
    """Shoe × end: the chances, each shoe being what is left after the card shown."""
    if shoes.sum(1).min(initial=ENOUGH) < ENOUGH:
        return chances(_draws(shown, h17, busts=True), ENDS, shoes)
    # With cards enough, whoever does not stand is bust: half of all draws need no looking at.
    ends = chances(_draws(shown, h17, busts=False), ENDS, shoes)
    bust = 1 - ends.sum(1)
    ends[:, BUST] = np.where(bust > _ROUNDING, bust, 0.0)
    return ends


def blackjack_card(shown: int) -> int | None:
    """The value that makes a blackjack beside the card shown."""
    return {ACE: TEN, TEN: ACE}.get(shown)
