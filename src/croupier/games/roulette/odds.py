"""What every spot of the wheel's layout is worth: so many of its pockets win."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from fractions import Fraction

from croupier.games.roulette.engine.rules import RouletteRules
from croupier.games.roulette.engine.spots import POCKETS, SPOTS
from croupier.odds.family import FamilyOdds
from croupier.odds.joint_outcomes import JointOutcomes, joint
from croupier.odds.shoe import ShoeComposition
from croupier.odds.worth import LOST, BetOdds, Nets, Progress, exact, paid


class RouletteOdds(FamilyOdds[RouletteRules]):
    quick = True

    def worth(
        self,
        rules: RouletteRules,
        shoe: ShoeComposition | None,  # noqa: ARG002
        bets: Collection[str],
        progress: Progress | None,  # noqa: ARG002
    ) -> tuple[BetOdds, ...]:
        return tuple(_spot(rules, spot) for spot in SPOTS if spot in bets)

    def together(
        self,
        rules: RouletteRules,
        shoe: ShoeComposition | None,  # noqa: ARG002
        stakes: Mapping[str, int],
        progress: Progress | None,  # noqa: ARG002
    ) -> Nets:
        """The ball rests once for all of them."""
        nets: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for pocket in POCKETS:
            net = sum(
                (
                    stake * (paid(rules.odds(spot)) if pocket in SPOTS[spot] else LOST)
                    for spot, stake in stakes.items()
                ),
                Fraction(),
            )
            nets[net] += Fraction(1, len(POCKETS))
        return nets

    def joint(self, rules: RouletteRules) -> JointOutcomes:
        won = {spot: paid(rules.odds(spot)) for spot in SPOTS}
        return joint(
            tuple(SPOTS),
            (
                (
                    {spot: won[spot] if pocket in SPOTS[spot] else LOST for spot in SPOTS},
                    Fraction(1, len(POCKETS)),
                )
                for pocket in POCKETS
            ),
        )


def _spot(rules: RouletteRules, spot: str) -> BetOdds:
    wins = Fraction(len(SPOTS[spot]), len(POCKETS))
    return exact(spot, {paid(rules.odds(spot)): wins, LOST: 1 - wins})
