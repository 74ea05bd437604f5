"""What happened at a table while somebody was away is told once: there, or on its lobby card."""

import re
from collections.abc import AsyncIterator

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.kit.phrase import words
from croupier.table.config import Language
from croupier.wire.messages import NoticeCode
from tests.support.live_house import LiveHouse, human, serving
from tests.web.conftest import Visit
from tests.web.staged import BACCARAT, BY_HAND, RWS, WHEEL, table_of
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")
ROUND = "the house was interrupted before round 7 began"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    salon = msgspec.structs.replace(human(RWS, id=BY_HAND), language=Language.GERMAN)
    async with serving([table_of(WHEEL), table_of(BACCARAT), salon]) as house:
        yield house


def interrupt(house: LiveHouse, one: Visitor, table: str) -> None:
    """As the house says it to who comes back."""
    text = words(
        "{table}: the house was interrupted before round {round} began, and your "
        "{returned:amount} went back to you (R4).",
        table=table,
        round=7,
        returned=10_00,
    )
    house.house.purse_feed.notice(one.name, NoticeCode.INTERRUPTED, text, table)


async def test_it_is_told_at_its_own_table(visit: Visit, house: LiveHouse) -> None:
    ann = await (await visit()).player("ann")
    await ann.sit_at(WHEEL)
    interrupt(house, ann, WHEEL)
    await expect(ann.page.locator(".toast")).to_contain_text(ROUND)


async def test_it_is_not_told_at_another_table_but_on_its_card(
    visit: Visit, house: LiveHouse
) -> None:
    bob = await (await visit()).player("bob")
    page = bob.page
    await bob.sit_at(BACCARAT)
    interrupt(house, bob, WHEEL)
    house.house.purse_feed.notice(bob.name, NoticeCode.DISPUTE, words("What is said after it."))
    await expect(page.locator(".toast")).to_have_text(re.compile("^What is said after it"))
    await page.get_by_role("link", name="Lobby").click()
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Roulette"))
    await expect(card.get_by_role("status")).to_contain_text(ROUND)
    # Once is enough.
    await card.get_by_role("button", name="Play").click()
    await expect(page.get_by_text("Place your bets").first).to_be_visible()
    await expect(page.get_by_text(ROUND)).to_have_count(0)


async def test_a_card_says_what_the_dealers_speak(visit: Visit, house: LiveHouse) -> None:
    cid = await visit()
    await cid.page.goto("/")
    await expect(cid.page.get_by_text("German spoken")).to_have_count(1)
