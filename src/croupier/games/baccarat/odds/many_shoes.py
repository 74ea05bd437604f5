"""What the bets of baccarat are worth from many shoes at once."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from croupier.games.baccarat.engine import state
from croupier.games.baccarat.engine.rules import ANTES, BaccaratRules
from croupier.games.baccarat.engine.settlement import judge_pair
from croupier.games.baccarat.odds.coups import coup_ends, nets_by_points
from croupier.kit.cards import Card
from croupier.odds.counting.worths.drawn_hands import Drawn, summed_by_hand
from croupier.odds.counting.worths.first_cards import of_drawn
from croupier.odds.counting.worths.many_shoes import (
    SLOW,
    Floats,
    Ints,
    ManyShoes,
    Worths,
    always_offered,
)
from croupier.odds.worth import net

_COUP, _POINTS = 6, 10


def of_baccarat_pair(rules: BaccaratRules, bet: str, cards: Sequence[Card]) -> ManyShoes:
    """Two cards of a hand are any two of the shoe."""

    def result(*drawn: Card) -> float:
        verdict = judge_pair(state.Round(rules, (), drawn, drawn), bet)
        assert verdict is not None
        return float(net(verdict))

    return of_drawn(result, 2, cards)


def of_coups(rules: BaccaratRules, bet: str) -> ManyShoes:
    """A bet on a coup, by the points of six cards; an ante is raised or folded as is
    best once the first card lies there."""
    stakes = {bet: 1}
    if bet in ANTES:
        assert rules.raise_multiple is not None
        stakes[ANTES[bet]] = rules.raise_multiple
    drawn, of_multiset = _multisets()
    first, ends = np.divmod(coup_ends().ravel(), 100)
    nets = nets_by_points(rules, stakes)
    net = np.array([float(nets[divmod(end, _POINTS)]) for end in range(100)])[ends]
    at = of_multiset * _POINTS + first
    results = np.stack(
        [
            np.bincount(at, some, len(drawn) * _POINTS).reshape(-1, _POINTS)
            for some in (np.ones_like(net), net, net**2)
        ],
        axis=1,
    )
    if bet not in ANTES:
        results = results.sum(2, keepdims=True)
    table: Floats = results.reshape(len(drawn), -1).astype(float)
    summed = summed_by_hand(drawn, table)

    def worths(shoes: Ints) -> Worths:
        by_points = np.roll(shoes, 1, axis=1)  # tens and pictures count nothing
        chance, mean, square = np.moveaxis(summed(by_points).reshape(len(shoes), 3, -1), 1, 0)
        raised = (mean > -chance) | (bet not in ANTES)
        return always_offered(
            np.where(raised, mean, -chance).sum(1), np.where(raised, square, chance).sum(1)
        )

    return ManyShoes(worths, SLOW)


@cache
def _multisets() -> tuple[tuple[Drawn, ...], Ints]:
    """Every multiset of six points, and which of them each six points in a row are."""
    every = list(combinations_with_replacement(range(_POINTS), _COUP))
    place = np.zeros(_POINTS**_COUP, dtype=np.int64)
    for number, word in enumerate(every):
        place[int("".join(map(str, word)))] = number
    in_order = np.sort(np.indices((_POINTS,) * _COUP).reshape(_COUP, -1), axis=0)
    drawn = tuple(tuple(map(word.count, range(_POINTS))) for word in every)
    return drawn, place[10 ** np.arange(_COUP)[::-1] @ in_order]
