"""The first minute of somebody who has never been here, and betting as regulars know it."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.client import new_id
from croupier.house.roles import Role
from croupier.table.config import Clocks
from croupier.wire import commands as say
from tests.support.live_house import LiveHouse, serving, table
from tests.support.live_play import next_round, no_more_bets, untimed
from tests.web.conftest import Visit
from tests.web.visiting import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL, LIVE, QUICK, SHUT = "live-roulette", "live-blackjack", "quick", "shut"
LATE = "live-baccarat"
SHORT = Clocks(betting=4_000, pause=100)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    tables = [untimed(WHEEL), untimed(LIVE), untimed(LATE), table(WHEEL, id=SHUT)]
    tables.append(table(WHEEL, id=QUICK, clocks=SHORT))
    async with serving(tables) as house:
        yield house


async def test_a_stranger_watches_and_then_plays(visit: Visit, house: LiveHouse) -> None:
    one = await visit()
    await one.page.goto(f"/table/{WHEEL}")
    bar = one.page.get_by_role("region", name="You are watching.")
    await expect(bar).to_be_visible()
    await expect(one.spot("red")).to_have_attribute("aria-disabled", "true")
    assert not [name for name in house.house.people.accounts() if name.role == "guest"]
    await bar.get_by_label("Name (optional)").fill("zoe")
    await bar.get_by_role("button", name="Play as a guest").click()
    await expect(one.page.get_by_role("link", name="guest-zoe")).to_be_visible()
    await expect(one.spot("red")).to_have_attribute("aria-disabled", "false")


async def test_each_hint_stands_where_it_is_about_until_it_is_done(visit: Visit) -> None:
    one = await (await visit()).guest()
    await one.sit_at(LIVE)
    hint = one.page.locator(".hint")
    await expect(hint).to_have_text("Take a seat here")
    await one.button("Take a seat, box 3").click()
    await expect(hint).to_have_text("Put a chip here")
    await one.spot("initial", 3).click()
    await expect(hint).to_have_text(re.compile("^Not placed yet"))
    await one.button("Place Bet").click()
    await one.placed()
    await expect(hint).to_have_text("")
    await one.button("Clear").click()
    await expect(hint).to_have_text("")


async def test_who_comes_while_a_round_is_played_is_told_when_to_bet(
    visit: Visit, house: LiveHouse
) -> None:
    early = await house.client(await house.player("early"))
    await early.join(LATE)
    await early.until(lambda: early.tables[LATE].phase == "betting")
    await early.place(LATE, "player", 5_00)
    await no_more_bets(house, LATE, early)
    one = await (await visit()).guest()
    await one.page.goto(f"/table/{LATE}")
    hint = one.page.locator(".hint")
    await expect(hint).to_have_text("Bets open with the next round")
    await next_round(house, LATE, early)
    await expect(hint).to_have_text("Put a chip here")


async def test_a_closed_table_leads_to_the_others(visit: Visit, house: LiveHouse) -> None:
    pit = await house.client(await house.staff(Role.PIT))
    await pit.join(SHUT)
    await pit.do(say.CloseTable(new_id(), SHUT))
    one = await (await visit(**PHONE)).guest()
    await one.page.goto(f"/table/{SHUT}")
    closed = one.page.get_by_role("region", name="Closed")
    await expect(closed).to_contain_text("Other tables are in the lobby.")
    await closed.get_by_role("link", name="Lobby").tap()
    await expect(one.page.get_by_role("heading", name="Tables")).to_be_visible()


async def test_what_lies_there_is_kept_by_name_and_put_down_again(visit: Visit) -> None:
    one = await (await visit()).guest()
    await one.sit_at(WHEEL)
    await one.chip(5_00).click()
    await one.spot("red").click()
    await one.spot("straight:7").click()
    await one.button("Favourite bets").click()
    await one.page.get_by_label("Name for what lies").fill("lucky")
    await one.button("Keep").click()
    await one.button("Close").click()
    await one.button("Clear").click()
    await expect(one.page.locator(".current strong")).to_have_text("0")
    await one.page.reload()
    await one.button("Favourite bets").click()
    await one.button("Put down lucky, 10").click()
    await expect(one.page.locator(".current strong")).to_have_text("10")
    await expect(one.button("Place Bet")).to_be_enabled()


async def test_chips_are_placed_in_time_for_who_has_set_it_so(
    visit: Visit, house: LiveHouse
) -> None:
    one = await (await visit()).guest()
    await one.sit_at(QUICK)
    dialog = await one.settings()
    await dialog.get_by_label("Place my chips one second before").check()
    await dialog.get_by_role("button", name="Close").click()
    other = await house.client(await house.player("ann"))
    await other.join(QUICK)
    await other.until(lambda: other.tables[QUICK].phase == "betting")
    await other.place(QUICK, "black", 5_00)
    await one.spot("red").click()
    await other.until(lambda: other.tables[QUICK].bettors == 2, 30)


async def test_a_spot_that_is_held_tells_what_it_pays_and_takes_no_chip(visit: Visit) -> None:
    one = await (await visit(**PHONE)).guest()
    await one.sit_at(WHEEL)
    spot = one.spot("red")
    await spot.scroll_into_view_if_needed()
    for kind in ("pointerdown", "pointerup"):
        await spot.dispatch_event(
            kind, {"pointerType": "touch", "clientX": 50, "clientY": 50, "bubbles": True}
        )
        if kind == "pointerdown":
            await expect(one.page.locator(".info")).to_contain_text("1:1")
    await expect(one.page.locator(".current strong")).to_have_text("0")


async def test_an_unknown_address_helps_on(visit: Visit, house: LiveHouse) -> None:
    one = await visit()
    one.expected += ["/nowhere$"]
    answer = await one.page.goto("/nowhere")
    assert answer is not None
    assert answer.status == 404
    await expect(one.page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    await one.page.goto("/table/nowhere")
    await expect(one.page.get_by_role("heading", name="no table of that name")).to_be_visible()
    await one.page.get_by_role("main").get_by_role("link", name="Lobby").click()
    await expect(one.page.get_by_role("heading", name="Tables")).to_be_visible()
    one.expected += ["/api/tables/nowhere/(rules|odds|strategy)$", "/api/fair/nowhere/1$"]
    for path in ("/rules/nowhere", "/best-play/nowhere", "/fair/nowhere/1"):
        await one.page.goto(path)
        await expect(one.page.get_by_role("heading")).to_have_text(
            "There is no table of that name."
        )
    # Pages of players and of the staff, for a stranger.
    one.expected += ["/api/me/rounds/nowhere/1"]
    own = ("/me/history", "/me/rounds/nowhere/1", "/tables/side-by-side?tables=nowhere")
    for path in (*own, "/office", "/office/days", "/pit", "/pit/nowhere", "/deal", "/deal/nowhere"):
        await one.page.goto(path)
        main = one.page.get_by_role("main")
        await expect(main.get_by_role("heading")).to_have_count(1)
        await expect(main.get_by_role("link", name="Log in")).to_be_visible()
        await expect(main.get_by_role("link", name="Lobby")).to_be_visible()
    dealer = await (await visit()).staff(Role.DEALER)
    await dealer.page.goto("/deal/nowhere")
    await expect(dealer.page.get_by_role("heading", name="no table of that name")).to_be_visible()
    api = await house.api()
    assert (await api.send("GET", "/nowhere")).json()["code"] == "not-found"
