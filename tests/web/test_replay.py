"""A round that is over: on its felt again, shared by a link, kept as a film, asked about in the
list of results."""

import base64
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from croupier.house.roles import Role
from tests.support.live_house import LiveHouse
from tests.web.conftest import Visit
from tests.web.staged import LIVE, MIDDLES, PLAYED, WHEEL, Stage, staged
from tests.web.test_access import complaints, in_dialog, look_at
from tests.web.visiting import visiting

pytestmark = pytest.mark.asyncio(loop_scope="session")

EBML = bytes.fromhex("1a45dfa3")
# Of a WebM file: what has frames in it (segment, cluster, block group), and the frames (blocks).
CONTAINERS = {bytes.fromhex(tag) for tag in ("18538067", "1f43b675", "a0")}
BLOCKS = {bytes.fromhex(tag) for tag in ("a1", "a3")}
# Twelve steps of 0.8 seconds, after 0.9 and before 3.5 (web/src/film/scene.ts).
FILM_SECONDS, FRAMES_PER_SECOND = 14, 30
# Of a film the browser has recorded: how long it is, and how many colours its last picture has.
LAST_PICTURE = """async (data) => {
    const video = document.createElement('video');
    video.src = `data:video/webm;base64,${data}`;
    await new Promise((done) => (video.onloadedmetadata = done));
    video.currentTime = 1e9;
    await new Promise((done) => (video.onseeked = done));
    const canvas = Object.assign(document.createElement('canvas'), { width: 128, height: 72 });
    const context = canvas.getContext('2d');
    let colours = 0;
    // What was sought may be there before its picture is.
    for (let frame = 0; frame < 300 && colours < 2; frame += 1) {
        await new Promise(requestAnimationFrame);
        context.drawImage(video, 0, 0, 128, 72);
        const pixels = context.getImageData(0, 0, 128, 72).data.buffer;
        colours = new Set(new Uint32Array(pixels)).size;
    }
    return { seconds: video.duration, size: [video.videoWidth, video.videoHeight], colours };
}"""


def count_frames(data: bytes) -> int:
    """Counts the frames of a WebM file, element by element: tag, size, content."""
    at = count = 0
    while at < len(data):
        content = at + 9 - data[at].bit_length()
        tag = data[at:content]
        content += (width := 9 - data[content].bit_length())
        size = int.from_bytes(data[content - width : content]) & (1 << 7 * width) - 1
        count += tag in BLOCKS
        at = content if tag in CONTAINERS else content + size
    return count


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stage() -> AsyncIterator[Stage]:
    """Ann has split eights at box 3, Bob has box 5; the dealer has a hole card, and busts."""
    async with staged(MIDDLES["split"]._replace(over=True)) as stage:
        await stage.lay()
        await stage.play()
        yield stage


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(stage: Stage) -> LiveHouse:
    return stage.house


def own_round(stage: Stage) -> str:
    return f"/me/rounds/{LIVE}/{stage.ann.tables[LIVE].round}"


async def cards(page: Page, count: int) -> None:
    await expect(page.locator("[data-replay] [data-card]")).to_have_count(count)


async def link(stage: Stage, *, named: bool = False) -> str:
    body = {"table": LIVE, "round": stage.ann.tables[LIVE].round, "named": named}
    return f"/shared/{(await stage.ann.api.call('POST', '/api/me/shares', body))['token']}"


