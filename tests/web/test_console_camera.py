"""A dealer's console that is the table's camera, in two real browsers: one has a camera, which the
browser plays, and the other looks."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from croupier.house.roles import Role
from croupier.table.camera_stream import CameraStream, StreamKind
from croupier.wire import commands as say
from tests.support.chromium import ARGUMENTS, chromium
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.web.conftest import Visit
from tests.web.test_access import OPEN, complaints
from tests.web.test_camera import moves
from tests.web.visiting import Visitor, headers_of, visiting

pytestmark = pytest.mark.asyncio(loop_scope="session")

TABLE, RECORDED = "filmed", "recorded"
CAMERA = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
NVR = CameraStream(StreamKind.HLS, "/live/1.m3u8", "https://nvr.example/t1?at={time}")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LiveHouse]:
    replace = msgspec.structs.replace
    tables = [
        replace(by_hand("rws-blackjack", id=TABLE), stream=CameraStream(StreamKind.CONSOLE)),
        replace(by_hand("rws-blackjack", id=RECORDED), stream=NVR),
    ]
    async with serving(tables, stills=tmp_path_factory.mktemp("stills")) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="session")
async def filming(browser: Browser, house: LiveHouse) -> AsyncIterator[Visitor]:
    """The dealer, with a camera."""
    async with async_playwright() as playwright:
        own = await playwright.chromium.launch(
            executable_path=chromium(), args=[*ARGUMENTS, *CAMERA]
        )
        one = await visiting(own, house, permissions=["camera"], **OPEN)
        yield await one.staff(Role.DEALER)
        await own.close()
        assert one.wrong == []


def kept(house: LiveHouse, table: str) -> list[Path]:
    folder = house.house.cameras.stills._folder
    assert folder is not None
    return sorted(folder.glob(f"{table}/*/*.jpg"))


async def test_a_console_shows_its_table(
    visit: Visit, house: LiveHouse, filming: Visitor, axe: str
) -> None:
    dealt = await HandDealt.open(house, TABLE)
    cleo = await dealt.player("cleo", 1)
    policy = headers_of(await filming.page.goto(f"/deal/{TABLE}"))["permissions-policy"]
    assert "camera=(self)" in policy
    await filming.button("Use this device's camera").click()
    await expect(filming.page.get_by_text("Players see this", exact=True)).to_be_visible()
    assert await complaints(filming, axe) == []
    one = await visit(**OPEN)
    one.expected += ["/picture$"]
    await one.known_as(cleo.api)
    await one.page.goto(f"/table/{TABLE}")
    await moves(one.page)
    await expect(one.page.locator("[data-behind]")).to_contain_text("s behind")
    assert house.house.cameras.viewers(TABLE) == 1
    assert await complaints(one, axe) == []

    await dealt.begin((cleo, 1))
    await dealt.deal("TS 9H 8C")
    await dealt.ok(dealt.dealer, say.TakeBack)
    await dealt.deal("7C")
    await dealt.decide(cleo, "stand", 1)
    await dealt.deal("TD")
    await dealt.over(cleo)
    round = dealt.view.round
    await dealt.open_betting(cleo)

    while len(kept(house, TABLE)) < 8:  # all but the inspection, which came before the camera
        await asyncio.sleep(0.01)
    # What a dispute is about is looked at with what the camera saw.
    pit = await (await visit(**OPEN)).staff(Role.PIT)
    await pit.page.goto(f"/office/rounds/{TABLE}/{round}")
    seen = pit.page.get_by_role("region", name="What the camera saw").get_by_role("listitem")
    # Inspection and shoe, four cards, one that was misread, that it was taken back, and the result.
    await expect(seen).to_have_count(9)
    stills = pit.page.get_by_role("img", name="Still:")
    await expect(stills.first).to_be_visible()
    await stills.first.scroll_into_view_if_needed()
    await pit.page.wait_for_function(
        "() => document.querySelector('img[alt^=Still]').naturalWidth > 0"
    )
    await expect(stills).to_have_count(8)
    assert await complaints(pit, axe) == []

    # Who leaves looks no longer, nor does anybody once the camera is off.
    await one.page.get_by_role("link", name="Croupier").first.click()
    await one.page.wait_for_url("**/")
    await filming.button("Turn the camera off").click()
    await expect(filming.button("Use this device's camera")).to_be_visible()
    while house.house.cameras.viewers(TABLE):
        await asyncio.sleep(0.01)


async def test_a_step_leads_to_its_second_of_the_recording(visit: Visit, house: LiveHouse) -> None:
    dealt = await HandDealt.open(house, RECORDED)
    dora = await dealt.player("dora", 1)
    await dealt.begin((dora, 1))
    await dealt.deal("TS 9H 8C")
    await dealt.decide(dora, "stand", 1)
    await dealt.deal("TD")
    await dealt.over(dora)
    round = dealt.view.round
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto(f"/office/rounds/{RECORDED}/{round}")
    links = pit.page.get_by_role("link", name="Recording at this second")
    await expect(links).to_have_count(7)
    api = await house.staff(Role.PIT)
    whole = await api.call("GET", f"/api/office/rounds/{RECORDED}/{round}")
    for moment in whole["moments"]:
        assert moment["recording"].startswith("https://nvr.example/t1?at=20")
        assert moment["recording"].endswith("Z")
    addresses = [await link.get_attribute("href") for link in await links.all()]
    assert addresses == [moment["recording"] for moment in whole["moments"]]
