"""What one player has asked to be kept to."""

import msgspec

from croupier.house.clock import DAY, HOUR
from croupier.house.protection import windows
from croupier.house.protection.limits import NO_LIMIT, Kind, Limit, changed, in_force
from croupier.house.protection.windows import Window
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.kit.stakes import check_size
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
_LIMITS = {
    Kind.DEPOSIT: words("your deposit limit"),
    Kind.LOSS: words("your loss limit"),
    Kind.STAKE: words("your stake limit"),
    Kind.TIME: words("your time limit"),
}
_WINDOWS = {
    Window.ROUND: words("a round"),
    Window.DAY: words("a day"),
    Window.WEEK: words("a week"),
    Window.MONTH: words("a month"),
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
            raise Refused(Code.EXCLUDED, _excluded(self.excluded_until))
        if now < self.break_until:
            message = words(
                "you are on a break until {until:moment}", until=windows.moment(self.break_until)
            )
            raise Refused(Code.ON_BREAK, message)

    def check_limit(self, kind: Kind, window: Window, used: int, more: int, now: int) -> None:
        """Whether there is room for more, under the limit if there is one."""
        limit = in_force(self.limit(kind, window), now)
        if limit is None or used + more <= limit:
            return
        write = _minutes if kind is Kind.TIME else _amount
        most, left = write(limit), write(max(0, limit - used))
        message = words(
            "{what} is {most} {window}; {left} left",
            what=_LIMITS[kind],
            most=most,
            window=_WINDOWS[window],
            left=left,
        )
        if window is not Window.ROUND:
            until = windows.moment(windows.ends(window, now))
            message = words("{told} until {until:moment}", told=message, until=until)
        raise Refused(_CODES[kind], message)

    def check_break(self, hours: int, now: int) -> None:
        if not 1 <= hours <= LONGEST_BREAK_HOURS:
            raise Refused(
                Code.BAD_SETTING,
                words(
                    "a break takes 1 to {most, plural, one {# hour} other {# hours}}",
                    most=LONGEST_BREAK_HOURS,
                ),
            )
        if end_of_break(hours, now) < self.break_until:
            message = words(
                "your break is until {until:moment}, and cannot be made shorter",
                until=windows.moment(self.break_until),
            )
            raise Refused(Code.ON_BREAK, message)

    def check_exclusion(self, days: int | None, now: int) -> None:
        if days is not None and not SHORTEST_EXCLUSION_DAYS <= days <= LONGEST_EXCLUSION_DAYS:
            raise Refused(
                Code.BAD_SETTING,
                words(
                    "an exclusion takes {least} to {most, plural, one {# day} other {# days}}, "
                    "or is for ever",
                    least=SHORTEST_EXCLUSION_DAYS,
                    most=LONGEST_EXCLUSION_DAYS,
                ),
            )
        if end_of_exclusion(days, now) < self.excluded_until:
            message = words(
                "{told}, and that cannot be made shorter", told=_excluded(self.excluded_until)
            )
            raise Refused(Code.EXCLUDED, message)


def check_window(kind: Kind, window: Window) -> None:
    if window not in kind.windows:
        raise Refused(Code.BAD_SETTING, f"there is no {kind} limit for a {window}")


def check_amount(kind: Kind, limit: int | None) -> None:
    if limit is None:
        return
    if limit < 0:
        raise Refused(Code.BAD_AMOUNT, words("a limit is not below zero"))
    if kind is not Kind.TIME:
        check_size(limit, "a limit")
    elif limit > LONGEST_TIME:
        raise Refused(
            Code.LIMIT,
            words(
                "a limit of time is at most {most, plural, one {# minute} other {# minutes}}",
                most=LONGEST_TIME,
            ),
        )


def check_interval(minutes: int) -> None:
    if not 0 <= minutes <= LONGEST_REALITY_CHECK:
        raise Refused(
            Code.BAD_SETTING,
            words(
                "a reality check comes every 1 to "
                "{most, plural, one {# minute} other {# minutes}}; 0: never",
                most=LONGEST_REALITY_CHECK,
            ),
        )


def end_of_break(hours: int, at: int) -> int:
    return at + hours * HOUR


def end_of_exclusion(days: int | None, at: int) -> int:
    return FOREVER if days is None else at + days * DAY


def _minutes(amount: int) -> Phrase:
    return words("{minutes} min", minutes=amount)


def _amount(amount: int) -> Phrase:
    return words("{amount:amount}", amount=amount)


def _excluded(end: int) -> Phrase:
    if end == FOREVER:
        return words("you are excluded for ever")
    return words("you are excluded until {until:moment}", until=windows.moment(end))
