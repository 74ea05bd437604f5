"""Lower at once, higher after a day to think again; breaks and exclusion only ever grow."""

from collections.abc import Callable, Iterator

import pytest

from croupier.house.clock import DAY, HOUR
from croupier.house.protection.limits import NO_LIMIT, Change, Kind, Limit, changed, in_force
from croupier.house.protection.terms import FOREVER
from croupier.house.protection.windows import Window
from croupier.kit.errors import Code, Refused
from tests.support.protected_house import Protected, ms, open_protected_house

AT = ms(2026, 3, 11, 12)


@pytest.fixture
def house() -> Iterator[Protected]:
    with open_protected_house(AT) as protected:
        yield protected


def test_a_first_limit_holds_at_once() -> None:
    assert changed(NO_LIMIT, 100, AT) == Limit(100)


def test_a_lower_limit_holds_at_once() -> None:
    assert in_force(changed(Limit(100), 60, AT), AT) == 60


@pytest.mark.parametrize("higher", [200, None])
def test_a_higher_limit_or_none_waits_a_day(higher: int | None) -> None:
    limit = changed(Limit(100), higher, AT)
    assert in_force(limit, AT + DAY - 1) == 100
    assert in_force(limit, AT + DAY) == higher


def test_the_old_limit_again_withdraws_the_higher_one() -> None:
    assert changed(changed(Limit(100), 200, AT), 100, AT + HOUR) == Limit(100)


def test_another_higher_one_waits_its_own_day() -> None:
    limit = changed(changed(Limit(100), 500, AT), 300, AT + HOUR)
    assert limit == Limit(100, Change(300, AT + HOUR + DAY))


def test_what_has_come_into_force_is_what_the_next_is_measured_by() -> None:
    risen = changed(Limit(100), 500, AT)
    assert changed(risen, 300, AT + DAY) == Limit(300)
    removed = changed(Limit(100), None, AT)
    assert changed(removed, 900, AT + DAY) == Limit(900)


async def test_the_view_tells_limit_use_and_the_change_to_come(house: Protected) -> None:
    house.come("ann")
    await house.limit("ann", Kind.LOSS, Window.WEEK, 100)
    await house.limit("ann", Kind.LOSS, Window.WEEK, 300)
    house.stake("ann", 40)
    row = house.row("ann", Kind.LOSS, Window.WEEK)
    assert (row.amount, row.used, row.ends) == (100, 40, ms(2026, 3, 16))
    assert row.change == Change(300, AT + DAY)
    house.clock.turn(DAY)
    row = house.row("ann", Kind.LOSS, Window.WEEK)
    assert (row.amount, row.used, row.change) == (300, 40, None)


async def test_a_limit_asked_for_twice_is_one(house: Protected) -> None:
    await house.protection.set_limit("ann", Kind.LOSS, Window.DAY, 100, "a")
    await house.protection.set_limit("ann", Kind.LOSS, Window.DAY, 500, "b")
    house.clock.turn(HOUR)
    await house.protection.set_limit("ann", Kind.LOSS, Window.DAY, 500, "b")
    assert house.row("ann", Kind.LOSS, Window.DAY).change == Change(500, AT + DAY)


@pytest.mark.parametrize(
    ("kind", "amount", "code", "said"),
    [
        (Kind.LOSS, -1, Code.BAD_AMOUNT, "not below zero"),
        (Kind.LOSS, 10**12 + 1, Code.LIMIT, "at most 10000000000"),
        (Kind.DEPOSIT, 10**12 + 1, Code.LIMIT, "at most 10000000000"),
        (Kind.TIME, 31 * 24 * 60 + 1, Code.LIMIT, "at most 44640 minutes"),
    ],
)
async def test_what_is_no_limit_is_refused(
    house: Protected, kind: Kind, amount: int, code: Code, said: str
) -> None:
    with pytest.raises(Refused) as refused:
        await house.limit("ann", kind, Window.DAY, amount)
    assert refused.value.code is code
    assert said in refused.value.message


