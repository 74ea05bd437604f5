"""What of a table dealt by hand is worth seeing again: what was done with cards, and ruled."""

from croupier.engine.inputs import SettlementHeld
from croupier.table.commands import TableRole
from croupier.table.facts import (
    BurnsShown,
    CardsBurned,
    EquipmentInspected,
    Fact,
    Fed,
    RulingWithdrawn,
    ScanTakenBack,
    ShoeChanged,
)
from croupier.table.table import Recorded

BETWEEN_ROUNDS = ShoeChanged | EquipmentInspected | CardsBurned | BurnsShown
"""The inspection, which LIVE 2.3.1 wants on record, and what else is done before bets are taken."""
MOMENTS = Fed | ScanTakenBack | RulingWithdrawn | BETWEEN_ROUNDS
_BY_HAND = frozenset({TableRole.DEALER, TableRole.PIT, TableRole.SHIFT})


def is_moment(recorded: Recorded) -> bool:
    """Every scan, ruling and correction; what players say is not done on the cloth."""
    return recorded.role in _BY_HAND and any(_is_done(fact) for fact in recorded.facts)


def _is_done(fact: Fact) -> bool:
    held = isinstance(fact, Fed) and isinstance(fact.input, SettlementHeld)
    return isinstance(fact, MOMENTS) and not held
