"""What the side bets of blackjack are worth from many shoes at once."""

from collections.abc import Sequence

import numpy as np

from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.engine.settlement import judge_first_two
from croupier.games.blackjack.engine.state import Round
from croupier.games.blackjack.odds.boom_busted import final_hands
from croupier.games.blackjack.odds.hands import hard_total
from croupier.kit.cards import Card
from croupier.odds.counting.worths.drawn_hands import summed_by_hand
from croupier.odds.counting.worths.first_cards import of_drawn
from croupier.odds.counting.worths.many_shoes import (
    QUICK,
    SLOW,
    Ints,
    ManyShoes,
    Worths,
    always_offered,
)
from croupier.odds.worth import LOST, net, paid


def of_first_cards(rules: BlackjackRules, bet: str, cards: Sequence[Card]) -> ManyShoes:
    """A side bet; `cards` stand for their classes."""
    brought = rules.switched_on.get(bet)
    with_dealer = brought is not None and brought.with_dealer

    def result(*drawn: Card) -> float:
        round = Round(rules, (), (), (), dealer=drawn[2:])
        verdict = judge_first_two(round, bet, (drawn[0], drawn[1]))
        assert verdict is not None
        return float(net(verdict))

    return of_drawn(result, 3 if with_dealer else 2, cards)


def of_insurance(rules: BlackjackRules, names: Sequence[str]) -> ManyShoes:
    """Offered where the dealer shows an ace, which is gone from the shoe then."""
    pays = float(paid(rules.insurance_pays))
    ace, ten = names.index("A"), names.index("T")

    def worths(shoes: Ints) -> Worths:
        cards = shoes.sum(1)
        blackjack = shoes[:, ten] / (cards - 1)
        return Worths(
            (pays + 1) * blackjack - 1,
            (pays**2 - 1) * blackjack + 1,
            shoes[:, ace] / cards,
        )

    return ManyShoes(worths, QUICK)


def of_boom_busted(rules: BlackjackRules) -> ManyShoes:
    """Where the shoe may run out before the dealer's hand is complete: of the hands that are."""
    assert rules.boom_busted is not None
    hands = final_hands(rules.h17)
    results = np.zeros((len(hands), 3))
    for row, (hand, orders) in enumerate(hands.items()):
        odds = rules.boom_busted.odds(sum(hand)) if hard_total(hand) > 21 else None
        net = float(paid(odds) if odds else LOST)
        results[row] = orders, orders * net, orders * net**2
    summed = summed_by_hand(tuple(hands), results)

    def worths(shoes: Ints) -> Worths:
        complete, mean, square = summed(shoes).T
        return always_offered(mean / complete, square / complete)

    return ManyShoes(worths, SLOW)
