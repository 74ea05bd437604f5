"""What a bet is worth, where a player looks at bets; and the chart of the best play."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.engine.protocol import variant
from croupier.odds import Strategy, strategy_of
from croupier.odds.strategy import MEANINGS
from tests.support.live_house import LiveHouse, serving, table
from tests.web.conftest import Visit
from tests.web.test_access import OPEN, OTHER, complaints

pytestmark = pytest.mark.asyncio(loop_scope="session")
WHEEL, RWS, KNOCKOUT = "live-roulette", "rws-blackjack", "rws-knockout-baccarat"
PATIENCE_MS = 60_000
"""A reckoning gives way to all else that runs."""
EDGE = re.compile(r"^\d+\.\d\d\s%$")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with serving([table(WHEEL), table(RWS), table(KNOCKOUT)]) as house:
        for game in (RWS, KNOCKOUT):
            await house.house.odds.of(variant(game))
        yield house


async def test_the_rules_tell_the_house_edge_of_every_bet(visit: Visit, axe: str) -> None:
    one = await visit(**OPEN)
    await one.page.goto(f"/rules/{WHEEL}")
    bets = one.page.get_by_role("table").filter(has=one.page.get_by_text("House edge", exact=True))
    await expect(bets.get_by_role("row", name="Straight")).to_contain_text("2.70 %")
    assert await bets.get_by_text("2.70 %", exact=True).count() == 13
    await expect(one.page.get_by_role("link", name="Best play")).to_have_count(0)
    await one.page.goto(f"/rules/{RWS}")
    first = bets.get_by_role("row").filter(has_text="your hand beats the dealer’s")
    await expect(first).to_contain_text("0.19 %")
    assert await bets.get_by_text(EDGE).count() == 5, "one for each bet, not for each way it wins"
    assert await complaints(one, axe) == []


async def test_the_best_play_is_a_chart_to_read(visit: Visit, axe: str) -> None:
    one = await visit(**OPEN)
    await one.page.goto(f"/rules/{RWS}")
    await one.page.get_by_role("link", name="Best play").click()
    hard = one.page.get_by_role("table", name="Hard hands")
    await expect(hard).to_be_visible(timeout=PATIENCE_MS)
    told = strategy_of(variant(RWS))
    assert isinstance(told, Strategy)
    for name, rows in {
        "Hard hands": told.hard,
        "Soft hands": told.soft,
        "Pairs": told.pairs,
    }.items():
        cells = one.page.get_by_role("table", name=name).get_by_role("cell")
        shown = [text.strip() for text in await cells.all_inner_texts()]
        # The letters, and for whoever listens what they mean.
        wanted = [f"{cell}{MEANINGS[cell]}".lower() for row in rows for cell in row.cells]
        assert [re.sub(r"\s*\n\s*", "", one).lower() for one in shown] == wanted
    await expect(one.page.get_by_text("0.19 %")).to_be_visible()
    found = await complaints(one, axe) + await complaints(one, axe, OTHER)
    await one.page.goto(f"/best-play/{KNOCKOUT}")
    raises = one.page.get_by_role("row", name="9", exact=False).first
    await expect(raises).to_contain_text("Raise", timeout=PATIENCE_MS)
    assert found + await complaints(one, axe) == []


async def test_at_the_table_each_bet_has_its_edge(visit: Visit) -> None:
    one = await (await visit()).guest()
    await one.sit_at(KNOCKOUT)
    panel = one.page.locator("section").filter(
        has=one.page.get_by_role("heading", name="Limits and house edge")
    )
    await expect(panel.locator("dl > div", has_text="Tie")).to_contain_text("14.36 %")
    await one.spot("tie").hover()
    await expect(one.page.locator(".info")).to_contain_text(re.compile("8:1.*House edge 14.36"))
    await one.sit_at(WHEEL)
    await expect(panel.locator("dl > div", has_text="Every bet")).to_contain_text("2.70 %")
    await one.spot("straight:17").hover()
    await expect(one.page.get_by_text("House edge 2.70 %")).to_be_visible()
