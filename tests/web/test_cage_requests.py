"""A player asks the cage on a phone, a cashier decides at a desk, and the purse grows by itself."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from croupier.house.roles import Role
from tests.support.live_house import LiveHouse, serving
from tests.web.conftest import Visit
from tests.web.staged import WHEEL, table_of
from tests.web.visiting import PHONE, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with serving([table_of(WHEEL)]) as house:
        yield house


def dialog_of(one: Visitor) -> Locator:
    return one.page.get_by_role("dialog", name="Buy in or cash out")


async def ask(one: Visitor, way: str, amount: str, note: str = "") -> None:
    dialog = dialog_of(one)
    await dialog.get_by_text(way, exact=True).click()
    await dialog.get_by_label("Amount").fill(amount)
    if note:
        await dialog.get_by_label("How you").fill(note)
    await dialog.get_by_role("button", name="Ask the cage").click()
    await expect(dialog).to_be_hidden()


async def test_asked_on_a_phone_approved_at_a_desk(visit: Visit, house: LiveHouse) -> None:
    ann = await (await visit(**PHONE)).player("ann", chips=0)
    cashier = await (await visit()).staff(Role.CASHIER)
    await cashier.page.goto("/cage")
    requests = cashier.page.get_by_role("region", name="Requests of players")
    await expect(requests).to_contain_text("Nobody waits.")
    await ann.page.goto(f"/table/{WHEEL}")
    # Who has nothing is shown the way at the table itself.
    await ann.button("To the cage").click()
    await ask(ann, "Buy in", "50", "by card")
    await expect(ann.page.get_by_text("The cage has your request.")).to_be_visible()
    await expect(requests).to_contain_text(re.compile("Buy in 50.00"))
    await expect(requests).to_contain_text("by card")
    menu = cashier.page.get_by_role("navigation", name="Menu")
    await expect(menu.get_by_role("link", name="Cage")).to_contain_text("1 request waits")
    await requests.get_by_role("button", name="Approve").click()
    await requests.get_by_role("button", name="Yes, take in 50.00").dblclick()
    await expect(requests).to_contain_text("Nobody waits.")
    # Without a reload.
    await expect(ann.page.locator("[data-balance]")).to_have_text("50")
    await expect(ann.page.get_by_text("Your buy-in of 50 is in your purse.")).to_be_visible()
    await expect(ann.button("Place Bet")).to_be_visible()
    assert ann.balance == 50_00


async def test_a_cash_out_is_held_refused_asked_again_and_withdrawn(
    visit: Visit, house: LiveHouse
) -> None:
    bob = await (await visit()).player("bob", chips=80_00)
    cashier = await (await visit()).staff(Role.CASHIER)
    await cashier.page.goto("/cage")
    await bob.page.goto("/me/chips")
    await bob.page.get_by_role("button", name="Balance 80").click()
    await ask(bob, "Cash out", "30")
    await expect(bob.page.locator("[data-balance]")).to_have_text("50")
    await expect(bob.page.get_by_text("Held for cash-outs")).to_be_visible()
    requests = cashier.page.get_by_role("region", name="Requests of players")
    await requests.get_by_role("button", name="Refuse").click()
    await requests.get_by_label("Why?").fill("show your passport first")
    await requests.get_by_role("button", name="Refuse").click()
    await expect(bob.page.locator("[data-balance]")).to_have_text("80")
    mine = bob.page.get_by_role("listitem").filter(has_text="show your passport first")
    await expect(mine).to_contain_text("Refused")
    await expect(mine).to_contain_text("the-cashier")
    await bob.page.get_by_role("button", name="Balance 80").click()
    await ask(bob, "Cash out", "80")
    await expect(bob.page.locator("[data-balance]")).to_have_text("0")
    await bob.button("Withdraw the request").click()
    await expect(bob.page.locator("[data-balance]")).to_have_text("80")
    await expect(requests).to_contain_text("Nobody waits.")


async def test_who_bets_more_than_there_is_is_shown_the_way(visit: Visit, house: LiveHouse) -> None:
    cid = await (await visit()).player("cid", chips=20_00)
    await cid.sit_at(WHEEL)
    await cid.chip(25_00).click()
    await cid.spot("red").click()
    # As the chip is put down: it does not stay, and nothing is to be placed.
    short = cid.page.locator(".toast").filter(has_text="this needs 25, and your purse holds 20")
    await expect(cid.spot("red").locator(".pile")).to_have_count(0)
    await expect(cid.button("Place Bet")).to_be_disabled()
    await short.get_by_role("button", name="To the cage").click()
    await expect(dialog_of(cid)).to_be_visible()
    await cid.page.keyboard.press("Escape")
    await expect(dialog_of(cid)).to_be_hidden()
