"""The calendar of limits: UTC days, weeks from Monday, months as they are."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.house.protection.windows import PERIODS, Sums, Window, begins, ends, moment, reach
from tests.support.protected_house import ms


@pytest.mark.parametrize(
    ("window", "at", "begin", "end"),
    [
        (Window.DAY, ms(2026, 3, 11, 0), ms(2026, 3, 11), ms(2026, 3, 12)),
        (Window.DAY, ms(2026, 3, 12) - 1, ms(2026, 3, 11), ms(2026, 3, 12)),
        # 2026-03-08 is a Sunday.
        (Window.WEEK, ms(2026, 3, 9) - 1, ms(2026, 3, 2), ms(2026, 3, 9)),
        (Window.WEEK, ms(2026, 3, 9), ms(2026, 3, 9), ms(2026, 3, 16)),
        (Window.WEEK, ms(2026, 12, 31), ms(2026, 12, 28), ms(2027, 1, 4)),
        (Window.MONTH, ms(2026, 2, 28, 23), ms(2026, 2, 1), ms(2026, 3, 1)),
        (Window.MONTH, ms(2028, 2, 29, 23, 59, 59), ms(2028, 2, 1), ms(2028, 3, 1)),
        (Window.MONTH, ms(2026, 12, 31, 23), ms(2026, 12, 1), ms(2027, 1, 1)),
    ],
)
def test_where_a_window_begins_and_ends(window: Window, at: int, begin: int, end: int) -> None:
    assert (begins(window, at), ends(window, at)) == (begin, end)


@given(st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)))
def test_windows_are_the_calendars(date: datetime) -> None:
    at = int(date.timestamp() * 1_000)
    day = datetime(date.year, date.month, date.day, tzinfo=UTC)
    monday = day - timedelta(days=date.weekday())
    starts = {Window.DAY: day, Window.WEEK: monday, Window.MONTH: day.replace(day=1)}
    for window, start in starts.items():
        assert begins(window, at) == start.timestamp() * 1_000
        assert begins(window, ends(window, at)) == ends(window, at) > at
        assert begins(window, ends(window, at) - 1) == begins(window, at)


def test_postings_count_as_far_back_as_the_longest_window() -> None:
    assert reach(ms(2026, 3, 11)) == ms(2026, 3, 1)
    # The week is older than the month.
    assert reach(ms(2026, 4, 2)) == ms(2026, 3, 30)


def test_a_sum_starts_again_with_its_window() -> None:
    sums = Sums()
    sums.add(5, ms(2026, 3, 31))
    sums.add(7, ms(2026, 4, 1))
    assert [sums.of(window, ms(2026, 4, 1)) for window in PERIODS] == [7, 12, 7]
    assert [sums.of(window, ms(2026, 4, 6)) for window in PERIODS] == [0, 0, 7]


def test_what_is_amended_counts_only_where_it_belongs() -> None:
    sums = Sums()
    sums.add(-5, ms(2026, 3, 31))
    sums.add(-7, ms(2026, 4, 1))
    sums.amend(5, ms(2026, 3, 31))
    assert [sums.of(window, ms(2026, 4, 1)) for window in PERIODS] == [-7, -7, -7]


def test_a_clock_put_back_forgets_nothing() -> None:
    sums = Sums()
    sums.add(-5, ms(2026, 4, 1, 0, 1))
    sums.add(-7, ms(2026, 3, 31, 23, 59))
    assert sums.of(Window.DAY, ms(2026, 4, 1, 0, 2)) == -12


def test_dates_are_told_in_utc() -> None:
    assert moment(ms(2026, 3, 12)) == "2026-03-12T00:00Z"
