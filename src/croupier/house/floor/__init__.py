"""The floor beside the games: alerts, disputes, two signatures, the chat, statistics that alarm."""

from croupier.house.floor.facts import (
    Adjustment,
    AlertKind,
    ChatLine,
    Proposal,
    VoidAfterOutcome,
)
from croupier.house.floor.floor import Floor
from croupier.house.floor.play_statistics import PlayStatistics

__all__ = [
    "Adjustment",
    "AlertKind",
    "ChatLine",
    "Floor",
    "PlayStatistics",
    "Proposal",
    "VoidAfterOutcome",
]
