"""Everything a blackjack player may be asked, answered in the browser: insurance, even money,
surrender, doubling for less, betting behind, deciding early, and a look under one's own cards."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from tests.support.live_clients import assert_books_balance
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, no_more_bets, untimed
from tests.web.conftest import Visit
from tests.web.visiting import PHONE, Visitor, middle, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

RWS, LIVE, DOUBLE = "rws-blackjack", "live-blackjack", "classic-blackjack-double"


@pytest_asyncio.fixture(loop_scope="session")
async def house(request: pytest.FixtureRequest) -> AsyncIterator[LiveHouse]:
    """One table, whose cards the test has put in order."""
    game, cards = request.param
    chance = Stacked(cards, burned=6 if game == LIVE else 0)
    async with serving([untimed(game)], randbelow=chance) as house:
        yield house


def dealt(game: str, cards: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("house", [(game, cards)], indirect=True, ids=[game])


def lines(one: Visitor) -> Locator:
    return one.page.get_by_role("table").locator("tbody tr")


# Offers -------------------------------------------------------------------------------------------


@dealt(LIVE, "9S AH 8D KC")
async def test_insurance_by_touch(visit: Visit, house: LiveHouse) -> None:
    one = await seated(await (await visit(**PHONE)).guest(), LIVE)
    await no_more_bets(house, LIVE)
    await one.answer("Insurance").tap()
    # The dealer has it: the bet is lost, and half of it pays two to one. Half of 25 is 12.50, and
    # this house gives the next whole chip.
    await expect(lines(one)).to_have_count(2)
    await expect(lines(one).filter(has_text="Insurance")).to_contain_text("won")
    assert one.balance == 1_000_00 + 2 * 13_00 - 25_00
    await one.agrees()


@dealt(LIVE, "9S AH 8D 9C")
async def test_insurance_for_less_and_lost(visit: Visit, house: LiveHouse) -> None:
    one = await seated(await (await visit()).guest(), LIVE)
    await no_more_bets(house, LIVE)
    await one.answer("For less").click()
    field = one.page.get_by_label("For less")
    await field.fill("99")
    await expect(one.answer("Insurance")).to_be_disabled()
    await field.fill("5")
    await field.press("Enter")
    await one.answer("Stand").click()
    # 17 loses to 20 as well.
    await expect(lines(one)).to_have_count(2)
    await expect(lines(one).filter(has_text="lost")).to_have_count(2)
    assert one.balance == 970_00
    await one.agrees()


@dealt(LIVE, "9S AH 8D 5C TD 2S")
async def test_an_offer_is_left(visit: Visit, house: LiveHouse) -> None:
    one = await seated(await (await visit()).guest(), LIVE)
    await no_more_bets(house, LIVE)
    await one.answer("No, thank you").click()
    await one.answer("Stand").click()
    await expect(lines(one)).to_have_count(1)
    assert one.balance == 975_00


@dealt(RWS, "AS AH KD TD")
async def test_even_money(visit: Visit, house: LiveHouse) -> None:
    one = await seated(await (await visit()).guest(), RWS)
    await no_more_bets(house, RWS)
    pills = one.page.locator(".played .told")
    await expect(pills).to_have_text("Blackjack")
    await expect(one.answer("Even money")).to_be_enabled()
    await one.page.keyboard.press("e")
    await expect(lines(one)).to_contain_text("BJ5 3.14.1")
    assert one.balance == 1_025_00
    await one.agrees()


@dealt(RWS, "TS 9S TH AH 9D 8D 7D TC")
async def test_insurance_on_one_box_of_three(visit: Visit, house: LiveHouse) -> None:
    """One question with an answer a box; what is declined is declined for all the others."""
    one = await (await visit()).player("ann")
    await one.sit_at(RWS)
    await one.chip(25_00).click()
    for box in (1, 3, 5):
        await one.spot("initial", box).click()
    await one.button("Place Bet").click()
    await one.placed()
    await no_more_bets(house, RWS)
    await one.answer("For less").last.click()
    await one.page.get_by_label("For less").fill("5")
    await one.answer("Insurance · box 3 · 5").click()
    await expect(one.answer("Insurance · box 3")).to_have_count(0)
    await expect(one.answer("Insurance · box 5 · 12")).to_be_visible()
    await one.answer("No, thank you").click()
    await expect(one.answer("Insurance")).to_have_count(0)
    for box in (1, 3, 5):
        await expect(one.page.locator(".below .ask")).to_contain_text(f"box {box}")
        await one.answer("Stand").click()
    # The dealer has a blackjack: 75 are lost, and 5 pay two to one.
    await expect(lines(one)).to_have_count(4)
    assert one.balance == 1_000_00 - 75_00 + 10_00
    await one.agrees()


@dealt(RWS, "TS 9H 6D")
async def test_surrender(visit: Visit, house: LiveHouse) -> None:
    one = await seated(await (await visit()).guest(), RWS)
    await no_more_bets(house, RWS)
    await one.answer("Surrender").click()
    await expect(lines(one)).to_contain_text("surrendered")
    assert one.balance == 987_50
    await one.agrees()


# One's own hand -----------------------------------------------------------------------------------


@dealt(RWS, "6S 9H 5D TC 8H")
async def test_a_double_for_less(visit: Visit, house: LiveHouse) -> None:
    one = await seated(await (await visit()).guest(), RWS)
    await no_more_bets(house, RWS)
    await expect(one.answer("Double")).to_contain_text("25")
    await one.answer("For less").click()
    await one.page.get_by_label("For less").fill("10")
    await one.answer("Double").click()
    # 21 beats 17: 35 are doubled.
    await expect(lines(one)).to_contain_text("35")
    await expect(one.page.get_by_text("Doubled", exact=True)).to_be_visible()
    assert one.balance == 1_035_00
    await one.agrees()


@dealt(RWS, "TS TH 9C 6D 7D 8H")
async def test_the_large_hand_is_the_one_the_buttons_act_on(visit: Visit, house: LiveHouse) -> None:
    """On a phone one box is open at a time: as the turn comes to another box, that one."""
    one = await (await visit(**PHONE)).player("ann")
    await one.sit_at(RWS)
    await one.chip(25_00).tap()
    for box in (2, 4):
        await one.open_box(box)
        await one.spot("initial", box).tap()
    await one.button("Place Bet").tap()
    await one.placed()
    await no_more_bets(house, RWS)
    await expect(one.page.locator(".said")).to_have_text("It is your turn")
    for box in (2, 4):
        await expect(
            one.page.locator(".below .ask").filter(has_text=f"box {box}").first
        ).to_be_visible()
        await expect(one.page.locator(".place:visible [data-box]")).to_have_attribute(
            "data-box", str(box)
        )
        await one.answer("Stand").tap()
    await expect(lines(one)).to_have_count(2)


@dealt(RWS, "TS TH 9C 6D 7D 8H")
async def test_a_decision_said_early(visit: Visit, house: LiveHouse) -> None:
    ann = await seated(await (await visit()).player("ann"), RWS, 1)
    bob = await seated(await (await visit()).player("bob"), RWS, 3)
    await no_more_bets(house, RWS)
    before = bob.page.get_by_role("region", name="For when your turn comes")
    hit, stand = (before.get_by_role("button", name=name) for name in ("Hit", "Stand"))
    await hit.click()
    await expect(hit).to_have_attribute("aria-pressed", "true")
    # Thought better of.
    await stand.click()
    await expect(stand).to_have_attribute("aria-pressed", "true")
    await expect(hit).to_have_attribute("aria-pressed", "false")
    await ann.answer("Stand").click()
    for one in (ann, bob):
        await expect(lines(one)).to_have_count(1)
    # 16 loses to 17, and 17 stands off: nobody asked Bob again.
    assert (ann.balance, bob.balance) == (975_00, 1_000_00)
    assert_books_balance(house)


@dealt(LIVE, "8S 6H 8D TC 3C TD 9H TS")
async def test_behind_without_following(visit: Visit, house: LiveHouse) -> None:
    """The seat splits, the bet behind keeps to the first hand; who bets behind has no chat."""
    ann = await seated(await (await visit()).player("ann"), LIVE)
    bob = await (await visit(**PHONE)).player("bob")
    await bob.sit_at(LIVE)
    await bob.chip(25_00).tap()
    await bob.open_box(1)
    await bob.spot("behind", 1).tap()
    await bob.button("No, keep to the first bet").tap()
    await expect(bob.page.get_by_text("Those betting behind have no chat.")).to_be_visible()
    await expect(bob.spot("behind", 1)).to_have_accessible_name(re.compile("25 bet"))
    await no_more_bets(house, LIVE)
    await ann.answer("Split").click()
    await expect(ann.answer("Split")).to_have_count(0)
    for _ in range(2):
        await ann.answer("Stand").click()
    await expect(lines(ann)).to_have_count(2)
    await expect(lines(bob)).to_have_count(1)
    assert (ann.balance, bob.balance) == (1_050_00, 1_025_00)
    assert_books_balance(house)


@dealt(LIVE, "8S 6H 8D TC 3C TD 9H TS")
@pytest.mark.clause("LIVE 2.5.2", "LIVE 2.5.2.10")
async def test_a_chip_dragged_behind_follows_as_its_player_answers(
    visit: Visit, house: LiveHouse
) -> None:
    """Asked at once, and the answer is about the very chip that was dragged."""
    ann = await seated(await (await visit()).player("ann"), LIVE)
    bob = await (await visit()).player("bob")
    await bob.sit_at(LIVE)
    await bob.drag(bob.chip(25_00), bob.spot("behind", 1))
    question = bob.page.get_by_role("dialog", name="Should your bets behind follow the seat?")
    await expect(question).to_be_visible()
    await expect(bob.spot("behind", 1)).to_contain_text("25 bet")
    # Put aside, it comes again with the next chip.
    await bob.page.keyboard.press("Escape")
    await expect(question).to_have_count(0)
    await bob.drag(bob.chip(25_00), bob.spot("behind", 1))
    await bob.button("Yes, split and double with the seat").click()
    await expect(question).to_have_count(0)
    await no_more_bets(house, LIVE)
    await ann.answer("Split").click()
    await expect(ann.answer("Split")).to_have_count(0)
    for _ in range(2):
        await ann.answer("Stand").click()
    for one in (ann, bob):
        await expect(lines(one)).to_have_count(2)
    assert (ann.balance, bob.balance) == (1_050_00, 1_100_00)
    assert_books_balance(house)


# Cards face down ----------------------------------------------------------------------------------


@dealt(DOUBLE, "5S 9H 7C TD 3D 8S TH")
async def test_a_squeeze(visit: Visit, house: LiveHouse) -> None:
    """One's own cards are bent by a corner, by the arrow keys, or turned for everyone to see."""
    ann = await seated(await (await visit()).player("ann"), DOUBLE, 1)
    bob = await seated(await (await visit()).player("bob"), DOUBLE, 2)
    await no_more_bets(house, DOUBLE)
    covered = ann.page.get_by_role("button", name=re.compile("^Your card, face down"))
    seen = ann.page.get_by_role("button", name=re.compile("^Cover this card"))
    await expect(covered).to_have_count(2)
    await expect(ann.page.get_by_label("Total 15")).to_have_count(0)

    # A corner, across the card.
    x, y = await middle(covered.first)
    box = await covered.first.bounding_box()
    assert box is not None
    await ann.page.mouse.move(box["x"] + 3, box["y"] + box["height"] - 3)
    await ann.page.mouse.down()
    await ann.page.mouse.move(x, y, steps=4)
    await ann.page.mouse.move(box["x"] + box["width"], box["y"] + 3, steps=4)
    await ann.page.mouse.up()
    await expect(seen).to_have_count(1)
    await expect(seen.get_by_role("img", name="five of spades")).to_be_visible()
    await expect(ann.answer("Hit")).to_have_count(0)
    await covered.focus()
    for _ in range(6):
        if await covered.count():
            await ann.page.keyboard.press("ArrowUp")
    await expect(seen).to_have_count(2)
    await expect(ann.page.get_by_label("Total 15").first).to_be_visible()
    await expect(ann.answer("Hit")).to_be_enabled()

    # Nobody else has seen anything.
    hers = bob.page.get_by_role("group", name="Box 1").first
    await expect(hers.get_by_role("img", name="a card face down")).to_have_count(2)
    await expect(hers.get_by_role("img", name="five of spades")).to_have_count(0)
    await ann.button("Turn over").click()
    await expect(hers.get_by_role("img", name="five of spades")).to_be_visible()
