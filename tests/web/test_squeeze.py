"""Whoever has the most on a hand of baccarat turns its cards over, by drag, by key or by a button,
and nothing tells what they are before."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from croupier.client import Client
from croupier.table.config import Clocks
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, bet, join_as, no_more_bets, untimed
from tests.support.waiting import until
from tests.web.conftest import Visit
from tests.web.test_access import OPEN, complaints
from tests.web.test_pace import LISTEN, appeared
from tests.web.visiting import DESKTOP, SMALL, TABLET, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

LIVE, KNOCKOUT = "live-baccarat", "rws-knockout-baccarat"
NATURAL = "TS KH 9D 7C"
"""Nine for Player, against seven; every shoe begins with it."""
CLOCKS = Clocks(betting=900_000, decision=900_000, pause=900_000, squeezing=900_000)
TELLING = ("wins", "won", "lost", "Tie,", "Next round", "9 points")


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    tables = [untimed(game, clocks=CLOCKS) for game in (LIVE, KNOCKOUT)]
    async with serving(tables, randbelow=Stacked(NATURAL)) as house:
        yield house


async def betting(visit: Visit, game: str, bet: str = "player", **context: Any) -> Visitor:
    one = await (await visit(reduced_motion="no-preference", **context)).guest()
    await one.sit_at(game)
    if game == KNOCKOUT:
        await one.page.get_by_role("button", name=re.compile("^Take a seat")).first.click()
    await one.chip(25_00).click()
    await one.spot(bet).click()
    await one.button("Place Bet").click()
    await one.placed()
    return one


def squeezed(one: Visitor) -> Locator:
    return one.page.get_by_role("region", name=re.compile("You have the most here"))


async def peel(one: Visitor, card: Locator) -> None:
    """From a corner, over the card."""
    box = await card.bounding_box()
    assert box is not None
    mouse = one.page.mouse
    await mouse.move(box["x"] + 4, box["y"] + box["height"] - 4)
    await mouse.down()
    await mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.1, steps=8)
    await mouse.up()


def said_to(house: LiveHouse, game: str) -> dict[str, bool]:
    return house.house.live_tables.tables[game].state.squeezed


async def test_the_cards_are_peeled_by_drag_and_nothing_tells_them_before(
    visit: Visit, house: LiveHouse
) -> None:
    one = await betting(visit, LIVE)
    await one.page.evaluate(LISTEN)
    await no_more_bets(house, LIVE)
    cards = squeezed(one).get_by_role("button", name=re.compile("Your card, face down"))
    await expect(cards).to_have_count(2)
    assert said_to(house, LIVE) == {one.name: False}
    await expect(one.page.get_by_label("7 points")).to_be_visible()  # of Banker, who lies open
    for telling in (*TELLING, "ten of spades", "nine of diamonds"):
        assert not [text for text in await appeared(one.page) if telling in text]

    await peel(one, cards.first)
    await expect(squeezed(one).get_by_role("img", name="ten of spades")).to_be_visible()
    await expect(cards).to_have_count(1)
    told = await appeared(one.page)
    for telling in (*TELLING, "nine of diamonds"):
        assert not [text for text in told if telling in text]

    await peel(one, cards.first)
    await expect(one.page.get_by_text("Player wins").first).to_be_visible()
    await expect(squeezed(one)).to_have_count(0)
    await one.agrees()
    told = await appeared(one.page)
    turned = next(n for n, text in enumerate(told) if "nine of diamonds" in text)
    assert not [text for text in told[:turned] if any(telling in text for telling in TELLING)]
    await until(lambda: said_to(house, LIVE) == {one.name: True})


@pytest.mark.parametrize("size", [SMALL, TABLET, DESKTOP], ids=["phone", "tablet", "desk"])
async def test_up_the_ante_lies_open_and_the_button_turns_the_rest(
    visit: Visit, house: LiveHouse, size: dict[str, Any]
) -> None:
    one = await betting(visit, KNOCKOUT, **size)
    await no_more_bets(house, KNOCKOUT)
    cards = squeezed(one).get_by_role("button", name=re.compile("Your card, face down"))
    await expect(cards).to_have_count(1)
    await expect(one.page.get_by_role("img", name="ten of spades").first).to_be_visible()
    await one.button("Turn over t").or_(one.button("Turn over")).click()
    await expect(one.page.get_by_text("Player wins").first).to_be_visible()


async def test_it_is_all_done_by_keys_and_axe_finds_nothing(
    visit: Visit, house: LiveHouse, axe: str
) -> None:
    one = await betting(visit, LIVE, **OPEN)
    await no_more_bets(house, LIVE)
    cards = squeezed(one).get_by_role("button", name=re.compile("Your card, face down"))
    await expect(cards).to_have_count(2)
    assert await complaints(one, axe) == []
    await one.tab_to(cards.first)
    for _ in range(6):
        await one.page.keyboard.press("ArrowUp")
    await expect(cards).to_have_count(1)
    await one.page.keyboard.press("t")
    await expect(one.page.get_by_text("Player wins").first).to_be_visible()


async def more(house: LiveHouse) -> Client:
    """Somebody who has more on Player."""
    ann = await join_as(house, LIVE, "ann")
    await bet(ann, LIVE, ("player", 100_00))
    return ann


@pytest.mark.parametrize("why", ["not the most", "another bet", "still", "instant", "switched off"])
async def test_for_everyone_else_the_cards_lie_open(
    visit: Visit, house: LiveHouse, why: str
) -> None:
    if why == "not the most":
        await more(house)
    one = await betting(visit, LIVE, "tie" if why == "another bet" else "player")
    if why in ("still", "instant", "switched off"):
        dialog = await one.settings()
        if why == "switched off":
            await dialog.get_by_label("peel the cards").uncheck()
        elif why == "still":
            await dialog.get_by_label("Animations").select_option("off")
        else:
            await dialog.get_by_label("Dealing").select_option("instant")
        await one.page.keyboard.press("Escape")
    await no_more_bets(house, LIVE)
    await expect(one.page.get_by_text("Player wins").first).to_be_visible()
    assert said_to(house, LIVE) == {}


async def test_who_leaves_the_page_keeps_nobody_waiting(visit: Visit, house: LiveHouse) -> None:
    one = await betting(visit, LIVE)
    await no_more_bets(house, LIVE)
    await expect(squeezed(one)).to_be_visible()
    await one.page.get_by_role("link", name="Rules").first.click()
    await until(lambda: said_to(house, LIVE) == {one.name: True})
