"""What each thing a player may do now is worth, by the very cards that are left."""

from collections.abc import Sequence

import numpy as np

from croupier.games.blackjack.rules import BlackjackRules
from croupier.games.inputs import Action
from croupier.kit.errors import Code, Refused
from croupier.odds.blackjack.composition import best_play
from croupier.odds.blackjack.dealer import BLACKJACK
from croupier.odds.blackjack.hands import ACE, TEN, VALUES, hands
from croupier.odds.blackjack.solve import facing, too_short
from croupier.odds.blackjack.starts import starts
from croupier.odds.blackjack.values import DOUBLE, HIT, STAND


def advise(
    rules: BlackjackRules, shoe: Sequence[int], hand: Sequence[int], shown: int
) -> dict[Action, float]:
    """Per unit of the initial bet; insurance per unit insured. The shoe still holds the hand and
    the dealer's card. Where the dealer looks, what is played comes after he found nothing."""
    position = _position(shoe, hand, shown)
    game = facing(rules, shoe, shown)
    best = best_play(game, only=hand[0])
    worth: dict[Action, float] = {}
    blackjack = float(game.ends[position, BLACKJACK])
    two = hands().size[game.positions.hand[position]] == 2
    if shown == ACE and two:
        worth[Action.INSURE] = (
            blackjack * (1 + rules.insurance_pays.win / rules.insurance_pays.stake) - 1
        )
    if two and {*hand} == {ACE, TEN}:
        worth[Action.STAND] = float(best.natural[starts().natural][0])
        if shown == ACE and rules.even_money:
            worth[Action.EVEN_MONEY] = 1.0
        return worth
    found_none = 1 - blackjack if game.looks else 1.0
    for action, index, values in (
        (Action.STAND, STAND, best.decided.stand),
        (Action.HIT, HIT, best.decided.hit),
        (Action.DOUBLE, DOUBLE, best.decided.double),
    ):
        if game.allowed[position, index]:
            worth[action] = float(values[position]) / found_none
    start = np.flatnonzero(starts().position == position)
    if len(start):
        at = int(start[0])
        if np.isfinite(best.split[at]):
            split = float(best.split[at]) + (blackjack if game.looks else 0.0)
            worth[Action.SPLIT] = split / found_none
        if np.isfinite(best.surrender[at]):
            worth[Action.SURRENDER] = float(best.surrender[at])
    return worth


def _position(shoe: Sequence[int], hand: Sequence[int], shown: int) -> int:
    """Where the hand stands among those dealt, or why it cannot be."""
    every = hands()
    counts = np.bincount(np.array(hand, dtype=np.int64), minlength=VALUES)
    if sum(shoe) < len(hand) + 2:
        raise too_short()
    if len(hand) < 2:
        raise Refused(Code.ILLEGAL_ACTION, "a hand has two cards at least")
    out = counts.copy()
    out[shown] += 1
    if (out > np.array(shoe)).any():
        raise Refused(Code.CARD_IMPOSSIBLE, "the shoe does not hold these cards together")
    dealt = every.counts[every.size >= 2]
    at = np.flatnonzero((dealt == counts).all(1))
    if not len(at):
        raise Refused(Code.ILLEGAL_ACTION, "this hand is bust: nothing is left to decide")
    return int(at[0])
