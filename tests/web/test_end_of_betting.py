"""Betting ends: everyone has finished, or the only player deals now (R33)."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from msgspec.structs import replace
from playwright.async_api import expect

from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import UNTIMED, bet, join_as, own_view, untimed
from tests.web.conftest import Visit
from tests.web.visiting import DESKTOP, PHONE, Context

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL, BOXES, NEVER = "live-roulette", "rws-blackjack", "never-early"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    clocks = replace(UNTIMED, min_betting=0)
    tables = [untimed(WHEEL, id=f"wheel-{n}") for n in (1, 2)]
    tables += [
        untimed(BOXES, clocks=clocks),
        replace(untimed(WHEEL, id=NEVER), early_close=False),
    ]
    async with serving(tables) as house:
        yield house


@pytest.mark.parametrize(("wheel", "size"), [("wheel-1", DESKTOP), ("wheel-2", PHONE)])
async def test_alone_at_the_table_one_deals_now(visit: Visit, wheel: str, size: Context) -> None:
    ann = await (await visit(**size)).guest()
    await ann.sit_at(wheel)
    deal = ann.button("Spin now")
    await ann.spot("red").click()
    await expect(deal).to_have_count(0)
    await ann.button("Place Bet").click()
    await ann.placed()
    await expect(deal).to_be_in_viewport(ratio=1)
    await deal.click()
    await expect(ann.page.locator("[data-phase=betting]")).to_have_count(0)


@pytest.mark.clause("LIVE 3.2", "R33")
async def test_each_confirms_and_a_chip_takes_it_back(visit: Visit, house: LiveHouse) -> None:
    bob = await join_as(house, BOXES, "bob", 2)
    await bet(bob, BOXES, ("initial", 10_00, 2))
    ann = await (await visit()).player("ann")
    await ann.sit_at(BOXES)
    await ann.button("Take a seat, box 1").click()
    await ann.spot("initial", 1).click()
    await ann.button("Place Bet").click()
    done = ann.page.get_by_role("button", name="Done betting")
    await done.click()
    await expect(done).to_have_attribute("aria-pressed", "true")
    await expect(done).to_contain_text("1 player to go")
    await ann.spot("initial", 1).click()
    await bob.until(lambda: bob.tables[BOXES].finished == 0)
    await ann.button("Undo").click()
    await expect(done).to_have_attribute("aria-pressed", "false")
    await done.click()
    await bob.until(lambda: bob.tables[BOXES].finished == 1)
    await bob.finish_betting(BOXES)
    await expect(ann.page.locator("[data-phase=betting]")).to_have_count(0)
    assert own_view(bob, BOXES).confirmed


async def test_where_the_house_does_not_close_early_nothing_is_offered(visit: Visit) -> None:
    ann = await (await visit()).guest()
    await ann.sit_at(NEVER)
    await ann.spot("red").click()
    await ann.button("Place Bet").click()
    await ann.placed()
    await expect(ann.button("Spin now")).to_have_count(0)
