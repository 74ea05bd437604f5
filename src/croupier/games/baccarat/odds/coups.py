"""Every baccarat bet, from a count of every coup the shoe can deal.

Six cards are always drawn, though a coup may need fewer: then the counts of all coups add up to the
orders of six cards, and every share is exact.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.baccarat.engine.rules import ANTES, PAIRS, BaccaratRules
from croupier.games.baccarat.engine.settlement import judge, judge_pair
from croupier.games.baccarat.engine.state import Round
from croupier.games.baccarat.engine.table_of_play import card_points, hand_points, next_to_draw
from croupier.kit.cards import RANKS, SUITS, Card
from croupier.odds.shoe import MOST_CARDS, ShoeComposition
from croupier.odds.worth import LOST, AnteDecision, BetOdds, Nets, exact, net, shares

Ints = NDArray[np.int64]
Settled = Mapping[tuple[int, int], Fraction]

_CARDS = tuple(Card(rank + SUITS[0]) for rank in RANKS)
_OF_POINTS = tuple(next(card for card in _CARDS if card_points(card) == n) for n in range(10))
_COUP = 6

# The counts are 64-bit integers, and none of them can overflow.
assert perm(MOST_CARDS, _COUP) <= np.iinfo(np.int64).max


class _Ante(NamedTuple):
    points: int
    p: Fraction
    raised: Nets
    raise_ev: Fraction
    raises: bool


def baccarat_odds(rules: BaccaratRules, shoe: ShoeComposition) -> tuple[BetOdds, ...]:
    coups = count_coups(shoe)
    return tuple(_bet(rules, shoe, coups, bet) for bet in rules.spots())


def ante_decisions(rules: BaccaratRules, shoe: ShoeComposition) -> tuple[AnteDecision, ...]:
    """Ante by ante, for every first card the shoe can deal."""
    coups = count_coups(shoe)
    return tuple(
        AnteDecision(
            bet, ante.points, float(ante.p), float(ante.raise_ev), float(LOST), ante.raises
        )
        for bet in rules.spots()
        if bet in ANTES
        for ante in _antes(rules, coups, bet)
    )


def _bet(rules: BaccaratRules, shoe: ShoeComposition, coups: Ints, bet: str) -> BetOdds:
    if bet in PAIRS:
        return exact(bet, shares(_pairs(rules, shoe, bet)))
    if bet in ANTES:
        return _ante(rules, coups, bet)
    return exact(bet, shares(_settled(nets_by_points(rules, {bet: 1}), coups.sum(0))))


def nets_by_points(rules: BaccaratRules, stakes: Mapping[str, int]) -> Settled:
    """Player's points, Banker's points → what these bets come to together, as the game judges."""
    nets = {}
    for ours, theirs in product(range(10), repeat=2):
        round = Round(rules, (), (_OF_POINTS[ours],), (_OF_POINTS[theirs],))
        nets[ours, theirs] = sum(
            (stake * net(judge(round, bet)) for bet, stake in stakes.items()), Fraction()
        )
    return nets


def _settled(nets: Settled, ends: Ints) -> Counter[Fraction]:
    """In how many ways each net result comes about."""
    ways: Counter[Fraction] = Counter()
    for points, won in nets.items():
        ways[won] += int(ends[points])
    return ways


def _pairs(rules: BaccaratRules, shoe: ShoeComposition, bet: str) -> Counter[Fraction]:
    """Two cards of a hand are any two of the shoe."""
    counts = dict(zip(_CARDS, shoe.ranks, strict=True))
    ways: Counter[Fraction] = Counter()
    for first, other in product(counts, counts):
        verdict = judge_pair(Round(rules, (), (first, other), (first, other)), bet)
        assert verdict is not None
        ways[net(verdict)] += counts[first] * (counts[other] - (first == other))
    return ways


def _ante(rules: BaccaratRules, coups: Ints, bet: str) -> BetOdds:
    """Each first card decided as is best."""
    assert rules.raise_multiple is not None
    nets: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    staked = Fraction(1)
    for ante in _antes(rules, coups, bet):
        if ante.raises:
            staked += rules.raise_multiple * ante.p
            for won, p in ante.raised.items():
                nets[won] += ante.p * p
        else:
            nets[LOST] += ante.p
    return exact(bet, nets, staked=staked)


def _antes(rules: BaccaratRules, coups: Ints, bet: str) -> Iterator[_Ante]:
    assert rules.raise_multiple is not None
    # NKB 3.4.2: the raise is a bet of its own, so many times the ante.
    nets = nets_by_points(rules, {bet: 1, ANTES[bet]: rules.raise_multiple})
    every = int(coups.sum())
    for points, ends in enumerate(coups):
        if ends.any():
            raised = shares(_settled(nets, ends))
            ev = sum((won * p for won, p in raised.items()), Fraction())
            yield _Ante(points, Fraction(int(ends.sum()), every), raised, ev, ev > LOST)


def count_coups(shoe: ShoeComposition) -> Ints:
    """Points of Player's first card × Player's points × Banker's: in how many orders of six."""
    ends, orders = coups_by_order(shoe)
    counts = np.zeros(1000, dtype=np.int64)
    np.add.at(counts, ends.ravel(), orders.ravel())
    return counts.reshape(10, 10, 10)


