"""How the bets of blackjack are counted."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.games.blackjack.engine.rules import MAIN_BETS, BlackjackRules
from croupier.games.blackjack.odds.first_cards import BOOM_BUSTED, INSURANCE, needs_suits
from croupier.games.blackjack.odds.numbering import values_of
from croupier.games.blackjack.odds.solved import main_bet_by_cards
from croupier.kit.cards import Card
from croupier.odds.counting.card_classes import aces_and_tens, by_card, by_rank, by_value
from croupier.odds.counting.family import FamilyCounting, worth_from
from croupier.odds.shoe import ShoeComposition

if TYPE_CHECKING:
    from croupier.odds.counting.worths.many_shoes import ManyShoes

HI_LO = {"A": -1, **dict.fromkeys("23456", 1), **dict.fromkeys("789", 0), "T": -1}

_BY_VALUE = (*MAIN_BETS, BOOM_BUSTED, "over-13", "under-13")


class BlackjackCounting(FamilyCounting[BlackjackRules]):
    def cards_a_round(self, rules: BlackjackRules) -> float:  # noqa: ARG002
        """One box and the dealer, of 2.7 cards each: more boxes show as much in fewer rounds."""
        return 5.4

    def told_apart(self, rules: BlackjackRules, bet: str, card: Card) -> str:
        if bet == INSURANCE:
            return aces_and_tens(card)
        if bet in _BY_VALUE:
            return by_value(card)
        return by_card(card) if needs_suits(rules, bet) else by_rank(card)

    def evs(
        self, rules: BlackjackRules, bet: str, shoes: Sequence[ShoeComposition]
    ) -> Iterator[Fraction | float]:
        if bet in MAIN_BETS:
            return (main_bet_by_cards(rules, values_of(shoe)) for shoe in shoes)
        if bet in rules.switched_on:
            return super().evs(rules, bet, shoes)
        return (worth_from(rules, shoe, bet) for shoe in shoes)

    def many_shoes(
        self, rules: BlackjackRules, bet: str, cards: Sequence[Card]
    ) -> "ManyShoes | None":
        from croupier.games.blackjack.odds import many_shoes  # noqa: PLC0415 -- brings numpy

        if bet in MAIN_BETS:
            return None
        if bet == BOOM_BUSTED:
            return many_shoes.of_boom_busted(rules)
        if bet == INSURANCE:
            names = [aces_and_tens(card) for card in cards]
            return many_shoes.of_insurance(rules, names)
        return many_shoes.of_first_cards(rules, bet, cards)

    def always_made(self, rules: BlackjackRules, bet: str) -> bool:  # noqa: ARG002
        return bet == "initial"

    def known_count(self, rules: BlackjackRules, bet: str) -> Mapping[str, int] | None:  # noqa: ARG002
        return HI_LO if bet in MAIN_BETS else None

    def is_own(self, rules: BlackjackRules, bet: str) -> bool:
        return bet not in rules.switched_on
