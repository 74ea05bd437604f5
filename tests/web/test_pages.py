"""Everything around the tables: coming in, one's own pages, rules and proof."""

import json
from collections.abc import AsyncIterator

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.house.clock import RealClock
from tests.support.live_house import PASSWORD, LiveHouse, serving, table
from tests.support.live_play import UNTIMED, Stacked, bet, next_round, no_more_bets, untimed
from tests.web.conftest import Visit
from tests.web.staged import sealed
from tests.web.visiting import headers_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL, SHOE = "live-roulette", "rws-blackjack"


class PushedClock(RealClock):
    """The real one, which can be put forward."""

    def __init__(self) -> None:
        self.pushed_ms = 0

    def wall(self) -> int:
        return super().wall() + self.pushed_ms

    def forward(self) -> int:
        return super().forward() + self.pushed_ms


CLOCK = PushedClock()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    """The wheel's pockets are sealed one at a time: a round can be proved when it is over."""
    wheel = table(WHEEL, clocks=UNTIMED)
    tables = [msgspec.structs.replace(wheel, wheel_run=1), untimed(SHOE)]
    async with serving(tables, clock=CLOCK, randbelow=Stacked(pockets=(17,))) as house:
        yield house


async def played(house: LiveHouse, name: str) -> int:
    """A round of roulette behind one, won; its number."""
    client = await house.client(await house.player(name))
    await client.join(WHEEL)
    if client.tables[WHEEL].phase != "betting":
        await next_round(house, WHEEL, client)
    await bet(client, WHEEL, ("straight:17", 10_00))
    round = client.tables[WHEEL].round
    await no_more_bets(house, WHEEL, client)
    await sealed(client, WHEEL)
    await next_round(house, WHEEL, client)
    await client.close()
    return round


# Coming in ----------------------------------------------------------------------------------------


async def test_registration_and_login(visit: Visit, house: LiveHouse) -> None:
    one = await visit()
    one.expected.append("/api/login$")
    page = one.page
    await page.goto("/register")
    await page.get_by_label("Name").fill("newcomer")
    await page.get_by_label("Password").first.fill(PASSWORD)
    await page.get_by_label("Not now").check()
    await page.get_by_role("main").get_by_role("button", name="Register").click()
    mine = page.get_by_role("navigation").get_by_role("link", name="newcomer")
    await expect(mine).to_be_visible()
    # Once the welcome says how many chips there are, the page has asked for nothing more.
    await expect(page.get_by_text("Welcome, newcomer")).to_be_visible()
    await page.get_by_role("button", name="Log out").click()
    await expect(mine).to_be_hidden()

    await page.goto("/login")
    await page.get_by_label("Name").fill("newcomer")
    await page.get_by_label("Password").fill("wrong horse battery")
    enter = page.get_by_role("main").get_by_role("button", name="Log in")
    await enter.click()
    await expect(page.get_by_role("alert")).to_be_visible()
    await expect(mine).to_be_hidden()
    await page.get_by_label("Password").fill(PASSWORD)
    await enter.click()
    await expect(mine).to_be_visible()
    # The session outlasts the page.
    await page.reload()
    await expect(mine).to_be_visible()


async def test_the_policy_of_the_pages_is_strict(visit: Visit) -> None:
    """That nothing offends against it is seen at the end of every test here: it would be told in
    the console. This one offends."""
    one = await visit()
    policy = headers_of(await one.page.goto("/"))["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    await one.page.evaluate("""() => {
        const script = document.createElement('script');
        script.textContent = 'window.run = true';
        document.body.append(script);
    }""")
    assert await one.page.evaluate("window.run") is None
    assert any("Content Security Policy" in said for said in one.wrong)
    one.wrong.clear()


# One's own pages ----------------------------------------------------------------------------------


async def test_history_replay_and_proof(visit: Visit, house: LiveHouse) -> None:
    round = await played(house, "historian")
    one = await (await visit()).login("historian")
    page = one.page
    await page.get_by_role("navigation").get_by_role("link", name="historian").click()
    await page.get_by_role("link", name=f"Live Roulette · {round}").click()
    await expect(page.get_by_role("heading", name=f"Round {round}")).to_be_visible()
    row = page.get_by_role("table").locator("tbody tr")
    await expect(row).to_contain_text("won")
    await expect(row).to_contain_text("360")
    # Step by step: before the ball, and after.
    await page.get_by_role("button", name="To the start").click()
    await expect(page.get_by_text("Nothing dealt yet.")).to_be_visible()
    await page.get_by_role("button", name="Next").click()
    await expect(page.get_by_text("Nothing dealt yet.")).to_be_hidden()
    # The browser itself checks what was sealed.
    await page.get_by_role("link", name="Was it fair?").click()
    await expect(page.get_by_text("Every check holds.")).to_be_visible()
    record = await (await one.page.request.get(f"/api/fair/{WHEEL}/{round}")).json()
    assert "17" in json.dumps(record)


async def test_the_story_of_a_round_in_ones_own_language(visit: Visit, house: LiveHouse) -> None:
    round = await played(house, "chronicler")
    reader = await (await visit()).login("chronicler")
    await (await reader.settings()).locator("select").first.select_option("Deutsch")
    await expect(reader.page.locator("html")).to_have_attribute("lang", "de")
    await reader.page.goto(f"/me/rounds/{WHEEL}/{round}")
    await reader.page.get_by_text("Was geschah, Klausel für Klausel").click()
    story = reader.page.locator("details[open]")
    await expect(story.get_by_role("heading", name="Die Einsätze")).to_be_visible()
    await expect(story).to_contain_text("Die Kugel")
    for english in ("The ball", "comes back", "The settlement"):
        await expect(story.locator("li").filter(has_text=english)).to_have_count(0)


async def test_limits(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).player("careful")
    page = one.page
    await page.goto("/me/limits")
    await page.get_by_role("button", name="Change Losses, A day").click()
    await page.get_by_label("New limit").fill("20")
    await page.get_by_role("button", name="Set", exact=True).click()
    await expect(page.get_by_role("img", name="0 of 20 used")).to_be_visible()
    await one.sit_at(WHEEL)
    await one.chip(25_00).click()
    await one.spot("red").click()
    await one.button("Place Bet").click()
    await expect(page.get_by_role("status").filter(has_text="limit").first).to_be_visible()
    assert one.balance == 1_000_00


async def test_rules_and_their_clauses(visit: Visit) -> None:
    one = await visit()
    await one.page.goto(f"/rules/{SHOE}")
    await expect(one.page.get_by_role("heading", level=1)).to_contain_text("Blackjack")
    await expect(one.page.get_by_role("table").first).to_contain_text("BJ5")


async def test_the_reality_check_waits_for_an_answer(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).player("absorbed")
    await one.sit_at(WHEEL)
    CLOCK.pushed_ms += 61 * 60_000
    dialog = one.page.get_by_role("dialog")
    await expect(dialog).to_contain_text("61 minutes")
    await one.page.keyboard.press("Escape")
    await expect(dialog).to_be_visible()
    await dialog.get_by_role("button", name="Go on").click()
    await expect(dialog).to_be_hidden()
    await one.spot("red").click()
    await one.button("Place Bet").click()
    await one.placed()
