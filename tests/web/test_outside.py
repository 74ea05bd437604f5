"""A game of another package in the browser: its felt is drawn from what it declares."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.example_packages import DRAGON_TIGER, install, on_path
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, no_more_bets, untimed
from tests.web.conftest import Visit
from tests.web.visiting import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAME = "dragon-tiger"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LiveHouse]:
    site = tmp_path_factory.mktemp("site")
    install(DRAGON_TIGER, site)
    with on_path(site):
        tables = [untimed(GAME, id=f"{GAME}-{where}") for where in ("desk", "phone")]
        async with serving(tables, randbelow=Stacked("KS 9H")) as house:
            yield house


@pytest.mark.parametrize("where", ["desk", "phone"])
async def test_dragon_tiger_is_played(visit: Visit, house: LiveHouse, where: str) -> None:
    table = f"{GAME}-{where}"
    one = await (await visit(**(PHONE if where == "phone" else {}))).guest()
    await one.sit_at(table)
    for spot, name in (("dragon", "Dragon"), ("suited-tie", "Suited Tie")):
        await expect(one.spot(spot)).to_contain_text(name)
    await expect(one.spot("tie")).to_contain_text("8:1")
    await one.chip(25_00).click()
    await one.spot("dragon").click()
    await one.button("Place Bet").click()
    await one.placed()
    await no_more_bets(house, table)
    await expect(one.page.get_by_role("region", name="Tiger")).to_be_visible()
    lines = one.page.get_by_role("table").locator("tbody tr")
    await expect(lines).to_contain_text("DT 4")
    await expect(one.page.get_by_text("Dragon K♠ · Tiger 9♥").first).to_be_visible()
    assert one.balance == 1_025_00


async def test_the_lobby_lists_it(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).guest()
    await one.page.goto("/")
    others = one.page.get_by_role("region", name="Other games")
    await expect(others.get_by_role("heading", name="Dragon Tiger").first).to_be_visible()
