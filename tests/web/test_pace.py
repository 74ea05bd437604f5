"""What the house has told is not on the page before it is seen on the felt: the ball runs, a card
comes over the felt, and only when it lies there does anything tell what it brings."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, no_more_bets, untimed
from tests.web.conftest import Visit
from tests.web.visiting import Visitor, money, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL, BACCARAT, BLACKJACK = "live-roulette", "live-baccarat", "rws-blackjack"
PAID = 975_00 + 36 * 25_00
BUST = "TS 9H 6D KD 8C"
"""Sixteen for the player, who draws a king."""

LISTEN = r"""() => {
    window.appeared = [];
    const note = (text) => window.appeared.push(text.replace(/\s+/g, ' '));
    new MutationObserver((changes) => {
        const fresh = new Set();
        for (const { type, target, addedNodes, attributeName } of changes) {
            if (type === 'attributes') fresh.add(target.getAttribute(attributeName));
            else if (type === 'characterData') fresh.add(target.data);
            else for (const node of addedNodes) {
                fresh.add(node.textContent);
                const cards = node.querySelectorAll?.('[data-card]') ?? [];
                for (const card of [node, ...cards]) {
                    if (!card.matches?.('[data-card]')) continue;
                    const name = card.querySelector('[role="img"]')?.getAttribute('aria-label');
                    // Two frames on its way has begun; what it takes is the browser's to say.
                    requestAnimationFrame(() => requestAnimationFrame(() =>
                        Promise.all(card.getAnimations().map((way) => way.finished))
                            .then(() => note(`landed: ${name}`))));
                }
            }
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
"""From now on every text that appears and every card that has come, in that order."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    tables = [untimed(game) for game in (WHEEL, BACCARAT, BLACKJACK)]
    async with serving(tables, randbelow=Stacked(BUST, pockets=(17,))) as house:
        yield house


async def watching(visit: Visit) -> Visitor:
    return await (await visit(reduced_motion="no-preference")).guest()


async def staked(one: Visitor, game: str, bet: str) -> None:
    await one.sit_at(game)
    await one.chip(25_00).click()
    await one.spot(bet).click()
    await one.button("Place Bet").click()
    await one.placed()
    await one.agrees()


async def appeared(page: Page) -> list[str]:
    told: list[str] = await page.evaluate("window.appeared")
    return told


async def test_nothing_tells_the_number_before_the_ball_rests(
    visit: Visit, house: LiveHouse
) -> None:
    one = await watching(visit)
    await staked(one, WHEEL, "straight:17")
    await one.page.evaluate(LISTEN)
    await no_more_bets(house, WHEEL)
    wheel = one.page.get_by_role("img", name=re.compile("ball"))
    await expect(wheel).to_have_accessible_name("The ball rests on 17, black")
    await one.agrees()
    await expect(one.page.get_by_role("table").locator("tbody tr")).to_contain_text("won")

    told = await appeared(one.page)
    rests = next(n for n, text in enumerate(told) if "The ball rests on 17" in text)
    before = told[:rests]
    assert any("The ball is rolling" in text for text in before)
    for telling in ("17", "black", "won", money(PAID), "Next round"):
        assert not [text for text in before if telling in text]
    assert one.balance == PAID
    assert any(money(PAID) in text for text in told[rests:])


async def test_nothing_tells_a_bust_before_the_card_lies_there(
    visit: Visit, house: LiveHouse
) -> None:
    one = await seated(await watching(visit), BLACKJACK)
    await no_more_bets(house, BLACKJACK)
    await one.answer("Hit").click(trial=True)
    await one.page.evaluate(LISTEN)
    await one.answer("Hit").click()
    await expect(one.page.get_by_role("table").locator("tbody tr")).to_contain_text("lost")

    told = await appeared(one.page)
    lands = told.index("landed: king of diamonds")
    for telling in ("26", "Bust", "lost", "Next round", "Dealer has"):
        assert not [text for text in told[:lands] if telling in text]
    assert any("26" in text and "Bust" in text for text in told[lands:])


async def test_nothing_tells_who_wins_before_the_last_card_lies_there(
    visit: Visit, house: LiveHouse
) -> None:
    one = await watching(visit)
    await staked(one, BACCARAT, "player")
    await one.page.evaluate(LISTEN)
    await no_more_bets(house, BACCARAT)
    await expect(one.page.get_by_role("table").locator("tbody tr")).to_have_count(1)
    await one.agrees()

    told = await appeared(one.page)
    last = max(n for n, text in enumerate(told) if text.startswith("landed: "))
    assert sum(text.startswith("landed: ") for text in told) >= 4
    for telling in ("wins", "won", "lost", "Tie,", "Next round"):
        assert not [text for text in told[:last] if telling in text]
    assert any("wins" in text or "Tie" in text for text in told[last:])
