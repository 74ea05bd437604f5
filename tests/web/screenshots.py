"""`make screenshots`: every page and every state worth seeing, by day on a phone and by night on a
tablet and at a desk, as PNG files in docs/screenshots/. The houses are staged: the same cards and
the same pockets every time."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from playwright.async_api import Browser, TimeoutError, async_playwright, expect

from croupier.client import Api
from croupier.house.roles import Role
from tests.support.chromium import ARGUMENTS, chromium
from tests.support.live_house import PASSWORD, LiveHouse, serving
from tests.support.live_play import Stacked, no_more_bets
from tests.support.web_build import built
from tests.web.staged import (
    BACCARAT,
    BY_HAND,
    CLOCKS,
    KNOCKOUT,
    LIVE,
    MIDDLES,
    PLAYED,
    RWS,
    WHEEL,
    Scene,
    a_floor,
    newcomer,
    staged,
    table_of,
)
from tests.web.visiting import DESKTOP, PATIENCE_MS, PHONE, TABLET, Visitor, visiting
from tests.web.watched import PAGES as NOTICED
from tests.web.watched import watched_house

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
SIZES: dict[str, dict[str, Any]] = {
    "phone": PHONE | {"color_scheme": "light", "device_scale_factor": 2},
    "tablet": TABLET | {"color_scheme": "dark"},
    "desktop": DESKTOP | {"color_scheme": "dark"},
}
QUIET_MS = 5_000
LOCALES = {"zh": "zh-CN", "de": "de-DE", "ar": "ar-EG"}
EVERYONE = {
    "lobby-stranger": "/",
    "login": "/login",
    "register": "/register",
    "rules": f"/rules/{RWS}",
    "best-play": "/best-play/rws-blackjack",
    "fair": f"/fair/{WHEEL}/1",
    "proved": "/fair",
    "not-found": "/nowhere",
}
OWN = {
    "lobby": "/",
    "history": "/me/history",
    "statement": "/me/statement",
    "limits": "/me/limits",
    "disputes": "/me/disputes",
    "password": "/me/password",
    "round": f"/me/rounds/{WHEEL}/%",
}
STAFF: dict[Role, dict[str, str]] = {
    Role.DEALER: {"deal": "/deal", "deal-table": f"/deal/{BY_HAND}"},
    Role.PIT: {"pit": "/pit", "pit-table": f"/pit/{BY_HAND}"},
    Role.CASHIER: {"cage": "/cage"},
    Role.MODERATOR: {"chat": "/chat"},
    Role.INSPECTOR: {
        "office": "/office",
        "office-rounds": f"/office/rounds/{WHEEL}",
        "office-round": f"/office/rounds/{WHEEL}/%",
        "office-disputes": "/office/disputes",
        "office-journals": "/office/journals",
        "office-turned-away": "/office/turned-away",
    },
    Role.ADMINISTRATOR: {"admin": "/admin", "admin-accounts": "/admin/accounts"},
}
"""% is the last round that was played."""
TableEvent = Callable[[Visitor], Awaitable[object]]
Take = Callable[[Visitor, str], Awaitable[None]]


class Studio:
    """Takes the pictures."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.folder = browser, folder

    async def each_size(self, house: LiveHouse, api: Api | None, take: Take) -> None:
        for size, looks in SIZES.items():
            one = await visiting(self.browser, house, **looks)
            if api:
                await one.known_as(api)
            await take(one, size)
            await one.page.context.close()

    async def shoot(self, one: Visitor, name: str, size: str) -> None:
        # A page that goes on asking is shown as it is.
        with suppress(TimeoutError):
            await one.page.wait_for_load_state("networkidle", timeout=QUIET_MS)
        await one.page.screenshot(path=self.folder / f"{name}-{size}.png")

    async def pages(self, house: LiveHouse, api: Api | None, pages: dict[str, str]) -> None:
        async def take(one: Visitor, size: str) -> None:
            for name, path in pages.items():
                await _arrive(one, path)
                await self.shoot(one, name, size)

        await self.each_size(house, api, take)


async def _arrive(one: Visitor, path: str) -> None:
    last = one.house.house.live_tables.tables[WHEEL].state.round_number - 1 if "%" in path else 0
    await one.page.goto(path.replace("%", str(last)))
    await expect(one.page.get_by_role("main").get_by_role("heading").first).to_be_visible()


async def main(folder: Path) -> None:
    built()
    expect.set_options(timeout=PATIENCE_MS)
    folder.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        studio = Studio(browser, folder)
        async with a_floor(days=6) as house:
            await _floor(studio, house)
        async with watched_house() as (house, day):
            for role, noticed in NOTICED.items():
                pages = {name: path.replace("%", day) for name, path in noticed.items()}
                await studio.pages(house, await house.staff(role), pages)
        for game, scene in PLAYED.items():
            await _table(studio, scene, f"{game}-bets", f"{game}-played")
        for name, scene in MIDDLES.items():
            await _table(studio, scene, "", f"asked-{name}")
        await _squeeze(studio)
        await _in_other_words(studio)
        await browser.close()


# The floor ----------------------------------------------------------------------------------------


async def _floor(studio: Studio, house: LiveHouse) -> None:
    await studio.pages(house, None, EVERYONE)
    await studio.pages(house, await _ann(house), OWN)
    for role, pages in STAFF.items():
        await studio.pages(house, await house.staff(role), pages)
    await studio.pages(house, await newcomer(house, "novice"), {"welcome": "/welcome"})
    for name in _STATES:
        await _state(studio, house, name)