async def test_step_by_step_on_the_felt(visit: Visit, stage: Stage) -> None:
    one = await (await visit()).known_as(stage.ann.api)
    page = one.page
    await page.goto(own_round(stage))
    felt = page.locator("[data-replay] .blackjack")
    await expect(felt).to_be_visible()
    await expect(felt.get_by_role("note")).to_contain_text("Blackjack pays")
    await cards(page, 9)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    # With the keys: the start, card by card, a total as it was then, and the end.
    await page.keyboard.press("Home")
    await cards(page, 0)
    for count in (1, 2, 3):
        await page.keyboard.press("ArrowRight")
        await cards(page, count)
    await page.keyboard.press("ArrowLeft")
    await cards(page, 2)
    box = page.locator("[data-replay] [aria-label^='Box 3']").first
    await expect(box).to_contain_text("8")
    # The hole card lies face down until it is turned, and is not told before.
    slider = page.get_by_role("slider")
    await slider.fill("6")
    caption = page.locator("[data-replay] .caption")
    await expect(caption).to_contain_text("face down")
    await page.keyboard.press("End")
    await slider.fill("12")
    await cards(page, 9)
    # Nobody is asked to do anything.
    await expect(felt.get_by_role("button", name="Leave")).to_have_count(0)
    await expect(felt).to_contain_text("Box 5")
    await expect(felt).not_to_contain_text("bob")
    # Why, where the bet lies.
    await felt.get_by_role("button", name=re.compile("won")).first.click()
    await expect(page.locator("[data-why]")).to_contain_text("LIVE 2.2.1a")
    await page.keyboard.press("Escape")
    assert not [url for url in asked if "/rounds/" in url or "/spots" in url]


async def test_it_plays_by_itself_and_stops(visit: Visit, stage: Stage) -> None:
    one = await (await visit(reduced_motion="no-preference")).known_as(stage.ann.api)
    page = one.page
    await page.add_init_script("localStorage.dealing = 'brisk'")
    await page.goto(own_round(stage))
    await cards(page, 9)
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.locator("[data-replay] .caption")).to_contain_text("2 / 12")
    await page.get_by_role("button", name="Pause").click()
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    at = int(await page.get_by_role("slider").input_value())
    assert at < 12
    await cards(page, min(at, 6))
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.locator("[data-replay] .caption")).to_contain_text("12 / 12")
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


async def test_a_spin_asks_nobody_for_chips(browser: Browser) -> None:
    async with staged(PLAYED[WHEEL]) as stage:
        await stage.lay()
        one = await (await visiting(browser, stage.house)).known_as(stage.ann.api)
        await one.page.goto(f"/table/{WHEEL}")
        await expect(one.page.locator(".roulette .named")).to_contain_text("Tap a number")
        await stage.play()
        await one.page.goto(f"/me/rounds/{WHEEL}/{stage.ann.tables[WHEEL].round}")
        named = one.page.locator("[data-replay] .roulette .named")
        await expect(named).to_have_text("")
        await one.page.context.close()


async def test_a_link_for_anyone_until_it_is_withdrawn(visit: Visit, stage: Stage) -> None:
    ann = await (await visit()).known_as(stage.ann.api)
    page = ann.page
    await page.goto(own_round(stage))
    await page.get_by_role("button", name="Share").click()
    await page.get_by_role("button", name="Make a link").click()
    made = await page.get_by_role("textbox", name="Link to this round").input_value()

    stranger = await visit()
    stranger.expected.append("/api/shared/")
    sockets: list[str] = []
    stranger.page.on("websocket", lambda socket: sockets.append(socket.url))
    await stranger.page.goto(made)
    await expect(stranger.page.locator("[data-replay] .blackjack")).to_be_visible()
    main = stranger.page.get_by_role("main")
    await expect(main).to_contain_text("Shared by a player")
    await expect(main).to_contain_text("LIVE 2.2.1a")
    text = await main.inner_text()
    assert not re.search(r"\b(ann|bob)\b", text)
    assert sockets == []

    await page.goto("/me/shares")
    await page.get_by_role("button", name="Withdraw").click()
    await expect(page.get_by_text("You share no round.")).to_be_visible()
    await stranger.page.reload()
    gone = stranger.page.get_by_role("heading", level=1)
    await expect(gone).to_have_text("This link was withdrawn")
    await stranger.page.goto("/shared/1-nonsense")
    await expect(gone).to_have_text("This is no link of this house")


