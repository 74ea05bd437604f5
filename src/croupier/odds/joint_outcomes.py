"""How a round may end for all its bets at once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec


class JointOutcomes(msgspec.Struct, frozen=True):
    chances: tuple[float, ...]
    """Of each way a round may end, as far as any bet can tell."""
    nets: dict[str, tuple[float, ...]]
    """Bet → what it wins or loses per unit in each of them, all decisions taken as is best."""


def joint(
    bets: Sequence[str], ends: Iterable[tuple[Mapping[str, Fraction], Fraction]]
) -> JointOutcomes:
    """From ways to end, each with what every bet nets there and its chance; those that are alike
    for all bets are put together."""
    chances: defaultdict[tuple[Fraction, ...], Fraction] = defaultdict(Fraction)
    for nets, chance in ends:
        chances[tuple(nets[bet] for bet in bets)] += chance
    columns = zip(*chances, strict=True)
    return JointOutcomes(
        tuple(float(chance) for chance in chances.values()),
        {bet: tuple(map(float, column)) for bet, column in zip(bets, columns, strict=True)},
    )
