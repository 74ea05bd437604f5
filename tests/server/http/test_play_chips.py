"""Nobody is stuck for want of chips: who plays for fun is given some, and more when they are gone;
who plays for money is shown the way to the cage."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.client import Api, HouseRefused, new_id
from croupier.house.cage.book import Chips
from croupier.house.clock import MINUTE
from croupier.house.roles import Role
from croupier.kit.errors import Refused
from tests.support.clock import HandClock
from tests.support.live_clients import assert_books_balance
from tests.support.live_house import PASSWORD, SETTINGS, LiveHouse, serving
from tests.support.live_play import bet, join_as, no_more_bets, untimed

WHEEL = "live-roulette"
FOR_FUN = replace(SETTINGS, members=Chips.PLAY, play_chips=100_00, refill_minutes=30)


async def balance(api: Api) -> int:
    told: int = (await api.call("GET", "/api/me/purse"))["balance"]
    return told


async def refused(api: Api, method: str, path: str, body: Any = None) -> str:
    with pytest.raises(HouseRefused) as told:
        await api.call(method, path, body)
    return told.value.code


async def member(house: LiveHouse, name: str) -> Api:
    api = await house.api()
    await api.register(name, PASSWORD)
    return api


async def lose_all(house: LiveHouse, name: str, amount: int) -> None:
    """As if it had been lost: what lies in the wallet goes where money goes."""
    await house.house.cage.withdraw(name, amount, "cashier", new_id())


async def test_a_member_begins_with_chips_and_is_given_more_when_they_are_gone() -> None:
    clock = HandClock()
    async with serving([untimed(WHEEL)], settings=FOR_FUN, clock=clock) as house:
        ann = await member(house, "ann")
        assert await balance(ann) == 100_00
        told = await ann.call("GET", "/api/me/chips")
        assert (told["source"], told["amount"], told["least"]) == ("play", 100_00, 5_00)
        assert await refused(ann, "POST", "/api/me/chips", {"id": new_id()}) == "illegal-action"

        await lose_all(house, "ann", 96_00)
        again = {"id": new_id()}
        told = await ann.call("POST", "/api/me/chips", again)
        assert await balance(ann) == 104_00
        assert told["next_ms"] == clock.wall() + 30 * MINUTE
        await ann.call("POST", "/api/me/chips", again)
        assert await balance(ann) == 104_00

        await lose_all(house, "ann", 104_00)
        assert await refused(ann, "POST", "/api/me/chips", {"id": new_id()}) == "too-often"
        clock.turn(30 * MINUTE)
        await ann.refill()
        assert await balance(ann) == 100_00
        rows = await ann.call("GET", "/api/me/statement.json")
        assert [row["what"] for row in rows if row["received"]] == ["play-chips"] * 3
        assert_books_balance(house)


async def test_chips_on_a_table_are_chips_and_a_guest_is_given_more_too() -> None:
    async with serving([untimed(WHEEL)], settings=FOR_FUN) as house:
        guest = await house.guest()
        await guest.join(WHEEL)
        await guest.until(lambda: guest.tables[WHEEL].phase == "betting")
        await bet(guest, WHEEL, ("red", 100_00))
        assert await refused(guest.api, "POST", "/api/me/chips", {"id": "x"}) == "illegal-action"
        await no_more_bets(house, WHEEL, guest)
        await guest.until(lambda: guest.tables[WHEEL].over)
        if await balance(guest.api):  # red came
            await lose_all(house, guest.api.name, 200_00)
        await guest.api.refill()
        await guest.until(lambda: guest.purse is not None and guest.purse.balance == 100_00)


async def test_limits_hold_for_play_chips_and_who_is_excluded_is_given_none() -> None:
    async with serving([untimed(WHEEL)], settings=FOR_FUN) as house:
        ann, bob = await member(house, "ann"), await member(house, "bob")
        wish = {"id": new_id(), "kind": "deposit", "window": "day", "amount": 150_00}
        await ann.call("PUT", "/api/me/limits", wish)
        await bob.call("POST", "/api/me/exclusion", {"days": None})
        for name in ("ann", "bob"):
            await lose_all(house, name, 100_00)
        assert await refused(ann, "POST", "/api/me/chips", {"id": new_id()}) == "deposit-limit"
        assert await refused(bob, "POST", "/api/me/chips", {"id": new_id()}) == "excluded"


async def test_one_players_refill_never_uses_up_anothers() -> None:
    async with serving([untimed(WHEEL)], settings=FOR_FUN) as house:
        ann, bob = await member(house, "ann"), await member(house, "bob")
        for name in ("ann", "bob"):
            await lose_all(house, name, 100_00)
        for api in (ann, bob):
            await api.call("POST", "/api/me/chips", {"id": "play-chips-carl"})
            assert await balance(api) == 100_00
        assert await balance(await member(house, "carl")) == 100_00


async def test_a_house_with_a_cage_shows_its_door() -> None:
    settings = replace(SETTINGS, cage="Ground floor, noon to midnight")
    async with serving([untimed(WHEEL)], settings=settings) as house:
        ann = await member(house, "ann")
        assert await balance(ann) == 0
        told = await ann.call("GET", "/api/me/chips")
        assert (told["source"], told["amount"]) == ("cage", 0)
        assert told["cage"] == "Ground floor, noon to midnight"
        assert await refused(ann, "POST", "/api/me/chips", {"id": new_id()}) == "illegal-action"
        guest = await house.guest()
        assert (await guest.api.call("GET", "/api/me/chips"))["source"] == "play"


async def test_play_chips_are_no_money_at_the_cage_or_in_the_office() -> None:
    async with serving([untimed(WHEEL)], settings=FOR_FUN) as house:
        await member(house, "ann")
        cashier = await house.staff(Role.CASHIER)
        for what in ("deposits", "withdrawals"):
            body = {"player": "ann", "amount": 10_00, "id": new_id()}
            assert await refused(cashier, "POST", f"/api/cage/{what}", body) == "illegal-action"
        assert not list(house.house.cage.till.counted(0, 2**53))


async def test_play_chips_never_turn_into_money(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'house.db'}"
    by_the_books = replace(SETTINGS, members=None)
    async with serving([untimed(WHEEL)], url, settings=by_the_books) as house:
        await member(house, "ann")
        assert house.house.cage.given("ann").times == 1
    with pytest.raises(Refused, match="play"):
        async with serving([untimed(WHEEL)], url, settings=SETTINGS):
            pass
    url = f"sqlite:{tmp_path / 'money.db'}"
    async with serving([untimed(WHEEL)], url, settings=SETTINGS) as house:
        await join_as(house, WHEEL, "ann")
    async with serving([untimed(WHEEL)], url, settings=by_the_books) as house:
        assert house.house.members is Chips.CAGE
        assert await balance(await member(house, "bob")) == 0
