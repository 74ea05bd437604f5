"""Why a round came out as it did, on the page of the round."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, no_more_bets, untimed
from tests.web.conftest import Visit

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL = "live-roulette"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with serving([untimed(WHEEL)], randbelow=Stacked(pockets=(17,))) as house:
        yield house


async def test_a_player_reads_what_happened_clause_by_clause(
    visit: Visit, house: LiveHouse
) -> None:
    ann = await (await visit()).player("ann")
    await ann.sit_at(WHEEL)
    await ann.chip(25_00).click()
    await ann.spot("straight:17").click()
    await ann.button("Place Bet").click()
    await ann.placed()
    await no_more_bets(house, WHEEL)
    await expect(ann.page.get_by_role("list", name="Last numbers")).to_contain_text("17")
    await ann.page.goto(f"/me/rounds/{WHEEL}/1")
    await ann.page.get_by_text("What happened, clause by clause").click()
    told = ann.page.get_by_role("group").filter(has_text="The spin")
    await expect(told).to_contain_text(
        "The ball comes to rest in 17: black, odd and low. [LIVE 1.1]"
    )
    await expect(told).to_contain_text("ann's 25 on number 17 wins")
