"""Every way in which one hand of a split can end, and in how many orders of its cards it does."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.odds.drawing import Drawn
from croupier.games.blackjack.odds.hands import Ints, hands
from croupier.games.blackjack.odds.numbering import ACE, VALUES
from croupier.games.blackjack.odds.values import DOUBLE, STAND

OTHER, FREE = range(2)
"""A hand whose second card is not of the pair's value, and one that took any."""
BUST = 0
"""The total of a hand that is bust."""


class HandEnding(NamedTuple):
    drawn: Drawn
    """The cards beside the one of the pair."""
    stake: int
    total: int


Orders = tuple[int, int]
"""By kind of hand."""


def ways_to_end(pair: int, choice: Ints) -> dict[HandEnding, Orders]:
    """From one card of the pair, with the choice (by hand) that the player makes."""
    return _ways(pair, choice.astype(np.int8).tobytes())


@lru_cache(maxsize=512)
def _ways(pair: int, choices: bytes) -> dict[HandEnding, Orders]:
    every, choice = hands(), np.frombuffer(choices, dtype=np.int8)
    endings: dict[HandEnding, Orders] = {}

    def ends(hand: int, card: int | None, stake: int, total: int, orders: Orders) -> None:
        drawn = every.counts[hand].copy()
        drawn[pair] -= 1
        if card is not None:
            drawn[card] += 1
        way = HandEnding(tuple(drawn.tolist()), stake, total)
        endings[way] = _both(endings.get(way, (0, 0)), orders)

    start = int(np.flatnonzero((every.size == 1) & (every.counts[:, pair] == 1))[0])
    reached: dict[int, Orders] = {start: (1, 1)}
    while reached:
        following: dict[int, Orders] = {}
        for hand, orders in reached.items():
            second = every.size[hand] == 1
            # BJ5 3.21.2, LIVE 2.2.7: a split ace keeps its one card.
            stands = not second and (pair == ACE or choice[hand] == STAND)
            if stands:
                ends(hand, None, 1, int(every.total[hand]), orders)
                continue
            doubles = not second and choice[hand] == DOUBLE
            for card in range(VALUES):
                of_card = (0, orders[FREE]) if second and card == pair else orders
                after = int(every.after[hand, card])
                if after < 0 or doubles:
                    total = BUST if after < 0 else int(every.total[after])
                    ends(hand, card, 2 if doubles else 1, total, of_card)
                else:
                    following[after] = _both(following.get(after, (0, 0)), of_card)
        reached = following
    return endings


def _both(first: Orders, other: Orders) -> Orders:
    return first[0] + other[0], first[1] + other[1]
