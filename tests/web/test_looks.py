"""What a visitor likes: dark or light, four colours of suits, stillness, silence; and that it is
kept."""

import re
from collections.abc import AsyncIterator

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.table.config import Felt
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import UNTIMED, Stacked, no_more_bets, untimed
from tests.web.conftest import Visit
from tests.web.visiting import PHONE, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

SHOE = "rws-blackjack"
# Every suit: 4 of clubs and 5 of diamonds, and the dealer has the 9 of hearts.
SUITS = "4C 9H 5D 2S TS"
LISTEN = """() => {
    window.heard = 0;
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
        createOscillator() {
            window.heard += 1;
            return super.createOscillator();
        }
    };
}"""
WATCH = """() => {
    window.moved = new Set();
    const look = () => {
        for (const one of document.getAnimations()) {
            const { duration, delay } = one.effect.getComputedTiming();
            if (one.playState === 'running' && duration + delay > 1) window.moved.add(
                `${one.effect.target.tagName}.${one.effect.target.getAttribute('class')}`);
        }
        requestAnimationFrame(look);
    };
    look();
}"""
GROUND = "() => getComputedStyle(document.body).backgroundColor"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    tables = [untimed(SHOE, id=id) for id in ("suits", "still", "moving")]
    tables.append(untimed("live-roulette", id="wheel"))
    tables.append(msgspec.structs.replace(untimed(SHOE, id="chosen"), felt=Felt.NAVY))
    ten_minutes = msgspec.structs.replace(UNTIMED, betting=600_000)
    tables.append(untimed("live-roulette", id="timed", clocks=ten_minutes))
    async with serving(tables, randbelow=Stacked(SUITS, pockets=(17,))) as house:
        yield house


async def dealt(one: Visitor, house: LiveHouse, table: str) -> None:
    await one.sit_at(table)
    await one.button("Take a seat, box 1").click()
    await one.spot("initial", 1).click()
    await one.button("Place Bet").click()
    await one.placed()
    await no_more_bets(house, table)
    await expect(one.answer("Hit")).to_be_visible()


