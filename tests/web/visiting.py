"""What a visitor does in a browser, and what went wrong there."""

import re
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from playwright.async_api import Browser, ConsoleMessage, Locator, Page, Response, expect

from croupier.client import Api
from croupier.house.roles import Role
from croupier.ledger.accounts import wallet
from croupier.server.http.admission import COOKIE
from tests.support.live_house import PASSWORD, LiveHouse

Context = dict[str, Any]
"""Settings of a browser context, as Playwright takes them."""
PATIENCE_MS = 30_000
"""Nobody waits that long, but on a busy machine."""
PHONE: Context = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL: Context = PHONE | {"viewport": {"width": 360, "height": 640}}
TABLET: Context = PHONE | {"viewport": {"width": 820, "height": 1180}}
SIDEWAYS: Context = PHONE | {"viewport": {"width": 1180, "height": 820}}
DESKTOP: Context = {"viewport": {"width": 1280, "height": 900}}


async def visiting(browser: Browser, house: LiveHouse, **context: Any) -> "Visitor":
    """Nothing moves where nobody looks: animations are off. Who comes with a colour scheme follows
    the system's."""
    settings = DESKTOP | {"reduced_motion": "reduce", "locale": "en-GB"} | context
    room = await browser.new_context(base_url=house.address, **settings)
    room.set_default_timeout(PATIENCE_MS)
    if "color_scheme" in context:
        await room.add_init_script("localStorage.theme ??= 'auto'")
    return Visitor(await room.new_page(), house)


