"""People in the house: chips for who has none, what a guest loses, limits that are asked for, a
chat that says why, a list for the next seat, and a lobby that promises only what it can keep."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from msgspec.structs import replace
from playwright.async_api import expect

from croupier.client import new_id
from croupier.house.cage.book import Chips
from croupier.house.roles import Role
from croupier.wire import commands as say
from tests.support.live_clients import reply_code
from tests.support.live_house import PASSWORD, SETTINGS, LiveHouse, human, serving
from tests.support.live_play import join_as, untimed
from tests.web.conftest import Visit
from tests.web.visiting import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL, LIVE, BY_HAND = "live-roulette", "live-blackjack", "live-baccarat"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    settings = replace(SETTINGS, members=Chips.PLAY)
    tables = [untimed(WHEEL), untimed(LIVE, boxes=2), human(BY_HAND)]
    async with serving(tables, settings=settings) as house:
        yield house


async def test_a_guest_who_logs_out_is_told_what_is_lost(house: LiveHouse, visit: Visit) -> None:
    one = await (await visit(**PHONE)).guest()
    await one.sit_at(WHEEL)
    await one.button("Menu").click()
    await one.button("Log out").click()
    asked = one.page.get_by_role("dialog", name="Log out?")
    await expect(asked).to_contain_text("your 1,000 in chips")
    await asked.get_by_role("button", name="Stay").click()
    await expect(asked).to_be_hidden()
    assert house.house.people.account(one.name)
    await one.button("Menu").click()
    await one.button("Log out").click()
    await asked.get_by_role("button", name="Log out all the same").click()
    await expect(one.page.get_by_role("link", name="Log in")).to_be_visible()


async def test_who_registers_has_chips_and_is_asked_for_limits(
    house: LiveHouse, visit: Visit
) -> None:
    one = await visit()
    await one.page.goto("/register")
    await one.page.get_by_label("Name").fill("greta")
    await one.page.get_by_label("Password", exact=True).fill(PASSWORD)
    await one.button("Register").click()
    assert house.house.people.account("greta") is None  # the question is not answered
    await one.page.get_by_label("Yes, right after registering").check()
    await one.button("Register").click()
    await expect(one.page.get_by_text("given you 1,000 to play with")).to_be_visible()
    stakes = one.page.get_by_role("heading", name="Stakes").locator("..")
    await stakes.get_by_role("button", name="Change Stakes, A round").click()
    await stakes.get_by_label("New limit").fill("20")
    await stakes.get_by_role("button", name="Set").click()
    await expect(stakes.get_by_text("20", exact=True)).to_be_visible()
    await one.sit_at(WHEEL)
    await one.chip(25_00).click()
    await one.spot("red").click()
    await one.button("Place Bet").click()
    await expect(one.page.get_by_text("Your stake limit is 20 a round")).to_be_visible()


async def test_who_has_no_chips_left_is_given_more(house: LiveHouse, visit: Visit) -> None:
    one = await visit()
    api = await house.api()
    await api.register("hugo", PASSWORD)
    await house.house.cage.withdraw("hugo", 1_000_00, "cashier", new_id())
    await one.known_as(api)
    await one.page.goto(f"/table/{WHEEL}")
    await one.button("Get 1,000 more").click()
    await expect(one.page.locator("[data-balance]")).to_have_text("1,000")
    await expect(one.button("Get 1,000 more")).to_be_hidden()
    await one.page.goto("/me/chips")
    await expect(one.page.get_by_text("This house plays for fun")).to_be_visible()
    await one.page.goto("/me/statement")
    await expect(one.page.get_by_text("Play chips").first).to_be_visible()
    await expect(one.page.get_by_text("Net deposits")).to_be_visible()


async def test_a_line_that_is_not_shown_says_why_and_the_desk_changes_the_list(
    house: LiveHouse, visit: Visit
) -> None:
    one = await (await visit()).guest()
    await one.sit_at(WHEEL)
    line = one.page.get_by_label("Say something")
    for text, why in (("call 555-123-4567", "a phone number"), ("you wanker", "not used")):
        await line.fill(text)
        await one.button("Send").click()
        await expect(one.page.get_by_role("alert").filter(has_text=why)).to_be_visible()
        await expect(line).to_have_value(text)
    desk = await (await visit()).staff(Role.MODERATOR)
    await desk.page.goto("/chat")
    await desk.page.get_by_label("Word", exact=True).fill("nincompoop*")
    await desk.button("Do not show").click()
    await expect(desk.page.get_by_text("not shown, added here")).to_be_visible()
    await line.fill("what nincompoops")
    await one.button("Send").click()
    await expect(one.page.get_by_role("alert").filter(has_text="not used")).to_be_visible()
    await line.fill("good luck")
    await one.button("Send").click()
    await expect(one.page.get_by_role("list").get_by_text("good luck")).to_be_visible()


async def test_a_full_table_has_a_list_and_the_first_is_offered_the_seat(
    house: LiveHouse, visit: Visit
) -> None:
    ina = await join_as(house, LIVE, "ina", 1)
    await join_as(house, LIVE, "jan", 2)
    one = await (await visit(**PHONE)).guest()
    await one.sit_at(LIVE)
    await one.button("Wait for a seat").click()
    await expect(one.page.get_by_text("You are number 1 on the list.")).to_be_visible()
    assert await reply_code(ina, say.LeaveSeat, LIVE, 1) == "ok"
    offer = one.page.get_by_role("alert").filter(has_text="Seat 1 is yours")
    await offer.get_by_role("button", name="Take a seat").click()
    await expect(one.page.get_by_role("button", name="Leave, box 1")).to_be_visible()
    assert house.house.rooms[LIVE].state.seats[1] == one.name


async def test_the_lobby_promises_nothing_it_cannot_keep(house: LiveHouse, visit: Visit) -> None:
    one = await visit()
    await one.page.goto("/")
    by_hand = one.page.get_by_role("listitem").filter(has=one.page.get_by_text("Live Baccarat"))
    await expect(by_hand.get_by_text("Waiting for a dealer")).to_be_visible()
    await expect(by_hand.get_by_text("Place your bets")).to_have_count(0)
