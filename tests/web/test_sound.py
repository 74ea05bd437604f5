"""What is heard at a table: the dealer's voice, the sounds of chips and cards, the murmur of the
room; each as loud as a visitor likes it, and none of it where nothing is to be heard."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, next_round, no_more_bets, untimed
from tests.web.conftest import Visit
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL = "live-roulette"
PLACE_YOUR_BETS = "ضعوا رهاناتكم من فضلكم"
HEAR = """
    window.spoken = [];
    window.loud = [];
    window.tones = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.tones.push(this.frequency.value);
        return start.call(this, ...when);
    };
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    const speak = ({ text, lang, volume, onend }) => {
        window.spoken.push([text, lang, volume]);
        onend();
    };
    Object.defineProperty(window, 'speechSynthesis', { value: { speak, cancel() {} } });
    for (const way of ['setValueAtTime', 'setTargetAtTime']) {
        const set = AudioParam.prototype[way];
        AudioParam.prototype[way] = function (value, ...when) {
            window.loud.push([way, value]);
            return set.call(this, value, ...when);
        };
    }
"""
"""This machine has no voice and no loudspeaker: what they are asked for is written down."""


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with serving([untimed(WHEEL)], randbelow=Stacked(pockets=(17,))) as house:
        yield house


async def listening(visit: Visit, **likes: object) -> Visitor:
    one = await (await visit()).guest()
    kept = "".join(f"localStorage.setItem('{name}', '{value}');" for name, value in likes.items())
    await one.page.add_init_script(HEAR + kept)
    await one.sit_at(WHEEL)
    return one


async def heard(one: Visitor, what: str) -> list[Any]:
    """Since it was asked last."""
    told: list[Any] = await one.page.evaluate(f"window.{what}.splice(0)")
    return told


async def chip(one: Visitor) -> list[float]:
    """How loud the sounds of a chip are that is put down."""
    await heard(one, "loud")
    await one.spot("red").click()
    return [value for way, value in await heard(one, "loud") if way == "setValueAtTime"]


async def test_the_voice_speaks_the_language_of_the_page_as_loud_as_it_is_set(
    visit: Visit, house: LiveHouse
) -> None:
    one = await listening(visit, voice=0.5, language="en")
    await one.spot("red").click()
    await one.button("Place Bet").click()
    await one.placed()
    await no_more_bets(house, WHEEL)
    await expect(one.page.get_by_text("17, black").first).to_be_visible()
    spoken = await heard(one, "spoken")
    assert [text for text, _, _ in spoken] == ["No more bets", "17, black"]
    assert {(lang, volume) for _, lang, volume in spoken} == {("en-GB", 0.5)}

    dialog = await one.settings()
    await dialog.get_by_label("Language").select_option("ar")
    await dialog.get_by_role("slider").nth(1).fill("1")
    await one.page.keyboard.press("Escape")
    await expect(one.page.locator("html")).to_have_attribute("lang", "ar")
    await next_round(house, WHEEL)
    await expect(one.page.locator(".said")).to_have_text(PLACE_YOUR_BETS)
    ((text, lang, volume),) = await heard(one, "spoken")
    assert (text, lang.split("-")[0], volume) == (PLACE_YOUR_BETS, "ar", 1)


async def test_each_volume_is_its_own(visit: Visit, house: LiveHouse) -> None:
    one = await listening(visit)
    loud = await chip(one)
    assert loud  # by themselves only chips, cards and the ball are heard
    assert await heard(one, "spoken") == []
    dialog = await one.settings()
    effects, _, ambience = await dialog.get_by_role("slider").all()
    await effects.fill("0")
    await ambience.fill("1")
    await one.page.keyboard.press("Escape")
    room = [value for way, value in await heard(one, "loud") if way == "setTargetAtTime"]
    assert max(room) == 0.5
    assert await chip(one) == []

    await (await one.settings()).get_by_label("Sounds").uncheck()
    await expect(one.page.get_by_role("slider")).to_have_count(0)
    await one.page.keyboard.press("Escape")
    assert (await heard(one, "loud"))[-1] == ["setTargetAtTime", 0]
    await one.button("Place Bet").click()
    await one.placed()
    await no_more_bets(house, WHEEL)
    await expect(one.page.get_by_text("17, black").first).to_be_visible()
    assert await heard(one, "spoken") == await heard(one, "loud") == []


BEEP = 988


@pytest.mark.clause("LIVE 2.2.1")
@pytest.mark.parametrize(("sounds", "beeps"), [("on", 2), ("off", 0)])
async def test_the_timer_beeps_when_the_time_for_bets_is_over(
    visit: Visit, house: LiveHouse, sounds: str, beeps: int
) -> None:
    one = await listening(visit, sounds=sounds)
    await one.spot("red").click()
    await one.button("Place Bet").click()
    await one.placed()
    assert BEEP not in await heard(one, "tones")
    await no_more_bets(house, WHEEL)
    await expect(one.page.get_by_text("17, black").first).to_be_visible()
    assert (await heard(one, "tones")).count(BEEP) == beeps
