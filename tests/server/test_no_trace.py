"""Who only looks round fills no journal: guests who never bet, watchers who come and go."""

from pathlib import Path

from croupier.client import Client
from croupier.house.clock import HOUR, MINUTE
from croupier.store.pages import every_entry
from tests.support.clock import HandClock
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import bet, join_as, untimed

WHEEL = "live-roulette"


def written(house: LiveHouse, about: str = "") -> int:
    """Entries in the journals of the house: all, or those that name somebody."""
    store = house.house.store
    streams = ("house/people", "house/cage", "house/protection", "house/floor", WHEEL)
    found = (entry for stream in streams for entry in every_entry(store, stream))
    return sum(about.encode() in entry.body for entry in found)


async def flap(client: Client, times: int) -> None:
    for _ in range(times):
        await client.connect()
    await sync(client)


async def test_a_guest_who_never_bets_leaves_nothing() -> None:
    clock = HandClock()
    async with serving([untimed(WHEEL)], clock=clock) as house:
        first = await join_as(house, WHEEL, "ann")  # the table is open by now
        guest = await house.guest()
        await guest.join(WHEEL)
        await guest.until(lambda: guest.purse is not None and guest.purse.balance == 1_000_00)
        assert (await guest.api.call("GET", "/api/me/purse"))["balance"] == 1_000_00
        await guest.api.call("GET", "/api/me/limits")
        await flap(guest, 3)
        clock.turn(90 * MINUTE)
        house.house.purse_feed.reality_checks()
        await guest.acknowledge()
        await house.house.protection.write_times()
        name = guest.api.name
        await guest.api.call("POST", "/api/logout")
        await sync(first)
        assert house.house.people.account(name) is None
        assert written(house, name) == 0


async def test_guests_who_were_forgotten_make_room_when_their_session_runs_out() -> None:
    clock = HandClock()
    async with serving([untimed(WHEEL)], clock=clock) as house:
        names = []
        for _ in range(5):
            api = await house.api()
            names.append(await api.guest())
        clock.turn(3 * HOUR)
        await house.house.people.sweep()
        assert not any(house.house.people.account(name) for name in names)
        assert not any(written(house, name) for name in names)


async def test_the_first_bet_makes_an_account_that_outlives_the_house(tmp_path: Path) -> None:
    url, clock = f"sqlite:{tmp_path / 'house.db'}", HandClock()
    async with serving([untimed(WHEEL)], url, clock=clock) as house:
        guest = await house.guest()
        await guest.join(WHEEL)
        await guest.until(lambda: guest.tables[WHEEL].phase == "betting")
        await bet(guest, WHEEL, ("red", 10_00))
        await guest.until(lambda: guest.purse is not None and guest.purse.balance == 990_00)
        assert house.house.cage.given(guest.api.name).times == 1
        name, token = guest.api.name, guest.api.token
        assert_books_balance(house)
    async with serving([untimed(WHEEL)], url, clock=clock) as house:
        again = await house.api(token)
        assert (await again.call("GET", "/api/me"))["name"] == name
        assert (await again.call("GET", "/api/me/purse"))["balance"] == 1_000_00


async def test_a_contribution_makes_an_account_that_outlives_the_house(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'house.db'}"
    async with serving([untimed(WHEEL)], url) as house:
        guest = await house.guest()
        await guest.join(WHEEL)
        await guest.until(lambda: guest.tables[WHEEL].phase == "betting")
        await guest.give_entropy(WHEEL)
        name, token = guest.api.name, guest.api.token
        assert written(house, name) > 0
    async with serving([untimed(WHEEL)], url) as house:
        again = await house.api(token)
        assert (await again.call("GET", "/api/me"))["name"] == name


async def test_what_a_guest_asks_to_be_kept_to_is_remembered(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'house.db'}"
    async with serving([untimed(WHEEL)], url) as house:
        api = await house.api()
        name = await api.guest()
        await api.call("POST", "/api/me/exclusion", {"days": None})
    async with serving([untimed(WHEEL)], url) as house:
        assert house.house.people.account(name) is not None


async def test_a_blocked_guest_is_written_down_first() -> None:
    async with serving([untimed(WHEEL)]) as house:
        api = await house.api()
        name = await api.guest()
        await house.house.people.block(name, "admin", "rude")
        facts = [entry.body for entry in every_entry(house.house.store, "house/people")]
        assert [name.encode() in body for body in facts].count(True) == 3


async def test_a_watcher_who_comes_and_goes_writes_little() -> None:
    clock = HandClock()
    async with serving([untimed(WHEEL)], clock=clock) as house:
        ann = await join_as(house, WHEEL, "ann")
        before = written(house, "ann")
        await flap(ann, 10)
        assert written(house, "ann") == before
        for _ in range(60):
            clock.turn(MINUTE)
            await house.house.protection.write_times()
        assert written(house, "ann") - before <= 5
        await ann.acknowledge()  # after an hour
        before = written(house, "ann")
        await bet(ann, WHEEL, ("red", 10_00))
        clock.turn(MINUTE)
        await house.house.protection.write_times()
        assert written(house, "ann") - before <= 3  # the bet, and the time
