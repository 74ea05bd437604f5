"""What is asked of a player is in sight, on whatever is at hand: the question, its answers, and the
cards it is about."""

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.web.staged import KNOCKOUT, MIDDLES, PLAYED, PLUS, WHEEL, staged
from tests.web.visiting import SIDEWAYS, SMALL, TABLET, Visitor, visiting

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = (SMALL, TABLET, SIDEWAYS)
CARDS = {"T": "ten", "9": "nine", "8": "eight", "A": "ace"}
"""The first card of each scene is Ann's, and a spade."""


async def fits(one: Visitor) -> bool:
    """Nothing has to be pushed sideways."""
    return bool(await one.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", SIZES, ids=("small", "tablet", "sideways"))
@pytest.mark.parametrize("name", MIDDLES)
async def test_a_question(browser: Browser, name: str, size: dict[str, Any]) -> None:
    scene = MIDDLES[name]
    async with staged(scene) as stage:
        one = await visiting(browser, stage.house, **size)
        await one.known_as(stage.ann.api)
        await one.sit_at(scene.game)
        await stage.lay()
        await stage.play()
        await expect(one.answer("").first).to_be_visible()
        for answer in await one.answer("").all():
            await expect(answer).to_be_in_viewport(ratio=1)
        if name != "face-down":
            card = f"{CARDS[scene.cards[0]]} of spades"
            await expect(one.page.get_by_role("img", name=card).first).to_be_in_viewport(ratio=0.5)
        assert await fits(one)
        await one.page.context.close()
        assert one.wrong == []


@pytest.mark.parametrize("game", [WHEEL, KNOCKOUT, PLUS])
async def test_a_round_on_a_tablet(browser: Browser, game: str) -> None:
    """The clock, the chips in hand and the button that places them beside the layout."""
    async with staged(PLAYED[game]) as stage:
        for size in (TABLET, SIDEWAYS):
            one = await visiting(browser, stage.house, **size)
            await one.known_as(stage.ann.api)
            await one.sit_at(game)
            await expect(one.page.locator("[data-spot]").first).to_be_in_viewport()
            for what in (one.button("Place Bet"), one.page.get_by_role("timer"), one.chip(5_00)):
                await expect(what).to_be_in_viewport(ratio=1)
            assert await fits(one)
            await one.page.context.close()
            assert one.wrong == []
