"""The rules and a chart as tables of integers: what a hand becomes with a card, what the dealer's
becomes, and what both come to.

Every value is numbered as the odds number it: the ace, two to nine, all that count ten.
"""

from collections.abc import Sequence
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack.engine.rules import BlackjackRules, BlackjackTakes
from croupier.games.blackjack.odds.main_bet import ChartColumn
from croupier.games.blackjack.odds.numbering import ACE, SOFT, VALUES
from croupier.games.blackjack.sim.kernel import (
    BLACKJACK,
    BUST,
    BUST_DOUBLED,
    DEALER_BLACKJACK,
    DEALER_BUST,
    DEALER_ENDS,
    DOUBLED,
    ENDS,
    SPLIT,
    STAND,
    SURRENDERED,
    UNPLAYED,
)

Table = NDArray[np.int16]
Chart = Sequence[ChartColumn]
"""A column for each value the dealer may show."""

_CELLS = 2 * SOFT
HITS, DOUBLES = 0, _CELLS
"""Where the numbers begin of hands that take a card, and of those that take one and no other."""


class HandTables(NamedTuple):
    """What is done with a hand, by the count's bin and the dealer's card."""

    start: Table
    """First card × second card."""
    step: Table
    """Hand × card."""
    second: Table
    """Pair × second card of a hand of a split."""
    again: Table
    """The same, where another hand may still be formed."""


class Total(NamedTuple):
    total: int
    soft: bool

    def plus(self, value: int) -> "Total":
        hard = self.total - 10 * self.soft + value + 1
        soft = (self.soft or value == ACE) and hard <= 11
        return Total(hard + 10 * soft, soft)

    @property
    def cell(self) -> int:
        return self.total + SOFT * self.soft


NOTHING = Total(0, soft=False)


def over(end: int) -> int:
    """The number of a hand that is over."""
    return -1 - end


class ChartPlay:
    """One column of a chart, played by the rules: what it says and may not be done falls back."""

    def __init__(self, rules: BlackjackRules, shown: int, column: ChartColumn) -> None:
        self.rules = rules
        self.shown = shown
        self.column = column

    def start(self, first: int, other: int) -> int:
        rules, column = self.rules, self.column
        hand = NOTHING.plus(first).plus(other)
        if hand.total == 21:
            return over(BLACKJACK)
        if first == other and rules.max_hands > 1 and column.split[first]:
            return over(SPLIT)
        # BJ5 3.16: not against an ace.
        if rules.surrender and self.shown != ACE and column.surrender[hand.cell]:
            return over(SURRENDERED)
        return self._two_cards(hand, may_double=rules.double)

    def split_hand(self, pair: int, other: int, *, again: bool) -> int:
        rules, column = self.rules, self.column
        hand = NOTHING.plus(pair).plus(other)
        if pair == ACE:
            # BJ5 3.21.2, LIVE 2.2.7: one card to each ace, which may be split again if the house
            # allows it.
            more = again and other == ACE and rules.resplit_aces and column.split[ACE]
            return over(SPLIT if more else STAND + hand.total)
        if again and other == pair and column.split[pair]:
            return over(SPLIT)
        return self._two_cards(hand, may_double=rules.double and rules.double_after_split)

    def step(self, hand: int, card: int) -> int:
        doubled = hand >= DOUBLES
        soft, total = divmod(hand - DOUBLES if doubled else hand, SOFT)
        after = Total(total, bool(soft)).plus(card)
        if after.total > 21:
            return over(BUST_DOUBLED if doubled else BUST)
        return over(DOUBLED + after.total) if doubled else self._hit_or_stand(after)

    def _two_cards(self, hand: Total, *, may_double: bool) -> int:
        if may_double and self._has_turn(hand) and self.column.double[hand.cell]:
            return DOUBLES + hand.cell
        return self._hit_or_stand(hand)

    def _hit_or_stand(self, hand: Total) -> int:
        # BJ5 3.19: a hand of less than 12 must draw.
        must = hand.total < self.rules.must_draw_below
        if self._has_turn(hand) and (must or self.column.hit[hand.cell]):
            return HITS + hand.cell
        return over(STAND + hand.total)

    def _has_turn(self, hand: Total) -> bool:
        # BJ5 3.17: soft 21 takes no card, hard 21 may.
        return hand.total < 21 or (not hand.soft and self.rules.hard_21_draws)


