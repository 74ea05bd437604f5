"""Whether somebody decides as nobody would who does not know more, and wins by it.

What a decision is worth to who plays on as well as can be, knowing nothing but the hand and the
dealer's card, is known; so is what the best decision would have been worth. Those that give away
much are rare, and cost whoever takes them what they should: unless more is known of the next card,
or of the one that lies face down. So only they are counted, and what the hand brings beyond what
the decision is worth is gained. It is decided which hands count before their result is known.
"""

from collections.abc import Iterator, Mapping

from croupier.engine.inputs import Action
from croupier.monitoring.evalues import log_bet
from croupier.monitoring.taken import PlayedHand
from croupier.odds.decision_names import decision_name, split_name

COSTLY = 0.1
"""Of the bet, which a decision gives away at least to count."""
MARGIN = 0.02
"""By so much at most other cards that lie open make a decision better than is reckoned here."""
FRACTIONS = (0.1, 0.3, 0.6)
"""Of the capital that a hand can cost at most: each bettor stakes another one."""
BETTORS = 2 * len(FRACTIONS)
"""Who knows that the dealer will go over stands, doubles or splits; who knows the next card may
draw. Whoever draws because the dealer has a good hand is worse off than others who draw. So half of
the bettors wait for the one, and half for the other."""
_ACTIONS = (Action.STAND, Action.HIT, Action.DOUBLE)


def costly(worths: Mapping[str, float], hand: PlayedHand) -> tuple[Action, float] | None:
    """The first decision about the hand that gave away much, and what it was worth at most."""
    for action, names in _decisions(hand):
        worth = {of: worths[name] for of, name in names.items() if name in worths}
        if action in worth and max(worth.values()) - worth[action] >= COSTLY:
            return action, worth[action]
    return None


def knowing_more(
    worths: Mapping[str, float], hand: PlayedHand, most_lost: float
) -> list[float] | None:
    """The logarithms of the factors of a hand; None where it does not count. `most_lost`: per unit,
    by every hand of a split."""
    found = costly(worths, hand)
    if found is None or not hand.stake:
        return None
    action, worth = found
    mean = worth + MARGIN
    most = {Action.DOUBLE: 2.0, Action.SPLIT: most_lost}.get(action, 1.0) + mean
    if most <= 0:
        return None
    gain = max(hand.net / hand.stake - mean, -most)
    factors = [log_bet(fraction / most, gain) for fraction in FRACTIONS]
    silent = [0.0] * len(FRACTIONS)
    return silent + factors if action is Action.HIT else factors + silent


def _decisions(hand: PlayedHand) -> Iterator[tuple[Action, dict[Action, str]]]:
    """What was decided, one after another, and the names of all that could have been."""
    for size in range(2, len(hand.cards) + 1):
        total, soft = _points(hand.cards[:size])
        if total >= 21:
            return
        first = size == 2
        names = {
            action: decision_name(hand.shown, action, total, soft=soft, first=first)
            for action in _ACTIONS
        }
        if first and hand.cards[0] == hand.cards[1]:
            names[Action.SPLIT] = split_name(hand.shown, hand.cards[0])
        if first and (hand.split or hand.doubled):
            yield (Action.SPLIT if hand.split else Action.DOUBLE), names
            return
        yield (Action.HIT if size < len(hand.cards) else Action.STAND), names


def _points(cards: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(card + 1 for card in cards)
    soft = 0 in cards and hard <= 11
    return hard + 10 * soft, soft
