"""How the guide calls boxes, hands and cards."""

from croupier.games import blackjack
from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import AnyRules
from croupier.kit.phrase import Phrase, words

ORDINALS = (words("first"), words("second"), words("third"), words("fourth"))


def box_name(rules: AnyRules, number: int | None) -> Phrase:
    assert number is not None
    if isinstance(rules, BlackjackRules) and rules.bet_behind:
        return words("seat {number}", number=number)
    return words("box {number}", number=number)


def hand_name(round: blackjack.Round, number: int | None, hand: int | None) -> Phrase:
    """ "box 3", or "box 3, second hand" once it is split."""
    index = round.box_index(number)
    assert index is not None
    name = box_name(round.rules, number)
    if len(round.boxes[index].hands) == 1 or hand is None:
        return name
    return words("{box}, {nth} hand", box=name, nth=ORDINALS[hand - 1])
