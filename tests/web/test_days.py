"""A day is closed in the browser: the pit asks for a fill, the cage gives it, the cashier counts,
the shift manager signs, the inspector reads the report."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.house.roles import Role
from tests.support.api_calls import WHEEL, player_with_round, spin, wheel
from tests.support.day_close import count_day, tomorrow
from tests.support.live_house import LiveHouse, serving, table, totp
from tests.web.conftest import Visit
from tests.web.test_access import OPEN, complaints
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")
SIZES = (360, 390, 820, 1280, 2560)


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with serving([wheel(), table("rws-blackjack"), table("live-baccarat")]) as house:
        await player_with_round(house)
        await spin(await house.guest(), 30_00)
        yield house


async def shown(one: Visitor, name: str) -> None:
    """It fits at every width; with a folder to put them in, pictures are taken of it."""
    folder = os.environ.get("CROUPIER_PICTURES")
    for width in SIZES:
        await one.page.set_viewport_size({"width": width, "height": 1000})
        wide = await one.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{name} is {wide} wide at {width}"
        if folder:
            path = Path(folder) / f"{name}-{width}.png"
            await one.page.screenshot(path=str(path), full_page=True)


async def test_a_float_is_filled(house: LiveHouse, visit: Visit, axe: str) -> None:
    pit = await (await visit(**OPEN)).staff(Role.PIT)
    await pit.page.goto("/office/floats")
    await pit.page.get_by_role("combobox", name="Table").select_option(WHEEL)
    await pit.page.get_by_label("Amount").fill("250")
    await pit.page.get_by_label("Reason").fill("the float is low")
    await pit.button("Ask the cage").click()
    floats = pit.page.locator("section").filter(has_text="In the banks now")
    await expect(floats.get_by_text("Live Roulette · Table 1", exact=True)).to_be_visible()
    chips = floats.locator(".row").filter(has_text="Live Roulette · Table 1, play chips")
    await expect(chips).to_contain_text("30.00")
    waiting = pit.page.get_by_role("region", name="Waits for the cage")
    await expect(waiting).to_contain_text("250.00")
    await expect(waiting.get_by_role("button", name="Move it")).to_have_count(0)
    cashier = await (await visit(**OPEN)).staff(Role.CASHIER)
    await cashier.page.goto("/office/floats")
    await shown(cashier, "floats")
    await cashier.button("Move it").click()
    await expect(cashier.page.get_by_text("Nothing waits.")).to_be_visible()
    await expect(cashier.page.get_by_role("row").filter(has_text="+250.00")).to_be_visible()
    assert await complaints(cashier, axe) == []


async def test_a_day_is_closed_by_two(
    house: LiveHouse, visit: Visit, axe: str, tmp_path: Path
) -> None:
    day = tomorrow(house)
    cashier = await (await visit(**OPEN)).staff(Role.CASHIER)
    page = cashier.page
    await page.goto("/office/days")
    await page.get_by_label("Day", exact=True).evaluate("(field) => field.removeAttribute('max')")
    await page.get_by_label("Day", exact=True).fill(day)
    await cashier.button("Cut the day").click()
    await expect(page.get_by_text("The books agree")).to_be_visible()
    await page.get_by_label("Counted", exact=True).fill("990")
    await expect(page.locator("[data-difference]")).to_have_text("−10.00")
    await page.get_by_label("Why: what differs").fill("ten are missing")
    await shown(cashier, "days-count")
    assert await complaints(cashier, axe) == []
    await cashier.button("Sign the count").click()
    waits = page.get_by_role("region", name=f"{day} waits for a second signature")
    await expect(waits).to_contain_text("ten are missing")
    await expect(waits.get_by_role("button", name="Sign and seal")).to_be_disabled()

    shift = await (await visit(**OPEN)).staff(Role.SHIFT)
    shift.expected.append(r"/api/days/signature$")
    await shift.page.goto("/office/days")
    await shown(shift, "days-sign")
    await shift.button("Sign and seal").click()
    secret = (await house.staff(Role.SHIFT)).secret
    dialog = shift.page.get_by_role("dialog")
    await dialog.get_by_role("textbox").fill(totp(secret, 1))
    await dialog.get_by_role("button", name="Confirm").click()
    await shift.page.get_by_role("link", name=day).click()
    await expect(shift.page.get_by_role("heading", name=f"Day close {day}")).to_be_visible()
    await expect(shift.page.locator("[data-difference]")).to_have_text("−10.00")
    await shown(shift, "day")
    assert await complaints(shift, axe) == []
    async with shift.page.expect_download() as download:
        await shift.page.get_by_role("link", name="Page to print").click()
    file = tmp_path / "day.html"
    await (await download.value).save_as(file)
    printed = await shift.page.context.new_page()
    await printed.goto(file.as_uri())
    await expect(printed.get_by_role("heading", name=f"Day close {day}")).to_be_visible()
    if folder := os.environ.get("CROUPIER_PICTURES"):
        await printed.screenshot(path=f"{folder}/page.png", full_page=True)


async def test_the_list_in_arabic(house: LiveHouse, visit: Visit) -> None:
    """From the right, and as wide as the screen."""
    day = tomorrow(house)
    await count_day(house, day)
    shift = await house.staff(Role.SHIFT)
    await house.step_up(shift)
    await shift.call("POST", "/api/days/signature", {"day": day})
    one = await (await visit(locale="ar")).staff(Role.INSPECTOR)
    await one.page.goto("/office/days")
    await expect(one.page.get_by_role("link", name=day)).to_be_visible()
    assert await one.page.evaluate("document.documentElement.dir") == "rtl"
    await shown(one, "days-ar")
