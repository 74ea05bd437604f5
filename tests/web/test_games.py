"""A round of every game in the browser, from the empty table to the settlement: with the mouse,
with a finger, and with the keyboard alone."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

import croupier
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, no_more_bets, untimed
from tests.web.conftest import Visit
from tests.web.visiting import PHONE, Visitor, money

pytestmark = pytest.mark.asyncio(loop_scope="session")

HANDS = ["mouse", "touch", "keys"]
ROULETTE, BACCARAT, KNOCKOUT = "live-roulette", "live-baccarat", "rws-knockout-baccarat"
BLACKJACK = {
    "rws-blackjack": "BJ5",
    "rws-blackjack-plus": "BJP",
    "live-blackjack": "LIVE",
    "classic-blackjack-shoe": "CLB",
    "classic-blackjack-double": "CLB",
    "classic-blackjack-single": "CLB",
}
"""And its document."""
GAMES = (ROULETTE, BACCARAT, KNOCKOUT, *BLACKJACK)
CARDS = "TS 9H 9D 8C 7S 2C TH 9S 9C 8D 7H"
"""Blackjack: 19 against 17, also where the first six are burned, also from a single deck.
Baccarat: Player 9, Banker 7, and neither draws."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    assert set(GAMES) == set(croupier.VARIANTS)
    tables = [untimed(game, id=f"{game}-{hand}") for game in GAMES for hand in HANDS]
    async with serving(tables, randbelow=Stacked(CARDS, pockets=(17,))) as house:
        yield house


@pytest.fixture(params=HANDS)
def hand(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest_asyncio.fixture(loop_scope="session")
async def one(visit: Visit, hand: str) -> Visitor:
    return await (await visit(**(PHONE if hand == "touch" else {}))).guest()


async def use(one: Visitor, hand: str, what: Locator) -> None:
    if hand == "keys":
        await one.press(what)
    elif hand == "touch":
        await what.tap()
    else:
        await what.click()


async def bet(one: Visitor, hand: str, spot: str, box: int | None = None) -> None:
    """A chip of 25 there, and placed."""
    there, chip = one.spot(spot, box), one.chip(25_00)
    if hand == "mouse":
        await one.drag(chip, there)
    elif hand == "touch":
        await one.swipe(chip, there)
    else:
        await one.press(chip)
        await one.press(there)
    await expect(there).to_have_accessible_name(re.compile("25 not placed yet"))
    await use(one, hand, one.button("Place Bet"))
    await one.placed()
    await expect(there).to_have_accessible_name(re.compile("25 bet"))
    assert one.balance == 975_00


async def settled(one: Visitor, result: str, clause: str, balance: int) -> None:
    lines = one.page.get_by_role("table").locator("tbody tr")
    await expect(lines).to_have_count(1)
    await expect(lines).to_contain_text(result)
    await expect(lines).to_contain_text(clause)
    assert money(one.balance) == money(balance)
    await one.agrees()


async def test_roulette(one: Visitor, house: LiveHouse, hand: str) -> None:
    table = f"{ROULETTE}-{hand}"
    await one.sit_at(table)
    await bet(one, hand, "straight:0" if hand == "keys" else "straight:17")
    await no_more_bets(house, table)
    await expect(one.page.get_by_role("list", name="Last numbers")).to_contain_text("17")
    if hand == "keys":
        await settled(one, "lost", "LIVE", 975_00)
    else:
        await settled(one, "won", "LIVE", 975_00 + 36 * 25_00)


async def test_baccarat(one: Visitor, house: LiveHouse, hand: str) -> None:
    table = f"{BACCARAT}-{hand}"
    await one.sit_at(table)
    await bet(one, hand, "player")
    await no_more_bets(house, table)
    await settled(one, "won", "LIVE", 1_025_00)
    await expect(one.page.get_by_text("Player wins with 9").first).to_be_visible()


@pytest.mark.clause("LIVE 2.3.6b")
@pytest.mark.parametrize("game", BLACKJACK)
async def test_blackjack(one: Visitor, house: LiveHouse, hand: str, game: str) -> None:
    table = f"{game}-{hand}"
    await one.sit_at(table)
    await one.open_box(3)
    await use(one, hand, one.button("Take a seat, box 3"))
    await expect(one.button("Leave, box 3")).to_be_visible()
    await bet(one, hand, "initial", 3)
    await no_more_bets(house, table)
    stand, look = one.answer("Stand"), one.answer("Look at your cards")
    await expect(stand.or_(look)).to_be_enabled()
    if await look.is_visible():  # cards dealt face down
        if hand == "keys":
            await one.page.keyboard.press("l")
        else:
            await use(one, hand, look)
    await expect(stand).to_be_enabled()
    if hand == "keys":
        await one.page.keyboard.press("s")
    else:
        await use(one, hand, stand)
    await settled(one, "won", BLACKJACK[game], 1_025_00)


async def test_knockout(one: Visitor, house: LiveHouse, hand: str) -> None:
    """An ante is raised."""
    table = f"{KNOCKOUT}-{hand}"
    await one.sit_at(table)
    await bet(one, hand, "ante-player")
    await no_more_bets(house, table)
    raised = one.answer("Raise")
    await expect(raised).to_be_enabled()
    if hand == "keys":
        await one.page.keyboard.press("a")
    else:
        await use(one, hand, raised)
    await expect(one.page.get_by_text(re.compile("^Raised by")).first).to_be_visible()
    lines = one.page.get_by_role("table").locator("tbody tr")
    await expect(lines).to_have_count(2)
    await one.agrees()