async def test_with_the_name_where_that_is_wanted(visit: Visit, stage: Stage) -> None:
    stranger = await visit()
    await stranger.page.goto(await link(stage, named=True))
    main = stranger.page.get_by_role("main")
    await expect(main).to_contain_text("Shared by ann")
    await expect(main.locator("[data-felt]")).to_contain_text("ann")
    assert "bob" not in await main.inner_text()


async def test_a_film_of_it(visit: Visit, stage: Stage, browser: Browser, tmp_path: Path) -> None:
    one = await visit()
    await one.page.goto(await link(stage))
    async with one.page.expect_download(timeout=90_000) as coming:
        await one.page.get_by_role("button", name="Save as film").click()
    film = await coming.value
    assert film.suggested_filename == f"croupier-{LIVE}-1.webm"
    await film.save_as(tmp_path / "film.webm")
    data = (tmp_path / "film.webm").read_bytes()
    assert data[:4] == EBML
    await expect(one.page.get_by_role("button", name="Save as film")).to_be_visible()
    # The policy of our own pages lets no page play what it has made.
    viewer = await browser.new_page()
    found = await viewer.evaluate(LAST_PICTURE, base64.b64encode(data).decode())
    await viewer.close()
    assert found["seconds"] == pytest.approx(FILM_SECONDS, abs=1 / FRAMES_PER_SECOND)
    assert count_frames(data) == FILM_SECONDS * FRAMES_PER_SECOND
    assert found["size"] == [1280, 720]
    assert found["colours"] > 200


@pytest.mark.parametrize(
    "without",
    [
        "delete window.VideoEncoder",
        "VideoEncoder.isConfigSupported = async (config) => ({ supported: false, config })",
    ],
    ids=["no encoder", "no codec"],
)
async def test_a_browser_that_records_nothing_says_so(
    visit: Visit, stage: Stage, without: str
) -> None:
    one = await visit()
    await one.page.add_init_script(without)
    await one.page.goto(await link(stage))
    cannot = one.page.get_by_role("button", name="This browser records no films")
    await expect(cannot).to_be_disabled()


async def test_a_result_of_the_list_tells_why(visit: Visit, stage: Stage) -> None:
    one = await (await visit()).known_as(stage.ann.api)
    page = one.page
    await page.goto(f"/table/{LIVE}")
    await page.get_by_role("button", name="What came of round 1").click()
    told = page.locator("[data-why]")
    await expect(told).to_contain_text("LIVE 2.2.1a")
    await told.get_by_role("link", name="Watch it again").click()
    await expect(page.locator("[data-replay] .blackjack")).to_be_visible()

    other = await (await visit()).player("onlooker")
    other.expected.append("/api/me/rounds/")
    await other.page.goto(f"/table/{LIVE}")
    await other.page.get_by_role("button", name="What came of round 1").click()
    await expect(other.page.locator("[data-why]")).to_contain_text("You had no bet")


async def test_the_office_sees_it_on_the_felt_too(visit: Visit, stage: Stage) -> None:
    one = await (await visit()).staff(Role.INSPECTOR)
    await one.page.goto(f"/office/rounds/{LIVE}/{stage.ann.tables[LIVE].round}")
    felt = one.page.locator("[data-replay] .blackjack")
    await expect(felt).to_contain_text("bob")
    await one.page.keyboard.press("Home")
    await cards(one.page, 0)


async def test_axe_has_nothing_to_say(visit: Visit, stage: Stage, axe: str) -> None:
    ann = await (await visit(bypass_csp=True)).known_as(stage.ann.api)
    path = await link(stage)
    found = await look_at(ann, axe, "/me/shares", own_round(stage))
    found += await in_dialog(ann, axe, ann.page.get_by_role("button", name="Share"))
    stranger = await visit(bypass_csp=True)
    stranger.expected.append("/api/shared/")
    found += await look_at(stranger, axe, path, "/shared/1-nonsense")
    await ann.page.goto(f"/table/{LIVE}")
    await ann.page.get_by_role("button", name="What came of round 1").click()
    await expect(ann.page.locator("[data-why]")).to_contain_text("LIVE 2.2.1a")
    found += await complaints(ann, axe)
    assert found == []
