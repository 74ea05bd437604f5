"""Guests who are gone leave memory: what they did is in the store."""

from pathlib import Path

import pytest

from croupier.client import Client
from croupier.client.api import HouseRefused
from croupier.house.cage import book as cage_book
from croupier.house.clock import HOUR
from croupier.house.people import people as people_module
from croupier.house.protection import book as protection_book
from croupier.house.protection import protection as protection_module
from croupier.house.protection.limits import Kind
from croupier.house.protection.windows import Window
from croupier.house.roles import Role
from tests.support.clock import HandClock
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import bet, join_as, next_round, no_more_bets, untimed
from tests.support.waiting import until

WHEEL = "live-roulette"
BOUND = 3


@pytest.fixture
def bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protection_module, "MAX_GONE", BOUND)
    monkeypatch.setattr(protection_book, "MAX_GUESTS", BOUND)
    monkeypatch.setattr(cage_book, "MAX_GUESTS", BOUND)
    monkeypatch.setattr(people_module, "MAX_GONE_GUESTS", BOUND)


async def bet_once(house: LiveHouse) -> Client:
    guest = await house.guest()
    await guest.join(WHEEL)
    await guest.until(lambda: guest.tables[WHEEL].phase == "betting")
    await bet(guest, WHEEL, ("red", 10_00))
    return guest


async def leave(house: LiveHouse, guest: Client) -> str:
    name = guest.api.name
    await guest.close()
    await until(lambda: not house.house.accounts.present(name))
    return name


def in_memory(house: LiveHouse) -> dict[str, int]:
    parts = house.house
    return {
        "views": max(len(room._told) for room in parts.rooms.values()),
        "wards": len(parts.protection._wards),
        "records": len(parts.protection._book.players),
        "gifts": len(parts.cage._book.given),
        "deposits": len(parts.cage._book.deposits),
        "accounts": sum(account.role is Role.GUEST for account in parts.people.accounts()),
        "sessions": len(parts.people._book.sessions),
        "watched": len(parts.people._watch._watched),
    }


@pytest.mark.usefixtures("bounded")
async def test_guests_who_are_gone_leave_memory(lasting_url: str) -> None:
    rounds, together = 5, 4
    async with serving([untimed(WHEEL)], lasting_url) as house:
        ann = await join_as(house, WHEEL, "ann")
        for _ in range(rounds):
            for guest in [await bet_once(house) for _ in range(together)]:
                await leave(house, guest)
            await no_more_bets(house, WHEEL, ann)
            await ann.until(lambda: ann.tables[WHEEL].over)
            await next_round(house, WHEEL, ann)
        await house.house.people.sweep(house.house.accounts.present)
        # Those whose chips were on the table leave with the guests of the next round. And ann.
        await until(lambda: max(in_memory(house).values()) <= BOUND + together + 1)
        assert_books_balance(house)
    async with serving([untimed(WHEEL)], lasting_url) as house:
        assert max(in_memory(house).values()) <= BOUND + 1


@pytest.mark.usefixtures("bounded")
async def test_a_guest_who_comes_back_late_goes_on(tmp_path: Path) -> None:
    """The purse and the limits are those of before; only memory had forgotten them."""
    async with serving([untimed(WHEEL)], f"sqlite:{tmp_path / 'house.db'}") as house:
        ann = await join_as(house, WHEEL, "ann")
        first = await bet_once(house)
        name = first.api.name
        protection = house.house.protection
        await protection.set_limit(name, Kind.STAKE, Window.DAY, 15_00, "limit")
        began = protection._wards[name].presence.session.began
        await leave(house, first)
        await no_more_bets(house, WHEEL, ann)
        await ann.until(lambda: ann.tables[WHEEL].over)
        await next_round(house, WHEEL, ann)
        for guest in [await house.guest() for _ in range(2 * BOUND)]:
            await sync(guest)
            await leave(house, guest)
        await until(lambda: name not in protection._wards)
        await first.connect()
        await first.until(lambda: first.tables[WHEEL].phase == "betting")
        assert protection._wards[name].presence.session.began == began
        with pytest.raises(HouseRefused, match="stake-limit"):
            await first.place(WHEEL, "red", 10_00)
        await first.place(WHEEL, "red", 5_00)


async def test_chips_on_a_table_keep_a_player_in_memory(bounded: None) -> None:
    async with serving([untimed(WHEEL)]) as house:
        await join_as(house, WHEEL, "ann")
        names = [await leave(house, await bet_once(house)) for _ in range(2 * BOUND)]
        assert all(house.house.protection.knows(name) for name in names)


async def test_the_name_of_a_guest_is_given_once() -> None:
    clock = HandClock()
    async with serving([untimed(WHEEL)], clock=clock) as house:
        api = await house.api()
        name = await api.guest("nina")
        guest = await house.client(api)
        await guest.join(WHEEL)
        await guest.until(lambda: guest.tables[WHEEL].phase == "betting")
        await bet(guest, WHEEL, ("red", 10_00))
        await leave(house, guest)
        clock.turn(3 * HOUR)
        await house.house.people.sweep()
        people = house.house.people
        assert people.account(name) is None
        found = people.find(name)
        assert found is not None
        assert (found.role, found.sessions) == (Role.GUEST, ())
        assert people.find("guest-nobody") is None
        other = await house.api()
        with pytest.raises(HouseRefused, match="bad-name"):
            await other.guest("nina")
        await people.block(name, "the-administrator", "a shared link")
        account = people.account(name)
        assert account is not None
        assert account.blocked == "a shared link"
        await people.unblock(name, "the-administrator")
        assert people.account(name) is None
