"""The main bet: its worth by the best chart and by the best play, and how its results spread."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.rules import BlackjackRules
from croupier.kit.errors import Code, Refused
from croupier.odds.blackjack.behind import worth_not_following
from croupier.odds.blackjack.chart import Column, best_column
from croupier.odds.blackjack.composition import best_play
from croupier.odds.blackjack.hands import VALUES, Floats
from croupier.odds.blackjack.positions import positions
from croupier.odds.blackjack.splitting import most_gone
from croupier.odds.blackjack.spread import Spread, spread
from croupier.odds.blackjack.starts import chances_of_starts
from croupier.odds.blackjack.values import Against, against

_SHORTEST = 4
"""Two cards for the box and two for the dealer."""

Progress = Callable[[int, int], None]
"""Told how much is done, of how much."""


class MainBet(NamedTuple):
    ev: float
    """By the best table of totals."""
    ev_composition: float
    ev_not_following: float | None
    """Of a bet behind the box that does not follow its doubles and splits, where there are any."""
    spread: Spread
    """By the table."""
    columns: dict[int, Column]
    """The dealer's card → what the table says against it."""


def solve(rules: BlackjackRules, shoe: Sequence[int], progress: Progress | None = None) -> MainBet:
    """One box, one bet, all cards from this shoe (counts by value, ace first)."""
    cards = np.array(shoe, dtype=np.int64)
    if cards.sum() < _SHORTEST:
        raise too_short()
    by_table = by_cards = behind = 0.0
    nets: Spread = defaultdict(float)
    columns = {}
    for shown in range(VALUES):
        chance = float(cards[shown] / cards.sum())
        if chance:
            game = facing(rules, shoe, shown)
            charted = best_column(game)
            check_long_enough(game, charted.met)
            dealt = chances_of_starts(game)
            by_table += chance * float(dealt @ charted.worth)
            by_cards += chance * float(dealt @ best_play(game).worth)
            if rules.bet_behind:
                behind += chance * worth_not_following(game, charted)
            for net, p in spread(game, charted).items():
                nets[net] += chance * p
            columns[shown] = charted.column
        if progress is not None:
            progress(shown + 1, VALUES)
    return MainBet(
        by_table,
        by_cards,
        behind if rules.bet_behind else None,
        dict(sorted(nets.items())),
        columns,
    )


def facing(rules: BlackjackRules, shoe: Sequence[int], shown: int) -> Against:
    """The game against one card of the dealer's."""
    cards = np.array(shoe, dtype=np.int64)
    return against(rules, cards, shown, positions(most_gone(rules.max_hands)))


def check_long_enough(game: Against, met: Floats) -> None:
    """Wherever a hand may be stood on, the dealer must be able to finish his."""
    if np.abs(game.ends[met != 0].sum(1) - 1).max(initial=0) > 1e-9:
        raise too_short()


def too_short() -> Refused:
    return Refused(Code.BAD_SETTING, "the shoe holds too few cards to finish every round")
