"""The chance that all hands of a split bust, for the rule that a dealer's blackjack takes one
initial bet from those that are not bust (R13).

Everything else about a split is a sum over its hands; this alone is about all of them at once.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.odds.drawing import Draw, Drawn, chances, in_one_order, tree
from croupier.games.blackjack.odds.hands import Floats, Ints
from croupier.games.blackjack.odds.numbering import VALUES
from croupier.games.blackjack.odds.split_hand_endings import BUST, FREE, OTHER, ways_to_end
from croupier.games.blackjack.odds.splitting import unfoldings

COUNTED_OUT = 400_000
"""Up to so many ways in which all hands but the last can bust, they are counted out; above, three
and four hands are put together from pairs of them."""


class JointBusts(NamedTuple):
    """Every way in which one hand of the split can bust."""

    draws: tuple[Draw, ...]
    drawn: Ints
    """Multiset × value, in the order of `orders`."""
    orders: Floats
    """Kind of hand × multiset."""


def busts(pair: int, choice: Ints) -> JointBusts:
    """From one card of the pair, with the choice (by hand) that the player makes."""
    return _busts(pair, choice.astype(np.int8).tobytes())


@lru_cache(maxsize=512)
def _busts(pair: int, choices: bytes) -> JointBusts:
    by_cards: dict[Drawn, Counter[int]] = {}
    for way, counts in ways_to_end(pair, np.frombuffer(choices, dtype=np.int8)).items():
        if way.total == BUST:
            by_cards.setdefault(way.drawn, Counter()).update(dict(enumerate(counts)))
    drawn = np.array(list(by_cards), dtype=np.int64).reshape(-1, VALUES)
    orders = np.array(
        [[counted[kind] for counted in by_cards.values()] for kind in (OTHER, FREE)],
        dtype=np.float64,
    )
    return JointBusts(tree(by_cards), drawn, orders)


def all_bust(
    ways: JointBusts, shoe: Ints, pair: int, most_hands: int, *, roughly: bool = False
) -> float:
    """That every hand of the split busts, the shoe being without the two split cards. Roughly: as
    if hands knew nothing of each other."""
    total = 0.0
    for again, other, free, orders in unfoldings(most_hands):
        left = shoe.copy()
        chance = 1.0
        for _ in range(again):
            chance *= max(left[pair], 0) / left.sum()
            left[pair] -= 1
        if chance > 0:
            kinds = [OTHER] * other + [FREE] * free
            total += orders * chance * _all_of(ways, left, kinds, roughly=roughly)
    return total


def _all_of(ways: JointBusts, shoe: Ints, kinds: list[int], *, roughly: bool) -> float:
    if not len(ways.drawn):
        return 0.0
    if roughly:
        return float(np.prod([alone(ways, shoe, kind) ** kinds.count(kind) for kind in {*kinds}]))
    possible = int((ways.drawn <= shoe).all(1).sum())
    if len(kinds) > 2 and possible ** (len(kinds) - 1) > COUNTED_OUT:
        return _from_pairs(ways, shoe, kinds)
    return _one_by_one(ways, shoe[None], np.ones(1), kinds)


def alone(ways: JointBusts, shoe: Ints, kind: int) -> float:
    """That one hand busts."""
    return float(_chance_of_each(ways, shoe[None], kind).sum()) if len(ways.drawn) else 0.0


def _one_by_one(ways: JointBusts, shoes: Ints, weights: Floats, kinds: list[int]) -> float:
    """Exactly: the first hand's cards leave the shoe to the others."""
    kind, *others = kinds
    if not others:
        return float(weights @ chances(ways.draws, 2, shoes)[:, kind])
    left = (shoes[:, None, :] - ways.drawn).reshape(-1, VALUES)
    weight = (weights[:, None] * _chance_of_each(ways, shoes, kind)).reshape(-1)
    possible = (weight > 0) & (left >= 0).all(1)
    left, same = np.unique(left[possible], axis=0, return_inverse=True)
    merged = np.bincount(same.ravel(), weight[possible]).astype(np.float64)
    return _one_by_one(ways, left, merged, others)


def _chance_of_each(ways: JointBusts, shoes: Ints, kind: int) -> Floats:
    """Shoe × multiset."""
    chance: Floats = ways.orders[kind] * in_one_order(ways.drawn, shoes)
    return chance


def _from_pairs(ways: JointBusts, shoe: Ints, kinds: list[int]) -> float:
    """Three hands and more: each alone, times how any two of them depend on each other.

    What this leaves out is how three hands depend on each other beyond that, which falls with the
    square of the number of cards: docs/odds.md gives its measure.
    """
    single = [alone(ways, shoe, kind) for kind in (OTHER, FREE)]
    if not all(single):
        return 0.0
    chance = float(np.prod([single[kind] for kind in kinds]))
    for (first, other), times in Counter(combinations(kinds, 2)).items():
        both = _one_by_one(ways, shoe[None], np.ones(1), [first, other])
        chance *= (both / (single[first] * single[other])) ** times
    return chance
