"""`make screenshots`: every page at the size of a phone and of a desk, as PNG files in
docs/screenshots/. The house is a staged one: the same cards and the same pockets every time."""

import asyncio
import sys
from pathlib import Path

from playwright.async_api import Browser, async_playwright, expect

from croupier.client import Client
from croupier.house.roles import Role
from croupier.table.config import Clocks
from tests.server.playing import Stacked, bet, next_round, no_more_bets
from tests.server.serving import Open, human, serving, table, totp
from tests.web.built import built
from tests.web.chromium import ARGUMENTS, chromium
from tests.web.visiting import DESKTOP, PHONE, Visitor, visiting

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
SIZES = {
    "phone": PHONE | {"color_scheme": "light", "device_scale_factor": 2},
    "desktop": DESKTOP | {"color_scheme": "dark"},
}
WHEEL, SHOE, KNOCKOUT, BACCARAT = (
    "live-roulette",
    "live-blackjack",
    "rws-knockout-baccarat",
    "live-baccarat",
)
CLOCKS = Clocks(betting=900_000, decision=90_000, offer=90_000, choice=90_000, pause=900_000)
"""Nothing runs out while it is looked at, and every number fits its dial."""
EIGHTS = "8S 6H 8D TC 3C TD 9H TS"
PAGES = {
    "login": "/login",
    "register": "/register",
    "rules": f"/rules/{SHOE}",
    "fair": f"/fair/{WHEEL}/1",
}
OWN = {
    "lobby": "/",
    "history": "/me/history",
    "statement": "/me/statement",
    "limits": "/me/limits",
    "disputes": "/me/disputes",
    "password": "/me/password",
    "round": f"/me/rounds/{WHEEL}/1",
}
STAFF: dict[Role, dict[str, str]] = {
    Role.DEALER: {"deal": "/deal", "deal-table": "/deal/by-hand"},
    Role.PIT: {"pit": "/pit", "pit-table": "/pit/by-hand"},
    Role.CASHIER: {"cage": "/cage"},
    Role.MODERATOR: {"chat": "/chat"},
    Role.INSPECTOR: {
        "office": "/office",
        "office-rounds": "/office/rounds",
        "office-round": f"/office/rounds/{WHEEL}/1",
        "office-disputes": "/office/disputes",
        "office-journals": "/office/journals",
    },
    Role.ADMINISTRATOR: {"admin": "/admin", "admin-accounts": "/admin/accounts"},
}


async def main(folder: Path) -> None:
    built()
    folder.mkdir(parents=True, exist_ok=True)
    tables = [table(game, clocks=CLOCKS) for game in (WHEEL, BACCARAT, KNOCKOUT, SHOE)]
    tables.append(human("rws-blackjack", id="by-hand"))
    chance = Stacked(EIGHTS, burned=6, pockets=(17, 32, 0, 5, 21, 8))
    async with serving(tables, randbelow=chance) as house, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        company = await _company(house)
        visitors = {size: await visiting(browser, house, **SIZES[size]) for size in SIZES}
        for size, one in visitors.items():
            for name, path in PAGES.items():
                await _page(one, folder, size, name, path)
            await one.login("ann")
            for name, path in OWN.items():
                await _page(one, folder, size, name, path)
        await _tables(house, folder, visitors, company)
        await _staff(house, folder, browser)
        await browser.close()


async def _page(one: Visitor, folder: Path, size: str, name: str, path: str) -> None:
    await one.page.goto(path)
    await expect(one.page.get_by_role("main").get_by_role("heading").first).to_be_visible()
    await _shoot(one, folder, size, name)


async def _shoot(one: Visitor, folder: Path, size: str, name: str) -> None:
    await one.page.wait_for_load_state("networkidle")
    await one.page.screenshot(path=folder / f"{name}-{size}.png")


async def _company(house: Open) -> list[Client]:
    """Ann, whose pages are shown, and two more; six spins lie behind them."""
    company = [await house.client(await house.player(name)) for name in ("ann", "bob", "cleo")]
    for one in company:
        for game in (WHEEL, SHOE, KNOCKOUT, BACCARAT):
            await one.join(game)
    ann, bob, cleo = company
    await ann.until(lambda: ann.tables[WHEEL].phase == "betting")
    for _ in range(6):
        await bet(ann, WHEEL, ("straight:17", 5_00), ("red", 25_00))
        await no_more_bets(house, WHEEL, *company)
        await next_round(house, WHEEL, *company)
    await ann.sit(SHOE, 3)
    await bob.sit(SHOE, 5)
    await bet(bob, SHOE, ("initial", 50_00, 5))
    await bet(cleo, WHEEL, ("column:1", 25_00))
    return company


async def _tables(
    house: Open, folder: Path, visitors: dict[str, Visitor], company: list[Client]
) -> None:
    """Ann's bets, before and after "No more bets"."""
    ann = company[0]
    bets = {
        WHEEL: [("straight:17", 25_00), ("corner:13-17", 5_00), ("red", 100_00)],
        BACCARAT: [("player", 100_00), ("tie", 5_00)],
        KNOCKOUT: [("player", 25_00), ("ante-player", 25_00), ("winning-total-8", 5_00)],
        SHOE: [("initial", 25_00, 3)],
    }
    for game, chips in bets.items():
        for chip in chips:
            await ann.place(game, *chip)
        for size, one in visitors.items():
            await one.sit_at(game)
            await _shoot(one, folder, size, f"{game}-bets")
        await ann.confirm(game)
        await no_more_bets(house, game, *company)
        for size, one in visitors.items():
            await one.page.wait_for_timeout(1_500)
            await _shoot(one, folder, size, f"{game}-played")


async def _staff(house: Open, folder: Path, browser: Browser) -> None:
    for role, pages in STAFF.items():
        api = await house.staff(role)
        for ahead, size in enumerate(SIZES, 1):
            one = await visiting(browser, house, **SIZES[size])
            if ahead == 1:
                await one.login(f"the-{role}", totp(api.secret, ahead))  # type: ignore[attr-defined]
                kept = await one.page.context.storage_state()
            else:
                await one.page.context.add_cookies(kept["cookies"])  # type: ignore[arg-type]
            for name, path in pages.items():
                await _page(one, folder, size, name, path)
            await one.page.context.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
