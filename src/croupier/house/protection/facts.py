"""What players have asked the house to keep them to, and how long they have played."""

import msgspec

from croupier.house.protection.limits import Kind
from croupier.house.protection.windows import Window
from croupier.table.cage import HOUSE_STREAMS

STREAM = f"{HOUSE_STREAMS}protection"


class LimitSet(msgspec.Struct, frozen=True, tag_field="fact", tag="limit-set"):
    player: str
    kind: Kind
    window: Window
    amount: int | None
    """Cents, or minutes at play; None: no limit any more."""


class RealityCheckSet(msgspec.Struct, frozen=True, tag_field="fact", tag="reality-check-set"):
    player: str
    minutes: int


class BreakTaken(msgspec.Struct, frozen=True, tag_field="fact", tag="break-taken"):
    player: str
    hours: int


class SelfExcluded(msgspec.Struct, frozen=True, tag_field="fact", tag="self-excluded"):
    player: str
    days: int | None
    """None: for ever."""


class TimePlayed(msgspec.Struct, frozen=True, tag_field="fact", tag="time-played"):
    player: str
    ms: int
    """Up to the moment it was written."""
    session: int = 0
    """When the player's session began, by the clock on the wall."""
    answered: int = 0
    """How much of the session's time the player has been told and has answered."""


ProtectionFact = LimitSet | RealityCheckSet | BreakTaken | SelfExcluded | TimePlayed
