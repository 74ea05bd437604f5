"""Approved rules, the program's digests and a staged table, as people meet them in the browser."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from croupier.engine import protocol as engine
from croupier.engine.rules_digest import rules_digest
from croupier.house.roles import Role
from croupier.roundfile import play, read
from tests.support.live_house import SETTINGS, LiveHouse, serving, table, totp
from tests.web.conftest import Visit
from tests.web.test_access import OPEN, complaints
from tests.web.visiting import PHONE, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL, LAB, CARDS = "live-roulette", "lab-wheel", "lab-cards"
DIGEST = rules_digest(engine.variant(WHEEL))[:12]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    asked = msgspec.structs.replace(SETTINGS, approved_rules=True)
    staged = [
        msgspec.structs.replace(table(game, id=id), staged=True, title=title)
        for game, id, title in (
            (WHEEL, LAB, "The lab's wheel"),
            ("classic-blackjack-shoe", CARDS, "The lab's cards"),
        )
    ]
    async with serving([table(WHEEL), *staged], settings=asked) as house:
        yield house


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))


async def confirm(one: Visitor, secret: bytes) -> None:
    """Enter a fresh code."""
    dialog = one.page.get_by_role("dialog")
    await dialog.get_by_label("Code").fill(totp(secret, 1))
    await dialog.get_by_role("button", name="Confirm").click()


async def test_one_proposes_and_another_approves_and_the_table_may_open(
    visit: Visit, axe: str, house: LiveHouse
) -> None:
    shift = await (await visit(**OPEN)).staff(Role.SHIFT)
    page = shift.page
    await page.goto("/office")
    await page.get_by_role("link", name="Rules", exact=True).click()
    await expect(row(page, WHEEL)).to_contain_text(DIGEST)
    await expect(row(page, WHEEL)).to_contain_text("not approved · closed")
    await expect(row(page, LAB)).to_contain_text("Staged")
    await row(page, WHEEL).get_by_role("button", name="Propose").click()
    card = page.get_by_role("article", name="Number 1")
    await expect(card).to_contain_text("waits for the inspector")
    assert await card.get_by_role("button", name="Approve").count() == 0
    await card.locator("summary", has_text="Exact figures").click()
    await expect(row(page, "Red")).to_contain_text("-1/37")
    await shift.button("Reckon again").click()
    await expect(card).to_contain_text("This program reckons the same figures.")
    assert await complaints(shift, axe) == []

    inspector = await (await visit(**OPEN)).staff(Role.INSPECTOR)
    page = inspector.page
    await page.goto("/office/rules")
    await inspector.button("Approve").click()
    await confirm(inspector, (await house.staff(Role.INSPECTOR)).secret)
    await expect(page.get_by_role("article", name="Number 1")).to_contain_text("in force")
    await expect(row(page, WHEEL)).to_contain_text("approved, number 1")

    # Whoever reads the rules of the table sees which they are.
    stranger = await visit()
    await stranger.page.goto(f"/rules/{WHEEL}")
    line = stranger.page.locator("[data-rules]")
    await expect(line).to_contain_text(
        f"Approved set of rules {DIGEST}, document LIVE; approved by the-inspector since"
    )


async def test_the_inspector_sees_which_program_runs(
    visit: Visit, axe: str, house: LiveHouse
) -> None:
    one = await (await visit(**OPEN)).staff(Role.INSPECTOR)
    await one.page.goto("/office/program")
    root = house.house.approvals.program.root
    await expect(one.page.locator("dd code")).to_have_text(root)
    await expect(one.page.get_by_role("rowheader")).to_have_count(1)
    async with one.page.expect_download() as download:
        await one.button("Save the list of files").click()
    text = Path(await (await download.value).path()).read_text()
    assert text == house.house.approvals.program.listed
    await one.button("Check the files now").click()
    await expect(one.page.get_by_text("are those the house started with")).to_be_visible()
    assert await complaints(one, axe) == []


async def lab(visit: Visit, at: str, **context: object) -> Visitor:
    one = await (await visit(**OPEN, **context)).staff(Role.LAB)
    await one.sit_at(at)
    return one


async def play_staged_round(one: Visitor) -> Locator:
    """Play a round on known pockets; returns the button that saves it."""
    page = one.page
    await page.get_by_label("Pockets in the order").fill("17 0 32")
    await one.button("Lay them ready").click()
    await expect(page.get_by_text("Lying ready: 3.")).to_be_visible()
    await expect(page.get_by_text("Place your bets").first).to_be_visible()
    await one.chip(5_00).click()
    await one.spot("black").click()
    await one.button("Place Bet").click()
    save = page.get_by_role("button", name=re.compile(r"^Save round \d+$")).first
    await expect(save).to_be_visible()
    return save


async def test_a_lab_types_what_comes_next_and_takes_the_round_home(visit: Visit, axe: str) -> None:
    one = await lab(visit, LAB)
    page = one.page
    await expect(page.locator(".banner")).to_have_text("Staged table: known cards, no money")
    save = await play_staged_round(one)
    async with page.expect_download() as download:
        await save.click()
    staged = json.loads(Path(await (await download.value).path()).read_text())
    assert (staged["staged"], staged["file"]["pocket"]) == (True, 17)
    lines = play(read(msgspec.json.encode(staged["file"]))).lines
    assert msgspec.to_builtins(list(lines)) == staged["lines"]
    # What was said a moment ago lies over the header of a phone until it has been read.
    await expect(page.get_by_text("Lying ready: 3.")).to_have_count(0)
    assert await complaints(one, axe) == []


async def test_cards_are_refused_in_words_and_fit_a_phone(visit: Visit) -> None:
    one = await lab(visit, CARDS, **PHONE)
    page = one.page
    await page.get_by_label("Cards in the order").fill("AS XX")
    await one.button("Lay them ready").click()
    await expect(page.locator("#staging [role=alert]")).to_be_visible()
    await page.get_by_label("Cards in the order").fill("as 9d ks 7h")
    await one.button("Lay them ready").click()
    await expect(page.get_by_text("Lying ready: 4.")).to_be_visible()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert await page.evaluate(wide) == 0


async def test_players_see_nothing_of_it_and_staff_see_what_it_is(visit: Visit) -> None:
    player = await (await visit()).guest()
    await player.page.goto("/")
    await expect(player.page.get_by_role("heading", name="Live Roulette")).to_be_visible()
    await expect(player.page.get_by_text("The lab's")).to_have_count(0)
    player.expected.append("/api/tables/")
    await player.page.goto(f"/table/{LAB}")
    await expect(player.page.get_by_text("There is no table of that name")).to_be_visible()
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto("/pit")
    card = pit.page.get_by_role("link").filter(has_text="The lab's wheel")
    await expect(card).to_contain_text("Staged table")


async def test_a_staged_table_says_who_may_play_it_and_a_new_lab_plays(
    visit: Visit, house: LiveHouse
) -> None:
    """In the lobby and in place of the chips; the account comes from the staff list."""
    only = "Only accounts with the post “Lab” play here"
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto("/")
    card = pit.page.get_by_role("listitem").filter(has_text="The lab's wheel")
    await expect(card).to_contain_text(only)
    await card.get_by_role("button", name="Play").click()
    await expect(pit.page.get_by_text(only)).to_be_visible()
    await expect(pit.button("Place Bet")).to_have_count(0)

    api = await house.staff(Role.ADMINISTRATOR)
    chief = await (await visit()).known_as(api)
    await chief.page.goto("/admin")
    await chief.page.get_by_label("Name").fill("lena")
    await chief.page.locator(".hire select").select_option("Lab")
    await chief.button("Open the account").click()
    await confirm(chief, api.secret)
    one_time = await chief.page.locator("#one-time").inner_text()
    lena = await (await visit()).known_as(await house._set_up("lena", one_time))
    await lena.sit_at(LAB)
    await expect(lena.page.get_by_text(only)).to_have_count(0)
    await play_staged_round(lena)


async def test_the_office_shows_a_staged_round_as_one_without_money(visit: Visit) -> None:
    await play_staged_round(await lab(visit, LAB))
    one = await (await visit(**OPEN)).staff(Role.INSPECTOR)
    await one.page.goto(f"/office/rounds/{LAB}")
    played = one.page.get_by_role("row").filter(has_text="no money")
    await expect(played.first).to_be_visible()
    await expect(one.page.get_by_role("row").filter(has_text="5.00")).to_have_count(0)
    await played.first.get_by_role("link").click()
    replay = one.page.locator("[data-replay]")
    await expect(replay.get_by_role("heading", name="Staged")).to_be_visible()
    await expect(one.page.get_by_text("no money was on it")).to_have_count(1)
