"""Looking at a table without an account, and guests who are called as they like."""

import pytest
from msgspec.structs import replace

from croupier.client import HouseRefused
from croupier.client.client import new_id
from croupier.house.roles import Role
from croupier.wire import commands as say
from tests.support.live_house import SETTINGS, serving, table
from tests.support.live_play import untimed

GAME = "live-roulette"


async def test_a_watcher_sees_the_felt_and_nothing_of_ones_own() -> None:
    async with serving([untimed(GAME)]) as house:
        watcher = await house.client(await house.api())
        assert watcher.welcome is not None
        assert watcher.welcome.role == Role.WATCHER
        await watcher.join(GAME)
        ann = await house.client(await house.player("ann"))
        await ann.join(GAME)
        await ann.place(GAME, "red", 10_00)
        await watcher.until(lambda: watcher.tables[GAME].bettors == 1)
        assert watcher.you == {}
        assert watcher.purse is None


async def test_a_watcher_is_nobody_at_the_table() -> None:
    async with serving([untimed(GAME)]) as house:
        watcher = await house.client(await house.api())
        await watcher.join(GAME)
        for message in (
            say.PlaceBets(new_id(), GAME, 1, ()),
            say.Say(new_id(), GAME, "hello"),
            say.WatchFloor(new_id()),
        ):
            assert (await watcher.ask(message)).code == "not-allowed"
        assert (await watcher.lobby())[0].players == 0
        people = house.house.people
        assert watcher.welcome is not None
        assert people.account(watcher.welcome.name) is None
        with pytest.raises(HouseRefused, match="log in first"):
            await watcher.api.call("GET", "/api/me")
        await watcher.close()
        assert not house.house.accounts.present(watcher.welcome.name)


async def test_nobody_is_called_as_watchers_are() -> None:
    async with serving([table(GAME)]) as house:
        api = await house.api()
        with pytest.raises(HouseRefused, match="keeps for itself"):
            await api.register("watcher-abcdefghij", "correct horse battery")
        # A name is no way in: watchers come with a ticket.
        api.token = "watcher-abcdefghij"
        with pytest.raises(HouseRefused, match="log in first"):
            await api.ticket()


async def test_a_house_may_show_its_tables_to_those_alone_who_have_come_in() -> None:
    async with serving([table(GAME)], settings=replace(SETTINGS, watching=False)) as house:
        with pytest.raises(HouseRefused, match="to those who have come in"):
            await (await house.api()).ticket()


async def test_an_address_has_so_many_watchers_at_once() -> None:
    async with serving([table(GAME)], settings=replace(SETTINGS, newcomers=2)) as house:
        api = await house.api()
        await api.ticket()
        await api.ticket()
        with pytest.raises(HouseRefused, match="too often"):
            await api.ticket()


async def test_a_guest_is_called_as_they_like() -> None:
    async with serving([table(GAME)]) as house:
        api = await house.api()
        assert await api.guest("ann") == "guest-ann"
        client = await house.client(api)
        assert client.welcome is not None
        assert (client.welcome.name, client.welcome.role) == ("guest-ann", Role.GUEST)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a", "3 to 32"),
        ("Ann", "3 to 32"),
        ("dealer-2", "keeps for itself"),
        ("x" * 27, "at most 26"),
        ("fuck-you", "not shown"),
    ],
)
async def test_but_not_as_others_may_not(name: str, why: str) -> None:
    async with serving([table(GAME)]) as house:
        with pytest.raises(HouseRefused, match=why):
            await (await house.api()).guest(name)


async def test_and_no_two_of_them_alike() -> None:
    async with serving([table(GAME)]) as house:
        await (await house.api()).guest("ann")
        with pytest.raises(HouseRefused, match="taken"):
            await (await house.api()).guest("ann")
