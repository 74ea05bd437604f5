"""What the house has told is not on the page before it is seen on the felt: the ball runs, and only
when it rests does anything tell where."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.server.playing import Stacked, no_more_bets, patient
from tests.server.serving import Open, serving
from tests.web.conftest import Visit
from tests.web.visiting import money

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL = "live-roulette"
PAID = 975_00 + 36 * 25_00

LISTEN = r"""() => {
    window.appeared = [];
    const note = (text) => window.appeared.push(text.replace(/\s+/g, ' '));
    new MutationObserver((changes) => {
        const fresh = new Set();
        for (const { type, target, addedNodes, attributeName } of changes) {
            if (type === 'attributes') fresh.add(target.getAttribute(attributeName));
            else if (type === 'characterData') fresh.add(target.data);
            else for (const node of addedNodes) fresh.add(node.textContent);
        }
        // What changes together is one thing to look at.
        note([...fresh].join(' | '));
    }).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['aria-label', 'title'],
    });
}"""
"""From now on every text that appears, in the order it does."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[Open]:
    async with serving([patient(WHEEL)], randbelow=Stacked(pockets=(17,))) as house:
        yield house


async def test_nothing_tells_the_number_before_the_ball_rests(visit: Visit, house: Open) -> None:
    one = await (await visit(reduced_motion="no-preference")).guest()
    await one.sit_at(WHEEL)
    await one.chip(25_00).click()
    await one.spot("straight:17").click()
    await one.button("Place Bet").click()
    await one.placed()
    await one.agrees()
    await one.page.evaluate(LISTEN)
    await no_more_bets(house, WHEEL)
    wheel = one.page.get_by_role("img", name=re.compile("ball"))
    await expect(wheel).to_have_accessible_name("The ball rests on 17, black")
    await one.agrees()
    await expect(one.page.get_by_role("table").locator("tbody tr")).to_contain_text("won")

    appeared: list[str] = await one.page.evaluate("window.appeared")
    rests = next(n for n, text in enumerate(appeared) if "The ball rests on 17" in text)
    before = appeared[:rests]
    assert any("The ball is rolling" in text for text in before)
    for telling in ("17", "black", "won", money(PAID), "Next round"):
        assert not [text for text in before if telling in text]
    assert one.balance == PAID
    assert any(money(PAID) in text for text in appeared[rests:])
