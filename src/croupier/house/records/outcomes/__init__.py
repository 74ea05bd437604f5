"""What a round came to, as everybody could see it: a file a family."""

from collections.abc import Callable
from typing import Any

from croupier.games.engine import Round
from croupier.house.records.outcomes.baccarat import baccarat_outcome
from croupier.house.records.outcomes.blackjack import blackjack_outcome
from croupier.house.records.outcomes.roulette import roulette_outcome
from croupier.house.records.outcomes.value import RoundOutcome as RoundOutcome
from croupier.kit.registry import Registry

FAMILIES: Registry[Callable[[Any], RoundOutcome]] = Registry(
    "croupier.outcomes",
    {
        "blackjack": blackjack_outcome,
        "baccarat": baccarat_outcome,
        "roulette": roulette_outcome,
    },
)


def outcome(round: Round) -> RoundOutcome | None:
    """Of a round that is over; none where it is void."""
    return None if round.void else FAMILIES[round.rules.family](round)
