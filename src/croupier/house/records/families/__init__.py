"""What the books keep of a round: a file for each family."""

from typing import Any, Protocol

from croupier.engine.protocol import Round
from croupier.engine.rules import Rules
from croupier.house.records.outcome import RoundOutcome
from croupier.kit.registry import instance


class FamilyRecords(Protocol):
    def outcome(self, round: Any) -> RoundOutcome:
        """What everybody could see that it came to."""


def family_records(rules: Rules) -> FamilyRecords:
    records: FamilyRecords = instance(rules.family, "records")
    return records


def outcome(round: Round) -> RoundOutcome | None:
    """Of a round that is over; none where it is void."""
    return None if round.void else family_records(round.rules).outcome(round)
