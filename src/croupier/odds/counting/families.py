"""How the bets of each family are counted."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.games.baccarat.rules import PAIRS, BaccaratRules
from croupier.games.blackjack.rules import MAIN_BETS, BlackjackRules
from croupier.games.rules import Rules
from croupier.kit.cards import Card
from croupier.kit.registry import instance
from croupier.odds.cache import main_bet_by_cards
from croupier.odds.counting.card_classes import aces_and_tens, by_card, by_rank, by_value
from croupier.odds.counting.family import FamilyCounting, worth_from
from croupier.odds.first_cards import BOOM_BUSTED, INSURANCE, needs_suits
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
            return (main_bet_by_cards(rules, shoe.values) for shoe in shoes)
        if bet in rules.switched_on:
            return super().evs(rules, bet, shoes)
        return (worth_from(rules, shoe, bet) for shoe in shoes)

    def many_shoes(
        self, rules: BlackjackRules, bet: str, cards: Sequence[Card]
    ) -> "ManyShoes | None":
        from croupier.odds.counting.worths import drawn_hands, first_cards  # noqa: PLC0415 -- numpy

        if bet in MAIN_BETS:
            return None
        if bet == BOOM_BUSTED:
            return drawn_hands.of_boom_busted(rules)
        if bet == INSURANCE:
            names = [aces_and_tens(card) for card in cards]
            return first_cards.of_insurance(rules, names)
        return first_cards.of_first_cards(rules, bet, cards)

    def always_made(self, rules: BlackjackRules, bet: str) -> bool:  # noqa: ARG002
        return bet == "initial"

    def known_count(self, rules: BlackjackRules, bet: str) -> Mapping[str, int] | None:  # noqa: ARG002
        return HI_LO if bet in MAIN_BETS else None

    def is_own(self, rules: BlackjackRules, bet: str) -> bool:
        return bet not in rules.switched_on


class BaccaratCounting(FamilyCounting[BaccaratRules]):
    least_cards = 6

    def cards_a_round(self, rules: BaccaratRules) -> float:  # noqa: ARG002
        """Four to six; the mean hardly depends on the shoe."""
        return 4.94

    def told_apart(self, rules: BaccaratRules, bet: str, card: Card) -> str:  # noqa: ARG002
        return by_rank(card) if bet in PAIRS else by_value(card)

    def evs(
        self, rules: BaccaratRules, bet: str, shoes: Sequence[ShoeComposition]
    ) -> Iterator[Fraction | float]:
        return (worth_from(rules, shoe, bet) for shoe in shoes)

    def many_shoes(
        self, rules: BaccaratRules, bet: str, cards: Sequence[Card]
    ) -> "ManyShoes | None":
        from croupier.odds.counting.worths import drawn_hands, first_cards  # noqa: PLC0415 -- numpy

        if bet in PAIRS:
            return first_cards.of_baccarat_pair(rules, bet, cards)
        return drawn_hands.of_coups(rules, bet)

    def is_own(self, rules: BaccaratRules, bet: str) -> bool:  # noqa: ARG002
        return True


def counting_of(rules: Rules) -> FamilyCounting[Any]:
    counting: FamilyCounting[Any] = instance(rules.family, "counting")
    return counting
