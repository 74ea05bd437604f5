"""What one player has asked to be kept to."""

import msgspec

from croupier.house.clock import DAY, HOUR
from croupier.house.protection import windows
from croupier.house.protection.limits import NO_LIMIT, Kind, Limit, changed, in_force
from croupier.house.protection.windows import Window
from croupier.kit.errors import Code, Refused
from croupier.kit.money import check_size, format_amount
from croupier.ledger import MOST

FOREVER = MOST
REALITY_CHECK_MINUTES = 60
LONGEST_REALITY_CHECK = 24 * 60
LONGEST_TIME = 31 * 24 * 60
"""Minutes: a whole month."""
LONGEST_BREAK_HOURS = 6 * 7 * 24
SHORTEST_EXCLUSION_DAYS = 183
LONGEST_EXCLUSION_DAYS = 1_826
"""Five years, with a leap day."""

_CODES = {
    Kind.DEPOSIT: Code.DEPOSIT_LIMIT,
    Kind.LOSS: Code.LOSS_LIMIT,
    Kind.STAKE: Code.STAKE_LIMIT,
    Kind.TIME: Code.TIME_LIMIT,
}


class Terms(msgspec.Struct):
    limits: dict[Kind, dict[Window, Limit]] = msgspec.field(
        default_factory=lambda: {kind: {} for kind in Kind}
    )
    reality_check: int = REALITY_CHECK_MINUTES
    """Minutes; 0: none."""
    break_until: int = 0
    excluded_until: int = 0

    def limit(self, kind: Kind, window: Window) -> Limit:
        return self.limits[kind].get(window, NO_LIMIT)

    def change(self, kind: Kind, window: Window, amount: int | None, at: int) -> None:
        self.limits[kind][window] = changed(self.limit(kind, window), amount, at)

    def check_entry(self, now: int) -> None:
        if now < self.excluded_until:
            raise Refused(Code.EXCLUDED, f"you are excluded {_until(self.excluded_until)}")
        if now < self.break_until:
            raise Refused(Code.ON_BREAK, f"you are on a break {_until(self.break_until)}")

    def check_limit(self, kind: Kind, window: Window, used: int, more: int, now: int) -> None:
        """Whether there is room for more, under the limit if there is one."""
        limit = in_force(self.limit(kind, window), now)
        if limit is None or used + more <= limit:
            return
        write = _minutes if kind is Kind.TIME else format_amount
        left = f"{write(max(0, limit - used))} left"
        if window is not Window.ROUND:
            left += f" until {windows.told(windows.ends(window, now))}"
        raise Refused(_CODES[kind], f"your {kind} limit is {write(limit)} a {window}; {left}")

    def check_break(self, hours: int, now: int) -> None:
        if not 1 <= hours <= LONGEST_BREAK_HOURS:
            raise Refused(Code.BAD_SETTING, f"a break takes 1 to {LONGEST_BREAK_HOURS} hours")
        if end_of_break(hours, now) < self.break_until:
            raise Refused(Code.ON_BREAK, _no_shorter("break", self.break_until))

    def check_exclusion(self, days: int | None, now: int) -> None:
        if days is not None and not SHORTEST_EXCLUSION_DAYS <= days <= LONGEST_EXCLUSION_DAYS:
            raise Refused(
                Code.BAD_SETTING,
                f"an exclusion takes {SHORTEST_EXCLUSION_DAYS} to {LONGEST_EXCLUSION_DAYS} days, "
                "or is for ever",
            )
        if end_of_exclusion(days, now) < self.excluded_until:
            raise Refused(Code.EXCLUDED, _no_shorter("exclusion", self.excluded_until))


def check_window(kind: Kind, window: Window) -> None:
    if window not in kind.windows:
        raise Refused(Code.BAD_SETTING, f"there is no {kind} limit for a {window}")


def check_amount(kind: Kind, limit: int | None) -> None:
    if limit is None:
        return
    if limit < 0:
        raise Refused(Code.BAD_AMOUNT, "a limit is not below zero")
    if kind is not Kind.TIME:
        check_size(limit, "a limit")
    elif limit > LONGEST_TIME:
        raise Refused(Code.LIMIT, f"a limit of time is at most {LONGEST_TIME} minutes")


def check_interval(minutes: int) -> None:
    if not 0 <= minutes <= LONGEST_REALITY_CHECK:
        raise Refused(
            Code.BAD_SETTING,
            f"a reality check comes every 1 to {LONGEST_REALITY_CHECK} minutes; 0: never",
        )


def end_of_break(hours: int, at: int) -> int:
    return at + hours * HOUR


def end_of_exclusion(days: int | None, at: int) -> int:
    return FOREVER if days is None else at + days * DAY


def _minutes(amount: int) -> str:
    return f"{amount} min"


def _until(end: int) -> str:
    return "for ever" if end == FOREVER else f"until {windows.told(end)}"


def _no_shorter(what: str, end: int) -> str:
    return f"your {what} is {_until(end)}, and cannot be made shorter"
