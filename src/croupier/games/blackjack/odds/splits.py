"""What splitting a pair is worth, all its hands together."""

import numpy as np

from croupier.games.blackjack.engine.rules import BlackjackTakes
from croupier.games.blackjack.odds.dealer import blackjack_card
from croupier.games.blackjack.odds.hands import Floats, Ints, hands
from croupier.games.blackjack.odds.joint_busts import all_bust, alone, busts
from croupier.games.blackjack.odds.numbering import ACE, VALUES
from croupier.games.blackjack.odds.split_hand_endings import FREE
from croupier.games.blackjack.odds.splitting import shares
from croupier.games.blackjack.odds.starting_hands import most_hands
from croupier.games.blackjack.odds.values import Against, Decided

_ROUGH = 0.005
"""More than a rough count can be wrong by."""


def one_bet_in_all(game: Against) -> bool:
    """R13: whether a dealer's blackjack, not looked for, takes one bet from all split hands."""
    return (
        game.rules.blackjack_takes is BlackjackTakes.ONE_INITIAL_BET
        and not game.looks
        and blackjack_card(game.shown) is not None
    )


def spared(game: Against, part: float = 1.0) -> Floats:
    """By position, for `decide`: hands of a split lose nothing each, but one bet together."""
    kept = np.zeros(len(game.positions.hand))
    if one_bet_in_all(game):
        kept[game.positions.dealt.stop :] = part
    return kept


def left_after(game: Against, pair: int) -> Ints:
    """The shoe without the dealer's card and the two that are split."""
    left = game.left.copy()
    left[pair] -= 2
    return left


def chances_gone(game: Against, pair: int, most: int) -> list[float]:
    """That the next 0, 1, 2 … cards are all of the pair's value."""
    left = left_after(game, pair)
    of_it, cards = max(int(left[pair]), 0), int(left.sum())
    chances = [1.0]
    for drawn in range(most):
        chances.append(chances[-1] * max(of_it - drawn, 0) / max(cards - drawn, 1))
    return chances


def split_worth(game: Against, decided: Decided, pair: int, *, to_beat: float = -np.inf) -> float:
    """Every hand played as decided; `decided` is to be valued with `spared`.

    Where it is far from what it has to beat, a rough count of what is lost together will do.
    """
    hands_at_most = most_hands(game.rules, pair)
    parts = shares(hands_at_most)
    chances = chances_gone(game, pair, max(share.gone for share in parts))
    total = 0.0
    for gone, free, times in parts:
        if chances[gone] > 0:
            total += times * chances[gone] * one_hand(game, decided, pair, gone, free=free)
    if not one_bet_in_all(game):
        return total
    rough = total - _lost_together(game, decided, pair, hands_at_most, roughly=True)
    if rough < to_beat - _ROUGH:
        return rough
    return total - _lost_together(game, decided, pair, hands_at_most)


def one_hand(game: Against, decided: Decided, pair: int, gone: int, *, free: bool) -> float:
    """One hand of the split and the chance of such a one, so many more of the pair being gone."""
    at = game.positions.starts[pair, gone]
    second = game.chances[at] * decided.played[game.positions.after[at]]
    return float(second.sum() if free else second.sum() - second[pair])


def _lost_together(
    game: Against, decided: Decided, pair: int, hands_at_most: int, *, roughly: bool = False
) -> float:
    """The one bet a dealer's blackjack takes, unless every hand is bust by then."""
    beside = blackjack_card(game.shown)
    assert beside is not None
    left = left_after(game, pair)
    blackjack = max(int(left[beside]), 0) / int(left.sum())
    if not blackjack or pair == ACE:
        return blackjack  # One card on an ace cannot bust.
    left[beside] -= 1
    ways = busts(pair, choice_by_hand(game, decided.choice, pair))
    return blackjack * (1 - all_bust(ways, left, pair, hands_at_most, roughly=roughly))


def choice_by_hand(game: Against, choice: Ints, pair: int) -> Ints:
    """What is done with each hand that grows from this pair."""
    rows = game.positions.splits[pair, 0]
    by_hand = np.zeros(len(hands().size), dtype=np.int64)
    by_hand[game.positions.hand[rows]] = choice[rows]
    return by_hand


def spared_by_others(game: Against, choice: Ints, pairs: Ints) -> Floats:
    """By position: what part of the one bet a hand keeps by not being bust, since it is lost anyway
    unless all the others are."""
    part = spared(game)
    kept = {pair: 1 - _alone_bust(game, choice, pair) for pair in pairs.tolist() if pair != ACE}
    for (pair, _), rows in game.positions.splits.items():
        part[rows] = kept.get(pair, part[rows])
    return part


def _alone_bust(game: Against, choice: Ints, pair: int) -> float:
    """One hand of the split by itself, the dealer's blackjack lying apart."""
    beside = blackjack_card(game.shown)
    assert beside is not None
    left = left_after(game, pair)
    left[beside] -= 1
    ways = busts(pair, choice_by_hand(game, choice, pair))
    return alone(ways, left, FREE)


def split_worths(game: Against, decided: Decided, to_beat: Floats) -> Floats:
    """By pair; those that cannot beat what they have to, roughly."""
    worth = np.full(VALUES, -np.inf)
    if game.rules.max_hands > 1:
        for pair in range(VALUES):
            at_least = float(to_beat[pair])
            if game.left[pair] >= 2 and at_least < np.inf:
                worth[pair] = split_worth(game, decided, pair, to_beat=at_least)
    return worth