async def _state(studio: Studio, house: LiveHouse, name: str) -> None:
    """A page after something was done on it."""
    role, path, event = _STATES[name]

    async def take(one: Visitor, size: str) -> None:
        await _arrive(one, path)
        await event(one)
        await studio.shoot(one, name, size)

    await studio.each_size(house, await house.staff(role) if role else await _ann(house), take)


async def _ann(house: LiveHouse) -> Api:
    api = await house.api()
    await api.login("ann", PASSWORD)
    return api


async def _find_ann(one: Visitor) -> None:
    await one.page.get_by_label("Player's name").fill("ann")
    await one.page.keyboard.press("Enter")
    await expect(one.page.get_by_role("heading", name="ann")).to_be_visible()


async def _change_the_rules(one: Visitor) -> None:
    await one.page.get_by_text("Limits, clocks, settings").click()
    await one.button("Change the rules …").click()
    await one.page.get_by_role("switch", name="The dealer draws to a soft 17").check()
    await one.button("What would it cost?").click()
    cost = one.page.get_by_text("Decisions of the best play that change")
    await expect(cost).to_be_visible()
    await cost.scroll_into_view_if_needed()


async def _reckon(one: Visitor) -> None:
    await one.page.get_by_role("combobox", name="Bet").select_option("red")
    await one.page.get_by_label("Bankroll").fill("500")
    await one.button("Reckon").click()
    await expect(one.page.get_by_role("img", name="Longest losing run")).to_be_visible()


_STATES: dict[str, tuple[Role | None, str, TableEvent]] = {
    "settings": (None, "/", lambda one: one.settings()),
    "objection": (None, f"/me/rounds/{WHEEL}/%", lambda one: one.button("I do not agree").click()),
    "deal-call-pit": (
        Role.DEALER,
        f"/deal/{BY_HAND}",
        lambda one: one.page.keyboard.press("F4"),
    ),
    "pit-misdeal": (
        Role.PIT,
        f"/pit/{BY_HAND}",
        lambda one: one.page.locator('[data-ruling="misdeal"]').click(),
    ),
    "pit-void": (
        Role.PIT,
        f"/pit/{BY_HAND}",
        lambda one: one.page.locator('[data-ruling="void"]').click(),
    ),
    "pit-settings": (Role.PIT, f"/pit/{BY_HAND}", _change_the_rules),
    "cage-player": (Role.CASHIER, "/cage", _find_ann),
    "office-forecast": (Role.INSPECTOR, f"/office/forecast/{WHEEL}", _reckon),
    "office-week": (Role.INSPECTOR, "/office", lambda one: one.button("7 days").click()),
}


# Tables -------------------------------------------------------------------------------------------


async def _table(studio: Studio, scene: Scene, bets: str, played: str) -> None:
    """Ann's chips before, and what has become of them, with its clause at the end."""
    async with staged(scene) as stage:
        room = {
            size: await visiting(studio.browser, stage.house, **looks)
            for size, looks in SIZES.items()
        }
        for one in room.values():
            await one.known_as(stage.ann.api)
            await one.sit_at(scene.game)
        await stage.draft(*room.values())
        for size, one in room.items():
            await expect(one.button("Place Bet")).to_be_enabled()
            if bets:
                await studio.shoot(one, bets, size)
        await stage.lay(*room.values())
        await stage.play()
        for size, one in room.items():
            lines = one.page.get_by_role("table").locator("tbody tr")
            await expect(lines.first if scene.over else one.answer("").first).to_be_visible()
            await studio.shoot(one, played, size)
            if scene.over and scene.game in (WHEEL, KNOCKOUT):
                await lines.first.get_by_role("button").click()
                await studio.shoot(one, f"{scene.game}-clause", size)
            await one.page.context.close()


async def _squeeze(studio: Studio) -> None:
    """Whoever has the most on Player peels its cards."""
    clocks = msgspec.structs.replace(CLOCKS, squeezing=900_000)
    for size, looks in SIZES.items():
        table = msgspec.structs.replace(table_of(BACCARAT), clocks=clocks)
        async with serving([table], randbelow=Stacked("TS KH 9D 7C")) as house:
            moving = looks | {"reduced_motion": "no-preference"}
            one = await (await visiting(studio.browser, house, **moving)).guest()
            await one.sit_at(BACCARAT)
            await one.spot("player").click()
            await one.button("Place Bet").click()
            await one.placed()
            await no_more_bets(house, BACCARAT)
            card = await one.page.locator(".squeezed .squeeze").last.bounding_box()
            assert card is not None
            mouse, left, bottom = one.page.mouse, card["x"], card["y"] + card["height"]
            await mouse.move(left + 4, bottom - 4)
            await mouse.down()
            await mouse.move(left + card["width"] / 2, bottom - card["height"] * 0.4, steps=4)
            await studio.shoot(one, "squeeze", size)
            await one.page.context.close()


async def _in_other_words(studio: Studio) -> None:
    """A sample in each of some languages: long words, and other letters."""
    scene = MIDDLES["split"]
    async with staged(scene) as stage:
        await stage.lay()
        await stage.play()
        for code, locale in LOCALES.items():
            for size, looks in SIZES.items():
                one = await visiting(studio.browser, stage.house, **looks | {"locale": locale})
                await one.known_as(stage.ann.api)
                for name, path in (("table", f"/table/{LIVE}"), ("lobby", "/")):
                    await _arrive(one, path)
                    await studio.shoot(one, f"{code}-{name}", size)
                await one.page.context.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.web.screenshots", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    asyncio.run(main(parser.parse_args().folder))
