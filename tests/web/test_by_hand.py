"""A round dealt by hand, with the dealer's, the pit's and the player's browsers around one table,
and a dealing error that is put in order."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.house.roles import Role
from tests.server.dealing import by_hand, sound
from tests.server.serving import Open, serving, totp
from tests.web.conftest import Visit
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

TABLE = "by-hand"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[Open]:
    async with serving([by_hand("rws-blackjack", id=TABLE)]) as house:
        yield house


async def at_work(visit: Visit, house: Open, role: Role) -> Visitor:
    """The code of the next half minute: this one's was used when the authenticator was set up."""
    api = await house.staff(role)
    return await (await visit()).login(f"the-{role}", totp(api.secret, 1))


async def scan(dealer: Visitor, *cards: str) -> None:
    """A scanner is a keyboard that types quickly: no field has to be clicked first."""
    for card in cards:
        seen = dealer.page.get_by_text("Cards out of the shoe:")
        before = await seen.inner_text()
        await dealer.page.keyboard.type(card)
        await dealer.page.keyboard.press("Enter")
        await expect(seen).not_to_have_text(before)


async def test_a_dealing_error_put_in_order(visit: Visit, house: Open) -> None:
    pit = await at_work(visit, house, Role.PIT)
    dealer = await at_work(visit, house, Role.DEALER)
    ann = await (await visit()).player("ann")

    await pit.page.goto("/pit")
    await pit.page.get_by_role("link", name=TABLE).click()
    await pit.page.get_by_label("Dealer's name").fill("the-dealer")
    await pit.button("Put on the table").click()
    await dealer.page.goto("/deal")
    await dealer.page.locator(f'a[href="/deal/{TABLE}"]').click()

    main = dealer.page.locator("[data-main]")
    await expect(dealer.page.get_by_role("checkbox").first).to_be_visible()
    for task in await dealer.page.get_by_role("checkbox").all():
        await task.check()
    await main.click()
    await expect(main).to_contain_text("Open betting")
    await main.click()
    await ann.sit_at(TABLE)
    await ann.button("Take a seat, box 1").click()
    await ann.chip(25_00).click()
    await ann.spot("initial", 1).click()
    await ann.button("Place Bet").click()
    await ann.placed()
    await expect(main).to_contain_text("Close betting")
    await main.click()
    await scan(dealer, "TS", "9H", "6D")
    stand = ann.answer("Stand")
    await expect(stand).to_be_visible()

    await pit.page.locator('[data-ruling="misdeal"]').click()
    await pit.page.get_by_label("Yes, and it has been done").check()
    await pit.button("Declare the dealing error").click()
    choice = ann.page.get_by_text("There was a dealing error: go on, or take your bet back?")
    await expect(choice).to_be_visible()
    await expect(pit.page.get_by_text("no answer yet")).to_be_visible()
    await expect(
        dealer.page.get_by_role("alert")
        .or_(dealer.page.get_by_role("heading"))
        .filter(has_text="Players may go on or withdraw")
    ).to_be_visible()
    await ann.answer("Go on").click()
    await expect(choice).to_be_hidden()
    await stand.click()
    await scan(dealer, "8H")

    lines = ann.page.get_by_role("table").locator("tbody tr")
    await expect(lines).to_have_count(1)
    await expect(lines).to_contain_text("lost")
    assert ann.balance == 975_00
    await ann.agrees()
    await expect(dealer.page.get_by_role("main")).to_contain_text("ann")
    sound(house)