async def test_a_break_keeps_the_player_out_until_it_ends(house: Protected) -> None:
    house.come("ann")
    await house.protection.take_break("ann", 2)
    house.clock.turn(2 * HOUR - 1)
    asks: tuple[Callable[[], object], ...] = (
        lambda: house.protection.check_entry("ann"),
        lambda: house.protection.reserve("ann", 1),
        lambda: house.protection.check_deposit("ann", 1, house.cage.deposited("ann")),
    )
    for ask in asks:
        with pytest.raises(Refused, match="until 2026-03-11 14:00 UTC") as refused:
            ask()
        assert refused.value.code is Code.ON_BREAK
    house.clock.turn(1)
    house.protection.check_entry("ann")
    house.protection.reserve("ann", 1)


async def test_a_break_cannot_be_made_shorter(house: Protected) -> None:
    await house.protection.take_break("ann", 24)
    with pytest.raises(Refused):
        await house.protection.take_break("ann", 1)
    await house.protection.take_break("ann", 25)
    assert house.protection.view("ann", house.cage.deposited("ann")).break_until == AT + 25 * HOUR


async def test_an_exclusion_runs_to_its_end_whatever_is_asked(house: Protected) -> None:
    house.come("ann")
    await house.protection.exclude("ann", 365)
    with pytest.raises(Refused) as refused:
        await house.protection.exclude("ann", 183)
    assert refused.value.code is Code.EXCLUDED
    house.clock.turn(365 * DAY - 1)
    asks: tuple[Callable[[], object], ...] = (
        lambda: house.protection.check_entry("ann"),
        lambda: house.protection.reserve("ann", 1),
    )
    for ask in asks:
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.code is Code.EXCLUDED
    house.clock.turn(1)
    house.protection.check_entry("ann")


async def test_an_exclusion_for_ever_ends_never(house: Protected) -> None:
    await house.protection.exclude("ann", None)
    with pytest.raises(Refused):
        await house.protection.exclude("ann", 1_826)
    house.clock.turn(100 * 365 * DAY)
    with pytest.raises(Refused, match="for ever"):
        house.protection.check_entry("ann")
    assert house.protection.view("ann", house.cage.deposited("ann")).excluded_until == FOREVER


async def test_an_exclusion_may_be_made_longer(house: Protected) -> None:
    await house.protection.exclude("ann", 183)
    await house.protection.exclude("ann", None)
    assert house.protection.view("ann", house.cage.deposited("ann")).excluded_until == FOREVER


async def test_lengths_out_of_bounds_are_refused(house: Protected) -> None:
    protection = house.protection
    for ask in (
        protection.take_break("ann", 0),
        protection.take_break("ann", 1_009),
        protection.exclude("ann", 182),
        protection.exclude("ann", 1_827),
        protection.set_reality_check("ann", -1),
        protection.set_reality_check("ann", 1_441),
    ):
        with pytest.raises(Refused) as refused:
            await ask
        assert refused.value.code is Code.BAD_SETTING
    protection.check_entry("ann")


async def test_reopened_from_the_journal_all_holds_as_before(house: Protected) -> None:
    protection = house.protection
    await house.limit("ann", Kind.LOSS, Window.DAY, 100)
    await house.limit("ann", Kind.LOSS, Window.DAY, None)
    await house.limit("ann", Kind.TIME, Window.MONTH, 90)
    await protection.set_reality_check("ann", 15)
    await protection.take_break("ann", 5)
    await protection.exclude("ann", 200)
    protection.arrived("ann")
    house.clock.turn(50 * 60_000)
    await protection.left("ann")
    before = protection.view("ann", house.cage.deposited("ann"))
    with open_protected_house(house.clock.wall_ms, house.store) as again:
        assert again.protection.view("ann", again.cage.deposited("ann")) == before
