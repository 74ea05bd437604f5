"""The main bet: its worth by the best chart and by the best play, and how its results spread."""

from collections import defaultdict
from collections.abc import Sequence

import msgspec
import numpy as np

from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.odds.bet_behind import worth_not_following
from croupier.games.blackjack.odds.chart import Column, best_column, play
from croupier.games.blackjack.odds.composition import best_play
from croupier.games.blackjack.odds.main_bet import ChartColumn, MainBet
from croupier.games.blackjack.odds.numbering import VALUES
from croupier.games.blackjack.odds.positions import positions
from croupier.games.blackjack.odds.shoe_length import check_long_enough, too_short
from croupier.games.blackjack.odds.splitting import most_gone
from croupier.games.blackjack.odds.spread import Spread, spread
from croupier.games.blackjack.odds.starting_hands import chances_of_starts
from croupier.games.blackjack.odds.values import Against, against
from croupier.odds.worth import Progress

_SHORTEST = 4
"""Two cards for the box and two for the dealer."""


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
            charted, best = best_column(game), best_play(game)
            pairs = np.flatnonzero(charted.column.split & (game.left >= 2)).tolist()
            check_long_enough(game, charted.met, charted.decided.choice, pairs)
            check_long_enough(game, best.met(game), best.decided.choice, best.pairs)
            dealt = chances_of_starts(game)
            by_table += chance * float(dealt @ charted.worth)
            by_cards += chance * float(dealt @ best.worth)
            if rules.bet_behind:
                behind += chance * worth_not_following(game, charted)
            for net, p in spread(game, charted).items():
                nets[net] += chance * p
            columns[shown] = charted.column.plain
        if progress is not None:
            progress(shown + 1, VALUES)
    return MainBet(
        by_table,
        by_cards,
        behind if rules.bet_behind else None,
        tuple((net.numerator, net.denominator, p) for net, p in sorted(nets.items())),
        columns,
    )


def worth_by_cards(rules: BlackjackRules, shoe: Sequence[int]) -> float:
    """By the best play of the very cards, and nothing else of it."""
    worth = 0.0
    for shown, count in enumerate(shoe):
        if count:
            game = facing(rules, shoe, shown)
            best = best_play(game)
            check_long_enough(game, best.met(game), best.decided.choice, best.pairs)
            worth += count / sum(shoe) * float(chances_of_starts(game) @ best.worth)
    return worth


def chart_worth(
    rules: BlackjackRules, shoe: Sequence[int], chart: Sequence[ChartColumn]
) -> tuple[float, float]:
    """Of the main bet by any chart, good or bad; and of a bet behind that does not follow it."""
    cards = np.array(shoe, dtype=np.int64)
    worth = behind = 0.0
    for shown in np.flatnonzero(cards).tolist():
        game = facing(rules, shoe, shown)
        column = Column(*(np.array(cells) for cells in msgspec.structs.astuple(chart[shown])))
        may_split = (game.left >= 2) & (rules.max_hands > 1)
        charted = play(game, column._replace(split=column.split & may_split))
        chance = float(cards[shown] / cards.sum())
        worth += chance * float(chances_of_starts(game) @ charted.worth)
        behind += chance * worth_not_following(game, charted)
    return worth, behind


def facing(rules: BlackjackRules, shoe: Sequence[int], shown: int) -> Against:
    """The game against one card of the dealer's."""
    cards = np.array(shoe, dtype=np.int64)
    return against(rules, cards, shown, positions(most_gone(rules.max_hands)))
