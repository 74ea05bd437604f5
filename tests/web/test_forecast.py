"""The office asks what a table may win or lose."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from croupier.house.roles import Role
from tests.support.live_house import LiveHouse, serving, table
from tests.web.conftest import Visit
from tests.web.test_access import OPEN, complaints
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL, BLACKJACK = "live-roulette", "rws-blackjack"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with serving([table(WHEEL), table(BLACKJACK)]) as house:
        yield house


def tile(page: Page, name: str) -> Locator:
    term = page.locator("dt", has_text=name)
    return page.locator("dl > div").filter(has=term).locator("dd")


async def at_the_wheel(one: Visitor) -> Page:
    page = one.page
    await page.goto("/office")
    await page.get_by_role("link", name="Forecast").click()
    await page.get_by_role("combobox", name="Table").select_option(WHEEL)
    await page.get_by_role("combobox", name="Bet").select_option("red")
    await page.get_by_label("Rounds").fill("100")
    return page


async def test_a_forecast_is_drawn_and_said_in_words(visit: Visit, axe: str) -> None:
    one = await (await visit(**OPEN)).staff(Role.INSPECTOR)
    page = await at_the_wheel(one)
    await page.get_by_label("Bankroll").fill("200")
    await one.button("Reckon").click()
    await expect(tile(page, "On average")).to_have_text("+27.03")
    await expect(tile(page, "Ends ahead")).to_have_text("56.79\u00a0%")
    main = page.get_by_role("main")
    await expect(main).to_contain_text("Half of all such sessions end between −40 and +100.")
    await expect(main).to_contain_text("A bankroll of 200 is lost within the session")
    await expect(main).to_contain_text("Ruined is a house with less than 0 left.")
    for picture in ("Result of the session", "Chance of ruin, by bankroll", "Longest losing run"):
        await expect(page.get_by_role("img", name=picture)).to_be_visible()
    assert await page.locator("svg rect.lost").count() > 10
    assert await complaints(one, axe) == []


async def test_the_player_sees_the_other_side(visit: Visit) -> None:
    one = await (await visit()).staff(Role.SHIFT)
    page = await at_the_wheel(one)
    await one.button("The player").click()
    await page.get_by_label("Bankroll").fill("200")
    await one.button("Reckon").click()
    await expect(tile(page, "On average")).to_have_text("−27.03")
    main = page.get_by_role("main")
    await expect(main).to_contain_text("If it goes on for ever, it is certain.")
    await expect(main).to_contain_text("less than 10 left, the stakes of a round")


async def test_bets_of_one_spin_are_asked_for_together(visit: Visit) -> None:
    one = await (await visit()).staff(Role.SHIFT)
    page = await at_the_wheel(one)
    await one.button("One more bet").click()
    await page.get_by_role("combobox", name="Bet").nth(1).select_option("black")
    await page.get_by_label("Rounds").fill("37")
    await one.button("Reckon").click()
    await expect(tile(page, "On average")).to_have_text("+20")  # the zero takes both
    await page.get_by_role("button", name="Take out Black").click()
    await one.button("Reckon").click()
    await expect(tile(page, "On average")).to_have_text("+10")


async def test_what_cannot_be_reckoned_is_said(visit: Visit) -> None:
    one = await (await visit()).staff(Role.SHIFT)
    one.expected.append("/api/office/forecast/")
    page = await at_the_wheel(one)
    await page.get_by_label("Stake in each round").fill("ten")
    await one.button("Reckon").click()
    await expect(page.get_by_role("alert")).to_contain_text("such as 100 or 2.50")
    await page.get_by_role("combobox", name="Table").select_option(BLACKJACK)
    await expect(page.get_by_role("combobox", name="Bet")).to_have_value("initial")
    await one.button("One more bet").click()
    await one.button("Reckon").click()
    await expect(page.get_by_role("alert")).to_contain_text("ask for one, or play them")


async def test_only_the_office_finds_it(visit: Visit) -> None:
    one = await (await visit()).staff(Role.CASHIER)
    await one.page.goto(f"/office/forecast/{WHEEL}")
    await expect(one.page.get_by_role("main")).to_contain_text("for another post")
