"""Time at play, the session and its reality check."""

from collections.abc import Iterator

import pytest

from croupier.house.clock import DAY, HOUR, MINUTE
from croupier.house.protection.limits import Kind
from croupier.house.protection.presence import LONGEST_PAUSE
from croupier.house.protection.view import SessionView
from croupier.house.protection.windows import PERIODS, Window
from croupier.kit.errors import Code, Refused
from croupier.ledger import ADJUSTMENTS, Reason, Transfer, wallet
from croupier.store.memory import MemoryStore
from tests.support.protected_house import Protected, ms, open_protected_house


@pytest.fixture
def house() -> Iterator[Protected]:
    with open_protected_house() as protected:
        protected.come("ann", "bob")
        yield protected


def refusal(house: Protected) -> Refused:
    with pytest.raises(Refused) as refused:
        house.protection.reserve("ann", 1)
    return refused.value


async def test_time_counts_while_any_device_is_there(house: Protected) -> None:
    protection = house.protection
    protection.arrived("ann")
    house.clock.turn(MINUTE)
    protection.arrived("ann")
    house.clock.turn(MINUTE)
    await protection.left("ann")
    house.clock.turn(MINUTE)
    await protection.left("ann")
    house.clock.turn(MINUTE)
    assert protection.time_used("ann", Window.DAY) == 3 * MINUTE
    assert protection.session("ann").played == 3 * MINUTE


async def test_the_time_limit_ends_play_for_the_day(house: Protected) -> None:
    await house.limit("ann", Kind.TIME, Window.DAY, 30)
    house.protection.arrived("ann")
    house.clock.turn(30 * MINUTE - 1)
    house.protection.reserve("ann", 1)
    house.clock.turn(1)
    refused = refusal(house)
    assert refused.code is Code.TIME_LIMIT
    assert refused.message == (
        "your time limit is 30 min a day; 0 min left until 2026-03-12 00:00 UTC"
    )
    assert house.row("ann", Kind.TIME, Window.DAY).used == 30
    house.protection.reserve("bob", 1)


async def test_time_over_midnight_is_shared_between_the_days(house: Protected) -> None:
    house.clock.wall_ms = ms(2026, 3, 31, 23)
    house.protection.arrived("ann")
    house.clock.turn(3 * HOUR)
    used = [HOUR * hours for hours in (2, 3, 2)]
    assert [house.protection.time_used("ann", window) for window in PERIODS] == used
    await house.protection.left("ann")
    assert [house.protection.time_used("ann", window) for window in PERIODS] == used


async def test_time_at_play_outlives_the_house(house: Protected) -> None:
    house.protection.arrived("ann")
    house.protection.arrived("bob")
    house.clock.turn(40 * MINUTE)
    await house.protection.left("ann")
    await house.protection.write_times()
    house.clock.turn(5 * MINUTE)
    with open_protected_house(house.clock.wall_ms, house.store) as again:
        assert again.protection.time_used("ann", Window.DAY) == 40 * MINUTE
        assert again.protection.time_used("bob", Window.DAY) == 40 * MINUTE
    assert house.protection.time_used("bob", Window.DAY) == 45 * MINUTE


async def test_a_clock_on_the_wall_that_jumps_makes_no_time_at_play(house: Protected) -> None:
    house.protection.arrived("ann")
    house.clock.turn(MINUTE)
    house.clock.wall_ms += DAY
    assert house.protection.session("ann").played == MINUTE


async def test_time_the_store_did_not_take_is_written_with_the_next() -> None:
    store = MemoryStore()
    with open_protected_house(store=store) as house:
        house.protection.arrived("ann")
        house.clock.turn(10 * MINUTE)
        committed = house.clock.wall_ms
    # Its writer is closed by now.
    await house.protection.left("ann")
    assert house.protection.time_used("ann", Window.DAY) == 10 * MINUTE
    with open_protected_house(committed, store) as again:
        assert again.protection.time_used("ann", Window.DAY) == 0


async def test_the_reality_check_waits_for_an_answer(house: Protected) -> None:
    protection = house.protection
    protection.arrived("ann")
    house.clock.turn(59 * MINUTE)
    protection.acknowledge("ann")
    assert protection.session("ann").to_check == MINUTE
    protection.reserve("ann", 1)
    house.clock.turn(5 * MINUTE)
    assert protection.session("ann").to_check == 0
    refused = refusal(house)
    assert refused.code is Code.REALITY_CHECK
    assert "64 minutes" in refused.message
    protection.acknowledge("ann")
    protection.reserve("ann", 1)
    assert protection.session("ann").to_check == 60 * MINUTE


async def test_the_reality_check_comes_as_often_as_asked(house: Protected) -> None:
    await house.protection.set_reality_check("ann", 10)
    house.protection.arrived("ann")
    house.clock.turn(10 * MINUTE)
    assert refusal(house).code is Code.REALITY_CHECK
    await house.protection.set_reality_check("ann", 0)
    house.protection.reserve("ann", 1)
    assert house.protection.session("ann").to_check is None


