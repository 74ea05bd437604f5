"""The pit at its desk: the dealer's call among routine, money before a signature, and a round that
waits for the second one."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from croupier.client import Client
from croupier.house.floor.facts import AlertKind, Interruption
from croupier.house.roles import Role
from croupier.wire import commands as say
from tests.support.api_calls import stepped_up_staff
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import untimed
from tests.support.waiting import until
from tests.web.conftest import Visit

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAME = "rws-blackjack"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    tables = [by_hand(GAME, id=id) for id in ("void", "adjust", "calls")]
    dealt_by_the_house = untimed(GAME, id="virtual")
    wheel = by_hand("live-roulette", id="wheel")
    async with serving([*tables, wheel, dealt_by_the_house]) as house:
        yield house


async def dealt(house: LiveHouse, id: str, *names: str) -> tuple[HandDealt, list[Client]]:
    table = await HandDealt.open(house, id)
    players = [await table.player(name, box) for box, name in enumerate(names, 1)]
    await table.begin(*((one, box) for box, one in enumerate(players, 1)))
    return table, players


def row(dialog: Locator, name: str) -> Locator:
    return dialog.locator("dl > div").filter(has_text=name).locator("dd")


async def test_a_void_is_proposed_shown_and_declined(visit: Visit, house: LiveHouse) -> None:
    table, (ann, bob) = await dealt(house, "void", "ann", "bob")
    await table.deal("TS TH 6D 6H 8C")
    await table.decide(ann, "hit", 1)
    await table.deal("TD")
    pit = await (await visit()).staff(Role.PIT)
    other = await (await visit()).staff(Role.SHIFT)
    for one in (pit, other):
        await one.page.goto("/pit/void")
    await pit.page.locator('[data-ruling="void"]').click()
    dialog = pit.page.get_by_role("dialog")
    await expect(dialog).to_contain_text("R26")
    # Nothing is chosen for anybody.
    await expect(dialog.get_by_role("radio", checked=True)).to_have_count(0)
    declare = dialog.get_by_role("button", name="Void the round")
    await declare.click()
    assert not house.house.rooms["void"].state.round.void  # type: ignore[union-attr]
    await dialog.get_by_label("A card from elsewhere was found").check()
    # A bet is decided: what the void comes to says so before anybody tries alone.
    await expect(declare).to_be_hidden()
    await dialog.get_by_role("button", name="Propose it").click()
    await expect(dialog).to_be_hidden()
    await expect(pit.page.get_by_text("The round stands still until the void")).to_be_visible()
    await sync(bob, table.dealer)
    assert bob.tables["void"].held

    papers = other.page.get_by_role("region", name="Waiting for a second signature")
    await expect(papers).to_contain_text("200 goes back:")
    for name in ("ann", "bob"):
        await expect(papers.get_by_role("listitem").filter(has_text=name)).to_contain_text("100")
    await expect(papers.get_by_role("button", name="Withdraw")).to_have_count(0)
    await papers.get_by_role("button", name="Decline").click()
    asked = other.page.get_by_role("dialog")
    await expect(asked).to_contain_text("Decline what the-pit proposed?")
    await sync(bob)
    assert bob.tables["void"].held, "nothing is declined before it is confirmed"
    await asked.get_by_role("button", name="Decline").click()
    await expect(papers).to_be_hidden()
    await sync(bob, table.dealer)
    assert not bob.tables["void"].held
    await expect(pit.page.locator('[data-ruling="void"]')).to_be_visible()
    assert_books_balance(house)


async def test_an_adjustment_is_for_whoever_had_a_bet_and_its_money_is_seen(
    visit: Visit, house: LiveHouse
) -> None:
    table, (cat,) = await dealt(house, "adjust", "cat")
    await house.player("dan")
    await table.deal("TS 6D 6H")
    await table.decide(cat, "hit", 1)
    await table.deal("TD")  # cat is bust: 100 lost
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto("/pit/adjust")
    await pit.page.locator('[data-ruling="adjust"]').click()
    dialog = pit.page.get_by_role("dialog")
    player = dialog.get_by_role("combobox").first
    await expect(player.locator("option:not([disabled])")).to_have_text(["cat"])
    await player.select_option("cat")
    await dialog.get_by_label("Amount").fill("25")
    for name, amount in (("Staked", "100"), ("Returned", "0"), ("Result then", "−75")):
        await expect(row(dialog, name)).to_have_text(amount)
    await dialog.get_by_label("Why").fill("x")
    await dialog.get_by_role("button", name="Propose it").click()
    await expect(dialog).to_be_visible()
    assert house.house.floor.proposals() == ()
    await dialog.get_by_label("Why").fill("The six was misread.")
    await dialog.get_by_role("button", name="Propose it").click()
    await expect(dialog).to_be_hidden()
    shift = await (await visit()).staff(Role.SHIFT)
    await shift.page.goto("/pit")
    papers = shift.page.get_by_role("region", name="Waiting for a second signature")
    await expect(row(papers, "Result then")).to_have_text("−75")
    await expect(row(papers, "This adjustment")).to_have_text("+25")


async def test_a_wheel_that_cannot_go_on(visit: Visit, house: LiveHouse) -> None:
    table = await HandDealt.open(house, "wheel")
    wil = await table.player("wil")
    await table.open_betting(wil)
    await table.bet(wil, "red", 100_00)
    await table.no_more_bets(wil)
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto("/pit/wheel")
    await pit.page.locator('[data-ruling="interrupt"]').click()
    await expect(pit.page.get_by_role("button", name="Propose it")).to_be_disabled()
    follows = pit.page.locator("[data-consequences]")
    await expect(follows).to_contain_text("so the round is void")
    await expect(follows.get_by_role("listitem")).to_have_text("wil100")
    await pit.page.get_by_label("Why can the table not go on?").fill("The motor is dead")
    await pit.page.get_by_role("button", name="Propose it").click()
    await expect(pit.page.get_by_role("dialog")).to_be_hidden()
    (proposal,) = [
        one for one in house.house.floor.proposals() if isinstance(one.what, Interruption)
    ]
    assert isinstance(proposal.what, Interruption)
    assert proposal.what.reason == "The motor is dead"
    shift = await stepped_up_staff(house, Role.SHIFT, "shift-who-signs")
    await shift.call("POST", f"/api/proposals/{proposal.number}/signature")
    await wil.until(lambda: bool(wil.you["wheel"].lines))
    assert wil.you["wheel"].returned == 100_00


async def test_a_call_stands_above_routine_and_a_shoe_is_only_seen(
    visit: Visit, house: LiveHouse
) -> None:
    floor = house.house.floor
    for one in floor.open_alerts():
        await floor.clear_alert(one.raised.number, "the-pit", "before this test")
    table = await HandDealt.open(house, "calls")
    await table.make_shoe()
    await table.ok(table.dealer, say.CallPit, "the shuffler is stuck")
    await floor.raise_alert(AlertKind.UNUSUAL, "calls", "too lucky", "house")
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto("/pit")
    alerts = pit.page.locator("[data-alert]")
    await expect(alerts).to_have_count(3)
    told = [await one.get_attribute("data-alert") for one in await alerts.all()]
    assert told == ["pit-called", "unusual", "shoe"]
    first = pit.page.get_by_role("region", name="Tables").get_by_role("listitem").first
    await expect(first).to_contain_text("5 to 500")
    await expect(first.locator("[data-today]")).to_contain_text("an hour")
    await expect(first).to_contain_text("calls")
    await expect(first).to_contain_text("The dealer calls")
    await alerts.last.get_by_role("button", name="Seen").click()
    await expect(alerts).to_have_count(2)
    await expect(alerts.first.get_by_role("button", name="Clear")).to_be_visible()


@pytest.mark.clause("LIVE 2.3.2")
async def test_the_cards_of_a_table_dealt_by_the_house_are_shuffled_when_the_pit_likes(
    visit: Visit, house: LiveHouse
) -> None:
    state = house.house.rooms["virtual"].state
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto("/pit/virtual")
    await pit.button("Shuffle after this round").click()
    await until(lambda: state.shoe is not None and state.shoe.name == "virtual/2")
    await pit.page.goto("/pit/wheel")
    await expect(pit.button("Close the table")).to_be_visible()
    await expect(pit.button("Shuffle after this round")).to_have_count(0)
