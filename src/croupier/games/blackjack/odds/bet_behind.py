"""A bet behind a seat whose player does not follow it (R19): nothing is put on for a double, and of
split hands it stays with the first."""

import numpy as np

from croupier.games.blackjack.odds.chart import Charted, splits, surrenders
from croupier.games.blackjack.odds.numbering import VALUES
from croupier.games.blackjack.odds.splits import chances_gone, one_hand
from croupier.games.blackjack.odds.starting_hands import (
    SURRENDERED,
    chances_of_starts,
    known_before,
    most_hands,
    starts,
    worth_of_natural,
)
from croupier.games.blackjack.odds.values import Against, Decided, decide


def worth_not_following(game: Against, charted: Charted) -> float:
    """Of a round against this card, the seat playing by the chart."""
    of, column = starts(), charted.column
    decided = decide(game, charted.decided.choice, twice=False)
    first = np.zeros(VALUES)
    for pair in np.flatnonzero(column.split):
        first[pair] = _first_hand(game, decided, int(pair))
    played = np.where(splits(column), first[of.first], decided.played[of.position])
    worth = np.where(surrenders(game, column), SURRENDERED, played + known_before(game))
    worth = np.where(of.natural, worth_of_natural(game), worth)
    return float(chances_of_starts(game) @ worth)


def _first_hand(game: Against, decided: Decided, pair: int) -> float:
    """Split again while its second card is another of the pair; at last it takes any card."""
    again_at_most = most_hands(game.rules, pair) - 2
    gone = chances_gone(game, pair, again_at_most)
    return sum(
        gone[again] * one_hand(game, decided, pair, again, free=again == again_at_most)
        for again in range(again_at_most + 1)
        if gone[again] > 0
    )
