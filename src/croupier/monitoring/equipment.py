"""What every watchdog of cards and wheels says, and when it barks."""

import msgspec

ALARM = 1_000.0
"""At most one honest set of cards or wheel in so many is ever told of, however long it is watched:
this is the most that any e-value of a mean of one reaches with that chance (Ville)."""


class EquipmentSuspicion(msgspec.Struct, frozen=True):
    about: str
    value: float
    """How much likelier all that was seen is under it than under honesty, times its share of the
    rate of the alarm: that is due at a thousand."""
    at_first: float
    """That share: its value before anything was seen."""
    suspected: str
    """What of it is likeliest: a card, an order, a player, a pocket, pockets side by side."""

    @property
    def alarms(self) -> bool:
        return self.value >= ALARM
