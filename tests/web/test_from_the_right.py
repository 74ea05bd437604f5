"""In Arabic the pages are written from the right, and the tables stay as they lie: nothing overlaps
or scrolls sideways, no felt is mirrored, and no amount, card or moment changes its order."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from croupier.house.roles import Role
from tests.support.live_house import LiveHouse
from tests.web.conftest import Visit
from tests.web.staged import (
    BACCARAT,
    BY_HAND,
    KNOCKOUT,
    MIDDLES,
    PLAYED,
    SAID,
    WHEEL,
    Scene,
    Stage,
    a_floor,
    staged,
)
from tests.web.test_access import OPEN, complaints
from tests.web.test_fits import JUDGE
from tests.web.visiting import DESKTOP, PHONE, Visitor, visiting

pytestmark = pytest.mark.asyncio(loop_scope="session")

ARABIC = {"locale": "ar-EG"}
FLIPPED = r"""() => {
    // Where signs belong together, the first stands to the left of the last.
    const [amount, card] = [/[+−][\d.,]*\d/, /(?:10|[2-9AKQJ])[♠♥♦♣]/];
    const [moment, chat] = [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, /[A-Z][\w ,]*!/];
    const kept = new RegExp([amount, card, moment, chat].map((it) => it.source).join('|'), 'gu');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = [], flipped = [];
    const placeOf = (node, at) => {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect();
    };
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (!node.parentElement.checkVisibility()) continue;
        for (const { 0: text, index } of node.data.matchAll(kept)) {
            const [first, last] = [placeOf(node, index), placeOf(node, index + text.length - 1)];
            if (first.width < 1 || first.top !== last.top) continue;
            seen.push(text);
            if (first.left >= last.left) flipped.push(text);
        }
    }
    return { seen, flipped };
}"""
ON_FELT = """() => {
    const felt = document.querySelector('.felt').getBoundingClientRect();
    const things = [...document.querySelectorAll(
        '.felt :is([data-spot], [data-box], .card, .wheel, .shoe, .overview button)')];
    return things.map((thing) => thing.getBoundingClientRect())
        .filter(({ width }) => width)
        .map(({ left, width }) => (left + width / 2 - felt.left) / felt.width);
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with a_floor() as house:
        yield house


async def flipped(page: Page, *expected: str) -> list[str]:
    """What stands in the wrong order; each of what is expected is there to be looked at."""
    found: dict[str, list[str]] = await page.evaluate(FLIPPED)
    missing = [text for text in expected if text not in found["seen"]]
    return found["flipped"] + [f"no {text} in {found['seen']}" for text in missing]


async def from_the_right(one: Visitor, path: str) -> None:
    await one.page.goto(path)
    html = one.page.locator("html")
    await expect(html).to_have_attribute("dir", "rtl")
    await expect(html).to_have_attribute("lang", "ar")
    await expect(one.page.get_by_role("main").get_by_role("heading").first).to_be_visible()


# Pages --------------------------------------------------------------------------------------------

STAFF = {
    Role.PIT: ("/pit", f"/pit/{BY_HAND}"),
    Role.CASHIER: ("/cage",),
    Role.DEALER: (f"/deal/{BY_HAND}",),
    Role.INSPECTOR: ("/office",),
}


async def test_pages_are_written_from_the_right(visit: Visit, axe: str) -> None:
    one = await visit(**OPEN, **ARABIC)
    await from_the_right(one, "/")
    brand, gear = one.page.locator(".brand"), one.page.locator("header nav")
    assert await left_of(gear) < await left_of(brand)
    found = await complaints(one, axe)
    for role, paths in STAFF.items():
        one = await (await visit(**OPEN, **ARABIC)).staff(role)
        for path in paths:
            await from_the_right(one, path)
            found += await complaints(one, axe)
    assert found == []


async def test_amounts_and_moments_keep_their_order(visit: Visit, house: LiveHouse) -> None:
    one = await visit(**ARABIC)
    api = await house.api()
    await api.login("ann", "correct horse battery")
    await one.known_as(api)
    await from_the_right(one, "/me/history")
    await expect(one.page.locator(".entries tbody tr").first).to_be_visible()
    assert await flipped(one.page, "+150", "−30") == []
    await from_the_right(one, f"/table/{WHEEL}")
    await expect(one.page.get_by_text(SAID["insult"])).to_be_visible()
    assert await flipped(one.page, SAID["insult"]) == []
    one = await (await visit(**ARABIC)).staff(Role.INSPECTOR)
    await from_the_right(one, "/office")
    await expect(one.page.locator("tbody .number").first).to_be_visible()
    assert await flipped(one.page) == []


async def test_what_points_back_points_to_the_right(visit: Visit) -> None:
    one = await (await visit(**ARABIC)).staff(Role.PIT)
    await from_the_right(one, f"/pit/{BY_HAND}")
    arrow = one.page.locator(".arrow").first
    assert await arrow.evaluate("it => new DOMMatrix(getComputedStyle(it).transform).a") == -1


# Tables -------------------------------------------------------------------------------------------

SCENES: dict[str, Scene] = {
    "blackjack": MIDDLES["decision"],
    "split": MIDDLES["split"],
    "roulette": PLAYED[WHEEL],
    "baccarat": PLAYED[BACCARAT],
    "knockout": PLAYED[KNOCKOUT],
}


FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


async def misfits(page: Page, state: str) -> list[str]:
    found = []
    for size in (PHONE, DESKTOP):
        await page.set_viewport_size(size["viewport"])
        await page.evaluate(FRAMES)
        where = f"{state} {size['viewport']['width']}"
        found += [f"{where}: {fault}" for fault in await page.evaluate(JUDGE)]
    return found


async def seen_from(browser: Browser, stage: Stage, **context: Any) -> Visitor:
    one = await visiting(browser, stage.house, **context)
    await one.known_as(stage.ann.api)
    await one.page.goto(f"/table/{stage.game}")
    await one.page.locator("[data-spot], [data-box]").first.wait_for(state="attached")
    return one


@pytest.mark.parametrize("name", SCENES)
async def test_a_table_fits_and_is_not_mirrored(browser: Browser, name: str) -> None:
    async with staged(SCENES[name]) as stage:
        arabic = await seen_from(browser, stage, **ARABIC)
        english = await seen_from(browser, stage)
        await stage.lay()
        wrong = await misfits(arabic.page, "betting")
        await stage.play()
        for one in (arabic, english):
            await one.page.locator(".ask, .came button").first.wait_for(state="attached")
        wrong += await misfits(arabic.page, "played")
        for size in (PHONE, DESKTOP):
            felts = []
            for one in (arabic, english):
                await one.page.set_viewport_size(size["viewport"])
                await one.page.evaluate(FRAMES)
                felts.append(await one.page.evaluate(ON_FELT))
            assert felts[0] == pytest.approx(felts[1], abs=0.06)
        assert SCENES[name].over == bool(await arabic.page.locator(".came .good").count())
        wrong += await flipped(arabic.page)
        await expect(arabic.page.locator("html")).to_have_attribute("dir", "rtl")
        for one in (arabic, english):
            wrong += one.wrong
            await one.page.context.close()
        assert "\n".join(wrong) == ""


async def test_arrow_keys_go_where_they_point(browser: Browser) -> None:
    async with staged(PLAYED[WHEEL]) as stage:
        one = await seen_from(browser, stage, **ARABIC)
        zero = one.spot("straight:0")
        await zero.focus()
        await one.page.keyboard.press("ArrowRight")
        focused = one.page.locator(":focus")
        assert await left_of(focused) > await left_of(zero)
        await one.page.context.close()
        assert one.wrong == []


async def left_of(what: Any) -> float:
    box = await what.bounding_box()
    assert box is not None
    return float(box["x"])
