"""How the bets of baccarat are counted."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.games.baccarat.engine.rules import PAIRS, BaccaratRules
from croupier.kit.cards import Card
from croupier.odds.counting.card_classes import by_rank, by_value
from croupier.odds.counting.family import FamilyCounting, worth_from
from croupier.odds.shoe import ShoeComposition

if TYPE_CHECKING:
    from croupier.odds.counting.worths.many_shoes import ManyShoes


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
        from croupier.games.baccarat.odds import many_shoes  # noqa: PLC0415 -- brings numpy

        if bet in PAIRS:
            return many_shoes.of_baccarat_pair(rules, bet, cards)
        return many_shoes.of_coups(rules, bet)

    def is_own(self, rules: BaccaratRules, bet: str) -> bool:  # noqa: ARG002
        return True