def chart_tables(rules: BlackjackRules, charts: Sequence[Chart]) -> HandTables:
    """A chart for each bin of the count."""
    of = (len(charts), VALUES)
    start = np.zeros((*of, VALUES, VALUES), np.int16)
    step = np.zeros((*of, 2 * _CELLS, VALUES), np.int16)
    second, again = np.zeros_like(start), np.zeros_like(start)
    for bin, chart in enumerate(charts):
        for shown, column in enumerate(chart):
            play = ChartPlay(rules, shown, column)
            for one, other in np.ndindex(VALUES, VALUES):
                at = bin, shown, one, other
                start[at] = play.start(one, other)
                second[at] = play.split_hand(one, other, again=False)
                again[at] = play.split_hand(one, other, again=True)
            for hand, card in np.ndindex(2 * _CELLS, VALUES):
                if hand % SOFT:
                    step[bin, shown, hand, card] = play.step(hand, card)
    return HandTables(start, step, second, again)


def dealer_table(rules: BlackjackRules) -> Table:
    """Hand × card. The first ten hands are one card of each value."""
    table = np.zeros((VALUES + _CELLS, VALUES), np.int16)
    hands = [NOTHING.plus(value) for value in range(VALUES)]
    hands += [Total(cell % SOFT, cell >= SOFT) for cell in range(_CELLS)]
    for (number, hand), card in (
        (hand, card) for hand in enumerate(hands) for card in range(VALUES)
    ):
        after = hand.plus(card)
        if after.total > 21:
            table[number, card] = over(DEALER_BUST)
        elif after.total > 17 or (after.total == 17 and not (after.soft and rules.h17)):
            # BJ5 3.23, R12: stands on every 17. CLB 15: or draws to a soft 17.
            table[number, card] = over(after.total - 17)
        else:
            table[number, card] = VALUES + after.cell
    return table


def denominator(rules: BlackjackRules) -> int:
    """Every net of the main bet is whole in this part of it; a surrender is half."""
    return lcm(2, rules.blackjack_pays.stake)


def settle_table(rules: BlackjackRules) -> Table:
    """A hand's end × the dealer's: the net of a hand. Where a dealer's blackjack takes one bet in
    all (R13), that bet is not in it."""
    table = _common(rules)
    unit = denominator(rules)
    lost = {
        BlackjackTakes.EVERYTHING: (-unit, -2 * unit),
        BlackjackTakes.ORIGINAL_STAKES: (-unit, -unit),
        BlackjackTakes.ONE_INITIAL_BET: (0, 0),
    }[rules.blackjack_takes]
    table[BUST_DOUBLED] = -2 * unit
    for total in range(4, 22):
        table[STAND + total] = unit * _against(total)
        table[DOUBLED + total] = 2 * unit * _against(total)
        table[STAND + total, DEALER_BLACKJACK] = lost[0]
        table[DOUBLED + total, DEALER_BLACKJACK] = lost[1]
    return table


def alone_table(rules: BlackjackRules) -> Table:
    """The same for a bet behind that does not follow: on the first hand, never doubled (R19)."""
    table = _common(rules)
    unit = denominator(rules)
    table[BUST_DOUBLED] = -unit
    for total in range(4, 22):
        for end in (STAND + total, DOUBLED + total):
            table[end] = unit * _against(total)
            table[end, DEALER_BLACKJACK] = -unit
    return table


def _common(rules: BlackjackRules) -> Table:
    table = np.zeros((ENDS, DEALER_ENDS), np.int16)
    unit, pays = denominator(rules), rules.blackjack_pays
    table[BUST] = -unit
    table[SURRENDERED] = -unit // 2
    table[BLACKJACK] = pays.win * unit // pays.stake
    table[BLACKJACK, DEALER_BLACKJACK] = 0
    table[UNPLAYED, DEALER_BLACKJACK] = -unit
    return table


def _against(total: int) -> NDArray[np.int64]:
    """Won, level or lost against the dealer's 17 to 21, and a bust."""
    won = np.sign(total - np.arange(17, 17 + DEALER_ENDS))
    won[DEALER_BUST] = 1
    return won
