"""What baccarat's bets are worth, and when an ante is raised."""

from collections.abc import Collection, Mapping

from croupier.games.baccarat.engine import BaccaratRules
from croupier.games.baccarat.engine.rules import ANTES
from croupier.odds.cache import as_played, kept
from croupier.odds.family import FamilyOdds
from croupier.odds.joint_outcomes import JointOutcomes
from croupier.odds.shoe import ShoeComposition
from croupier.odds.strategy import AnteStrategy, Strategy
from croupier.odds.worth import BetOdds, Nets, Progress, settings_in_force


class BaccaratOdds(FamilyOdds[BaccaratRules]):
    decision_heads = ("bet", "first card")

    def worth(
        self,
        rules: BaccaratRules,
        shoe: ShoeComposition | None,
        bets: Collection[str],  # noqa: ARG002 -- all come of one count
        progress: Progress | None,  # noqa: ARG002
    ) -> tuple[BetOdds, ...]:
        shoe = shoe or ShoeComposition.of_decks(rules.decks)

        def reckon() -> tuple[BetOdds, ...]:
            from croupier.games.baccarat.odds.coups import baccarat_odds  # noqa: PLC0415 -- brings numpy

            return baccarat_odds(rules, shoe)

        return kept(("baccarat", as_played(rules), shoe.ranks), tuple[BetOdds, ...], reckon)

    def together(
        self,
        rules: BaccaratRules,
        shoe: ShoeComposition | None,
        stakes: Mapping[str, int],
        progress: Progress | None,  # noqa: ARG002
    ) -> Nets:
        from croupier.games.baccarat.odds.together import together  # noqa: PLC0415 -- brings numpy

        return together(rules, shoe or ShoeComposition.of_decks(rules.decks), stakes)

    def joint(self, rules: BaccaratRules) -> JointOutcomes:
        from croupier.games.baccarat.odds.together import every_bet  # noqa: PLC0415 -- brings numpy

        return every_bet(rules, ShoeComposition.of_decks(rules.decks))

    def most_lost(self, rules: BaccaratRules, bet: str) -> float:
        """NKB 3.4.2: an ante may be raised by so many times itself."""
        return 1.0 + (rules.raise_multiple or 0) if bet in ANTES else 1.0

    def has_strategy(self, rules: BaccaratRules) -> bool:
        return bool(rules.ante_pays)

    def strategy(
        self, rules: BaccaratRules, shoe: ShoeComposition | None, progress: Progress | None
    ) -> Strategy | AnteStrategy:
        if not self.has_strategy(rules):
            return super().strategy(rules, shoe, progress)
        from croupier.games.baccarat.odds.coups import ante_decisions  # noqa: PLC0415 -- brings numpy

        decisions = ante_decisions(rules, shoe or ShoeComposition.of_decks(rules.decks))
        return AnteStrategy(rules.game, settings_in_force(rules), decisions)
