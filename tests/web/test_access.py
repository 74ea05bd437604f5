"""Every page for everyone: axe-core, with the rules of WCAG 2 A and AA, finds nothing to complain
of, and no page is wider than a phone."""

import re
from collections.abc import AsyncIterator
from urllib.parse import urlparse

import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.house.roles import Role
from tests.server.playing import Stacked, bet, next_round, no_more_bets, patient
from tests.server.serving import Open, human, serving, totp
from tests.web.conftest import Visit
from tests.web.visiting import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
GAMES = {
    "live-roulette": "corner:13-17",
    "live-baccarat": "player",
    "rws-knockout-baccarat": "ante-player",
    "live-blackjack": "initial",
    "rws-blackjack": "initial",
}
"""And a spot of each."""
LOOKS = {
    "phone, light": PHONE | {"color_scheme": "light"},
    "desktop, dark": DESKTOP | {"color_scheme": "dark"},
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[Open]:
    tables = [*(patient(game) for game in GAMES), human("rws-blackjack", id="by-hand")]
    async with serving(tables, randbelow=Stacked(pockets=(17,))) as house:
        client = await house.client(await house.player("reader"))
        await client.join("live-roulette")
        await client.until(lambda: client.tables["live-roulette"].phase == "betting")
        await bet(client, "live-roulette", ("straight:17", 10_00))
        await no_more_bets(house, "live-roulette", client)
        await next_round(house, "live-roulette", client)
        await client.close()
        yield house


@pytest.fixture(params=LOOKS)
def look(request: pytest.FixtureRequest) -> dict[str, object]:
    # The page's own policy would keep axe out.
    return {**LOOKS[request.param], "bypass_csp": True}


async def complaints(one: Visitor, axe: str) -> list[str]:
    await one.page.evaluate(axe)
    found = await one.page.evaluate(
        """async (tags) => (await axe.run(document, { runOnly: tags })).violations.flatMap((it) =>
            it.nodes.map((node) => `${it.id}: ${node.target} ${node.failureSummary}`))""",
        TAGS,
    )
    return [f"{urlparse(one.page.url).path} {what}" for what in found]


async def look_at(one: Visitor, axe: str, *paths: str) -> list[str]:
    found = []
    for path in paths:
        await one.page.goto(path)
        await expect(one.page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        await expect(one.page.get_by_text("One moment …")).to_have_count(0)
        found += await complaints(one, axe)
        found += await too_wide(one)
    return found


async def too_wide(one: Visitor) -> list[str]:
    """On a phone a page scrolls down, not across."""
    before = one.page.viewport_size
    await one.page.set_viewport_size(PHONE["viewport"])
    width = await one.page.evaluate("document.documentElement.scrollWidth")
    if before:
        await one.page.set_viewport_size(before)
    return [f"{one.page.url} is {width} wide on a phone"] if width > 390 else []


async def test_pages_for_everyone(visit: Visit, axe: str, look: dict[str, object]) -> None:
    one = await visit(**look)
    found = await look_at(one, axe, "/", "/login", "/register", "/rules/rws-blackjack")
    await one.page.get_by_role("button", name="Settings").click()
    await expect(one.page.get_by_role("dialog")).to_be_visible()
    assert found + await complaints(one, axe) == []


async def test_a_players_pages(visit: Visit, axe: str, look: dict[str, object]) -> None:
    one = await (await visit(**look)).login("reader")
    tabs = ["history", "statement", "limits", "disputes", "password"]
    round = "live-roulette/1"
    paths = [*(f"/me/{tab}" for tab in tabs), f"/me/rounds/{round}", f"/fair/{round}"]
    assert await look_at(one, axe, *paths) == []


@pytest.mark.parametrize("game", GAMES)
async def test_tables(visit: Visit, axe: str, look: dict[str, object], game: str) -> None:
    """Empty, and with a chip that lies there."""
    one = await (await visit(**look)).guest()
    found = await look_at(one, axe, f"/table/{game}")
    spot = GAMES[game]
    box = 1 if spot == "initial" else None
    if box:
        await one.button("Take a seat, box 1").click()
        await expect(one.button("Leave, box 1")).to_be_visible()
    await one.spot(spot, box).click()
    await expect(one.spot(spot, box)).to_have_accessible_name(re.compile("not placed yet"))
    found += await complaints(one, axe)
    if box:
        await one.button("Leave, box 1").click()
    assert found == []


STAFF: dict[Role, tuple[str, ...]] = {
    Role.DEALER: ("/deal", "/deal/by-hand"),
    Role.PIT: ("/pit", "/pit/by-hand"),
    Role.CASHIER: ("/cage",),
    Role.MODERATOR: ("/chat",),
    Role.INSPECTOR: ("/office", "/office/rounds", "/office/disputes", "/office/journals"),
    Role.ADMINISTRATOR: ("/admin", "/admin/accounts"),
}


@pytest.mark.parametrize("role", STAFF)
async def test_the_pages_of_staff(visit: Visit, house: Open, axe: str, role: Role) -> None:
    api = await house.staff(role)
    one = await visit(**LOOKS["desktop, dark"], bypass_csp=True)
    await one.login(f"the-{role}", totp(api.secret, 1))
    assert await look_at(one, axe, *STAFF[role]) == []
