"""What a player asks of the house and what the house says to a table, each in a browser: leave
to squeeze, bets placed by staff, a shift manager's ruling; and the boxes of a baccarat layout."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from croupier.house.roles import Role
from tests.support.live_clients import assert_books_balance
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import no_more_bets, untimed
from tests.web.conftest import Visit
from tests.web.visiting import PHONE, Visitor, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

RWS, HAND, KNOCKOUT = "rws-blackjack", "by-hand", "rws-knockout-baccarat"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    tables = [untimed(RWS), by_hand(RWS, id=HAND), untimed(KNOCKOUT)]
    async with serving(tables) as house:
        yield house


@pytest.mark.clause("BJ5 3.12")
async def test_a_squeeze_is_asked_for_granted_and_refused(visit: Visit, house: LiveHouse) -> None:
    ann = await seated(await (await visit()).player("ann"), RWS, 1)
    bob = await seated(await (await visit(**PHONE)).player("bob"), RWS, 2)
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto("/pit")
    for one, box in ((ann, 1), (bob, 2)):
        await one.button(f"Ask to squeeze the cards of box {box}").click()
        await expect(one.page.get_by_text(f"Box {box}: you have asked to squeeze.")).to_be_visible()
    # The floor says that somebody has to come.
    await expect(pit.page.get_by_text("Players ask: 2")).to_be_visible()
    await pit.page.get_by_role("link", name=RWS, exact=False).first.click()
    desk = pit.page.get_by_role("region", name="Squeeze")
    await expect(desk.get_by_text("ann asks to squeeze box 1.")).to_be_visible()
    await desk.get_by_role("button", name="Allow").first.click()
    await expect(ann.page.get_by_text("Box 1: you may squeeze")).to_be_visible()
    await desk.get_by_role("button", name="Refuse").click()
    await expect(bob.page.get_by_text("Box 2: no squeeze in this round.")).to_be_visible()
    await no_more_bets(house, RWS)
    covered = ann.page.get_by_role("button", name=re.compile("^Your card, face down"))
    await expect(covered).to_have_count(2)
    await bob.open_box(1)
    hers = bob.page.get_by_role("group", name="Box 1").first
    await expect(hers.get_by_role("img", name="a card face down")).to_have_count(2)
    await bob.open_box(2)
    own = bob.page.get_by_role("group", name="Box 2").first
    await expect(own.get_by_role("img", name="a card face down")).to_have_count(0)
    assert_books_balance(house)


@pytest.mark.clause("BJ5 5.18")
async def test_the_dealer_bets_for_a_player_who_asks(visit: Visit, house: LiveHouse) -> None:
    table = await HandDealt.open(house, HAND)
    await table.open_betting()
    cat = await (await visit(**PHONE)).player("cat")
    await cat.sit_at(HAND)
    dealer = await (await visit()).staff(Role.DEALER)
    await dealer.page.goto(f"/deal/{HAND}")
    place = dealer.page.get_by_role("region", name="Bets for players who ask")
    await expect(dealer.page.get_by_role("heading", name="RWS Blackjack")).to_be_visible()
    await expect(place).to_have_count(0)

    await cat.page.get_by_label("What should they place?").fill("fifty on box three")
    await cat.button("Let staff bet for me").click()
    await expect(cat.page.get_by_text("staff may place bets for you (consent 1)")).to_be_visible()
    await expect(place.get_by_text("fifty on box three")).to_be_visible()
    await expect(place).to_contain_text("BJ5 5.18")
    await place.get_by_role("spinbutton", name="Box").fill("3")
    await place.get_by_label("Amount").fill("50")
    await place.get_by_role("button", name="Place for the player").click()
    await expect(cat.spot("initial", 3)).to_contain_text("50 bet")
    told = cat.page.get_by_text("Placed by the-dealer (consent 1): +50 Main bet")
    await expect(told).to_be_visible()
    # To another box, as she says.
    await place.get_by_label("Chips from").select_option("initial@3")
    await place.get_by_role("spinbutton", name="Box").fill("4")
    await place.get_by_role("button", name="Move for the player").click()
    await expect(cat.spot("initial", 4)).to_contain_text("50 bet")
    await cat.button("Take the consent back").click()
    await expect(place).to_have_count(0)

    await dealer.page.keyboard.press("F8")
    await table.deal("AS 5D KH")
    await expect(cat.page.locator("#settlement")).to_be_visible()
    assert cat.balance == 1_075_00
    await cat.page.goto(f"/me/rounds/{HAND}/1")
    await expect(cat.page.get_by_text("Placed by the-dealer (consent 1)").first).to_be_visible()
    await expect(cat.page.get_by_text("fifty on box three").first).to_be_visible()
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto(f"/office/rounds/{HAND}/1")
    await expect(pit.page.get_by_role("heading", name="Bets placed by staff")).to_be_visible()
    assert_books_balance(house)


@pytest.mark.clause("BJ5 5.19", "R30")
async def test_a_ruling_is_entered_seen_and_kept(visit: Visit, house: LiveHouse) -> None:
    guest = await (await visit(**PHONE)).guest()
    await guest.page.goto(f"/table/{RWS}")
    shift = await (await visit()).staff(Role.SHIFT)
    await shift.page.goto(f"/pit/{RWS}")
    desk = shift.page.get_by_role("region", name="Rulings on what the rules leave open")
    await expect(desk).to_contain_text("BJ5 5.19")
    await desk.get_by_label("Ruling", exact=True).fill("A card on the floor is burned.")
    await desk.get_by_role("button", name="Rule, and tell the table").click()
    await expect(desk.get_by_text("A card on the floor is burned.")).to_be_visible()
    note = guest.page.get_by_role("note", name="Ruling of the shift manager")
    await expect(note.get_by_text("A card on the floor is burned.")).to_be_visible()
    await note.get_by_role("button", name="I have read it").click()
    await expect(note).to_have_count(0)
    await guest.page.reload()
    await expect(guest.page.locator("[data-felt]")).to_be_visible()
    await expect(note).to_have_count(0)
    inspector = await (await visit()).staff(Role.INSPECTOR)
    for page in ("/pit", f"/pit/{RWS}"):
        await inspector.page.goto(page)
        await expect(inspector.page.get_by_text("A card on the floor is burned.")).to_be_visible()
    await expect(inspector.button("Rule, and tell the table")).to_have_count(0)


@pytest.mark.clause("NKB 2.1.2")
async def test_boxes_of_a_baccarat_layout(visit: Visit, house: LiveHouse) -> None:
    dan = await (await visit()).player("dan")
    eve = await (await visit(**PHONE)).player("eve")
    for one in (dan, eve):
        await one.sit_at(KNOCKOUT)
        await expect(boxes(one)).to_have_count(6)
    await dan.button("Take a seat, box 4").click()
    await expect(boxes(dan).nth(3)).to_contain_text("You")
    await expect(boxes(eve).nth(3)).to_contain_text("dan")
    # Who just bets is given the first that is free.
    await eve.chip(25_00).tap()
    await eve.spot("player").tap()
    await eve.button("Place Bet").tap()
    await eve.placed()
    await expect(boxes(eve).first).to_contain_text("You")
    await expect(boxes(eve).first).to_contain_text("25")
    await expect(boxes(dan).first).to_contain_text("eve")
    await expect(eve.button("Leave, box 1")).to_have_count(0)
    await dan.button("Leave, box 4").click()
    await expect(dan.button("Take a seat, box 4")).to_be_visible()


def boxes(one: Visitor) -> Locator:
    return one.page.get_by_role("list", name="Boxes").get_by_role("listitem")
