"""The cage's desk: money in, money out, and corrections that two people sign."""

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest

from croupier.house.clock import DAY
from croupier.house.protection.limits import Kind
from croupier.house.protection.windows import PERIODS, Window
from croupier.kit.errors import Code, Refused
from croupier.kit.stakes import LARGEST_AMOUNT
from croupier.ledger import CAGE, MOST, wallet
from croupier.table.cage import Adjusted, CashMoved
from croupier.table.invariants import house_complaints
from tests.support.protected_house import Protected, ms, open_protected_house


@pytest.fixture
def house() -> Iterator[Protected]:
    with open_protected_house() as protected:
        yield protected
        assert list(house_complaints(protected.store)) == []


async def test_what_is_deposited_lies_in_the_wallet(house: Protected) -> None:
    await house.cage.deposit("ann", 5_000, "kim", "1")
    await house.cage.withdraw("ann", 1_500, "kim", "2")
    assert house.store.balance(wallet("ann")) == 3_500
    assert house.store.balance(CAGE) == -3_500


async def test_play_chips_are_a_deposit_by_the_house(house: Protected) -> None:
    await house.cage.deposit("guest-7", 100_000, "house", "1")
    assert house.store.balance(wallet("guest-7")) == 100_000


async def test_only_what_is_in_the_wallet_can_be_withdrawn(house: Protected) -> None:
    await house.cage.deposit("ann", 5_000, "kim", "1")
    with pytest.raises(Refused) as refused:
        await house.cage.withdraw("ann", 5_001, "kim", "2")
    assert refused.value.code is Code.SHORT_OF_FUNDS
    assert house.store.balance(wallet("ann")) == 5_000


@pytest.mark.parametrize(
    ("amount", "code"),
    [(0, Code.BAD_AMOUNT), (-1, Code.BAD_AMOUNT), (LARGEST_AMOUNT + 1, Code.LIMIT)],
)
async def test_what_is_no_amount_is_refused(house: Protected, amount: int, code: Code) -> None:
    for ask in (house.cage.deposit, house.cage.withdraw):
        with pytest.raises(Refused) as refused:
            await ask("ann", amount, "kim", "1")
        assert refused.value.code is code


async def test_no_wallet_holds_more_than_the_books_do(house: Protected) -> None:
    """The largest amount far inside, and the reason is the true one."""
    await house.cage.deposit("ann", LARGEST_AMOUNT, "kim", "1")
    await house.cage._record(CashMoved("ann", MOST - LARGEST_AMOUNT, "kim"), "2")
    with pytest.raises(Refused) as refused:
        await house.cage.deposit("ann", 1, "kim", "3")
    assert refused.value.code is Code.LIMIT
    assert "the books hold no more" in refused.value.message
    assert house.store.balance(wallet("ann")) == MOST


async def test_asked_twice_it_happens_once(house: Protected) -> None:
    for _ in range(2):
        await house.cage.deposit("ann", 5_000, "kim", "1")
    assert house.store.balance(wallet("ann")) == 5_000
    assert house.cage.deposited("ann")[Window.DAY] == 5_000
    with pytest.raises(Refused) as refused:
        await house.cage.deposit("ann", 6_000, "kim", "1")
    assert refused.value.code is Code.OTHER_COMMAND


async def test_deposits_are_counted_by_day_week_and_month(house: Protected) -> None:
    house.clock.wall_ms = ms(2026, 3, 30)
    ids = map(str, count())
    for amount in (1, 10, 100):
        await house.cage.deposit("ann", amount, "kim", next(ids))
        await house.cage.deposit("bob", 7, "kim", next(ids))
        await house.cage.withdraw("bob", 7, "kim", next(ids))
        house.clock.turn(DAY)
    house.clock.turn(-1)
    now = {Window.DAY: 100, Window.WEEK: 111, Window.MONTH: 100}
    assert house.cage.deposited("ann") == now
    assert house.cage.deposited("bob") == {Window.DAY: 7, Window.WEEK: 21, Window.MONTH: 7}
    with open_protected_house(house.clock.wall_ms, house.store) as again:
        assert again.cage.deposited("ann") == now
        assert again.cage.deposited("zoe") == dict.fromkeys(PERIODS, 0)


async def test_deposits_at_once_cannot_overrun_the_limit_together(house: Protected) -> None:
    await house.limit("ann", Kind.DEPOSIT, Window.DAY, 1_000)
    results = await asyncio.gather(
        *(house.cage.deposit("ann", 600, "kim", id) for id in ("1", "2")), return_exceptions=True
    )
    (refused,) = (one for one in results if one is not None)
    assert isinstance(refused, Refused)
    assert refused.code is Code.DEPOSIT_LIMIT
    assert refused.message == ("your deposit limit is 10 a day; 4 left until 2026-03-12 00:00 UTC")
    assert house.store.balance(wallet("ann")) == 600


async def test_a_deposit_asked_again_is_not_held_against_its_limit(house: Protected) -> None:
    await house.limit("ann", Kind.DEPOSIT, Window.DAY, 1_000)
    for _ in range(2):
        await house.cage.deposit("ann", 1_000, "kim", "1")
    assert house.store.balance(wallet("ann")) == 1_000


async def test_who_is_excluded_can_take_money_out_but_not_bring_it(house: Protected) -> None:
    await house.cage.deposit("ann", 1_000, "kim", "1")
    await house.protection.exclude("ann", None)
    with pytest.raises(Refused) as refused:
        await house.cage.deposit("ann", 1, "kim", "2")
    assert refused.value.code is Code.EXCLUDED
    await house.cage.withdraw("ann", 1_000, "kim", "3")
    assert house.store.balance(wallet("ann")) == 0


@pytest.mark.clause("R5")
async def test_an_adjustment_is_signed_by_two_people(house: Protected) -> None:
    with pytest.raises(Refused) as refused:
        await house.cage.adjust(
            "ann", 500, "t1", 3, reason="misread", by="sue", countersigned="sue", id="1"
        )
    assert (refused.value.code, refused.value.clause) == (Code.SAME_PERSON, "R5")
    assert house.store.balance(wallet("ann")) == 0


@pytest.mark.clause("R5")
async def test_adjustments_are_kept_by_the_round_they_correct(house: Protected) -> None:
    adjust = house.cage.adjust
    await adjust("ann", 500, "t1", 3, reason="misread", by="sue", countersigned="pat", id="1")
    await adjust("ann", -200, "t1", 3, reason="too much", by="sue", countersigned="pat", id="2")
    await adjust("bob", 900, "t1", 4, reason="misread", by="sue", countersigned="pat", id="3")
    assert house.store.balance(wallet("ann")) == 300
    both = (
        Adjusted("ann", 500, "t1", 3, "misread", "sue", "pat"),
        Adjusted("ann", -200, "t1", 3, "too much", "sue", "pat"),
    )
    assert house.cage.adjustments("t1", 3) == both
    assert house.cage.adjustments("t2", 3) == ()
    assert house.cage.deposited("ann")[Window.DAY] == 0
    with open_protected_house(house.clock.wall_ms, house.store) as again:
        assert again.cage.adjustments("t1", 3) == both
