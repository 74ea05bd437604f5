"""The rest of a shoe dealt by hand, card by card at the dealer's console: then its certificate
accounts for each of them."""

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from hatch_build import WEB
from playwright.async_api import expect

from croupier.house.closures import Closure, Verdict
from croupier.house.roles import Role
from croupier.kit.cards import shoe as whole_shoe
from tests.support.live_clients import sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.web.conftest import Visit
from tests.web.test_access import OPEN, complaints
from tests.web.test_days import shown
from tests.web.visiting import TABLET, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

SCANNED, TAPPED = "by-scanner", "by-taps"
DEALT = "TS 6D 9H TD 9C"
REST = [str(card) for card in whole_shoe(1) if str(card) not in DEALT.split()]
WORDS = json.loads((WEB / "src/i18n/en/cards.json").read_text())
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
BURNED, LEFT = REST[:2], REST[2:]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    settings = {"burn-after-shuffle": 2, "cut-card-from-back": 45}
    tables = [by_hand("classic-blackjack-single", id=id, **settings) for id in (SCANNED, TAPPED)]
    async with serving(tables) as house:
        yield house


async def at_its_end(house: LiveHouse, visit: Visit, table: str, **context: object) -> Visitor:
    """A shoe of one deck with a round of five cards dealt from it, and two burned unseen: the cut
    card is out."""
    hand = await HandDealt.open(house, table)
    ann = await hand.player(f"ann-{table}", 1)
    await hand.begin((ann, 1))
    await hand.deal("TS 6D 9H TD")
    await hand.decide(ann, "stand", 1)
    await hand.deal("9C")
    await sync(hand.dealer)
    dealer = await (await visit(**OPEN, **context)).staff(Role.DEALER)
    await dealer.page.goto(f"/deal/{table}")
    await expect(dealer.page.locator("[data-old-shoe]")).to_be_visible()
    return dealer


async def scanned(dealer: Visitor, *cards: str) -> None:
    for card in cards:
        await dealer.page.keyboard.type(card)
        await dealer.page.keyboard.press("Enter")


async def made_fresh(dealer: Visitor) -> None:
    """Every line of the checklist, by the one key."""
    for task in await dealer.page.get_by_role("checkbox").all():
        await dealer.page.keyboard.press("F8")
        await expect(task).to_be_checked()
    await dealer.page.keyboard.press("F8")


async def closure_of(house: LiveHouse, table: str) -> Closure:
    await house.house.shoe_closing.settle()
    certificates = [one for _, one in house.house.closures.newest_first()]
    return next(one.closure for one in certificates if one.closure.table == table)


async def test_scanned_to_the_last_card_it_closes(house: LiveHouse, visit: Visit, axe: str) -> None:
    dealer = await at_its_end(house, visit, SCANNED)
    page, found = dealer.page, dealer.page.locator("[data-found]")
    await expect(page.get_by_text("45 cards should still be in it")).to_be_visible()
    await scanned(dealer, *LEFT[:20], "AS")
    await expect(found).to_have_text("21 of 45 cards")
    await page.keyboard.press("F2")
    await expect(found).to_have_text("20 of 45 cards")
    await page.reload()
    await expect(found).to_have_text("20 of 45 cards")
    await shown(dealer, "old-shoe-scanned")
    assert await complaints(dealer, axe) == []
    await scanned(dealer, *LEFT[20:])
    await expect(page.get_by_text("Now turn over what was burned unseen: 2 cards")).to_be_visible()
    await scanned(dealer, *BURNED)
    await expect(found).to_have_text("Burned cards: 2 of 2")
    await scanned(dealer, "AS")
    await expect(page.get_by_text("All cards are there already")).to_be_visible()
    await shown(dealer, "old-shoe-complete")
    await made_fresh(dealer)
    await expect(page.locator("[data-main]")).to_contain_text("Open betting")
    closure = await closure_of(house, SCANNED)
    assert (closure.verdict, closure.left, closure.left_scanned) == (Verdict.CLOSES, 45, True)
    assert (closure.missing, closure.extra, closure.burned_unseen) == ((), (), 0)


async def test_tapped_with_one_missing_it_is_asked_twice_and_does_not_close(
    house: LiveHouse, visit: Visit, axe: str
) -> None:
    dealer = await at_its_end(house, visit, TAPPED, **TABLET)
    page, found = dealer.page, dealer.page.locator("[data-found]")
    await dealer.button("Tap the cards").click()
    for card in LEFT[:44]:
        await dealer.button(f"{WORDS[card[0]]} of {SUITS[card[1]]}").click()
    await expect(found).to_have_text("44 of 45 cards")
    await dealer.button("Undo").click()
    await expect(found).to_have_text("43 of 45 cards")
    await shown(dealer, "old-shoe-tapped")
    assert await complaints(dealer, axe) == []
    await made_fresh(dealer)
    main = page.locator("[data-main]")
    await expect(main).to_contain_text("2 cards are missing. Press again")
    await shown(dealer, "old-shoe-missing")
    await page.keyboard.press("F8")
    await expect(main).to_contain_text("Open betting")
    closure = await closure_of(house, TAPPED)
    assert (closure.verdict, closure.left) == (Verdict.NOT, 43)
    assert set(closure.missing) == {*BURNED, *LEFT[43:]}
    assert [one.opened.table for one in house.house.incidents.all()] == [TAPPED]