def coups_by_order(shoe: ShoeComposition) -> tuple[Ints, Ints]:
    """For all six points in a row: how the coup ends, and in how many orders of cards they come."""
    shoe.check_holds(_COUP, "a coup")
    return coup_ends(), _orders(_by_points(shoe))


def raised_antes(rules: BaccaratRules, coups: Ints, bet: str) -> frozenset[int]:
    """Points of Player's first card on which this ante is best raised."""
    return frozenset(ante.points for ante in _antes(rules, coups, bet) if ante.raises)


def _by_points(shoe: ShoeComposition) -> Ints:
    counts = np.zeros(10, dtype=np.int64)
    np.add.at(counts, [card_points(card) for card in _CARDS], shoe.ranks)
    return counts


def _orders(left: Ints) -> Ints:
    """In how many ways each six points in a row can come out of the shoe."""
    ways = left
    for _ in range(_COUP - 1):
        left = left[..., None, :] - np.eye(10, dtype=np.int64)
        ways = ways[..., None] * left
    return ways


@cache
def coup_ends() -> Ints:
    """Six points in a row → how the coup ends: first card, Player and Banker as three digits."""
    two = np.add.outer(np.arange(10), np.arange(10)) % 10
    # NKB 3.5, LIVE 3.2: Player, Banker, Player, Banker; then whoever draws.
    ends: Ints = _ends_of_hands()[two[:, None, :, None], two[None, :, None, :]]
    return ends + 100 * np.arange(10).reshape(10, 1, 1, 1, 1, 1)


def _ends_of_hands() -> Ints:
    """Points of Player's two cards × Banker's two × the fifth card × the sixth → both in the end,
    as two digits."""
    ends = np.zeros((10, 10, 10, 10), dtype=np.int64)
    for points in np.ndindex(ends.shape):
        player, banker = drawn_out(*points)
        ends[points] = 10 * hand_points(player) + hand_points(banker)
    return ends


def drawn_out(ours: int, theirs: int, *further: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Player's and Banker's hand in the end: from the points of their first two cards, and of those
    that may be drawn."""
    hands: dict[str, tuple[Card, ...]] = {
        "player": (_OF_POINTS[0], _OF_POINTS[ours]),
        "banker": (_OF_POINTS[0], _OF_POINTS[theirs]),
    }
    for points in further:
        if (to := next_to_draw(hands["player"], hands["banker"])) is not None:
            hands[to] = (*hands[to], _OF_POINTS[points])
    return hands["player"], hands["banker"]
