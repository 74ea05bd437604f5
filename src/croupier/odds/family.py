"""What a family of games tells of its odds."""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.kit.registry import instance
from croupier.odds.advice import Advice
from croupier.odds.joint_outcomes import JointOutcomes
from croupier.odds.shoe import ShoeComposition
from croupier.odds.strategy import AnteStrategy, Strategy
from croupier.odds.worth import BetOdds, Progress

R = TypeVar("R", bound=Rules)

_FINEST_PAY = 10_000
"""No pay is a finer part of its stake."""


class FamilyOdds(Generic[R]):
    """As it is here, players of the family decide nothing."""

    quick = False
    """Whether all of it is counted in no time."""
    decision_heads = ("hand", "against")
    """What a decision of the strategy is told by."""

    def bets_of(self, rules: R) -> tuple[str, ...]:
        """Every bet that can be valued."""
        return tuple(rules.spots())

    def countable(self, rules: R, shoe: ShoeComposition) -> Iterable[str]:  # noqa: ARG002
        """Of those the ones that can be valued from this shoe."""
        return self.bets_of(rules)

    def left_out(self, rules: R, bet: str) -> str:  # noqa: ARG002
        """Why a bet is not countable from a shoe."""
        return "the suits are not known"

    def condition(self, rules: R, stakes: Collection[str]) -> str | None:  # noqa: ARG002
        """In which rounds these bets can be made, if not in all."""
        return None

    def worth(
        self,
        rules: R,
        shoe: ShoeComposition | None,
        bets: Collection[str],
        progress: Progress | None,
    ) -> tuple[BetOdds, ...]:
        """Of these bets, or of more; from a fresh shoe, if none is given."""
        raise NotImplementedError

    def together(
        self,
        rules: R,
        shoe: ShoeComposition | None,
        stakes: Mapping[str, int],
        progress: Progress | None,
    ) -> Mapping[Fraction, Fraction | float]:
        """What a round with these bets comes to, all of them added up → how likely that is. As it
        is here, one bet can be asked for at a time."""
        if len(stakes) > 1:
            message = (
                f"{' and '.join(stakes)} of one round of {rules.game} depend on each other, and are"
                " not counted together: ask for one, or play them: `croupier session --play`"
            )
            raise Refused(Code.ILLEGAL_BET, message)
        ((bet, stake),) = stakes.items()
        (odds,) = (odds for odds in self.worth(rules, shoe, stakes, progress) if odds.bet == bet)
        nets: dict[Fraction, Fraction | float] = {}
        for outcome in odds.outcomes:
            # As the pay was written: 6 to 5 is 1.2 in floats.
            net = stake * Fraction(outcome.net).limit_denominator(_FINEST_PAY)
            nets[net] = nets.get(net, 0) + outcome.p
        return nets

    def joint(self, rules: R) -> JointOutcomes | None:  # noqa: ARG002
        """How a round from a fresh shoe may end for all bets at once, where that is counted."""
        return None

    def most_lost(self, rules: R, bet: str) -> float:  # noqa: ARG002
        """The most that can be lost on a unit of a bet, however it is played."""
        return 1.0

    def decision_worths(self, rules: R) -> dict[str, float]:  # noqa: ARG002
        """What decisions about a hand are worth at most, by a name of hand and decision."""
        return {}

    def has_strategy(self, rules: R) -> bool:  # noqa: ARG002
        """Whether players decide anything."""
        return False

    def strategy(
        self,
        rules: R,
        shoe: ShoeComposition | None,  # noqa: ARG002
        progress: Progress | None,  # noqa: ARG002
    ) -> Strategy | AnteStrategy:
        message = f"{rules.game} asks its players nothing: there is no strategy"
        raise Refused(Code.BAD_SETTING, message)

    def advise(
        self,
        rules: R,
        shoe: ShoeComposition,  # noqa: ARG002
        hand: str,  # noqa: ARG002
        dealer: str,  # noqa: ARG002
        seen: str,  # noqa: ARG002
    ) -> Advice:
        """A hand as "8,8" or "8S,8D" against the dealer's card, other cards seen being gone too."""
        raise Refused(Code.BAD_SETTING, f"{rules.game} has no hands to play")


def family_odds(rules: Rules) -> FamilyOdds[Any]:
    odds: FamilyOdds[Any] = instance(rules.family, "odds")
    return odds
