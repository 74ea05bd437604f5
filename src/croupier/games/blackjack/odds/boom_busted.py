"""Boom Busted: by how many cards the dealer's hand is bust (BJP 3.26).

The dealer draws by rule, whatever the players do, and any cards of the shoe may be his: so the
chances are those of a hand drawn from the whole shoe.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from math import perm, prod

from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.odds.dealer import final_draws
from croupier.games.blackjack.odds.drawing import Drawn
from croupier.games.blackjack.odds.first_cards import BOOM_BUSTED
from croupier.games.blackjack.odds.hands import hard_total, plus
from croupier.games.blackjack.odds.numbering import VALUES, values_of
from croupier.kit.errors import Code, Refused
from croupier.odds.shoe import ShoeComposition
from croupier.odds.worth import LOST, BetOdds, exact, paid


def boom_busted_odds(rules: BlackjackRules, shoe: ShoeComposition) -> BetOdds:
    assert rules.boom_busted is not None
    nets: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for cards, chance in bust_chances(shoe, h17=rules.h17).items():
        odds = rules.boom_busted.odds(cards)
        nets[paid(odds) if odds else LOST] += chance
    nets[LOST] += 1 - sum(nets.values())
    return exact(BOOM_BUSTED, nets)


def bust_chances(shoe: ShoeComposition, *, h17: bool) -> dict[int, Fraction]:
    """Cards of the dealer's bust hand → how likely it is."""
    bust: Counter[int] = Counter()
    stood: Counter[int] = Counter()
    left = values_of(shoe)
    for hand, orders in final_hands(h17).items():
        if ways := prod(map(perm, left, hand)):
            (bust if hard_total(hand) > 21 else stood)[sum(hand)] += orders * ways
    every = sum(Fraction(ways, perm(shoe.total, cards)) for cards, ways in (bust + stood).items())
    if every != 1:
        raise Refused(
            Code.BAD_SETTING,
            f"{BOOM_BUSTED}: the shoe may run out before the dealer's hand is complete",
        )
    return {cards: Fraction(ways, perm(shoe.total, cards)) for cards, ways in sorted(bust.items())}


@cache
def final_hands(h17: bool) -> dict[Drawn, int]:
    """Every hand at which the dealer stops, and in how many orders of its cards."""
    ways: Counter[Drawn] = Counter()
    for shown in range(VALUES):
        for drawn, orders in final_draws(shown, h17=h17).items():
            ways[plus(drawn, shown)] += orders
    return ways
