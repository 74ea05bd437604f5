"""Chips on a page before they count: the draft is the page's own, what is confirmed the house's."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from croupier.client import Client, LaidBet
from croupier.engine.layout import Limits
from croupier.house.roles import Role
from croupier.wire import commands as say
from tests.support.live_clients import reply_code
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import (
    Stacked,
    bet,
    join_as,
    next_round,
    no_more_bets,
    own_view,
    untimed,
)
from tests.web.between import Between
from tests.web.conftest import Visit
from tests.web.visiting import DESKTOP, PHONE, Context, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROULETTE, RWS, LIVE = "live-roulette", "rws-blackjack", "live-blackjack"
FOUR_CHIPS = Limits(min=20_00)
"""A minimum that is made up of four of the smallest chip in the tray, the one of 5."""
ONE_CHIP = Limits(min=25_00)
"""A minimum that is a chip of its own."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    """Another table for every test, so that none finds what another left."""
    tables = [untimed(ROULETTE, id=f"wheel-{n}") for n in range(1, 7)]
    tables += [untimed(RWS), untimed(LIVE)]
    tables += [
        untimed(ROULETTE, id="wheel-7", limits=FOUR_CHIPS),
        untimed(RWS, id="shared", limits=ONE_CHIP),
        untimed(LIVE, id="behind-1"),
        untimed(LIVE, id="behind-2"),
    ]
    async with serving(tables, randbelow=Stacked(pockets=(17,))) as house:
        yield house


def current(one: Visitor) -> Locator:
    return one.page.get_by_text("Current Bet").locator("..").locator("strong")


async def lies(one: Visitor, bet: str, *, draft: bool, box: int | None = None) -> None:
    """Chips lie on the spot, and whether they count is seen."""
    chip = one.spot(bet, box).locator(".pile")
    await expect(chip).to_be_visible()
    await expect(chip).to_have_class(
        re.compile(r"\bdraft\b") if draft else re.compile("^((?!draft).)*$")
    )


async def page_and_program(visit: Visit, house: LiveHouse, name: str) -> tuple[Visitor, Client]:
    """Two devices of one account."""
    api = await house.player(name)
    return await (await visit()).known_as(api), await house.client(api)


async def test_a_chip_is_drawn_at_once_and_counts_when_it_is_placed(
    visit: Visit, house: LiveHouse
) -> None:
    one, between = await (await visit()).guest(), Between()
    await one.page.route_web_socket(re.compile("/socket$"), between)
    await one.sit_at("wheel-1")
    between.hold = True  # whatever the house says of it
    await one.spot("red").click()
    await lies(one, "red", draft=True)
    await between.holds(one.page)
    await expect(one.button("Undo")).to_be_enabled()
    await one.button("Double").click()
    await expect(current(one)).to_have_text("10")
    await one.button("Undo").click()
    await expect(current(one)).to_have_text("5")
    between.release()
    await one.button("Place Bet").click()
    await one.placed()
    await lies(one, "red", draft=False)
    assert one.balance == 995_00


async def test_a_draft_outlives_a_cut_line(visit: Visit, house: LiveHouse) -> None:
    one, between = await (await visit()).guest(), Between()
    await one.page.route_web_socket(re.compile("/socket$"), between)
    await one.sit_at("wheel-2")
    await one.spot("red").click()
    await one.button("Place Bet").click()
    await one.placed()
    await one.spot("black").click()
    await between.falls()
    await expect(one.page.locator(".lost")).to_be_visible()
    await lies(one, "black", draft=True)
    between.cut = False
    await one.page.evaluate("dispatchEvent(new Event('online'))")
    await expect(one.page.locator(".lost")).to_have_count(0)
    await lies(one, "red", draft=False)
    await lies(one, "black", draft=True)
    await one.button("Place Bet").click()
    await one.placed()
    assert one.balance == 990_00


async def test_the_last_bet_outlives_a_reload(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).guest()
    await one.sit_at("wheel-3")
    await one.spot("red").click()
    await one.spot("odd").click()
    await one.button("Place Bet").click()
    await one.placed()
    await no_more_bets(house, "wheel-3")
    await next_round(house, "wheel-3")
    await one.sit_at("wheel-3")
    await one.button("Last Bet").click()
    for name in ("red", "odd"):
        await lies(one, name, draft=True)
    await expect(current(one)).to_have_text("10")
    await one.button("Undo").click()
    await expect(current(one)).to_have_text("0")


async def test_another_device_is_not_overwritten(visit: Visit, house: LiveHouse) -> None:
    one, other = await page_and_program(visit, house, "ann")
    await one.sit_at("wheel-4")
    await other.join("wheel-4")
    await one.spot("red").click()
    await lies(one, "red", draft=True)
    await other.place_bets("wheel-4", LaidBet("black", 5_00))
    # It lies here too, confirmed; what was drafted here is a draft still, and was told to nobody.
    await lies(one, "black", draft=False)
    await lies(one, "red", draft=True)
    assert [chip.bet for chip in own_view(other, "wheel-4").confirmed] == ["black"]
    await one.button("Place Bet").click()
    await one.placed()
    await other.until(lambda: own_view(other, "wheel-4").current_bet == 10_00)
    assert {chip.bet for chip in own_view(other, "wheel-4").confirmed} == {"red", "black"}


async def test_a_call_is_refused_as_a_whole(visit: Visit, house: LiveHouse) -> None:
    """One of its chips would be over the maximum: none of the others stays."""
    one = await (await visit()).guest()
    await one.sit_at("wheel-5")
    await one.chip(500_00).click()
    await one.spot("split:5-8").click()
    await lies(one, "split:5-8", draft=True)
    await one.chip(5_00).click()
    await one.page.get_by_role("button", name="Tiers").click()
    await expect(one.page.locator(".toast").filter(has_text="500")).to_be_visible()
    await expect(current(one)).to_have_text("500")
    await expect(one.spot("split:10-11").locator(".pile")).to_have_count(0)


async def test_chips_that_were_not_placed_are_told(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).guest()
    await one.sit_at("wheel-6")
    await one.spot("red").click()
    await one.button("Place Bet").click()
    await one.placed()
    await one.spot("black").click()
    await lies(one, "black", draft=True)
    await no_more_bets(house, "wheel-6")
    await expect(one.page.locator(".toast").filter(has_text="not placed")).to_be_visible()
    await expect(one.spot("black").locator(".pile")).to_have_count(0)


async def test_what_staff_place_is_confirmed_and_no_step(visit: Visit, house: LiveHouse) -> None:
    one, bob = await page_and_program(visit, house, "bob")
    await one.sit_at(RWS)
    await bob.join(RWS)
    await one.spot("initial", 1).click()
    await lies(one, "initial", draft=True, box=1)
    assert await reply_code(bob, say.GiveConsent, RWS) == "ok"
    pit = await house.client(await house.staff(Role.PIT))
    await pit.join(RWS)
    assert await reply_code(pit, say.PlaceFor, RWS, "bob", "initial", 20_00, 2) == "ok"
    await lies(one, "initial", draft=False, box=2)
    await one.button("Undo").click()
    await expect(one.spot("initial", 1).locator(".pile")).to_have_count(0)
    await lies(one, "initial", draft=False, box=2)
    await expect(one.button("Undo")).to_be_disabled()


async def test_chips_behind_count_as_they_are_placed_each_of_them(
    visit: Visit, house: LiveHouse
) -> None:
    cat = await join_as(house, LIVE, "cat", 1)
    await bet(cat, LIVE, ("initial", 10_00, 1))
    one = await (await visit()).guest()
    await one.sit_at(LIVE)
    # At once: before the house has answered to the first.
    await one.spot("behind", 1).evaluate("it => [it.click(), it.click()]")
    await expect(one.spot("behind", 1).locator(".sum")).to_have_text("10")
    await lies(one, "behind", draft=False, box=1)
    assert one.balance == 990_00


@pytest.mark.clause("R3", "LIVE 2.2.1")
@pytest.mark.parametrize(
    ("table", "name", "size"),
    [("behind-1", "Take back the bet behind, box 1", DESKTOP), ("behind-2", "Clear", PHONE)],
)
async def test_a_bet_behind_is_taken_back_until_no_more_bets(
    visit: Visit, house: LiveHouse, table: str, name: str, size: Context
) -> None:
    dan = await join_as(house, table, f"dan-{table}", 1)
    await bet(dan, table, ("initial", 10_00, 1))
    one = await (await visit(**size)).guest()
    await one.sit_at(table)
    await one.open_box(1)
    await one.spot("behind", 1).click()
    await one.button("No, keep to the first bet").click()
    await one.spot("behind", 1).click()
    await expect(one.spot("behind", 1).locator(".sum")).to_have_text("10")
    await expect(one.button("Take back the bet behind, box 1")).to_be_in_viewport(ratio=1)
    await one.button(name).click()
    await expect(one.spot("behind", 1).locator(".pile")).to_have_count(0)
    await expect(one.button("Take back the bet behind, box 1")).to_have_count(0)
    await dan.until(lambda: dan.tables[table].boxes[0].behind == 0)
    assert one.balance == 1_000_00
    await one.open_box(1)
    await one.spot("behind", 1).click()
    await expect(one.spot("behind", 1).locator(".sum")).to_have_text("5")
    await no_more_bets(house, table)
    await expect(one.button("Take back the bet behind, box 1")).to_have_count(0)
    assert one.balance == 995_00


@pytest.mark.clause("BJ5 5.2")
async def test_who_shares_a_box_is_advised_when_it_comes_under_its_minimum(
    visit: Visit, house: LiveHouse
) -> None:
    eve = await join_as(house, "shared", "eve")
    await bet(eve, "shared", ("initial", 25_00, 3))
    one = await (await visit()).guest()
    await one.sit_at("shared")
    await expect(one.chip(25_00)).to_be_checked()
    await one.chip(5_00).click()
    await one.spot("initial", 3).click()
    await one.button("Place Bet").click()
    await one.placed()
    box = one.page.locator('[data-box="3"]')
    await expect(box.get_by_text("20 short")).to_have_count(0)
    await eve.place_bets("shared")
    await expect(one.page.get_by_text("Box 3 is 20 under its").first).to_be_visible()
    await expect(box.get_by_text("20 short")).to_be_visible()
    await expect(one.page.get_by_text("Under minimum 25")).to_be_visible()
    await expect(one.button("Deal now")).to_have_count(0)
    for _ in range(4):
        await one.spot("initial", 3).click()
    await expect(one.page.get_by_text("Current Bet")).to_be_visible()
    await one.button("Place Bet").click()
    await one.placed()
    await expect(box.get_by_text("20 short")).to_have_count(0)


async def test_a_draft_under_the_minimum_says_so_before_it_is_placed(visit: Visit) -> None:
    one = await (await visit()).guest()
    await one.sit_at("wheel-7")
    await one.chip(5_00).click()
    await one.spot("red").click()
    short = one.page.get_by_text("Under minimum 20")
    await expect(short).to_have_attribute("title", re.compile("under the minimum of 20"))
    for _ in range(3):
        await one.spot("red").click()
    await expect(one.page.get_by_text("Current Bet")).to_be_visible()
    await one.button("Clear").click()
