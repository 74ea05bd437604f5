"""Which limit is in force: a lower one at once, a higher one after a day to think again."""

from enum import StrEnum

import msgspec

from croupier.house.clock import DAY
from croupier.house.protection.windows import PERIODS, Window

COOLING_OFF = DAY


class Kind(StrEnum):
    DEPOSIT = "deposit"
    """Money brought in."""
    LOSS = "loss"
    """What the rounds have cost, less what they have brought."""
    STAKE = "stake"
    """What is put down, in a round at one table or in all of a period. What a round gives back
    without a win (taken down, pushed, void) is no stake."""
    TIME = "time"
    """Minutes at play."""

    @property
    def windows(self) -> tuple[Window, ...]:
        """What such a limit may hold for."""
        return (Window.ROUND, *PERIODS) if self is Kind.STAKE else PERIODS


class Change(msgspec.Struct, frozen=True):
    """A higher limit, or none, that is waiting for its time."""

    amount: int | None
    at: int


class Limit(msgspec.Struct, frozen=True):
    amount: int | None = None
    """None: no limit."""
    change: Change | None = None


NO_LIMIT = Limit()


def at_time(limit: Limit, now: int) -> Limit:
    """What has become of it by now."""
    if limit.change is not None and now >= limit.change.at:
        return Limit(limit.change.amount)
    return limit


def in_force(limit: Limit, now: int) -> int | None:
    return at_time(limit, now).amount


def changed(limit: Limit, amount: int | None, at: int) -> Limit:
    """The player has asked for another one. What was waiting is withdrawn by it."""
    now = at_time(limit, at).amount
    if now is None or (amount is not None and amount <= now):
        return Limit(amount)
    return Limit(now, Change(amount, at + COOLING_OFF))
