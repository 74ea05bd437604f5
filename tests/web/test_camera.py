"""The dealer's picture at a table: it moves, says how far it is behind, and takes no room that
something one plays with needs."""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from croupier.table.camera_stream import CameraStream, StreamKind
from croupier.table.state import TablePhase
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import PASSWORD, LiveHouse, serving
from tests.web.conftest import Visit
from tests.web.filming import HOST, media_server, play_film
from tests.web.staged import CLOCKS
from tests.web.test_fits import Places
from tests.web.visiting import PHONE, visiting

pytestmark = pytest.mark.asyncio(loop_scope="session")

SEGMENTS, WEBRTC, BARE, CARDS, WHEEL = "segments", "webrtc", "bare", "cards", "wheel"
HLS = CameraStream(StreamKind.HLS, f"{HOST}/hls/film.m3u8")
WHEP = CameraStream(StreamKind.WHEP, f"{HOST}/table/whep")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    replace = msgspec.structs.replace
    tables = [
        replace(by_hand("rws-blackjack", id=SEGMENTS), stream=HLS),
        replace(by_hand("rws-blackjack", id=WEBRTC), stream=WHEP),
        by_hand("rws-blackjack", id=BARE),
        replace(by_hand("live-blackjack", id=CARDS), stream=HLS, clocks=CLOCKS),
        replace(by_hand("live-roulette", id=WHEEL), stream=HLS, clocks=CLOCKS),
        replace(by_hand("live-blackjack", id=f"{CARDS}-bare"), clocks=CLOCKS),
        replace(by_hand("live-roulette", id=f"{WHEEL}-bare"), clocks=CLOCKS),
    ]
    async with serving(tables) as house:
        yield house


async def moves(page: Page) -> None:
    """Frames come, and go on coming."""
    await page.wait_for_function(
        """() => {
            const video = document.querySelector('video');
            if (!video?.videoWidth) return false;
            window.firstSeen ??= video.currentTime;
            return video.currentTime > window.firstSeen + 0.5;
        }"""
    )


async def test_segments_and_the_clock_that_decides(
    visit: Visit, house: LiveHouse, tmp_path: Path
) -> None:
    dealt = await HandDealt.open(house, SEGMENTS)
    ann = await dealt.player("ann", 1)
    await dealt.open_betting(ann)
    await dealt.bet(ann, "initial", 100_00, 1)
    one = await visit()
    await play_film(one.page.context, tmp_path)
    await one.known_as(ann.api)
    await one.page.goto(f"/table/{SEGMENTS}")
    await moves(one.page)
    video = one.page.locator("video")
    assert await video.get_attribute("aria-label") == "The dealer at RWS Blackjack (Version 5)"
    assert await video.evaluate("video => video.muted")
    picture = one.page.get_by_role("region", name="The dealer's picture")
    await expect(picture.locator("[data-behind]")).to_contain_text("s behind")
    seconds = float((await picture.locator("[data-behind]").inner_text()).split()[0])
    assert seconds >= 3, "the playlist says when it was taken"
    timer = one.page.get_by_role("timer")
    await expect(timer).to_contain_text("s behind: this clock decides")
    await expect(picture).to_contain_text("The house's clock decides.")
    await dealt.no_more_bets(ann)
    await expect(picture).not_to_contain_text("The house's clock decides.")
    await expect(picture.locator("[data-behind]")).to_contain_text("s behind")


async def test_larger_off_and_remembered(visit: Visit, house: LiveHouse, tmp_path: Path) -> None:
    one = await visit(**PHONE)
    await play_film(one.page.context, tmp_path)
    await one.guest()
    await one.page.goto(f"/table/{SEGMENTS}")
    await moves(one.page)
    video = one.page.locator("video")
    small = await video.bounding_box()
    await one.button("Larger picture").click()
    large = await video.bounding_box()
    assert small is not None
    assert large is not None
    assert large["height"] > small["height"]
    await one.button("Sound on").click()
    assert not await video.evaluate("video => video.muted")
    await one.button("Turn the picture off").click()
    await expect(video).to_have_count(0)
    await one.page.reload()
    await expect(one.button("Show the dealer's picture")).to_be_visible()
    await expect(video).to_have_count(0)
    await one.button("Show the dealer's picture").click()
    await expect(video).to_be_visible()


async def test_webrtc_from_a_media_server(visit: Visit, house: LiveHouse) -> None:
    one = await visit()
    async with media_server(one.page.context) as server:
        await one.guest()
        await one.page.goto(f"/table/{WEBRTC}")
        await moves(one.page)
        await expect(one.page.locator("[data-behind]")).to_contain_text("s behind")
        async with one.page.expect_request(
            lambda request: request.method == "DELETE" and "/table/whep/" in request.url
        ):
            await one.page.get_by_role("link", name="Croupier").first.click()
        assert len(server.here) == 1


async def test_a_camera_that_does_not_answer(visit: Visit) -> None:
    """The table is played at all the same."""
    one = await visit()
    one.expected += [HOST]
    await one.page.context.route(f"{HOST}/**", lambda route: route.abort())
    await one.guest()
    await one.page.goto(f"/table/{WEBRTC}")
    await expect(one.page.locator("[data-behind].bad")).to_be_visible()
    await expect(one.page.locator(".felt")).to_be_visible()


async def test_other_tables_weigh_nothing_more(visit: Visit) -> None:
    one = await visit()
    fetched: list[str] = []
    one.page.on("request", lambda request: fetched.append(request.url))
    await one.guest()
    await one.page.goto(f"/table/{BARE}")
    await expect(one.page.locator(".felt .boxes")).to_be_visible()
    assert not [url for url in fetched if "Picture" in url or "hls" in url or "whep" in url]
    assert await one.page.locator("video").count() == 0


@pytest.mark.parametrize("table", [CARDS, WHEEL])
async def test_everything_stays_in_sight(
    browser: Browser, house: LiveHouse, tmp_path: Path, table: str
) -> None:
    """At every size of picture and screen, as well as without a camera."""
    anyway = await faults(browser, house, tmp_path, f"{table}-bare", "none")
    for size in ("small", "large", "off"):
        wrong = await faults(browser, house, tmp_path, table, size)
        assert [fault for fault in wrong if fault not in anyway] == []


async def faults(
    browser: Browser, house: LiveHouse, folder: Path, table: str, size: str
) -> list[str]:
    """Of a table where betting is open, for somebody who has a bet there."""
    if house.house.rooms[table].state.phase is TablePhase.IDLE:
        dealt = await HandDealt.open(house, table)
        player = await dealt.player(f"at-{table}", 3 if table.startswith(CARDS) else None)
        await dealt.open_betting(player)
        spot = ("initial", 100_00, 3) if table.startswith(CARDS) else ("red", 100_00, None)
        await dealt.bet(player, *spot)
    one = await visiting(browser, house, locale="de-DE")
    await play_film(one.page.context, folder)
    await one.page.context.add_init_script(f"localStorage.picture = '{size}'")
    api = await house.api()
    await api.login(f"at-{table}", PASSWORD)
    await one.known_as(api)
    await one.page.goto(f"/table/{table}")
    await one.page.locator("[data-spot]").first.wait_for(state="attached")
    if size in ("small", "large"):
        await moves(one.page)
        await expect(one.page.locator("[data-late]")).to_be_attached()
    wrong = await Places().look(one.page, "")
    await one.page.context.close()
    assert one.wrong == []
    return wrong
