"""All bets on one coup added up, from the count of every coup the shoe can deal."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import perm
from typing import NamedTuple

import numpy as np

from croupier.games.baccarat.engine.rules import ANTES, PAIRS, BaccaratRules
from croupier.games.baccarat.engine.settlement import judge_pair
from croupier.games.baccarat.engine.state import Round
from croupier.games.baccarat.engine.table_of_play import card_points
from croupier.games.baccarat.odds.coups import (
    Ints,
    Settled,
    coups_by_order,
    nets_by_points,
    raised_antes,
)
from croupier.kit.cards import RANKS, SUITS, Card
from croupier.odds.joint_outcomes import JointOutcomes, joint
from croupier.odds.shoe import ShoeComposition
from croupier.odds.worth import Nets, net

_CARDS = tuple(Card(rank + SUITS[0]) for rank in RANKS)
_ONE, _OTHER = _CARDS[:2]
_APART, _TENS, _PAIR = range(3)
"""Two cards count differently; both count nothing, and may be of one rank; or they are a pair."""


class _Coups(NamedTuple):
    """Coups that end alike, as far as any bet can tell."""

    first: int
    """Points of Player's first card."""
    points: tuple[int, int]
    player_pair: bool
    banker_pair: bool
    orders: Fraction
    """In how many orders of six cards, on average over the ranks of the tens."""

    @property
    def pairs(self) -> dict[str, bool]:
        """Which of them there are, by the bet on it."""
        return {"player-pair": self.player_pair, "banker-pair": self.banker_pair}


def together(rules: BaccaratRules, shoe: ShoeComposition, stakes: Mapping[str, int]) -> Nets:
    counted = _counted(shoe)
    by_first = _by_first_card(rules, _points(counted), stakes)
    nets: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    every = int(counted.sum())
    for coups in _alike(shoe, counted):
        won = by_first[coups.first][coups.points] + sum(
            (
                stakes[bet] * _pair_net(rules, bet, there)
                for bet, there in coups.pairs.items()
                if bet in stakes
            ),
            Fraction(),
        )
        nets[won] += coups.orders / every
    return nets


def every_bet(rules: BaccaratRules, shoe: ShoeComposition) -> JointOutcomes:
    """A unit on each: what they come to side by side."""
    counted = _counted(shoe)
    every = int(counted.sum())
    bets = tuple(rules.spots())
    singly = {bet: _by_first_card(rules, _points(counted), {bet: 1}) for bet in bets}
    pair_nets = {
        (bet, there): _pair_net(rules, bet, there)
        for bet in bets
        if bet in PAIRS
        for there in (True, False)
    }
    return joint(
        bets,
        (
            (
                {
                    bet: pair_nets[bet, coups.pairs[bet]]
                    if bet in PAIRS
                    else singly[bet][coups.first][coups.points]
                    for bet in bets
                },
                coups.orders / every,
            )
            for coups in _alike(shoe, counted)
        ),
    )


def _counted(shoe: ShoeComposition) -> Ints:
    """Player's first two cards × Banker's × how the coup ends: in how many orders of six."""
    ends, orders = coups_by_order(shoe)
    counted = np.zeros((3, 3, 1000), dtype=np.int64)
    np.add.at(counted, (_pairs(0, 2), _pairs(1, 3), ends), orders)
    return counted


def _points(counted: Ints) -> Ints:
    """Points of Player's first card × Player's points × Banker's."""
    points: Ints = counted.sum((0, 1)).reshape(10, 10, 10)
    return points


def _by_first_card(rules: BaccaratRules, coups: Ints, stakes: Mapping[str, int]) -> list[Settled]:
    """What all but the pairs come to by both hands' points, antes being raised as is best."""
    plain = {bet: stake for bet, stake in stakes.items() if bet not in PAIRS}
    antes = {bet: raised_antes(rules, coups, bet) for bet in plain if bet in ANTES}
    nets: list[Settled] = []
    for first in range(10):
        laid = dict(plain)
        folded = 0
        for ante, raised in antes.items():
            if first in raised:
                assert rules.raise_multiple is not None
                # NKB 3.4.2: the raise is a bet of its own, so many times the ante.
                laid[ANTES[ante]] = rules.raise_multiple * plain[ante]
            else:
                folded += laid.pop(ante)
        settled = nets_by_points(rules, laid)
        nets.append({points: won - folded for points, won in settled.items()})
    return nets


def _pairs(one: int, other: int) -> Ints:
    """Of six points in a row, in all combinations: what the cards at these two places are."""
    points = np.indices((10,) * 6, dtype=np.int64, sparse=True)
    same = points[one] == points[other]
    kinds = np.where(same, np.where(points[one] == 0, _TENS, _PAIR), _APART)
    return np.broadcast_to(kinds, (10,) * 6)


def _alike(shoe: ShoeComposition, counted: Ints) -> Iterator[_Coups]:
    """Cards that count nothing are of four ranks: which of them they are does not depend on what
    else is drawn."""
    tens = [count for card, count in zip(_CARDS, shoe.ranks, strict=True) if card_points(card) == 0]
    two, four = _pair_among(tens)
    for player, banker, end in zip(*np.nonzero(counted), strict=True):
        orders = int(counted[player, banker, end])
        first, points = int(end) // 100, (int(end) // 10 % 10, int(end) % 10)
        if player == banker == _TENS:
            chances = four
        else:
            ours, theirs = (
                {_APART: Fraction(0), _TENS: two, _PAIR: Fraction(1)}[int(kind)]
                for kind in (player, banker)
            )
            chances = {
                (True, True): ours * theirs,
                (True, False): ours * (1 - theirs),
                (False, True): (1 - ours) * theirs,
                (False, False): (1 - ours) * (1 - theirs),
            }
        for (ours_there, theirs_there), share in chances.items():
            if share:
                yield _Coups(first, points, ours_there, theirs_there, orders * share)


def _pair_among(tens: list[int]) -> tuple[Fraction, dict[tuple[bool, bool], Fraction]]:
    """The chance that two of them are of one rank, and that each of two twos is."""
    every = sum(tens)
    two = Fraction(sum(perm(count, 2) for count in tens), max(1, perm(every, 2)))
    both = sum(
        perm(count, 4) if one == other else perm(count, 2) * perm(tens[other], 2)
        for one, count in enumerate(tens)
        for other in range(len(tens))
    )
    twice = Fraction(both, max(1, perm(every, 4)))
    return two, {
        (True, True): twice,
        (True, False): two - twice,
        (False, True): two - twice,
        (False, False): 1 - 2 * two + twice,
    }


def _pair_net(rules: BaccaratRules, bet: str, there: bool) -> Fraction:
    cards = (_ONE, _ONE if there else _OTHER)
    verdict = judge_pair(Round(rules, (), cards, cards), bet)
    assert verdict is not None
    return net(verdict)
