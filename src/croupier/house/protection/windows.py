"""What a limit holds for: a round, or the calendar's day, week and month, in UTC."""

from datetime import UTC, datetime
from enum import StrEnum

import msgspec

from croupier.house.clock import DAY, SECOND

_WEEK = 7 * DAY
_MONDAY = 4 * DAY
"""The first Monday of the clock: it was started on a Thursday."""


class Window(StrEnum):
    ROUND = "round"
    """Of one table; no period, so nothing is summed up over it."""
    DAY = "day"
    WEEK = "week"
    """From Monday."""
    MONTH = "month"


PERIODS = (Window.DAY, Window.WEEK, Window.MONTH)


def begins(window: Window, at: int) -> int:
    """The start of the window that a moment lies in."""
    if window is Window.DAY:
        return at - at % DAY
    if window is Window.WEEK:
        return at - (at - _MONDAY) % _WEEK
    date = _date(at)
    return _midnight(date.year, date.month)


def ends(window: Window, at: int) -> int:
    """The start of the next one."""
    if window is Window.DAY:
        return begins(window, at) + DAY
    if window is Window.WEEK:
        return begins(window, at) + _WEEK
    date = _date(at)
    return _midnight(date.year + date.month // 12, date.month % 12 + 1)


def reach(now: int) -> int:
    """How far back anything still counts."""
    return min(begins(window, now) for window in PERIODS)


def moment(at: int) -> str:
    """As a phrase has it."""
    return f"{_date(at):%Y-%m-%dT%H:%MZ}"


def _date(at: int) -> datetime:
    return datetime.fromtimestamp(at // SECOND, UTC)


def _midnight(year: int, month: int) -> int:
    return int(datetime(year, month, 1, tzinfo=UTC).timestamp()) * SECOND


class _Sum(msgspec.Struct):
    begins: int = 0
    ends: int = 0
    amount: int = 0


class Sums(msgspec.Struct):
    """What has come together in the day, the week and the month that are on."""

    _sums: dict[Window, _Sum] = msgspec.field(
        default_factory=lambda: {window: _Sum() for window in PERIODS}
    )

    def add(self, amount: int, at: int) -> None:
        for window in PERIODS:
            self._on(window, at).amount += amount

    def add_time(self, ms: int, until: int) -> None:
        """A stretch of time that ended then: each window has the part of it that lies in it."""
        for window in PERIODS:
            total = self._on(window, until)
            total.amount += min(ms, max(0, until - total.begins))

    def amend(self, amount: int, of: int) -> None:
        """Something more about an earlier moment; nothing, in a window that has ended since."""
        for total in self._sums.values():
            if of >= total.begins:
                total.amount += amount

    def of(self, window: Window, now: int) -> int:
        total = self._sums[window]
        return 0 if now >= total.ends else total.amount

    def _on(self, window: Window, now: int) -> _Sum:
        total = self._sums[window]
        # A clock put back does not open a window again: what was counted stays counted.
        if now >= total.ends:
            total = self._sums[window] = _Sum(begins(window, now), ends(window, now))
        return total
