"""Blackjack bets that one or two cards decide, counted over every pair of cards in the shoe."""

from collections import Counter
from fractions import Fraction

from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.engine.settlement import judge_first_two
from croupier.games.blackjack.engine.state import Round
from croupier.games.blackjack.odds.numbering import values_of
from croupier.kit.cards import RANKS, SUITS, Card
from croupier.kit.errors import Code, Refused
from croupier.odds.shoe import ShoeComposition
from croupier.odds.worth import LOST, BetOdds, exact, net, paid, shares

SUITED = "rws-pairs"
"""The one bet that asks for the suits of cards."""
INSURANCE = "insurance"
BOOM_BUSTED = "boom-busted"


def needs_suits(rules: BlackjackRules, bet: str) -> bool:
    brought = rules.switched_on.get(bet)
    return bet == SUITED if brought is None else brought.suits_count


def first_cards_odds(rules: BlackjackRules, shoe: ShoeComposition, bet: str) -> BetOdds:
    """A side bet on the first two cards of a box, and maybe the dealer's first, as the game itself
    judges them."""
    brought = rules.switched_on.get(bet)
    with_dealer = brought is not None and brought.with_dealer
    shoe.check_holds(3 if with_dealer else 2, bet)
    counts = _by_suit(shoe) if needs_suits(rules, bet) else _by_rank(shoe)
    ways: Counter[Fraction] = Counter()
    for dealer, dealers in counts.items() if with_dealer else ((None, 1),):
        round = Round(rules, (), (), (), dealer=() if dealer is None else (dealer,))
        for first, firsts in counts.items():
            left = firsts - (first == dealer)
            for second, seconds in counts.items():
                verdict = judge_first_two(round, bet, (first, second))
                assert verdict is not None
                ways[net(verdict)] += (
                    dealers * left * (seconds - (second == first) - (second == dealer))
                )
    return exact(bet, shares(ways))


def insurance_odds(rules: BlackjackRules, shoe: ShoeComposition) -> BetOdds:
    """Per unit insured, the dealer showing an ace and nothing else being known."""
    shoe.check_holds(2, INSURANCE)
    aces, tens = values_of(shoe)[0], values_of(shoe)[-1]
    if not aces:
        raise Refused(Code.BAD_SETTING, "insurance is against an ace, and the shoe holds none")
    blackjack = Fraction(tens, shoe.total - 1)
    return exact(INSURANCE, {paid(rules.insurance_pays): blackjack, LOST: 1 - blackjack})


def _by_rank(shoe: ShoeComposition) -> dict[Card, int]:
    """All of a rank as cards of one suit, where no suit is asked for."""
    return {Card(rank + SUITS[0]): count for rank, count in zip(RANKS, shoe.ranks, strict=True)}


def _by_suit(shoe: ShoeComposition) -> dict[Card, int]:
    return {card: count for card, count in shoe.cards.items() if count}
