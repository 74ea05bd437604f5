"""The office and the pit look at the band, and at what speaks against whom."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from croupier.house.roles import Role
from tests.support.live_house import LiveHouse, serving, table
from tests.support.live_play import UNTIMED, Stacked, join_as, spins
from tests.web.conftest import Visit
from tests.web.test_access import OPEN, complaints
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL = "live-roulette"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    """Ann's number has come fifteen times in a row; Bob has lost three on black."""
    async with serving([table(WHEEL, clocks=UNTIMED)], randbelow=Stacked(pockets=(1,))) as house:
        ann = await join_as(house, WHEEL, "ann")
        await spins(house, ann, "straight:1", 15)
        bob = await join_as(house, WHEEL, "bob")
        await spins(house, bob, "black", 3)
        await house.house.play_watch.follow()
        yield house


async def office(visit: Visit) -> tuple[Visitor, Page]:
    one = await (await visit(**OPEN)).staff(Role.SHIFT)
    await one.page.goto("/office")
    await one.page.get_by_role("link", name="Band", exact=True).click()
    return one, one.page


async def test_the_office_sees_the_win_within_its_band(visit: Visit, axe: str) -> None:
    one, page = await office(visit)
    await expect(page.get_by_role("img", name="The win within its band")).to_be_visible()
    parts = page.get_by_role("region", name="One by one")
    wheel = parts.get_by_role("row").filter(has_text=WHEEL)
    await expect(wheel).to_contain_text("−5,220")  # 15 × 350 paid, 30 taken
    await expect(wheel).to_contain_text("outside")
    await expect(wheel).to_contain_text("under 0.01\u00a0%")
    assert await page.locator("svg circle").count() > 0
    await one.button("Player").click()
    bob = parts.get_by_role("row").filter(has_text="bob")
    await expect(bob).to_contain_text("within")
    await bob.get_by_role("button", name="bob").click()
    await expect(page.get_by_role("heading", name="bob: the win within its band")).to_be_visible()
    await expect(page.locator("svg circle")).to_have_count(0)
    await one.button("Bet").click()
    await expect(parts.get_by_role("row").filter(has_text="Black")).to_contain_text("within")
    assert await complaints(one, axe) == []


async def test_the_office_sees_what_speaks_against_whom(visit: Visit) -> None:
    _, page = await office(visit)
    against = page.get_by_role("region", name="What speaks against whom")
    ann = against.get_by_role("row").filter(has_text="ann at live-roulette")
    await expect(ann).to_contain_text("wins more than the bets can be worth")
    await expect(ann).to_contain_text("after round")
    bob = against.get_by_role("row").filter(has_text="bob at live-roulette")
    await expect(bob).to_contain_text("–")


async def test_the_pit_sees_today_and_is_called(visit: Visit, axe: str) -> None:
    one = await (await visit(**OPEN)).staff(Role.PIT)
    page = one.page
    await page.goto(f"/pit/{WHEEL}")
    await expect(page.get_by_role("img", name="Today, within its band")).to_be_visible()
    main = page.get_by_role("main")
    await expect(main).to_contain_text(
        "ann wins more than the bets can be worth; since about round 1"
    )
    await expect(main).to_contain_text("ann at live-roulette: wins more than the bets can be worth")
    assert await complaints(one, axe) == []