async def test_a_house_is_dark_whatever_the_system_says(visit: Visit) -> None:
    one = await visit()
    await one.page.emulate_media(color_scheme="light")
    await one.page.goto("/")
    await expect(one.page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = await one.page.evaluate(GROUND)
    await (await one.settings()).get_by_label("Theme").select_option("As the system")
    await expect(one.page.locator("html")).to_have_attribute("data-theme", "auto")
    assert await one.page.evaluate(GROUND) != dark


async def test_every_game_has_a_cloth_of_its_own_and_a_house_may_choose(
    visit: Visit, house: LiveHouse
) -> None:
    one = await (await visit()).guest()
    cloth = "() => getComputedStyle(document.querySelector('.felt')).backgroundImage"
    seen = []
    for table in ("suits", "wheel", "chosen"):
        await one.sit_at(table)
        seen.append(await one.page.evaluate(cloth))
    assert len(set(seen)) == 3
    await one.page.goto("/")
    pictures = one.page.locator(".picture > *")
    await expect(pictures).to_have_count(len(house.house.rooms))
    await expect(one.page.locator(".picture > .navy")).to_have_count(1)


async def test_dark_and_light(visit: Visit) -> None:
    one = await visit(color_scheme="dark")
    await one.page.goto("/")
    await expect(one.page.get_by_role("heading", name="Tables")).to_be_visible()
    dark = await one.page.evaluate(GROUND)
    await (await one.settings()).get_by_label("Theme").select_option("Light")
    await expect(one.page.locator("html")).to_have_attribute("data-theme", "light")
    light = await one.page.evaluate(GROUND)
    assert dark != light
    await one.page.reload()
    assert await one.page.evaluate(GROUND) == light


async def test_four_colours_of_suits(visit: Visit, house: LiveHouse) -> None:
    """For who cannot tell red from black: clubs and diamonds have colours of their own."""
    one = await (await visit()).guest()
    await dealt(one, house, "suits")

    async def colours() -> dict[str, str]:
        found = {}
        for suit in ("clubs", "hearts", "diamonds"):
            card = one.page.get_by_role("img", name=f"of {suit}").first
            mark = card.locator("text").first
            found[suit] = await mark.evaluate("one => getComputedStyle(one).fill")
        return found

    two = await colours()
    assert two["hearts"] == two["diamonds"] != two["clubs"]
    dialog = await one.settings()
    await dialog.get_by_label("Four-colour suits").check()
    await dialog.get_by_role("button", name="Close").click()
    four = await colours()
    assert len(set(four.values())) == 3
    await one.page.reload()
    await expect(one.answer("Hit")).to_be_visible()
    assert await colours() == four


async def test_nothing_moves_where_nothing_should(visit: Visit, house: LiveHouse) -> None:
    """As the system asks; and as the visitor says, whatever the system asks."""
    still = await (await visit(reduced_motion="reduce")).guest()
    moving = await (await visit(reduced_motion="no-preference")).guest()
    for one, table in ((still, "still"), (moving, "moving")):
        await one.page.add_init_script(f"({WATCH})()")
        await dealt(one, house, table)
    assert await still.page.evaluate("[...moved]") == []
    assert await moving.page.evaluate("[...moved]") != []
    await (await moving.settings()).get_by_label("Animations").select_option("Off")
    await moving.page.reload()
    await expect(moving.answer("Hit")).to_be_visible()
    await moving.answer("Hit").click()
    await expect(moving.page.get_by_role("img", name="two of spades")).to_be_visible()
    assert await moving.page.evaluate("[...moved]") == []


async def test_the_systems_wish_is_followed_at_once(visit: Visit) -> None:
    one = await visit(reduced_motion="no-preference")
    await one.page.goto("/")
    page = one.page.locator("html")
    await expect(page).to_have_attribute("data-motion", "on")
    await one.page.emulate_media(reduced_motion="reduce")
    await expect(page).to_have_attribute("data-motion", "off")


async def test_sounds_are_switched_off_for_good(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit(**PHONE)).guest()
    await one.page.add_init_script(f"({LISTEN})()")
    await one.sit_at("wheel")

    async def a_chip() -> int:
        before: int = await one.page.evaluate("heard")
        await one.spot("red").tap()
        await expect(one.button("Undo")).to_be_enabled()
        await expect(one.button("Place Bet")).to_be_enabled()
        await one.button("Clear").tap()
        await expect(one.button("Clear")).to_be_disabled()
        after: int = await one.page.evaluate("heard")
        return after - before

    assert await a_chip() > 0
    dialog = await one.settings()
    await dialog.get_by_label("Sounds").uncheck()
    await dialog.get_by_role("button", name="Close").click()
    assert await a_chip() == 0
    await one.page.reload()
    await expect(one.page.get_by_text("Place your bets").first).to_be_visible()
    assert await a_chip() == 0
    await expect((await one.settings()).get_by_label("Sounds")).not_to_be_checked()


async def test_the_last_seconds_are_red_and_heard(visit: Visit) -> None:
    """Ten minutes to bet go by in the browser; the house's own clock goes on as it does."""
    one = await (await visit()).guest()
    await one.page.clock.install()
    await one.page.add_init_script(f"({LISTEN})()")
    await one.sit_at("timed")
    await one.spot("red").click()
    await one.button("Place Bet").click()
    # A chip and a bell, of two notes each.
    await one.page.wait_for_function("() => heard === 4")
    timer = one.page.get_by_role("timer")
    await expect(timer).not_to_have_class(re.compile(r"\blast\b"))
    await one.page.clock.fast_forward("09:50")
    await one.page.clock.run_for(8_000)
    await expect(timer).to_have_class(re.compile(r"\blast\b"))
    await one.page.clock.run_for(3_000)
    assert await one.page.evaluate("heard") == 4 + 3
