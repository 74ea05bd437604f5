"""Whether a shoe is long enough to finish every round that may be played from it."""

from collections.abc import Iterable
from typing import NamedTuple, Self

import numpy as np

from croupier.games.blackjack.odds.dealer import dealer_ends
from croupier.games.blackjack.odds.drawing import in_one_order
from croupier.games.blackjack.odds.hands import POINTS, Flags, Floats, Ints
from croupier.games.blackjack.odds.numbering import VALUES
from croupier.games.blackjack.odds.split_hand_endings import BUST, FREE, OTHER, ways_to_end
from croupier.games.blackjack.odds.splits import choice_by_hand, left_after
from croupier.games.blackjack.odds.splitting import unfoldings
from croupier.games.blackjack.odds.starting_hands import most_hands
from croupier.games.blackjack.odds.values import DOUBLE, STAND, Against
from croupier.kit.errors import Code, Refused

_DEALER_DRAWS_TO = 16
"""The highest hard total at which the dealer draws, soft 17 included."""


def check_long_enough(game: Against, met: Floats, choice: Ints, split: Iterable[int]) -> None:
    """Refuse a shoe that may run out while hands that are met are played so, and pairs split."""
    at, here = game.positions, np.flatnonzero(met)
    drawn = here[choice[here] != STAND]
    doubled = here[choice[here] == DOUBLE]
    after = at.after[doubled][game.chances[doubled] > 0]
    stood = np.concatenate([here[choice[here] == STAND], after[after >= 0]])
    enough = _whole(game.chances[drawn].sum(1)) and _whole(game.ends[stood].sum(1))
    if not enough or any(_may_run_out(game, choice, pair) for pair in split):
        raise too_short()


def _whole(chances: Floats) -> bool:
    """Whether each is all there is."""
    return bool(np.all(np.abs(chances - 1) < 1e-9))


def _may_run_out(game: Against, choice: Ints, pair: int) -> bool:
    """Whether the hands of a split and the dealer's can ask for more cards than there are."""
    split = _Split.of(game, choice, pair)
    left = left_after(game, pair)
    for again, other, free, _ in unfoldings(most_hands(game.rules, pair)):
        if again <= left[pair]:
            shoe = left.copy()
            shoe[pair] -= again
            if split.may_run_out(
                shoe[None], np.zeros(1, dtype=np.bool_), [OTHER] * other + [FREE] * free
            ):
                return True
    return False


class _Split(NamedTuple):
    game: Against
    pair: int
    drawn: Ints
    """HandEnding of one hand to end × value."""
    orders: Floats
    """Kind of hand × way."""
    stands: Flags
    """By way: it is not bust, so that the dealer must play."""

    @classmethod
    def of(cls, game: Against, choice: Ints, pair: int) -> Self:
        ways = ways_to_end(pair, choice_by_hand(game, choice, pair))
        drawn = np.array([way.drawn for way in ways])
        orders = np.array(list(ways.values()), dtype=np.float64).T
        return cls(game, pair, drawn, orders, np.array([way.total != BUST for way in ways]))

    def may_run_out(self, shoes: Ints, standing: Flags, kinds: list[int]) -> bool:
        """From some of these shoes, hands of these kinds being still to be played."""
        few = shoes @ POINTS < self._points_at_most(len(kinds))
        shoes, standing = shoes[few], standing[few]
        if not len(shoes):
            return False
        if not kinds:
            ends = dealer_ends(shoes[standing], self.game.shown, h17=self.game.rules.h17)
            return not _whole(ends.sum(1))
        kind, *others = kinds
        chances = self.orders[kind] * in_one_order(self.drawn, shoes)
        of_pair = shoes[:, self.pair] / np.maximum(shoes.sum(1), 1)
        if not _whole(chances.sum(1) + (of_pair if kind == OTHER else 0)):
            return True
        shoe, way = np.nonzero(chances)
        left = np.column_stack([shoes[shoe] - self.drawn[way], standing[shoe] | self.stands[way]])
        left = np.unique(left, axis=0)
        return self.may_run_out(left[:, :VALUES], left[:, VALUES] > 0, others)

    def _points_at_most(self, hands: int) -> int:
        """What so many hands and the dealer's can draw together, whatever comes."""
        dealer = _DEALER_DRAWS_TO + int(POINTS.max()) - int(POINTS[self.game.shown])
        return hands * int((self.drawn @ POINTS).max()) + dealer


def too_short() -> Refused:
    return Refused(Code.BAD_SETTING, "the shoe holds too few cards to finish every round")
