"""Signed scans and the log, in a real browser: a dealer's console signs with a key of its own, the
proof page checks it, and the office shows log, witnesses and stations."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Route, expect

from croupier.client.station import Station
from croupier.client.witness.folder import WitnessFolder
from croupier.house.roles import Role
from croupier.table.recovery import recorded
from croupier.tlog.notes import is_signed, parse_note
from croupier.wire import commands as say
from tests.support.live_clients import name_of, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import SETTINGS, LiveHouse, serving
from tests.web.conftest import Visit
from tests.web.visiting import DESKTOP, PHONE, TABLET, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL = "signed-wheel"
WITNESS = "club.example/witness"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def witness(tmp_path_factory: pytest.TempPathFactory) -> WitnessFolder:
    folder = WitnessFolder(tmp_path_factory.mktemp("witness"))
    folder.make(WITNESS)
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(witness: WitnessFolder) -> AsyncIterator[LiveHouse]:
    wheel = msgspec.structs.replace(by_hand("live-roulette", id=WHEEL), signed=True)
    settings = msgspec.structs.replace(
        SETTINGS, log_every_s=3600.0, witnesses=(witness.own_key.text,)
    )
    async with serving([wheel], settings=settings) as house:
        yield house


async def opened(house: LiveHouse) -> HandDealt:
    """The pit has put the dealer there, from a station of its own."""
    pit = await house.client(await house.staff(Role.PIT))
    dealer = await house.client(await house.staff(Role.DEALER))
    for one in (pit, dealer):
        await one.join(WHEEL)
    pit.api.name = name_of(pit)
    pit.station = await Station.register(pit.api, "pit desk")
    table = HandDealt(house, WHEEL, pit, dealer)
    await table.ok(pit, say.ChangeDealer, name_of(dealer))
    await sync(dealer)
    return table


async def deal_by_keys(table: HandDealt, desk: Visitor, player: str = "kim") -> None:
    """A spin in which one has bet, dealt at the console."""
    await desk.page.goto(f"/deal/{WHEEL}")
    keyboard, text = desk.page.keyboard, desk.page.get_by_text
    await expect(desk.page.locator("[data-main]")).to_contain_text("Open betting")
    kim = await table.player(player)
    await keyboard.press("F8")
    await expect(text("Wait: nobody has bet yet.")).to_be_visible()
    await sync(kim)
    await table.bet(kim, "straight:17", 10_00)
    await expect(text("Wait for the clock, or close: 1 player has bet.")).to_be_visible()
    await keyboard.press("F8")
    await expect(text("Spin, and call the pocket")).to_be_visible()
    await keyboard.type("17")
    await keyboard.press("Enter")
    await expect(desk.page.locator("[data-main]")).to_contain_text("Confirm the result")
    await keyboard.press("Enter")
    await expect(text("Pay and collect").first).to_be_visible()


async def test_a_console_signs_and_anyone_checks(visit: Visit, house: LiveHouse) -> None:
    table = await opened(house)
    desk = await (await visit()).staff(Role.DEALER)
    await deal_by_keys(table, desk)

    # All that came from the console is signed by a key that this browser has made, and keeps.
    signed = [recorded(entry) for entry in house.house.store.entries(WHEEL)]
    by_dealer = [body for body in signed if body.actor == desk.name]
    assert by_dealer
    (station,) = {body.signed.station for body in by_dealer if body.signed}
    assert all(body.signed for body in by_dealer)
    known = house.house.stations.get(station)
    assert known is not None
    assert (known.account, known.algorithm) == (desk.name, "ed25519")
    await desk.page.reload()
    await expect(desk.page.get_by_text("Pay and collect").first).to_be_visible()
    mine = [each for each in house.house.stations.all() if each.account == desk.name]
    assert [each.id for each in mine] == [station]

    # Whoever asks whether it was fair sees that.
    ann = await (await visit()).guest()
    await ann.page.goto(f"/fair/{WHEEL}/1")
    status = ann.page.get_by_role("main").get_by_role("status")
    await expect(status).to_have_text(
        "Every check holds. Your browser made them from the record alone."
    )
    await expect(ann.page.get_by_text("Scans signed by their station")).to_be_visible()
    await expect(ann.page.get_by_text('"code":"17"')).to_be_visible()

    async def forged(route: Route) -> None:
        response = await route.fetch()
        record = await response.json()
        for each in record["signatures"]:
            each["text"] = each["text"].replace('"code":"17"', '"code":"18"')
        await route.fulfill(response=response, body=json.dumps(record))

    await ann.page.route("**/api/fair/**", forged)
    await ann.page.reload()
    await expect(status).to_contain_text("A check does not hold")

    # The pit revokes it in the office: the console is refused from then on.
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto("/office/log")
    row = pit.page.get_by_role("row").filter(has_text=station)
    await row.get_by_role("button", name="Revoke").click()
    await row.get_by_role("button", name=f"Revoke this station of {desk.name}?").click()
    await expect(row).to_contain_text(f"Revoked by {pit.name}")
    known = house.house.stations.get(station)
    assert known is not None
    assert known.revoked_by == pit.name
    desk.expected.append("/api/stations$")
    await desk.page.reload()
    await expect(desk.page.get_by_text("Pay and collect").first).to_be_visible()
    mine = [each for each in house.house.stations.all() if each.account == desk.name]
    assert [bool(each.revoked_ms) for each in mine] == [True, False]


def _with_unsigned(owed: bool) -> Callable[[Route], Awaitable[None]]:
    async def partly(route: Route) -> None:
        response = await route.fetch()
        record = await response.json()
        record["unsigned"] = [{"entry": 9, "owed": owed}]
        await route.fulfill(response=response, body=json.dumps(record))

    return partly


async def test_a_round_that_is_not_signed_throughout_is_told_so(
    visit: Visit, house: LiveHouse, axe: str, tmp_path: Path
) -> None:
    """With a station at hand it is wrong; where there was none it is told."""
    table = await opened(house)
    desk = await (await visit()).staff(Role.DEALER)
    await deal_by_keys(table, desk, "lee")
    ann = await (await visit(**PHONE)).guest()
    page, round = ann.page, house.house.rooms[WHEEL].state.round_number
    status = page.get_by_role("main").get_by_role("status")
    for owed, said, why in (
        (True, "A check does not hold", "1 entry has no signature, though"),
        (False, "Nothing is wrong. What staff did", "1 entry has no signature: whoever"),
    ):
        await page.route("**/api/fair/**", _with_unsigned(owed))
        await page.goto(f"/fair/{WHEEL}/{round}")
        await expect(status).to_contain_text(said)
        await expect(page.get_by_text(why)).to_be_visible()
        await page.screenshot(path=tmp_path / f"unsigned-{owed}.png", full_page=True)
        await page.evaluate(axe)
        found = await page.evaluate("axe.run().then(({ violations }) => violations)")
        assert [violation["id"] for violation in found] == []
        await page.unroute("**/api/fair/**")


async def test_the_inspector_sees_the_log_and_its_witnesses(
    visit: Visit, house: LiveHouse, witness: WitnessFolder, axe: str, tmp_path: Path
) -> None:
    log = house.house.log
    dealer = await house.client(await house.staff(Role.DEALER))
    dealer.api.name = name_of(dealer)
    await Station.register(dealer.api, "table scanner")
    await log.publish()
    await log.cosign(witness.keep(parse_note(log.checkpoint()), 1_700_000_000).encoded)
    for number, context in enumerate((DESKTOP, TABLET, PHONE)):
        one = await (await visit(**context)).staff(Role.INSPECTOR)
        await one.page.goto("/office/log")
        main = one.page.get_by_role("main")
        await expect(main.get_by_text(log.key.text)).to_be_visible()
        await expect(main.get_by_text(WITNESS)).to_be_visible()
        await expect(main.get_by_text("✓")).to_be_visible()
        # When it did, by its own clock; and its signature under that checkpoint, for whoever asks.
        cosigned = main.get_by_role("link", name="2023-11-14 22:13")
        address = await cosigned.get_attribute("href")
        text = await one.page.evaluate(f"fetch('{address}').then((answer) => answer.text())")
        assert is_signed(parse_note(text.encode()), witness.own_key)
        await expect(main.get_by_text("table scanner")).to_be_visible()
        # Who touches nothing is offered nothing.
        await expect(main.get_by_role("button", name="Revoke")).to_have_count(0)
        wide = await one.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        await one.page.screenshot(path=tmp_path / f"log-{number}.png", full_page=True)
        await one.page.evaluate(axe)
        found = await one.page.evaluate("axe.run().then(({ violations }) => violations)")
        assert [violation["id"] for violation in found] == []
        note = await one.page.evaluate("fetch('/log/checkpoint').then((answer) => answer.text())")
        assert parse_note(note.encode()).text == parse_note(log.checkpoint()).text