async def test_a_dropped_line_does_not_answer_the_reality_check(house: Protected) -> None:
    protection = house.protection
    protection.arrived("ann")
    house.clock.turn(HOUR)
    await protection.left("ann")
    house.clock.turn(LONGEST_PAUSE)
    protection.arrived("ann")
    assert refusal(house).code is Code.REALITY_CHECK
    await protection.left("ann")
    house.clock.turn(LONGEST_PAUSE + 1)
    protection.arrived("ann")
    assert protection.session("ann") == SessionView(0, 0, HOUR)


async def test_the_session_tells_the_result_of_the_rounds_that_are_over(house: Protected) -> None:
    protection = house.protection
    protection.arrived("ann")
    house.stake("ann", 500, "t1")
    house.stake("bob", 100, "t1")
    house.stake("ann", 300, "t2")
    assert protection.session("ann").net == 0
    house.settle(("ann", 500, 0), ("bob", 100, 200))
    assert protection.session("ann").net == -500
    house.settle(("ann", 300, 600), table="t2")
    assert protection.session("ann").net == -200
    house.stake("ann", 50, "t1", 2)
    house.settle(("ann", 50, 0), table="t1", round=2)
    house.stake("ann", 70, "t1", 3)
    assert protection.session("ann").net == -250
    house.settle(("ann", 70, 0), table="t1", round=3)
    house.stake("bob", 10, "t1", 4)
    house.settle(("bob", 10, 0), table="t1", round=4)
    assert protection.session("ann").net == -320
    house.move(Transfer(ADJUSTMENTS, wallet("ann"), 20, Reason.ADJUSTMENT, "t1:3"))
    assert protection.session("ann").net == -300


async def test_a_round_of_before_is_no_result_of_this_session(house: Protected) -> None:
    protection = house.protection
    protection.arrived("ann")
    house.stake("ann", 500)
    await protection.left("ann")
    house.clock.turn(LONGEST_PAUSE + 1)
    protection.arrived("ann")
    house.settle(("ann", 500, 0))
    house.stake("ann", 20, round=2)
    house.settle(("ann", 20, 60), round=2)
    assert protection.session("ann").net == 40


async def test_a_session_outlives_the_house(house: Protected) -> None:
    """Time, result and the answered reality check are the books'; a stop is a pause."""
    protection = house.protection
    assert protection.arrived("ann")
    await protection.write_time("ann")
    house.stake("ann", 50_00, round=1)
    house.settle(("ann", 50_00, 0), round=1)
    house.clock.turn(70 * MINUTE)
    protection.acknowledge("ann")
    house.stake("ann", 20_00, round=2)
    house.settle(("ann", 20_00, 50_00), round=2)
    house.stake("ann", 5_00, round=3)
    house.settle(("ann", 5_00, 0), round=3)
    house.stake("ann", 7_00, table="t2", round=9)
    await protection.write_times()
    before = protection.session("ann")
    assert before == SessionView(70 * MINUTE, -25_00, 60 * MINUTE)
    with open_protected_house(house.clock.wall_ms + LONGEST_PAUSE, house.store) as again:
        again.protection.over("t1", 3)
        again.protection.over("t2", 8)
        assert again.protection.reach("ann") <= house.posted[0][0]
        again.protection.load("ann", house.postings("ann"))
        assert not again.protection.arrived("ann")
        assert again.protection.session("ann") == before
        again.clock.turn(MINUTE)
        again.settle(("ann", 7_00, 0), table="t2", round=9)
        assert again.protection.session("ann") == SessionView(71 * MINUTE, -32_00, 59 * MINUTE)
        await again.protection.write_times(all=True)
    with open_protected_house(again.clock.wall_ms, house.store) as third:
        assert third.protection.session("ann").played == 71 * MINUTE


async def test_who_stays_away_over_a_stop_begins_a_new_session(house: Protected) -> None:
    house.protection.arrived("ann")
    house.stake("ann", 50_00)
    house.settle(("ann", 50_00, 0))
    house.clock.turn(MINUTE)
    await house.protection.left("ann")
    with open_protected_house(house.clock.wall_ms + LONGEST_PAUSE + 1, house.store) as again:
        again.protection.load("ann", house.postings("ann"))
        assert again.protection.arrived("ann")
        assert again.protection.session("ann") == SessionView(0, 0, 60 * MINUTE)


async def test_a_session_over_the_turn_of_the_month_keeps_its_result() -> None:
    """A Monday the first: every window begins anew."""
    began = ms(2026, 5, 31, 23, 30)
    with open_protected_house(began) as house:
        house.protection.arrived("ann")
        house.clock.turn(HOUR)
        assert house.protection.reach("ann") == began
        assert house.protection.reach("bob") == ms(2026, 6, 1)
