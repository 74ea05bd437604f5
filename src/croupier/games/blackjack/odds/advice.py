"""What each thing a player may do now is worth, by the very cards that are left."""

from collections.abc import Sequence

import numpy as np

from croupier.engine.inputs import Action
from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.odds.composition import best_play
from croupier.games.blackjack.odds.dealer import BLACKJACK
from croupier.games.blackjack.odds.hands import Floats, Ints, hands
from croupier.games.blackjack.odds.numbering import ACE, TEN, VALUES
from croupier.games.blackjack.odds.shoe_length import check_long_enough, too_short
from croupier.games.blackjack.odds.solve import facing
from croupier.games.blackjack.odds.starting_hands import starts
from croupier.games.blackjack.odds.values import DOUBLE, HIT, STAND, Against, drawn_on
from croupier.kit.errors import Code, Refused


def advise(
    rules: BlackjackRules, shoe: Sequence[int], hand: Sequence[int], shown: int
) -> dict[Action, float]:
    """Per unit of the initial bet; insurance per unit insured. The shoe still holds the hand and
    the dealer's card. Where the dealer looks, what is played comes after nothing was found, unless
    the hand may still be given up."""
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
    start = np.flatnonzero(starts().position == position)
    may_split = len(start) > 0 and np.isfinite(best.split[start[0]])
    pairs = [hand[0]] if may_split else []
    choice = best.decided.choice.copy()
    check_long_enough(game, _comes_to(game, position, choice), choice, pairs)
    if game.allowed[position, DOUBLE]:
        choice[position] = DOUBLE
        check_long_enough(game, _only(game, position), choice, ())
    surrender = float(best.surrender[start[0]]) if len(start) else -np.inf
    # R9: whoever may still give up is asked before the dealer looks.
    after_look = game.looks and not np.isfinite(surrender)
    found_none = 1 - blackjack if after_look else 1.0
    if found_none <= 0:
        raise Refused(
            Code.ILLEGAL_ACTION, "the dealer must have a blackjack: nothing is left to decide"
        )
    known = -blackjack if game.looks and not after_look else 0.0
    for action, index, values in (
        (Action.STAND, STAND, best.decided.stand),
        (Action.HIT, HIT, best.decided.hit),
        (Action.DOUBLE, DOUBLE, best.decided.double),
    ):
        if game.allowed[position, index]:
            worth[action] = float(values[position]) / found_none + known
    if may_split:
        split = float(best.split[start[0]]) + (blackjack if game.looks else 0.0)
        worth[Action.SPLIT] = split / found_none + known
    if np.isfinite(surrender):
        worth[Action.SURRENDER] = surrender
    return worth


def _only(game: Against, position: int) -> Floats:
    met = np.zeros(len(game.positions.hand))
    met[position] = 1
    return met


def _comes_to(game: Against, position: int, choice: Ints) -> Floats:
    """By position: whether it may be come to from here, unsplit, be the hand hit or stood on."""
    met = _only(game, position)
    if game.allowed[position, HIT]:
        drawn = game.positions.after[position][game.chances[position] > 0]
        met[drawn[drawn >= 0]] = 1
    return drawn_on(game, met, choice)


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
