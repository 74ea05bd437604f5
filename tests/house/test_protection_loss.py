"""The loss limit: counted over all tables, with what is still at risk or on its way."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.house.clock import DAY, MINUTE
from croupier.house.protection.limits import Kind
from croupier.house.protection.windows import PERIODS, Window
from croupier.kit.errors import Code, Refused
from croupier.ledger import ADJUSTMENTS, Reason, Transfer, wallet
from tests.support.protected_house import Protected, ms, open_protected_house


@pytest.fixture
async def house() -> AsyncIterator[Protected]:
    with open_protected_house() as protected:
        protected.come("ann", "bob")
        await protected.limit("ann", Kind.LOSS, Window.DAY, 10_000)
        yield protected


def refused(house: Protected, amount: int, player: str = "ann") -> str:
    with pytest.raises(Refused) as no:
        house.protection.reserve(player, amount)
    assert no.value.code is Code.LOSS_LIMIT
    return no.value.message


def room(house: Protected, player: str = "ann") -> int:
    """The highest bet that would be taken."""
    limit = house.row(player, Kind.LOSS, Window.DAY)
    assert limit.amount is not None
    low, high = 0, 10 * limit.amount
    while low < high:
        middle = (low + high + 1) // 2
        try:
            house.protection.reserve(player, middle)
        except Refused:
            high = middle - 1
        else:
            house.protection.release(player, middle)
            low = middle
    return low


def test_a_bet_within_the_limit_is_taken_and_one_beyond_is_not(house: Protected) -> None:
    house.stake("ann", 7_500)
    said = refused(house, 2_501)
    assert said == "your loss limit is 100 a day; 25 left until 2026-03-12 00:00 UTC"
    house.protection.reserve("ann", 2_500)


def test_a_bet_on_its_way_counts_for_the_next_on_another_table(house: Protected) -> None:
    house.protection.reserve("ann", 6_000)
    refused(house, 6_000)
    house.commit("ann", 6_000, "t1")
    refused(house, 6_000)
    house.stake("ann", 4_000, "t2")
    refused(house, 1)


def test_a_bet_that_was_not_stored_gives_its_room_back(house: Protected) -> None:
    house.protection.reserve("ann", 10_000)
    house.protection.release("ann", 10_000)
    assert room(house) == 10_000


def test_chips_taken_back_give_their_room_back(house: Protected) -> None:
    house.stake("ann", 10_000)
    house.take_back("ann", 4_000)
    assert room(house) == 4_000


@pytest.mark.parametrize(
    ("back", "left"), [(0, 4_000), (3_000, 7_000), (6_000, 10_000), (9_000, 13_000)]
)
def test_a_settled_round_counts_with_its_net_result(house: Protected, back: int, left: int) -> None:
    house.stake("ann", 6_000)
    house.stake("bob", 6_000)
    house.settle(("bob", 6_000, 0), ("ann", 6_000, back))
    assert room(house) == left


def test_others_have_no_limit_of_hers(house: Protected) -> None:
    house.stake("ann", 10_000)
    house.protection.reserve("bob", 2**50)


def test_an_adjustment_counts(house: Protected) -> None:
    house.move(Transfer(wallet("ann"), ADJUSTMENTS, 3_000, Reason.ADJUSTMENT, "t1:1"))
    assert room(house) == 7_000
    house.move(Transfer(ADJUSTMENTS, wallet("ann"), 1_000, Reason.ADJUSTMENT, "t1:1"))
    assert room(house) == 8_000


async def test_money_brought_or_taken_out_is_no_result(house: Protected) -> None:
    await house.cage.deposit("ann", 50_000, "ann", "in")
    await house.cage.withdraw("ann", 20_000, "ann", "out")
    assert room(house) == 10_000


async def test_an_adjustment_at_the_cage_counts(house: Protected) -> None:
    await house.cage.deposit("ann", 50_000, "ann", "in")
    for _ in range(2):
        await house.cage.adjust(
            "ann", -3_000, "t1", 1, reason="paid twice", by="sue", countersigned="pat", id="a"
        )
    assert room(house) == 7_000


async def test_every_window_has_its_own_limit(house: Protected) -> None:
    await house.limit("ann", Kind.LOSS, Window.WEEK, 15_000)
    await house.limit("ann", Kind.LOSS, Window.MONTH, 18_000)
    house.stake("ann", 10_000)
    house.clock.turn(DAY)
    assert "a week; 50 left until 2026-03-16" in refused(house, 5_001)
    house.stake("ann", 5_000, round=2)
    house.clock.wall_ms = ms(2026, 3, 16)
    assert "a month; 30 left until 2026-04-01" in refused(house, 3_001)
    house.clock.wall_ms = ms(2026, 4, 1)
    house.protection.reserve("ann", 10_000)


async def test_a_lower_limit_holds_for_what_was_lost_before(house: Protected) -> None:
    house.stake("ann", 3_000)
    await house.limit("ann", Kind.LOSS, Window.DAY, 3_500)
    assert room(house) == 500
    await house.limit("ann", Kind.LOSS, Window.DAY, 2_000)
    assert "0 left" in refused(house, 1)


def test_a_round_over_midnight_makes_no_room_in_the_new_day(house: Protected) -> None:
    house.clock.wall_ms = ms(2026, 3, 12) - 1
    house.stake("ann", 8_000)
    house.clock.turn(1)
    assert room(house) == 10_000
    house.stake("ann", 1_000)
    house.settle(("ann", 9_000, 18_000))
    assert room(house) == 9_000


def test_chips_put_down_anew_after_midnight_belong_to_the_new_day(house: Protected) -> None:
    house.clock.wall_ms = ms(2026, 3, 12) - 1
    house.stake("ann", 8_000)
    house.take_back("ann", 8_000)
    house.clock.turn(1)
    house.stake("ann", 8_000)
    house.settle(("ann", 8_000, 16_000))
    assert room(house) == 18_000


def test_before_she_is_loaded_no_stake_is_taken(house: Protected) -> None:
    with pytest.raises(Refused) as no:
        house.protection.reserve("cat", 1)
    assert no.value.code is Code.NOT_STORED
    assert not house.protection.knows("cat")
    house.come("cat")
    assert house.protection.knows("cat")
    house.protection.reserve("cat", 1)


def test_loading_again_forgets_no_reservation(house: Protected) -> None:
    house.protection.reserve("ann", 10_000)
    house.come("ann")
    refused(house, 1)


def test_what_moved_before_she_was_loaded_is_counted_once(house: Protected) -> None:
    """After a restart a round may be settled before its player has come back, or just then."""
    house.stake("ann", 6_000)
    with open_protected_house(house.clock.wall_ms, house.store) as again:
        again.posted = house.posted
        again.settle(("ann", 6_000, 9_000))
        settled = [one for _, one in again.posted[1:]]
        again.come("ann")
        assert room(again) == 13_000
        again.protection.moved(settled)
        assert room(again) == 13_000


def test_a_void_that_is_told_twice_gives_its_stakes_back_once(house: Protected) -> None:
    house.stake("ann", 6_000)
    house.stake("ann", 1_000, "t2")
    for _ in range(2):
        house.settle(("ann", 6_000, 6_000))
    assert room(house) == 9_000


def test_a_round_open_at_a_restart_is_settled_after_it(house: Protected) -> None:
    house.stake("ann", 6_000)
    with open_protected_house(house.clock.wall_ms, house.store) as again:
        again.posted = house.posted
        again.come("ann")
        assert room(again) == 4_000
        again.settle(("ann", 6_000, 7_000))
        assert room(again) == 11_000


LIMIT = 100
PLAYS = st.lists(
    st.tuples(
        st.sampled_from(["reserve", "commit", "release", "take back", "settle", "wait"]),
        st.sampled_from(["t1", "t2"]),
        st.integers(1, 120),
    ),
    max_size=60,
)


@given(PLAYS)
def test_however_one_plays_no_day_costs_more_than_its_limit(
    plays: list[tuple[str, str, int]],
) -> None:
    asyncio.run(_play(plays))


async def _play(plays: list[tuple[str, str, int]]) -> None:
    """Books of its own: by day what was staked, less what the rounds begun in it gave back."""
    with open_protected_house(ms(2026, 3, 29, 22)) as house:
        house.come("ann")
        await house.limit("ann", Kind.LOSS, Window.DAY, LIMIT)
        cost: dict[int, int] = {}
        flying: list[tuple[str, int]] = []
        numbers = {"t1": 1, "t2": 1}
        staked = {"t1": 0, "t2": 0}
        began: dict[str, int] = {}
        for what, table, amount in plays:
            day, number = house.clock.wall_ms // DAY, numbers[table]
            if what == "reserve":
                try:
                    house.protection.reserve("ann", amount)
                except Refused:
                    continue
                flying.append((table, amount))
            elif what == "commit" and flying:
                table, amount = flying.pop(0)  # noqa: PLW2901
                house.commit("ann", amount, table, numbers[table])
                if not staked[table]:
                    began[table] = day
                staked[table] += amount
                cost[day] = cost.get(day, 0) + amount
            elif what == "release" and flying:
                house.protection.release("ann", flying.pop()[1])
            elif what == "take back" and staked[table]:
                amount = min(amount, staked[table])  # noqa: PLW2901
                house.take_back("ann", amount, table, number)
                staked[table] -= amount
                cost[began[table]] -= amount
            elif what == "settle" and staked[table]:
                back = max(0, amount - 40)
                house.settle(("ann", staked[table], back), table=table, round=number)
                cost[began[table]] -= back
                staked[table], numbers[table] = 0, number + 1
            elif what == "wait":
                house.clock.turn(amount * MINUTE)
            assert all(lost <= LIMIT for lost in cost.values())
        for _, amount in flying:
            house.protection.release("ann", amount)
        lost = cost.get(house.clock.wall_ms // DAY, 0)
        assert house.row("ann", Kind.LOSS, Window.DAY).used == max(0, lost)
        with open_protected_house(house.clock.wall_ms, house.store) as again:
            again.posted = house.posted
            again.come("ann")
            assert [again.row("ann", Kind.LOSS, window).used for window in PERIODS] == [
                house.row("ann", Kind.LOSS, window).used for window in PERIODS
            ]
