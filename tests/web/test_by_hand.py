"""A round dealt by hand, with the dealer's, the pit's and the player's browsers around one table,
and a dealing error that is put in order; and a round whose dealer has no mouse."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.engine.inputs import Capacity, Misdeal
from croupier.house.floor.facts import AlertKind
from croupier.house.roles import Role
from croupier.wire import commands as say
from tests.support.live_clients import assert_books_balance, reply_code, sync
from tests.support.live_dealing import HandDealt, by_hand, sign_where_owed
from tests.support.live_house import LiveHouse, serving, totp
from tests.web.conftest import Visit
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

TABLE, KEYS, WHEEL, FELT = "by-hand", "by-keys", "by-wheel", "by-felt"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    tables = [by_hand("rws-blackjack", id=id) for id in (TABLE, KEYS)]
    tables += [by_hand("live-roulette", id=WHEEL), by_hand("live-blackjack", id=FELT)]
    async with serving(tables) as house:
        yield house


async def at_work(visit: Visit, house: LiveHouse, role: Role) -> Visitor:
    """The code of the next half minute: this one's was used when the authenticator was set up."""
    api = await house.staff(role)
    return await (await visit()).login(f"the-{role}", totp(api.secret, 1))


# A browser makes moves of its own when the page shifts under a pointer at rest: presses count.
NO_POINTER = """() => {
    window.pointed = 0;
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
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


async def ticked_off(dealer: Visitor, checklist: str) -> None:
    await expect(dealer.page.get_by_role("heading", name=checklist, exact=True)).to_be_visible()
    for task in await dealer.page.get_by_role("checkbox").all():
        await task.check()


async def test_a_dealing_error_put_in_order(visit: Visit, house: LiveHouse) -> None:
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
    await ticked_off(dealer, "The day's inspection")
    await expect(main).to_contain_text("Both are in order")
    await main.click()
    await ticked_off(dealer, "A fresh shoe")
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
    await pit.page.get_by_label("No card on the table was out of place").check()
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
    await expect(main).to_contain_text("Confirm the result")
    assert ann.balance == 975_00
    await main.click()

    lines = ann.page.get_by_role("table").locator("tbody tr")
    await expect(lines).to_have_count(1)
    await expect(lines).to_contain_text("lost")
    assert ann.balance == 975_00
    await ann.agrees()
    await expect(dealer.page.get_by_role("main")).to_contain_text("ann")
    assert_books_balance(house)


async def call_the_pit(dealer: Visitor, house: LiveHouse) -> None:
    """A scan into the wrong field calls nobody, and a number alone neither."""
    keyboard, alerts = dealer.page.keyboard, house.house.floor.open_alerts
    await keyboard.press("F4")
    await keyboard.type("3H")
    await keyboard.press("Enter")
    await expect(dealer.page.get_by_text("3H was scanned, not said.")).to_be_visible()
    await keyboard.press("3")
    dispute = dealer.button("A player does not agree")
    await expect(dispute).to_have_attribute("aria-pressed", "true")
    assert AlertKind.PIT_CALLED not in {one.raised.kind for one in alerts()}
    await keyboard.press("Enter")
    await expect(dealer.page.get_by_text("The pit has been called.")).to_be_visible()
    called = alerts()[-1].raised
    assert (called.kind, called.table) == (AlertKind.PIT_CALLED, KEYS)


async def test_a_round_dealt_by_the_keyboard_alone(visit: Visit, house: LiveHouse) -> None:
    """From the list of tables to the payments: a scanner, six keys, and nothing to point with. The
    player, too, has only keys."""
    pit = await sign_where_owed(house, await house.client(await house.staff(Role.PIT)), KEYS)
    await pit.join(KEYS)
    dealer = await (await visit()).staff(Role.DEALER)
    assert await reply_code(pit, say.ChangeDealer, KEYS, dealer.name) == "ok"
    await dealer.page.add_init_script(f"({NO_POINTER})()")
    keyboard, main = dealer.page.keyboard, dealer.page.locator("[data-main]")
    await dealer.page.goto("/deal")
    await dealer.press(dealer.page.locator(f'a[href="/deal/{KEYS}"]'))

    # The day's inspection and the checklist, line by line; then betting is open.
    tasks = dealer.page.get_by_role("checkbox")
    for checklist in ("The day's inspection", "A fresh shoe"):
        await expect(dealer.page.get_by_role("heading", name=checklist, exact=True)).to_be_visible()
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
    await expect(seen).to_contain_text("shoe: 2")
    await scan(dealer, "6D")
    await call_the_pit(dealer, house)
    await expect(ann.page.get_by_text("The table waits for the pit")).to_be_visible()
    await expect(ann.answer("Hit")).to_be_hidden()
    await keyboard.press("F4")
    await expect(dealer.page.get_by_text("The call is taken back")).to_be_visible()

    await ann.press(ann.answer("Hit"))
    await scan(dealer, "5C")
    await expect(ann.answer("Stand")).to_be_enabled()
    await ann.page.keyboard.press("s")
    await expect(dealer.page.get_by_text("Deal: dealer, face up.")).to_be_visible()
    await scan(dealer, "7C", "4S")
    await keyboard.press("Enter")

    await expect(ann.page.get_by_role("table").locator("tbody tr")).to_contain_text("won")
    assert ann.balance == 1_025_00
    # What is paid and taken is on the dealer's screen, and the next round is one key away.
    await expect(dealer.page.get_by_role("main")).to_contain_text("kay")
    await expect(main).to_contain_text("Open betting")
    await keyboard.press("F8")
    await expect(ann.button("Last Bet")).to_be_enabled()
    assert await dealer.page.evaluate("pointed") == 0
    assert_books_balance(house)


async def at_the_desk(visit: Visit, house: LiveHouse, table: str) -> tuple[HandDealt, Visitor]:
    """A table whose dealer has a program for the plain rounds, and a page to look at."""
    dealt = await HandDealt.open(house, table)
    dealer = await (await visit()).staff(Role.DEALER)
    await dealer.page.goto(f"/deal/{table}")
    await expect(dealer.page.locator("[data-main]")).to_be_visible()
    return dealt, dealer


async def test_a_result_is_confirmed_and_what_cannot_be_taken_back_is_told(
    visit: Visit, house: LiveHouse
) -> None:
    table, dealer = await at_the_desk(visit, house, WHEEL)
    keyboard, text = dealer.page.keyboard, dealer.page.get_by_text
    kim = await table.player("kim")
    await keyboard.press("F8")
    await expect(text("Wait: nobody has bet yet.")).to_be_visible()
    await sync(kim)
    await table.bet(kim, "straight:17", 10_00)
    await expect(text("Wait for the clock, or close: 1 player has bet.")).to_be_visible()

    async def typed(code: str) -> None:
        await keyboard.type(code)
        await keyboard.press("Enter")

    # Too soon: the missing step is named, with its key.
    await typed("17")
    await keyboard.press("Enter")
    await expect(text("Betting is open: close the betting first")).to_be_visible()
    await expect(text("First: Close betting")).to_be_visible()
    await keyboard.press("F8")
    await expect(text("Spin, and call the pocket")).to_be_visible()
    await typed("37")
    await expect(text("37 is no pocket: the wheel has 0 to 36.")).to_be_visible()

    await typed("17")
    await expect(text("Announce the result and confirm it: 17, black.")).to_be_visible()
    await dealer.page.reload()
    await expect(dealer.page.get_by_role("region", name="Scanned last")).to_contain_text("17")
    await keyboard.press("F2")
    await expect(text("Spin, and call the pocket")).to_be_visible()
    await keyboard.press("Enter")
    await typed("18")
    await expect(text("Announce the result and confirm it: 18, red.")).to_be_visible()
    await sync(table.dealer)
    assert not table.view.over
    await keyboard.press("Enter")
    await expect(text("Pay and collect").first).to_be_visible()
    await sync(kim)
    assert kim.you[WHEEL].returned == 0

    # It has settled: the house says why it stays so, and whom to call.
    await keyboard.press("F2")
    await expect(text("The last thing that happened was no scan: call the pit")).to_be_visible()
    await expect(dealer.page.locator("[data-call]")).to_contain_text("F4")
    await keyboard.press("F4")
    await expect(dealer.page.get_by_role("dialog")).to_be_visible()


async def test_the_felt_tells_insurance_and_who_has_withdrawn(
    visit: Visit, house: LiveHouse
) -> None:
    table, dealer = await at_the_desk(visit, house, FELT)
    main, text = dealer.page.locator("[data-main]"), dealer.page.get_by_text
    ida, ben = await table.player("ida", 1), await table.player("ben", 2)
    await table.begin((ida, 1), (ben, 2))
    await table.deal("TS TH AD 9H 8C 7C")
    await expect(dealer.page.get_by_role("heading", name="Insurance is open")).to_be_visible()
    await table.ok(ida, say.Decide, "insure", 1, amount=50_00)
    felt = dealer.page.get_by_role("region", name="The layout")
    await expect(felt.get_by_text("Insurance")).to_be_visible()
    await expect(text("Wait for the answers of ben, or close the offer.")).to_be_visible()

    # Ben has not answered: the offer is closed by the second press, not by the first.
    await dealer.page.keyboard.press("F8")
    await expect(main).to_contain_text("Not everybody has answered")
    await sync(table.dealer)
    assert table.view.offers
    await dealer.page.keyboard.press("F8")
    await expect(dealer.page.get_by_role("heading", name="Box 1: ida decides")).to_be_visible()

    await table.ok(table.pit, say.Rule, Misdeal(Capacity.PIT, reconstructed=True))
    await table.decide(ida, "withdraw")
    await expect(felt.get_by_text("withdrawn, 100 goes back")).to_be_visible()
    await table.decide(ben, "stand", 2)
    await table.confirm()
    await expect(dealer.page.get_by_role("cell", name="100 goes back")).to_be_visible()
