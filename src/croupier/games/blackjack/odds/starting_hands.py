"""The fifty-five hands a box can be dealt, and what each is worth as it is played."""

from functools import cache
from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.odds.dealer import BLACKJACK
from croupier.games.blackjack.odds.hands import Flags, Floats, Ints, hands
from croupier.games.blackjack.odds.numbering import ACE, TEN, VALUES
from croupier.games.blackjack.odds.values import Against

SURRENDERED = -0.5
"""BJ5 3.16: half the bet."""


class StartingHands(NamedTuple):
    position: Ints
    first: Ints
    second: Ints
    natural: Flags
    pair: Flags


@cache
def starts() -> StartingHands:
    every = hands()
    dealt = every.counts[every.size >= 2]
    position = np.flatnonzero(dealt.sum(1) == 2)
    first = dealt[position].argmax(1)
    second = VALUES - 1 - dealt[position, ::-1].argmax(1)
    return StartingHands(position, first, second, (first == ACE) & (second == TEN), first == second)


def chances_of_starts(game: Against) -> Floats:
    """Of each hand, once the dealer's card is known."""
    of = starts()
    left = game.left.astype(np.float64)
    second = left[of.second] - of.pair
    cards = left.sum()
    orders = np.where(of.pair, 1.0, 2.0)
    chances: Floats = orders * left[of.first] * np.maximum(second, 0) / (cards * (cards - 1))
    return chances


def worth_of_natural(game: Against) -> Floats:
    """Paid, or level with the dealer's; for every start, though it is only asked of one."""
    pays = game.rules.blackjack_pays
    return (1 - dealers_blackjack(game)) * pays.win / pays.stake


def dealers_blackjack(game: Against) -> Floats:
    """The chance that the dealer has one, for every start."""
    chances: Floats = game.ends[starts().position, BLACKJACK]
    return chances


def known_before(game: Against) -> Floats:
    """What every hand but a blackjack loses before it is played, where the dealer looks."""
    return -dealers_blackjack(game) if game.looks else np.zeros(len(starts().position))


def may_surrender(rules: BlackjackRules, shown: int) -> Flags:
    """BJ5 3.16, R9: not against an ace, not a blackjack; before the dealer looks."""
    return ~starts().natural & (rules.surrender and shown != ACE)


def may_split(rules: BlackjackRules) -> Flags:
    return starts().pair & (rules.max_hands > 1)


def most_hands(rules: BlackjackRules, pair: int) -> int:
    """BJ5 3.21.2, LIVE 2.2.7: aces once, unless the house lets them be split again."""
    return min(rules.max_hands, 2) if pair == ACE and not rules.resplit_aces else rules.max_hands
