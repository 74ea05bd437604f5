"""The best play by the very cards of a hand, as tables of integers.

A hand's number stands for all that can still become of it: hands that go on alike share one.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.engine.points import value
from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.odds.composition import best_play
from croupier.games.blackjack.odds.hands import Ints, hands
from croupier.games.blackjack.odds.numbering import ACE, SOFT, VALUES
from croupier.games.blackjack.odds.positions import Positions, positions
from croupier.games.blackjack.odds.solve import facing
from croupier.games.blackjack.odds.splitting import most_gone
from croupier.games.blackjack.odds.starting_hands import starts
from croupier.games.blackjack.odds.values import DOUBLE, HIT
from croupier.games.blackjack.odds.values import STAND as STANDS
from croupier.games.blackjack.sim.kernel import (
    BLACKJACK,
    BUST,
    BUST_DOUBLED,
    DOUBLED,
    SPLIT,
    STAND,
    SURRENDERED,
)
from croupier.games.blackjack.sim.tables import NOTHING, HandTables, Table, Total, over
from croupier.kit.cards import Card
from croupier.odds.worth import Progress

_CELLS = 2 * SOFT
"""The first numbers are hands that were doubled and wait for their card, by total."""


class ByCards(NamedTuple):
    """What is best against one card of the dealer's."""

    at: Positions
    choice: Ints
    """By position, of hands that are neither split nor given up. The player of a split hand knows
    its cards, not how many more of the pair are gone."""
    split: tuple[bool, ...]
    """By value of the pair."""
    surrender: frozenset[tuple[int, int]]
    """Values of the two cards, the lower first."""

    def splits(self, cards: tuple[Card, ...]) -> bool:
        return self.split[value(cards[0]) - 1]

    def surrenders(self, cards: tuple[Card, ...]) -> bool:
        first, second = sorted(value(card) - 1 for card in cards)
        return (first, second) in self.surrender

    def doubles(self, cards: tuple[Card, ...], *, split: bool) -> bool:
        return self._choice(cards, split=split) == DOUBLE

    def hits(self, cards: tuple[Card, ...], *, split: bool) -> bool:
        return self._choice(cards, split=split) == HIT

    def _choice(self, cards: tuple[Card, ...], *, split: bool) -> int:
        rows = self.at.splits[value(cards[0]) - 1, 0] if split else self.at.dealt
        hand = _numbers()[tuple(sorted(value(card) - 1 for card in cards))]
        return int(self.choice[rows][self.at.hand[rows] == hand][0])


@cache
def _numbers() -> dict[tuple[int, ...], int]:
    """The values of a hand's cards in order → its number."""
    return {
        tuple(np.repeat(np.arange(VALUES), counts).tolist()): number
        for number, counts in enumerate(hands().counts)
    }


def best_by_cards(
    rules: BlackjackRules, shoe: Sequence[int], progress: Progress | None = None
) -> tuple[ByCards, ...]:
    """By the dealer's card; of one that is not in the shoe there is nothing to say."""
    columns = []
    for shown in range(VALUES):
        columns.append(_against(rules, shoe, shown) if shoe[shown] else _unseen(rules))
        if progress is not None:
            progress(shown + 1, VALUES)
    return tuple(columns)


def _against(rules: BlackjackRules, shoe: Sequence[int], shown: int) -> ByCards:
    game = facing(rules, shoe, shown)
    best, of = best_play(game), starts()
    pairs = best.pairs
    given_up = ~of.natural & (best.surrender > np.maximum(best.plain, best.split))
    return ByCards(
        game.positions,
        best.decided.choice[: game.positions.chosen],
        tuple(pair in pairs for pair in range(VALUES)),
        frozenset(zip(of.first[given_up].tolist(), of.second[given_up].tolist(), strict=True)),
    )


def _unseen(rules: BlackjackRules) -> ByCards:
    at = positions(most_gone(rules.max_hands))
    return ByCards(at, np.full(at.chosen, STANDS), (False,) * VALUES, frozenset())


def tables_by_cards(rules: BlackjackRules, columns: Sequence[ByCards]) -> HandTables:
    shape = 1, VALUES, VALUES, VALUES
    start, second, again = (np.zeros(shape, np.int16) for _ in range(3))
    steps = []
    for shown, column in enumerate(columns):
        numbers, step = _numbered(column)
        steps.append(step)
        for one, other in np.ndindex(VALUES, VALUES):
            at = 0, shown, one, other
            start[at] = _start(column, numbers, one, other)
            if rules.max_hands > 1:
                after = column.at.after[column.at.starts[one, 0], other]
                resplits = one == other and column.split[one] and (one != ACE or rules.resplit_aces)
                second[at] = numbers[after]
                again[at] = over(SPLIT) if resplits else numbers[after]
    longest = max(map(len, steps))
    step = np.zeros((1, VALUES, longest, VALUES), np.int16)
    for shown, rows in enumerate(steps):
        step[0, shown, : len(rows)] = rows
    return HandTables(start, step, second, again)


def _start(column: ByCards, numbers: Table, one: int, other: int) -> int:
    low, high = sorted((one, other))
    if NOTHING.plus(one).plus(other).total == 21:
        return over(BLACKJACK)
    if one == other and column.split[one]:
        return over(SPLIT)
    if (low, high) in column.surrender:
        return over(SURRENDERED)
    of = starts()
    (position,) = of.position[(of.first == low) & (of.second == high)]
    return int(numbers[position])


def _numbered(column: ByCards) -> tuple[Table, Table]:
    """The number of the hand at every position, and what each number becomes with a card."""
    at, every = column.at, hands()
    total = every.total[at.hand[: at.chosen]]
    cell = total + SOFT * every.soft[at.hand[: at.chosen]]
    doubled = np.array([[_doubled(cell, card) for card in range(VALUES)] for cell in range(_CELLS)])
    steps = [doubled.astype(np.int16)]
    known: dict[bytes, int] = {}
    numbers = np.where(column.choice == DOUBLE, cell, over(STAND) - total).astype(np.int16)
    # A card always raises the hard total, so what a hand becomes is numbered before it.
    for level in at.levels:
        rows = level[level < at.chosen]
        rows = rows[column.choice[rows] == HIT]
        after = at.after[rows]
        step = np.where(after < 0, over(BUST), numbers[after]).astype(np.int16)
        for row, becomes in zip(rows.tolist(), step, strict=True):
            number = known.setdefault(becomes.tobytes(), _CELLS + len(known))
            if number == _CELLS + len(steps) - 1:
                steps.append(becomes[None])
            numbers[row] = number
    return numbers, np.concatenate(steps)


def _doubled(cell: int, card: int) -> int:
    after = Total(cell % SOFT, cell >= SOFT).plus(card)
    return over(BUST_DOUBLED if after.total > 21 else DOUBLED + after.total)
