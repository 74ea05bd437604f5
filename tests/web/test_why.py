"""Why a bet was won or lost is told where it lies, until betting begins again."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, next_round, no_more_bets, untimed
from tests.web.conftest import Visit

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL = "live-roulette"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with serving([untimed(WHEEL)], randbelow=Stacked(pockets=(17, 5))) as house:
        yield house


async def test_a_spot_says_what_became_of_its_chips_and_why(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).guest()
    await one.sit_at(WHEEL)
    await one.chip(25_00).click()
    for bet in ("straight:17", "red"):
        await one.spot(bet).click()
    await one.button("Place Bet").click()
    await one.placed()
    await no_more_bets(house, WHEEL)
    red, why = one.spot("red"), one.page.locator("[data-why]")
    await expect(red.get_by_text("−25")).to_be_visible()
    await red.focus()
    await one.page.keyboard.press("Enter")
    await expect(why).to_contain_text("lost −25")
    await expect(why).to_contain_text("LIVE")
    await one.page.keyboard.press("Escape")
    await expect(why).to_have_count(0)
    await expect(red).to_be_focused()
    await one.spot("straight:17").click()
    await expect(why).to_contain_text("+875")
    await one.page.keyboard.press("Escape")
    # All of it, from the button that tells what the round has brought.
    await one.button("This round: +850").click()
    await expect(why).to_contain_text("+875")
    await expect(why).to_contain_text("lost −25")
    await expect(why.get_by_role("link", name="Watch it again")).to_be_visible()
    await next_round(house, WHEEL)
    await expect(one.page.get_by_text("Place your bets").first).to_be_visible()
    await expect(why).to_have_count(0)
    await expect(red.get_by_text("−25")).to_have_count(0)
