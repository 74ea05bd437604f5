"""An incident in the browser: opened from an alert, reckoned, signed by two, told to the player."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from msgspec.structs import replace
from playwright.async_api import expect

from croupier.house.closures import certified
from croupier.house.closures.certificate import Verdict
from croupier.house.floor.facts import AlertKind
from croupier.house.house_signature import HouseSignature
from croupier.house.roles import Role
from tests.support.api_calls import WHEEL, spin, wheel
from tests.support.live_house import LiveHouse, serving
from tests.web.conftest import Visit
from tests.web.test_access import OPEN, complaints
from tests.web.test_days import shown
from tests.web.watched import EVEN

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with serving([wheel()]) as house:
        yield house


async def test_from_the_alert_to_the_letter(  # noqa: PLR0915 -- one way, step by step
    house: LiveHouse, visit: Visit, axe: str
) -> None:
    ann = await house.player("ann")
    round = await spin(await house.client(ann))
    said = "pocket 17 comes more often than it should"
    await house.house.floor.raise_alert(AlertKind.UNUSUAL, WHEEL, said, "house", round)
    pit = await (await visit(**OPEN)).staff(Role.PIT)
    await pit.page.goto("/pit")
    await pit.button("Open an incident…").click()
    dialog = pit.page.get_by_role("dialog", name="Open an incident")
    await dialog.get_by_label("Cause").select_option("wheel")
    assert await dialog.get_by_label("What is wrong").input_value() == said
    await shown(pit, "incident-open")
    await dialog.get_by_role("button", name="Open an incident").click()
    await expect(pit.page.get_by_role("heading", name="Incident 1", exact=True)).to_be_visible()
    assert all(one.raised.text != said for one in house.house.floor.open_alerts())

    api = await house.staff(Role.SHIFT)
    await house.step_up(api)
    shift = await (await visit(**OPEN)).known_as(api)
    page = shift.page
    await page.goto("/office/incidents")
    await expect(page.get_by_text(said)).to_be_visible()
    await shown(shift, "incidents")
    assert await complaints(shift, axe) == []
    await page.get_by_role("link", name="Incident 1").click()
    await shift.button("One round differently").click()
    await page.get_by_label("Round", exact=True).fill(str(round))
    await page.get_by_label("This round").select_option("by-hand")
    await page.get_by_label("What each should have had back").fill("ann=123.50")
    await shift.button("Reckon").click()
    await expect(shift.button("Settle on this sheet")).to_be_visible()
    await shown(shift, "incident-draft")
    await shift.button("Settle on this sheet").click()
    await expect(page.get_by_role("heading", name="The sheet")).to_be_visible()

    await pit.page.reload()
    await pit.button("Propose all adjustments").click()
    await expect(pit.page.get_by_text("It is your own: somebody else signs.")).to_be_visible()
    await page.reload()
    await shift.button("Sign").click()
    await expect(page.get_by_text("nothing is owed", exact=True)).to_be_visible()
    await shift.button("Send the letters").click()
    await expect(page.get_by_text("Letters sent by the-shift")).to_be_visible()
    await shown(shift, "incident")
    assert await complaints(shift, axe) == []

    await page.get_by_role("link", name="Read the letters").click()
    await expect(page.locator("[data-letter='1']")).to_contain_text("Dear ann")
    await page.get_by_label("Language of the letters").select_option("ar")
    await expect(page.locator("[data-letter='1']")).to_contain_text("عزيزي")
    await shown(shift, "letters-office")
    assert await complaints(shift, axe) == []
    await page.locator('a.button[href="/office/incidents/1"]').click()
    await expect(page.get_by_role("heading", name="Incident 1", exact=True)).to_be_visible()
    async with page.expect_download() as download:
        await shift.button("Print sheet").click()
    assert (await download.value).suggested_filename == "incident-1.html"

    player = await (await visit(**OPEN)).known_as(ann)
    await player.page.goto("/me/letters")
    await player.button("Read").click()
    letter = player.page.locator("[data-letter='1']")
    await expect(letter).to_contain_text("into your wallet")
    await expect(letter).to_contain_text("123.50")
    await shown(player, "letter")
    assert await complaints(player, axe) == []

    await shift.button("Close the incident").click()
    closing = page.get_by_role("dialog")
    await closing.get_by_label("Reason").fill("the rotor was changed")
    await closing.get_by_role("button", name="Close the incident").click()
    await expect(page.get_by_text("Closed by the-shift: the rotor was changed")).to_be_visible()


async def test_shoes_and_whether_they_came_out_even(
    house: LiveHouse, visit: Visit, axe: str
) -> None:
    signature = HouseSignature(bytes(range(32)))
    short = replace(EVEN, shoe=2, left=389, left_over=337, verdict=Verdict.NOT)
    for closure in (EVEN, short):
        await house.house.closures.record(certified(closure, signature))
    inspector = await (await visit(**OPEN)).staff(Role.INSPECTOR)
    page = inspector.page
    await page.goto("/office/closures")
    await expect(page.locator("[data-closure]")).to_have_count(2)
    await shown(inspector, "closures")
    assert await complaints(inspector, axe) == []
    async with page.expect_download() as download:
        await inspector.button("Certificate").first.click()
    assert (await download.value).suggested_filename == "bj-1-shoe-2.json"
    await page.get_by_label("Only those that do not come out even").check()
    await expect(page.locator("[data-closure]")).to_have_count(1)
