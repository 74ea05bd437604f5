"""A felt keeps still under the hand: its spots come together, and a chip falls where it is shown to
fall."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Route, expect

from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import untimed
from tests.web.conftest import Visit
from tests.web.visiting import PHONE, middle

pytestmark = pytest.mark.asyncio(loop_scope="session")

SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver((seen) => {
        for (const shift of seen.getEntries()) window.shifted += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
}"""
SIDE_BETS = {
    "rws-blackjack-plus": ("rws-pairs", 1),
    "rws-knockout-baccarat": ("winning-total-7", None),
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    tables = [untimed(game, id=game) for game in (*SIDE_BETS, "live-roulette")]
    async with serving(tables) as house:
        yield house


@pytest.mark.parametrize("game", SIDE_BETS)
async def test_no_spot_comes_later_than_the_others(visit: Visit, game: str) -> None:
    """Side bets that are told late would push the main bet away from under a finger."""
    one, asked, released = await (await visit(**PHONE)).guest(), asyncio.Event(), asyncio.Event()

    async def late(question: Route) -> None:
        asked.set()
        await released.wait()
        await question.continue_()

    await one.page.route(re.compile("/spots$"), late)
    await one.sit_at(game)
    await expect(one.button("Place Bet")).to_be_visible()
    await asked.wait()
    await expect(one.page.locator("[data-spot]")).to_have_count(0)
    released.set()
    await expect(one.spot(*SIDE_BETS[game])).to_be_visible()


async def test_a_chip_falls_on_the_spot_that_was_lit(visit: Visit) -> None:
    one = await (await visit()).guest()
    await one.sit_at("rws-blackjack-plus")
    await one.button("Take a seat, box 3").click()
    await expect(one.button("Leave, box 3")).to_be_visible()
    there, mouse = one.spot("initial", 3), one.page.mouse
    await mouse.move(*await middle(one.chip(25_00)))
    await mouse.down()
    await mouse.move(*await middle(there), steps=4)
    await expect(there).to_have_class(re.compile(r"\bover\b"))
    await one.page.locator("[data-felt]").evaluate("felt => (felt.style.paddingTop = '9rem')")
    await mouse.up()
    await expect(there).to_have_accessible_name(re.compile("25 not placed yet"))


@pytest.mark.parametrize("game", [*SIDE_BETS, "live-roulette"])
async def test_nothing_jumps_while_a_table_comes_up(visit: Visit, game: str) -> None:
    """The browser's own measure, for which a tenth is good and a quarter is bad."""
    one = await (await visit(**PHONE)).guest()
    await one.page.add_init_script(f"({SHIFTS})()")
    await one.sit_at(game)
    await expect(one.page.locator("[data-spot]").first).to_be_visible()
    await one.page.wait_for_load_state("networkidle")
    assert await one.page.evaluate("shifted") < 0.05
