"""Every page for everyone: axe-core, with the rules of WCAG 2 A and AA, finds nothing to complain
of, and no page is wider than a phone. Each is looked at twice, by night at a desk and by day on a
phone, or the other way round."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal
from urllib.parse import urlparse

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from croupier.house.roles import Role
from tests.support.live_house import LiveHouse
from tests.web.conftest import Visit
from tests.web.staged import (
    BACCARAT,
    BY_HAND,
    KNOCKOUT,
    LIVE,
    MIDDLES,
    PLAYED,
    RWS,
    SAID,
    WHEEL,
    Stage,
    a_floor,
    newcomer,
    staged,
)
from tests.web.visiting import DESKTOP, PHONE, Context, Visitor, visiting
from tests.web.watched import PAGES as NOTICED
from tests.web.watched import watched_house

pytestmark = pytest.mark.asyncio(loop_scope="session")

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN = """async (tags) => {
    const found = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return found.violations.flatMap((it) =>
        it.nodes.map((node) => `${it.id}: ${node.target} ${node.failureSummary}`));
}"""
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
Look = tuple[Literal["dark", "light"], dict[str, Any]]
USUAL: tuple[Look, Look] = (("dark", DESKTOP), ("light", PHONE))
OTHER: tuple[Look, Look] = (("light", DESKTOP), ("dark", PHONE))
FELTS = (WHEEL, BACCARAT, KNOCKOUT, RWS, LIVE)
# The page's own policy would keep axe out.
OPEN: Context = {"bypass_csp": True}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with a_floor() as house:
        yield house


async def complaints(one: Visitor, axe: str, looks: tuple[Look, Look] = USUAL) -> list[str]:
    found = []
    for scheme, size in looks:
        await one.page.evaluate("scheme => document.documentElement.dataset.theme = scheme", scheme)
        await one.page.set_viewport_size(size["viewport"])
        # What measures itself does so with the next frame.
        await one.page.evaluate(FRAMES)
        if not await one.page.evaluate("'axe' in window"):
            await one.page.evaluate(axe)
        where = f"{urlparse(one.page.url).path} {scheme} {size['viewport']['width']}"
        found += [f"{where} {what}" for what in await one.page.evaluate(RUN, TAGS)]
        width = await one.page.evaluate("document.documentElement.scrollWidth")
        if width > size["viewport"]["width"]:
            found.append(f"{where} is {width} wide")
    return found


async def arrived(one: Visitor, path: str) -> None:
    await one.page.goto(path)
    await expect(one.page.get_by_role("main").get_by_role("heading").first).to_be_visible()
    await expect(one.page.get_by_text("One moment …")).to_have_count(0)


async def look_at(one: Visitor, axe: str, *paths: str) -> list[str]:
    found = []
    for path in paths:
        await arrived(one, path)
        found += await complaints(one, axe)
    return found


async def in_dialog(one: Visitor, axe: str, opens: Locator) -> list[str]:
    """What it opens, looked at, and closed again."""
    await opens.click()
    dialog = one.page.get_by_role("dialog")
    await expect(dialog).to_be_visible()
    await expect(dialog.get_by_text("…", exact=True)).to_have_count(0)
    found = await complaints(one, axe, OTHER)
    await one.page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()
    return found


# Pages --------------------------------------------------------------------------------------------


async def test_pages_for_everyone(visit: Visit, axe: str) -> None:
    one = await visit(**OPEN)
    paths = ("/", "/login", "/register", f"/rules/{RWS}", "/fair", f"/fair/{WHEEL}/1", "/nowhere")
    one.expected.append("/nowhere$")
    found = await look_at(one, axe, *paths)
    await one.settings()
    assert found + await complaints(one, axe, OTHER) == []


async def test_a_players_pages(visit: Visit, house: LiveHouse, axe: str) -> None:
    one = await (await visit(**PHONE, **OPEN)).login("ann")
    tabs = ["history", "statement", "limits", "disputes", "password"]
    found = await look_at(one, axe, *(f"/me/{tab}" for tab in tabs))
    await expect(one.page.get_by_role("heading", name="Password").first).to_be_visible()
    found += await look_at(one, axe, f"/me/rounds/{WHEEL}/3")
    found += await in_dialog(one, axe, one.button("I do not agree"))
    await arrived(one, "/me/chips")
    found += await in_dialog(one, axe, one.button("Buy in or cash out"))
    await arrived(one, "/me/limits")
    await one.page.get_by_role("button", name="Change Losses, A day").click()
    found += await complaints(one, axe, OTHER)
    found += await in_dialog(one, axe, one.button("Take a break"))
    assert found == []


async def test_a_first_day(visit: Visit, house: LiveHouse, axe: str) -> None:
    api = await newcomer(house, "novice")
    one = await (await visit(**OPEN)).known_as(api)
    one.expected.append("/api/")
    assert await look_at(one, axe, "/welcome") == []


STAFF: dict[Role, tuple[str, ...]] = {
    Role.DEALER: ("/deal", f"/deal/{BY_HAND}"),
    Role.PIT: ("/pit", f"/pit/{BY_HAND}", "/chat"),
    Role.SHIFT: ("/pit",),
    Role.CASHIER: ("/cage",),
    Role.MODERATOR: ("/chat",),
    Role.INSPECTOR: (
        "/office",
        "/office/rounds",
        f"/office/rounds/{WHEEL}",
        f"/office/rounds/{WHEEL}/3",
        "/office/forecast",
        f"/office/forecast/{WHEEL}",
        "/office/disputes",
        "/office/journals",
        "/office/turned-away",
    ),
    Role.ADMINISTRATOR: ("/admin", "/admin/accounts"),
}


@pytest.mark.parametrize("role", STAFF)
async def test_the_pages_of_staff(visit: Visit, house: LiveHouse, axe: str, role: Role) -> None:
    one = await (await visit(**OPEN)).staff(role)
    assert await look_at(one, axe, *STAFF[role]) == []


async def test_what_was_noticed(browser: Browser, axe: str) -> None:
    """Where a house is watched: band, doubted wheel, incidents, shoes, days, rules, log, a lab."""
    async with watched_house() as (house, day):
        found = []
        for role, pages in NOTICED.items():
            one = await (await visiting(browser, house, **OPEN)).staff(role)
            found += await look_at(one, axe, *(path.replace("%", day) for path in pages.values()))
            assert one.wrong == []
            await one.page.context.close()
        assert found == []


async def test_what_waits_for_the_pit(visit: Visit, axe: str) -> None:
    """Alerts, a signature, an objection, a report; and the dialogs behind them."""
    one = await (await visit(**OPEN)).staff(Role.PIT)
    await arrived(one, "/pit")
    for name, wanted in {
        "Alerts": "two cards at once",
        "Waiting for a second signature": SAID["mistake"],
        "Open disputes": SAID["objection"],
    }.items():
        await expect(one.page.get_by_role("region", name=name)).to_contain_text(wanted)
    await one.page.get_by_role("region", name="Open disputes").get_by_role("button").first.click()
    found = await complaints(one, axe, OTHER)
    await arrived(one, f"/pit/{BY_HAND}")
    irregular = one.page.get_by_role("region", name="When the game goes wrong")
    await expect(irregular.get_by_role("button").first).to_be_visible()
    for ruling in await irregular.get_by_role("button").all():
        if await ruling.get_attribute("aria-haspopup") is None:
            found += await in_dialog(one, axe, ruling)
    await arrived(one, "/chat")
    await expect(one.page.get_by_text(SAID["insult"])).to_be_visible()
    found += await complaints(one, axe, OTHER)
    assert found == []


async def test_dialogs_of_staff(visit: Visit, house: LiveHouse, axe: str) -> None:
    dealer = await (await visit(**OPEN)).staff(Role.DEALER)
    await arrived(dealer, f"/deal/{BY_HAND}")
    # The dealer of this house has called already, and thinks better of it.
    await dealer.button("Take the call back").click()
    found = await in_dialog(dealer, axe, dealer.button("Call the pit"))
    cashier = await (await visit(**OPEN)).staff(Role.CASHIER)
    await arrived(cashier, "/cage")
    await house.house.cage.ask("bob", 5_00, "by card", "wish")
    await cashier.button("Approve").click()
    await cashier.page.get_by_label("Player's name").fill("ann")
    await cashier.page.keyboard.press("Enter")
    await expect(cashier.page.get_by_role("heading", name="ann")).to_be_visible()
    found += await complaints(cashier, axe, OTHER)
    chief = await (await visit(**OPEN)).staff(Role.ADMINISTRATOR)
    await arrived(chief, "/admin")
    found += await in_dialog(chief, axe, chief.page.get_by_role("button", name="Block").first)
    assert found == []


# Tables -------------------------------------------------------------------------------------------


@asynccontextmanager
async def at(stage: Stage, browser: Browser) -> AsyncIterator[Visitor]:
    """Ann at her table, in a browser."""
    one = await visiting(browser, stage.house, **PHONE, **OPEN)
    await one.known_as(stage.ann.api)
    yield one
    await one.page.context.close()
    assert one.wrong == []


@pytest.mark.parametrize("game", FELTS)
async def test_a_round(browser: Browser, axe: str, game: str) -> None:
    """The empty table, chips on it, what came of them, and the clause that says so."""
    async with staged(PLAYED[game]) as stage, at(stage, browser) as one:
        found = await look_at(one, axe, f"/table/{game}")
        await stage.draft(one)
        await expect(one.button("Place Bet")).to_be_enabled()
        found += await complaints(one, axe, OTHER)
        await stage.lay(one)
        await stage.play()
        lines = one.page.get_by_role("table").locator("tbody tr")
        await expect(lines.first).to_be_visible()
        found += await complaints(one, axe)
        found += await in_dialog(one, axe, lines.first.get_by_role("button"))
        assert found == []


@pytest.mark.parametrize("name", MIDDLES)
async def test_a_question(browser: Browser, axe: str, name: str) -> None:
    scene = MIDDLES[name]
    async with staged(scene) as stage, at(stage, browser) as one:
        await stage.lay()
        await stage.play()
        await arrived(one, f"/table/{scene.game}")
        await expect(one.answer("").first).to_be_visible()
        assert await complaints(one, axe, OTHER if scene.events else USUAL) == []
