"""The best play by the very cards of the hand."""

from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.odds.hands import Floats, Ints
from croupier.games.blackjack.odds.numbering import VALUES
from croupier.games.blackjack.odds.splits import (
    one_bet_in_all,
    spared,
    spared_by_others,
    split_worths,
)
from croupier.games.blackjack.odds.starting_hands import (
    SURRENDERED,
    chances_of_starts,
    known_before,
    may_surrender,
    starts,
    worth_of_natural,
)
from croupier.games.blackjack.odds.values import Against, Decided, decide, drawn_on


class Best(NamedTuple):
    """Worths by start, before anything is chosen."""

    plain: Floats
    split: Floats
    surrender: Floats
    natural: Floats
    decided: Decided

    @property
    def worth(self) -> Floats:
        best = np.maximum(np.maximum(self.plain, self.split), self.surrender)
        return np.where(starts().natural, self.natural, best)

    @property
    def pairs(self) -> list[int]:
        """That are split."""
        split = self.split > np.maximum(self.plain, self.surrender)
        pairs: list[int] = starts().first[split].tolist()
        return pairs

    def met(self, game: Against) -> Floats:
        """By position: how often it comes up where nothing is split."""
        met = np.zeros(len(game.positions.hand))
        met[starts().position] = chances_of_starts(game)
        return drawn_on(game, met, self.decided.choice)


def best_play(game: Against, only: int | None = None) -> Best:
    """Of splits that cannot be the best the worth is rough; `only` one pair is valued to the last
    digit, and no other, where that is all that is asked."""
    of = starts()
    decided = decide(game, _best_choice(game), spared(game))
    before = known_before(game)
    plain = decided.played[of.position] + before
    surrender = np.where(may_surrender(game.rules, game.shown), SURRENDERED, -np.inf)
    to_beat = np.full(VALUES, np.inf)
    to_beat[of.first[of.pair]] = (np.maximum(plain, surrender) - before)[of.pair]
    if only is not None:
        to_beat = np.where(np.arange(VALUES) == only, -np.inf, np.inf)
    split = np.where(of.pair, split_worths(game, decided, to_beat)[of.first], -np.inf)
    return Best(
        plain,
        split + before,
        surrender,
        worth_of_natural(game),
        decided,
    )


def _best_choice(game: Against) -> Ints:
    """For hands of a split under R13, what a bust costs depends on the others: it is one bet more,
    unless all the others bust too. That chance and the choice are settled by turns."""
    choice = _best_for(game, spared(game, 0.7))
    if not (one_bet_in_all(game) and game.rules.max_hands > 1):
        return choice
    splittable = np.arange(VALUES)[game.left >= 2]
    for _ in range(3):
        settled = choice
        choice = _best_for(game, spared_by_others(game, choice, splittable))
        if np.array_equal(settled, choice):
            break
    return choice


def _best_for(game: Against, part: Floats) -> Ints:
    """The player of a split hand knows its cards, not how many more of the pair are gone."""
    choice = decide(game, spared=part, until=game.positions.chosen).choice
    for (pair, gone), rows in game.positions.splits.items():
        if gone:
            choice[rows] = choice[game.positions.splits[pair, 0]]
    return choice
