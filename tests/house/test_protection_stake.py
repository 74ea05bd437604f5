"""The stake limit: on what is put down in a round at one table, and in all of a period."""

from collections.abc import AsyncIterator

import pytest

from croupier.house.clock import DAY
from croupier.house.protection.limits import Kind
from croupier.house.protection.windows import Window
from croupier.kit.errors import Code, Refused
from tests.support.protected_house import Protected, open_protected_house


@pytest.fixture
async def house() -> AsyncIterator[Protected]:
    with open_protected_house() as protected:
        protected.come("ann", "bob")
        yield protected


def refused(house: Protected, amount: int, cause: str = "t1:1") -> str:
    with pytest.raises(Refused) as no:
        house.protection.reserve("ann", amount, cause)
    assert no.value.code is Code.STAKE_LIMIT
    return no.value.message


def used(house: Protected, window: Window) -> int:
    return house.row("ann", Kind.STAKE, window).used


async def test_a_round_takes_no_more_than_the_limit_at_each_table(house: Protected) -> None:
    await house.limit("ann", Kind.STAKE, Window.ROUND, 5_000)
    house.stake("ann", 3_000)
    assert refused(house, 2_001) == "your stake limit is 50 a round; 20 left"
    house.protection.reserve("ann", 2_000, "t1:1")
    refused(house, 1)
    house.protection.release("ann", 2_000, "t1:1")
    house.stake("ann", 5_000, "t2", 7)
    house.take_back("ann", 3_000)
    house.stake("ann", 5_000)
    house.settle(("ann", 5_000, 0))
    house.stake("ann", 5_000, round=2)
    house.protection.reserve("bob", 1_000_000, "t1:2")


async def test_a_period_counts_what_was_won_and_lost_and_not_what_was_given_back(
    house: Protected,
) -> None:
    await house.limit("ann", Kind.STAKE, Window.DAY, 10_000)
    house.stake("ann", 1_000)
    house.take_back("ann", 1_000)
    assert used(house, Window.DAY) == 0
    house.stake("ann", 2_000)
    house.settle(("ann", 2_000, 4_000))  # won
    house.stake("ann", 3_000, round=2)
    house.settle(("ann", 3_000, 3_000), round=2)  # pushed
    house.stake("ann", 4_000, round=3)
    house.settle(("ann", 4_000, 0), round=3)  # lost
    assert used(house, Window.DAY) == used(house, Window.MONTH) == 6_000
    said = refused(house, 4_001, "t2:1")
    assert said == "your stake limit is 100 a day; 40 left until 2026-03-12 00:00 UTC"
    house.clock.turn(DAY)
    house.stake("ann", 10_000, round=4)


@pytest.mark.clause("R31", "R24")
@pytest.mark.parametrize("settled_next_day", [False, True])
@pytest.mark.parametrize(
    "results",
    [
        [("ann", 4_000, 8_000)],
        [("ann", 4_000, 0)],
        [("ann", 1_000, 2_000), ("ann", 3_000, 0)],
        [("ann", 1_000, 1_000), ("ann", 3_000, 0)],
    ],
)
async def test_a_round_that_is_void_after_payment_counts_as_nothing(
    house: Protected, results: list[tuple[str, int, int]], settled_next_day: bool
) -> None:
    """Neither as staked nor as lost; and a new day has no more room by what was put down before."""
    await house.limit("ann", Kind.STAKE, Window.WEEK, 10_000)
    await house.limit("ann", Kind.LOSS, Window.WEEK, 10_000)
    await house.limit("ann", Kind.LOSS, Window.DAY, 10_000)
    house.stake("ann", 500, "t2")
    house.stake("ann", 4_000)
    house.settle(*results)
    if settled_next_day:
        house.clock.turn(DAY)
    house.late_void(*results)
    today = 0 if settled_next_day else 500
    assert used(house, Window.WEEK) == 500
    assert house.row("ann", Kind.LOSS, Window.WEEK).used == 500
    assert house.row("ann", Kind.LOSS, Window.DAY).used == today
    with open_protected_house(house.clock.wall_ms, house.store) as again:
        again.posted = house.posted
        again.come("ann")
        assert used(again, Window.WEEK) == 500
        assert again.row("ann", Kind.LOSS, Window.DAY).used == today


async def test_what_the_books_say_counts_the_same(house: Protected) -> None:
    await house.limit("ann", Kind.STAKE, Window.WEEK, 10_000)
    house.stake("ann", 2_000)
    house.settle(("ann", 2_000, 4_000))
    house.stake("ann", 3_000, "t2")
    house.take_back("ann", 1_000, "t2")
    live = used(house, Window.WEEK)
    with open_protected_house(store=house.store) as again:
        again.posted = house.posted
        again.come("ann")
        assert used(again, Window.WEEK) == live == 4_000
        again.protection.reserve("ann", 6_000, "t3:1")
        refused(again, 1, "t3:1")


async def test_lower_at_once_and_higher_after_a_day(house: Protected) -> None:
    await house.limit("ann", Kind.STAKE, Window.ROUND, 5_000)
    await house.limit("ann", Kind.STAKE, Window.ROUND, 9_000)
    refused(house, 5_001)
    await house.limit("ann", Kind.STAKE, Window.ROUND, 1_000)
    refused(house, 1_001)
    await house.limit("ann", Kind.STAKE, Window.ROUND, None)
    refused(house, 1_001)
    house.clock.turn(DAY)
    house.protection.reserve("ann", 1_000_000, "t1:1")


async def test_only_stakes_are_limited_by_the_round(house: Protected) -> None:
    with pytest.raises(Refused, match="no loss limit for a round"):
        await house.limit("ann", Kind.LOSS, Window.ROUND, 5_000)
