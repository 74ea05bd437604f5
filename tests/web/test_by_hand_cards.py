"""Around a table dealt by hand: the dealer calls the pit, and everyone waits; a player cuts the
cards, and asks to see those that were burned."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.engine.inputs import Capacity, Misdeal, Void, VoidReason
from croupier.house.roles import Role
from croupier.wire import commands as say
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.web.conftest import Visit
from tests.web.test_by_hand import at_the_desk, scan

pytestmark = pytest.mark.asyncio(loop_scope="session")

CALLS, CUT, COUP, BURN, ORDER = "by-call", "by-cut", "by-coup", "by-burn", "by-order"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    tables = [
        by_hand("rws-blackjack", id=CALLS),
        by_hand("live-blackjack", id=CUT),
        by_hand("live-baccarat", id=COUP),
        by_hand("live-blackjack", id=BURN),
        by_hand("rws-blackjack", id=ORDER),
    ]
    async with serving(tables) as house:
        yield house


async def test_a_called_table_waits_until_the_pit_lets_it_go_on(
    visit: Visit, house: LiveHouse
) -> None:
    table, dealer = await at_the_desk(visit, house, CALLS)
    await table.open_betting()
    ann = await (await visit()).player("una")
    await ann.sit_at(CALLS)
    await expect(ann.page.locator("h1 [data-number]")).to_contain_text("Table 1")
    await ann.button("Take a seat, box 1").click()
    await ann.chip(25_00).click()
    await ann.spot("initial", 1).click()
    await ann.button("Place Bet").click()
    await ann.placed()
    await table.no_more_bets()
    await table.deal("TS 9H 6D")
    stand = ann.answer("Stand")
    await expect(stand).to_be_visible()
    await table.ok(table.dealer, say.CallPit, "two cards at once")
    await expect(ann.page.get_by_text("The table waits for the pit")).to_be_visible()
    await expect(stand).to_be_hidden()
    await expect(dealer.button("Take the call back")).to_be_visible()

    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto("/pit")
    await pit.page.get_by_role("region", name="Tables").locator(f'a[href="/pit/{CALLS}"]').click()
    called = pit.page.locator("[data-called]")
    await expect(called).to_contain_text("two cards at once")
    await pit.button("Go on").click()
    await expect(called).to_be_hidden()
    await expect(stand).to_be_visible()
    await expect(dealer.button("Call the pit")).to_be_visible()

    # A dealing error: the card that is burned for it is tied to it.
    await table.ok(table.pit, say.Rule, Misdeal(Capacity.PIT, reconstructed=True))
    await pit.page.locator('[data-ruling="burn"]').click()
    await expect(pit.page.locator("[data-error]")).to_contain_text("dealing error")
    await pit.page.get_by_role("dialog").locator("button[type=submit]").click()
    await expect(
        dealer.page.get_by_text("Scan the next card and throw it away").first
    ).to_be_visible()
    await table.deal("2C")
    burned = pit.page.get_by_role("region", name="Burned cards of this shoe")
    await expect(burned).to_contain_text("after an error: dealing error (#1)")

    # A void for the cards: the next round waits for a fresh shoe.
    await table.ok(table.pit, say.Rule, Void(Capacity.PIT, VoidReason.FOREIGN_CARD))
    await expect(dealer.page.get_by_text("The round was void for its cards")).to_be_visible()
    fresh = dealer.page.get_by_role("heading", name="A fresh shoe", exact=True)
    await expect(fresh).to_be_visible()
    assert await table.reply_code(table.dealer, say.OpenBetting) == "illegal-action"
    assert_books_balance(house)


async def test_a_player_cuts_and_sees_the_burned_cards(visit: Visit, house: LiveHouse) -> None:
    """At live blackjack: cut by a player, burned, shown on request, and picked up in order."""
    _, dealer = await at_the_desk(visit, house, CUT)
    ann = await (await visit()).player("cora")
    await ann.page.goto(f"/table/{CUT}")
    await ann.button("Take a seat, box 4").click()
    main, text = dealer.page.locator("[data-main]"), dealer.page.get_by_text
    for step in (  # LIVE 2.3.1 and 2.3.2, one by one
        "Spread the cards face up by deck, suit and sequence",
        "Inspect front and back of every card",
        "Inspect again what has left the table",
        "Count 8 decks, 416 cards",
        "Turn the cards face down",
        "Wash the cards",
        "Shuffle",
        "Stack the cards",
        "Cut",
    ):
        await expect(main).to_contain_text(f"Done: {step} F8")
        await main.click()
    await expect(main).to_contain_text("Ask cora to place the cutting card")
    await main.click()
    await ann.page.locator("[data-cut]").fill("180")
    await ann.button("Place it there").click()
    await expect(text("cora has placed it with 180 of 416 cards in front.")).to_be_visible()
    await dealer.page.locator("[data-video]").fill("cam 4, 18:03")
    await main.click()
    await main.click()
    await expect(main).to_contain_text("The shoe is ready")
    await main.click()
    await expect(main).to_contain_text("Open betting")

    await dealer.button("Burn cards").click()
    await dealer.page.get_by_role("dialog").get_by_role("button", name="Burn cards").click()
    await ann.button("Ask to see the burned cards").click()
    await expect(text("cora would like to see the burned cards")).to_be_visible()
    await dealer.page.locator("[data-burned]").fill("2S 3S 4S 5S 6S 7S 8S")
    await dealer.button("Add").click()
    await dealer.button("Show them to all").click()
    shown = ann.page.get_by_role("region", name="Burned cards")
    await expect(shown.get_by_role("img")).to_have_count(7)

    await main.click()
    await ann.chip(25_00).click()
    await ann.spot("initial", 4).click()
    await ann.button("Place Bet").click()
    await ann.placed()
    await main.click()
    await scan(dealer, "TS", "9H", "TH", "TD")
    await ann.answer("Stand").click()
    await expect(main).to_contain_text("Confirm the result")
    await main.click()
    pick_up = dealer.page.locator("[data-pick-up]")
    await expect(pick_up).to_contain_text("your own, then seat 4")
    # LIVE 2.1.4: the table is known by its number, wherever it is spoken of.
    await expect(dealer.page.locator("[data-number]")).to_have_text("Table 2")
    await ann.page.goto("/")
    await expect(ann.page.get_by_text("Table 2")).to_be_visible()
    await ann.page.goto("/me")
    await expect(ann.page.get_by_text("Table 2")).to_be_visible()
    assert_books_balance(house)


async def test_the_form_says_what_the_engine_does_with_cards_out_together(
    visit: Visit, house: LiveHouse
) -> None:
    """R29: at baccarat nobody holds a hand, so they are thrown away."""
    table, dealer = await at_the_desk(visit, house, COUP)
    ann = await table.player("cleo")
    await table.open_betting(ann)
    await table.bet(ann, "player", 100_00)
    await table.no_more_bets(ann)
    await table.deal("9S")
    await expect(dealer.button("Cards came out together")).to_be_visible()
    await dealer.page.keyboard.press("F9")
    dealers = dealer.page.get_by_role("dialog")
    for code in ("KD", "4C"):
        await dealers.get_by_label("Scan each of them").fill(code)
        await dealer.page.keyboard.press("Enter")
    await expect(dealers).to_contain_text("they are thrown away and the next card is drawn")
    await expect(dealers).not_to_contain_text("go on or withdraw")
    await dealer.page.keyboard.press("Escape")
    await expect(dealers).to_be_hidden()

    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto(f"/pit/{COUP}")
    await pit.page.locator('[data-ruling="together"]').click()
    dialog = pit.page.get_by_role("dialog")
    await expect(dialog).to_contain_text("It depends on your answer.")
    await dialog.get_by_label("The cards, from left to right").fill("KD 4C")
    follows = dialog.locator("[data-consequences]")
    await expect(follows).to_contain_text("they are thrown away and the next card is drawn")
    await expect(follows).to_contain_text("R29")
    await dialog.get_by_role("button", name="They came out together").click()
    await table.deal("2D")
    await sync(table.pit)
    last = table.pit.staff[COUP].events[-1]
    assert (last.card, last.to) == ("2D", "banker")

    await pit.page.locator('[data-ruling="void"]').click()
    await dialog.get_by_label("A card from elsewhere was found").check()
    await expect(follows).to_contain_text("every stake goes back to its owner")
    await expect(follows.get_by_role("listitem")).to_have_text("cleo100")
    await dialog.get_by_role("button", name="Void the round").click()
    await ann.until(lambda: ann.you[COUP].returned == 100_00)
    assert_books_balance(house)


async def test_three_are_burned_after_an_error_or_another_number_with_its_reason(
    visit: Visit, house: LiveHouse
) -> None:
    """LIVE 2.3.5b."""
    table = await HandDealt.open(house, BURN)
    ann = await table.player("bibi", 1)
    await table.begin((ann, 1))
    await table.deal("TS 6D 9H")
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto(f"/pit/{BURN}")
    burn, dialog = pit.page.locator('[data-ruling="burn"]'), pit.page.get_by_role("dialog")
    count, reason = dialog.get_by_label("How many?"), dialog.locator("[data-reason]")
    await burn.click()
    await expect(count).to_have_value("1")  # No error: as the house wishes.
    await pit.button("Cancel").click()
    await table.ok(table.pit, say.Rule, Misdeal(Capacity.PIT, reconstructed=True))
    await burn.click()
    await expect(count).to_have_value("3")
    await expect(reason).to_be_hidden()
    await expect(dialog.locator("[data-consequences]")).to_contain_text("next 3 cards burned")
    await count.fill("2")
    await expect(dialog).to_contain_text("After an error the document burns: 3.")
    burn_them = dialog.get_by_role("button", name="Burn them")
    await burn_them.click()
    await expect(dialog).to_be_visible()  # Not without a reason.
    await reason.fill("one is torn")
    await burn_them.click()
    await expect(dialog).to_be_hidden()
    burned = pit.page.get_by_role("region", name="Burned cards of this shoe")
    await expect(burned).to_contain_text("dealing error (#1) · one is torn · the-pit")
    await pit.button("Withdraw the ruling: Burn cards").click()
    await expect(burned).not_to_contain_text("one is torn")
    await burn.click()
    await dialog.get_by_label("Burned for which error").select_option("no error")
    await count.fill("2")
    await expect(reason).to_be_hidden()
    await burn_them.click()
    await expect(burned).to_contain_text("at the house's wish")


async def test_cards_are_put_back_one_by_one_as_far_as_the_house_lets(
    visit: Visit, house: LiveHouse
) -> None:
    """BJ5 1.24, 5.9, 5.10: the pit says where a card lies, and the house whether it is moved."""
    table = await HandDealt.open(house, ORDER)
    ann, bob = await table.player("olga", 1), await table.player("otto", 2)
    await table.begin((ann, 1), (bob, 2))
    await table.deal("TS TH 6D 5H 8C")
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto(f"/pit/{ORDER}")
    dialog, misdeal = pit.page.get_by_role("dialog"), pit.page.locator('[data-ruling="misdeal"]')
    lie = dialog.get_by_role("region", name="As they lie")
    should = dialog.get_by_role("region", name="As they should lie")
    move, declare = dialog.locator("[data-move]"), pit.button("Declare the dealing error")
    await misdeal.click()
    await dialog.get_by_label("Yes, and it has been done").check()
    await expect(should.locator("dt")).to_have_text(["Box 1", "Box 2", "Dealer"])
    await lie.locator('[data-card="5H"]').click()
    await dialog.locator("[data-lies]").select_option("Box 2")
    await expect(move).to_contain_text("5♥: lies at Box 2, belongs to Box 1.")
    await expect(lie.locator("dd").nth(1).get_by_role("button")).to_have_count(3)
    await expect(declare).to_be_disabled()
    await move.get_by_role("button", name="Moved to Box 1").click()
    await expect(move).to_have_count(0)
    await declare.click()
    await expect(dialog).to_be_hidden()
    await expect(pit.page.get_by_text("dealing error · 5♥: Box 2 → Box 1")).to_be_visible()

    # The right cards in the wrong order within one hand. Nothing moved has to be said, too.
    await misdeal.click()
    await dialog.get_by_label("Yes, and it has been done").check()
    await expect(declare).to_be_disabled()
    await dialog.get_by_label("No card on the table was out of place").check()
    await expect(declare).to_be_enabled()
    await lie.locator('[data-card="8C"]').click()
    await dialog.locator("[data-position]").select_option("1")
    await expect(move).to_contain_text("8♣: lies as card 1 of Box 2, belongs as card 2.")
    await move.get_by_role("button", name="Moved to position 2").click()
    await expect(dialog.locator("[data-consequences]")).to_contain_text(
        "Put back: 8♣ from position 1 to position 2 of box 2."
    )
    await declare.click()
    await expect(pit.page.get_by_text("8♣: Box 2 #1 → Box 2 #2")).to_be_visible()

    # The first hit closes the window: now the first deal stays as it lies.
    await sync(ann)
    await table.decide(ann, "hit", 1)
    await table.deal("2D")
    await misdeal.click()
    await dialog.get_by_label("Yes, and it has been done").check()
    await lie.locator('[data-card="5H"]').click()
    await dialog.locator("[data-lies]").select_option("Box 2")
    await expect(move).to_contain_text("cards of the initial deal stay where they lie")
    await expect(move).to_contain_text("BJ5 5.10.1")
    await expect(declare).to_be_disabled()
    await lie.locator('[data-card="2D"]').click()
    await dialog.locator("[data-lies]").select_option("Box 5")
    await expect(move.last).to_contain_text("BJ5 5.10.3")
    assert_books_balance(house)
