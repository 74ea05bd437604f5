"""What the books tell of a round, a file a family: what it came to."""

from typing import Any, Protocol

from croupier.games.engine import Round
from croupier.house.records.families.baccarat import BaccaratRecords
from croupier.house.records.families.blackjack import BlackjackRecords
from croupier.house.records.families.roulette import RouletteRecords
from croupier.house.records.outcome import RoundOutcome
from croupier.kit.registry import Registry


class FamilyRecords(Protocol):
    def outcome(self, round: Any) -> RoundOutcome:
        """What everybody could see that it came to."""


FAMILIES: Registry[type[FamilyRecords]] = Registry(
    "croupier.records",
    {"blackjack": BlackjackRecords, "baccarat": BaccaratRecords, "roulette": RouletteRecords},
)


def outcome(round: Round) -> RoundOutcome | None:
    """Of a round that is over; none where it is void."""
    return None if round.void else FAMILIES[round.rules.family]().outcome(round)
