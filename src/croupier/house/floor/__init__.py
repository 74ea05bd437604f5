"""The floor beside the games: alerts, disputes, two signatures, the chat, statistics that alarm."""

from croupier.house.floor.facts import (
    Adjustment,
    AlertKind,
    ChatLine,
    Proposal,
    VoidAfterOutcome,
)
from croupier.house.floor.floor import Floor
from croupier.house.floor.watch import Watch

__all__ = [
    "Adjustment",
    "AlertKind",
    "ChatLine",
    "Floor",
    "Proposal",
    "VoidAfterOutcome",
    "Watch",
]