class Visitor:
    def __init__(self, page: Page, house: LiveHouse) -> None:
        self.page = page
        self.house = house
        self.name = ""
        self.wrong: list[str] = []
        """Errors of the page: whatever is in here at the end fails the test."""
        self.expected = [r"/api/me$"]
        """Answers of the house that a browser complains of, and that are meant."""
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", self._console)

    def _console(self, said: ConsoleMessage) -> None:
        if said.type not in ("error", "warning"):
            return
        where = said.location.get("url", "")
        if not any(re.search(one, where) for one in self.expected):
            self.wrong.append(f"{said.text} ({where})")

    # Coming in ------------------------------------------------------------------------------------

    async def guest(self) -> "Visitor":
        api = await self.house.api()
        await api.guest()
        return await self.known_as(api)

    async def player(self, name: str, chips: int = 1_000_00) -> "Visitor":
        """A registered player with money."""
        return await self.known_as(await self.house.player(name, chips))

    async def staff(self, role: Role) -> "Visitor":
        return await self.known_as(await self.house.staff(role))

    async def known_as(self, api: Api) -> "Visitor":
        """With the session of a program: who has it in a cookie need not come through the door."""
        await self.page.context.add_cookies(
            [
                {
                    "name": COOKIE,
                    "value": api.token,
                    "domain": "127.0.0.1",
                    "path": "/",
                    "secure": True,
                    "httpOnly": True,
                    "sameSite": "Strict",
                }
            ]
        )
        self.name = (await api.call("GET", "/api/me"))["name"]
        return self

    async def login(self, name: str, code: str = "") -> "Visitor":
        """At the door, by hand."""
        await self.page.goto("/login")
        await self.page.get_by_label("Name").fill(name)
        await self.page.get_by_label("Password").fill(PASSWORD)
        if code:
            await self.page.get_by_text("I am staff").click()
            await self.page.get_by_label("Code").fill(code)
        await self.page.get_by_role("main").get_by_role("button", name="Log in").click()
        await expect(self.page).not_to_have_url(re.compile("/login$"))
        self.name = name
        return self

    async def settings(self) -> Locator:
        """The dialog; where there is little room, its button is in a menu."""
        gear, menu = self.button("Settings"), self.button("Menu")
        await expect(gear.or_(menu).filter(visible=True).first).to_be_visible()
        if not await gear.is_visible():
            await menu.click()
        await gear.click()
        dialog = self.page.get_by_role("dialog", name="Settings")
        await expect(dialog).to_be_visible()
        return dialog

    async def sit_at(self, table: str) -> None:
        await self.page.goto(f"/table/{table}")
        await expect(self.page.get_by_text("Place your bets").first).to_be_visible()

    # At a table -----------------------------------------------------------------------------------

    def spot(self, bet: str, box: int | None = None) -> Locator:
        return self.page.locator(f'[data-spot="{bet}@{box or ""}"]')

    async def open_box(self, number: int) -> None:
        """Where boxes do not fit side by side, one is open at a time."""
        await expect(self.page.locator(".boxes")).to_be_visible()
        folded = self.page.get_by_role("button", name=re.compile(f"^Go to box {number}:"))
        if await folded.is_visible():
            await folded.click()

    def chip(self, amount: int) -> Locator:
        return self.page.get_by_role("radio", name=f"Chip of {money(amount)}", exact=True)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def answer(self, name: str) -> Locator:
        """What may be said now; before the turn comes there are buttons of the same name."""
        asked = self.page.get_by_role(
            "region", name=re.compile("It is your turn|Your choice|First look")
        )
        return asked.get_by_role("button", name=name)

    async def drag(self, what: Locator, to: Locator) -> None:
        """By mouse: pressed, moved, let go."""
        await to.scroll_into_view_if_needed()
        mouse = self.page.mouse
        await mouse.move(*await middle(what))
        await mouse.down()
        await self._reach(to, lambda x, y: mouse.move(x, y, steps=4))
        await mouse.up()

    async def swipe(self, what: Locator, to: Locator) -> None:
        """The same with a finger, which rests before it is lifted: else it would be a fling."""
        await to.scroll_into_view_if_needed()
        finger = await self.page.context.new_cdp_session(self.page)
        clock = count(1_000_000)

        async def touch(kind: str, *points: tuple[float, float]) -> None:
            where = [{"x": x, "y": y} for x, y in points]
            told = {"type": kind, "touchPoints": where, "timestamp": next(clock)}
            await finger.send("Input.dispatchTouchEvent", told)

        async def move(x: float, y: float) -> None:
            for near in (9, 1, 0):
                await touch("touchMove", (x + near, y + near))

        await touch("touchStart", await middle(what))
        await self._reach(to, move)
        await touch("touchEnd")
        await finger.detach()

    async def _reach(self, to: Locator, move: Callable[[float, float], Awaitable[None]]) -> None:
        """Things may still be shifting while the page loads: until the spot says it is reached."""
        for _ in range(10):
            await move(*await middle(to))
            if "over" in (await to.get_attribute("class") or "").split():
                return
        raise AssertionError(f"{to} is not reached")

    async def tab_to(self, what: Locator) -> None:
        """By the Tab key alone, as far as it takes."""
        for _ in range(60):
            if await what.evaluate("one => one === document.activeElement"):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches {what}")

    async def press(self, what: Locator) -> None:
        await self.tab_to(what)
        await self.page.keyboard.press("Enter")

    async def placed(self) -> None:
        """Placed, and the house says so."""
        await expect(self.button("Place Bet")).to_be_disabled()

    # The money ------------------------------------------------------------------------------------

    @property
    def balance(self) -> int:
        return self.house.house.store.balance(wallet(self.name))

    async def agrees(self) -> None:
        """The purse shows what the books say."""
        await expect(self.page.locator("[data-balance]")).to_have_text(money(self.balance))


async def seated(one: Visitor, game: str, box: int = 1) -> Visitor:
    """At a box, with 25 placed on it."""
    await one.sit_at(game)
    await one.open_box(box)
    await one.button(f"Take a seat, box {box}").click()
    await one.chip(25_00).click()
    await one.spot("initial", box).click()
    await one.button("Place Bet").click()
    await one.placed()
    return one


def money(cents: int) -> str:
    whole, rest = divmod(cents, 100)
    return f"{whole:,}" + (f".{rest:02d}" if rest else "")


async def middle(of: Locator) -> tuple[float, float]:
    box = await of.bounding_box()
    assert box is not None, f"{of} is not on the page"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def headers_of(response: Response | None) -> dict[str, str]:
    assert response is not None
    return response.headers
