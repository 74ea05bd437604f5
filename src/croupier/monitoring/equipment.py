"""What every watchdog of cards and wheels says, and when it barks.

When something may have begun to be wrong nobody knows, so a little is staked on every start. An
e-process that bets from the first card on has lost nearly everything by the time a card is taken
out of the thousandth shoe. Of its one unit it therefore keeps some back, and puts down 1/(k(k+1))
at the k-th start; what is kept back after k starts is 1/(k+1). The sum of all of it is still an
e-process, and what begins late costs only a few shoes more.
"""

import msgspec

ALARM = 1_000.0
"""At most one honest set of cards or wheel in so many is ever told of, however long it is watched:
this is the most that any e-process of a mean of one reaches with that chance (Ville)."""
CEILING = 1e100
"""Surer than that is nobody; a smaller value is still a valid one."""


class EquipmentSuspicion(msgspec.Struct, frozen=True):
    about: str
    value: float
    """How much likelier all that was seen is under it than under honesty, times its share of the
    rate of the alarm: that is due at a thousand."""
    suspected: str
    """What of it is likeliest: a card, an order, a pocket, pockets side by side."""
    share: float
    """Of the suspicion's weight that lies on that."""

    @property
    def alarms(self) -> bool:
        return self.value >= ALARM


def start_weight(number: int) -> float:
    """Put down at this start, counted from one."""
    return 1.0 / (number * (number + 1))


def not_begun(starts: int) -> float:
    """Kept back after so many starts."""
    return 1.0 / (starts + 1)
