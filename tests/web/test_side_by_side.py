"""Several tables on one page: each is played in its own frame."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import FrameLocator, expect

from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, no_more_bets
from tests.web.conftest import Visit
from tests.web.staged import BACCARAT, RWS, WHEEL, table_of
from tests.web.test_access import OPEN, complaints
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    tables = [table_of(game) for game in (WHEEL, BACCARAT, RWS)]
    chance = Stacked("TS 6D 9H 5C 4S 3H 2D 7C 8H", burned=6, pockets=(18,))
    async with serving(tables, randbelow=chance) as house:
        yield house


def frame(one: Visitor, table: str) -> FrameLocator:
    return one.page.frame_locator(f'[data-table="{table}"]')


async def put(at: FrameLocator, spot: str, chip: str = "Chip of 25") -> None:
    """A chip on a spot, placed, and the house says so."""
    await at.get_by_role("radio", name=chip, exact=True).click()
    await at.locator(f'[data-spot="{spot}"]').click()
    await at.get_by_role("button", name="Place Bet", exact=True).click()
    await expect(at.get_by_role("button", name="Place Bet", exact=True)).to_be_disabled()


async def test_bets_at_two_tables_and_both_settle(visit: Visit, house: LiveHouse) -> None:
    ann = await (await visit()).player("ann")
    page = ann.page
    await page.goto(f"/table/{WHEEL}")
    await page.get_by_role("link", name="Tables side by side").click()
    await page.get_by_label("Add a table").select_option(BACCARAT)
    await expect(page).to_have_url(re.compile(f"tables={WHEEL},{BACCARAT}$"))
    wheel, cards = frame(ann, WHEEL), frame(ann, BACCARAT)
    await put(wheel, "red@")
    await put(cards, "player@")
    await expect(page.locator("[data-balance]")).to_have_text("950")
    await expect(wheel.get_by_role("banner")).to_have_count(0)  # the page around has it
    for table in (WHEEL, BACCARAT):
        await no_more_bets(house, table)
    for at in (wheel, cards):
        await expect(at.get_by_role("heading", name=re.compile("^What came of it"))).to_be_visible()
    await ann.agrees()


async def test_whose_turn_it_is_is_marked_and_told(visit: Visit, house: LiveHouse) -> None:
    bob = await (await visit()).player("bob")
    page = bob.page
    await page.goto(f"/tables/side-by-side?tables={RWS},{WHEEL}")
    boxes = frame(bob, RWS)
    folded = boxes.get_by_role("button", name=re.compile("^Go to box 1:"))
    seat = boxes.get_by_role("button", name="Take a seat, box 1", exact=True)
    await expect(seat.or_(folded).filter(visible=True).first).to_be_visible()
    if await folded.is_visible():
        await folded.click()
    await seat.click()
    await put(boxes, "initial@1")
    await no_more_bets(house, RWS)
    await expect(page).to_have_title(re.compile("^● Your turn: RWS Blackjack"))
    glowing = page.get_by_role("region", name=re.compile("RWS Blackjack"))
    await expect(glowing).to_have_class(re.compile("asked"))
    await boxes.get_by_role("button", name="Stand").first.click()
    await expect(page).to_have_title(re.compile("^Tables side by side"))
    # Closed there, it is gone from the page.
    await page.get_by_role("button", name="Close RWS Blackjack").click()
    await expect(page.locator("iframe")).to_have_count(1)


async def test_axe_has_nothing_to_say(visit: Visit, axe: str) -> None:
    cleo = await (await visit(**OPEN)).player("cleo")
    await cleo.page.goto(f"/tables/side-by-side?tables={WHEEL},{BACCARAT},{RWS}")
    for table in (WHEEL, BACCARAT, RWS):
        await expect(frame(cleo, table).locator("[data-felt]")).to_be_visible()
    assert await complaints(cleo, axe) == []


async def test_only_a_table_may_be_framed_and_only_at_home(house: LiveHouse) -> None:
    api = await house.api()
    table, account = [await api.send("GET", path) for path in (f"/table/{WHEEL}", "/me")]
    assert "frame-ancestors 'self'" in table.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in account.headers["content-security-policy"]
