"""A round dealt by hand, with the dealer's, the pit's and the player's browsers around one table,
and a dealing error that is put in order; and a round whose dealer has no mouse."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.house.floor.facts import AlertKind
from croupier.house.roles import Role
from croupier.wire import commands as say
from tests.server.dealing import by_hand, sound, told
from tests.server.serving import Open, serving, totp
from tests.web.conftest import Visit
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

TABLE, KEYS = "by-hand", "by-keys"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[Open]:
    tables = [by_hand("rws-blackjack", id=id) for id in (TABLE, KEYS)]
    async with serving(tables) as house:
        yield house


async def at_work(visit: Visit, house: Open, role: Role) -> Visitor:
    """The code of the next half minute: this one's was used when the authenticator was set up."""
    api = await house.staff(role)
    return await (await visit()).login(f"the-{role}", totp(api.secret, 1))


NO_POINTER = """() => {
    window.pointed = 0;
    for (const kind of ['pointerdown', 'pointermove', 'mousedown', 'touchstart'])
        addEventListener(kind, () => (window.pointed += 1), true);
}"""


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


async def test_a_round_dealt_by_the_keyboard_alone(visit: Visit, house: Open) -> None:
    """From the list of tables to the payments: a scanner, six keys, and nothing to point with. The
    player, too, has only keys."""
    pit = await house.client(await house.staff(Role.PIT))
    await pit.join(KEYS)
    dealer = await (await visit()).staff(Role.DEALER)
    assert await told(pit, say.ChangeDealer, KEYS, dealer.name) == "ok"
    await dealer.page.add_init_script(f"({NO_POINTER})()")
    keyboard, main = dealer.page.keyboard, dealer.page.locator("[data-main]")
    await dealer.page.goto("/deal")
    await dealer.press(dealer.page.locator(f'a[href="/deal/{KEYS}"]'))

    # The checklist line by line, then the shoe; then betting is open.
    tasks = dealer.page.get_by_role("checkbox")
    await expect(tasks.first).to_be_visible()
    for task in await tasks.all():
        await keyboard.press("F8")
        await expect(task).to_be_checked()
    await keyboard.press("F8")
    await expect(main).to_contain_text("Open betting")
    await keyboard.press("F8")

    ann = await (await visit()).player("kay")
    await ann.sit_at(KEYS)
    await ann.press(ann.button("Take a seat, box 2"))
    await ann.press(ann.chip(25_00))
    await ann.press(ann.spot("initial", 2))
    await ann.press(ann.button("Place Bet"))
    await ann.placed()
    await expect(main).to_contain_text("Close betting")
    await keyboard.press("F8")

    await scan(dealer, "TS", "9H", "5D")
    # The last one was misread: taken back, and read again.
    seen = dealer.page.get_by_text("Cards out of the shoe:")
    await keyboard.press("F2")
    await expect(seen).to_contain_text("2")
    await scan(dealer, "6D")
    await keyboard.press("F4")
    await keyboard.press("3")
    await expect(dealer.page.get_by_text("The pit has been called.")).to_be_visible()
    called = house.house.floor.open_alerts()[-1].raised
    assert (called.kind, called.table) == (AlertKind.PIT_CALLED, KEYS)

    await ann.press(ann.answer("Hit"))
    await scan(dealer, "5C")
    await expect(ann.answer("Stand")).to_be_visible()
    await ann.page.keyboard.press("s")
    await expect(dealer.page.get_by_text("Deal: dealer, face up.")).to_be_visible()
    await scan(dealer, "7C", "4S")

    lines = ann.page.get_by_role("table").locator("tbody tr")
    await expect(lines).to_contain_text("won")
    assert ann.balance == 1_025_00
    # What is paid and taken is on the dealer's screen, and the next round is one key away.
    await expect(dealer.page.get_by_role("main")).to_contain_text("kay")
    await expect(main).to_contain_text("Open betting")
    await keyboard.press("F8")
    await expect(ann.button("Last Bet")).to_be_enabled()
    assert await dealer.page.evaluate("pointed") == 0
    sound(house)
