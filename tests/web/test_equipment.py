"""The pit looks at a wheel that favours a pocket, and at cards, and says when they are others."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from croupier.client.client import new_id
from croupier.house.roles import Role
from croupier.table.commands import (
    Actor,
    Call,
    CloseBetting,
    ConfirmResult,
    OpenBetting,
    TableRole,
)
from tests.support.live_clients import name_of
from tests.support.live_dealing import HandDealt, bet_by_the_backs, by_hand
from tests.support.live_house import LiveHouse, serving, table
from tests.web.conftest import Visit

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL, CARDS = "live-roulette", "live-baccarat"
MARKED, VIRTUAL = "marked-baccarat", "virtual-wheel"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    tables = [by_hand(WHEEL), by_hand(CARDS), by_hand(CARDS, id=MARKED), table(WHEEL, id=VIRTUAL)]
    async with serving(tables) as house:
        yield house


async def test_a_wheel_is_doubted_until_it_is_replaced(visit: Visit, house: LiveHouse) -> None:
    table = await HandDealt.open(house, WHEEL)
    ann = await table.player("ann")
    live, dealer = (
        house.house.live_tables.tables[WHEEL],
        Actor(name_of(table.dealer), TableRole.DEALER),
    )
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto(f"/pit/{WHEEL}")
    panel = pit.page.locator("[data-equipment]")
    await expect(panel).to_contain_text("Nothing has come out yet.")
    for number in range(1, 27):
        assert (await live.ask(dealer, OpenBetting(), new_id())).ok
        await ann.until(lambda number=number: ann.tables[WHEEL].round == number)  # type: ignore[misc]
        await ann.place(WHEEL, "red", 10_00)
        for command in (CloseBetting(), Call(17), ConfirmResult()):
            assert (await live.ask(dealer, command, new_id())).ok
    assert (await live.ask(dealer, OpenBetting(), new_id())).ok
    await expect(panel).to_contain_text("26 spins since round 1.")
    await expect(panel).to_contain_text("pocket 17 comes too often")
    await expect(panel.get_by_role("img", name="Evidence, by round")).to_be_visible()
    await expect(pit.page.get_by_text("The wheel is doubted").first).to_be_visible()
    await panel.get_by_text("How often each pocket").click()
    await expect(panel.locator("details li", has_text="17")).to_contain_text("26")
    await panel.get_by_role("button", name="Wheel replaced or put right").click()
    await expect(panel).to_contain_text("Nothing has come out yet.")


async def test_cards_are_counted(visit: Visit, house: LiveHouse) -> None:
    table = await HandDealt.open(house, CARDS)
    bob = await table.player("bob")
    await table.open_betting(bob)
    await table.bet(bob, "player", 10_00)
    await table.no_more_bets(bob)
    await table.deal("8S KD KH 7C")
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto(f"/pit/{CARDS}")
    panel = pit.page.locator("[data-equipment]")
    await table.open_betting(bob)
    await expect(panel).to_contain_text("4 cards seen from 1 shoe, since round 1.")
    await expect(panel.get_by_role("listitem").filter(has_text="A full set")).to_contain_text(
        "fine"
    )
    await panel.get_by_role("button", name="Other cards from the next shoe on").click()
    await expect(panel).to_contain_text("Other cards come with the next shoe")


async def test_who_bets_by_the_backs_of_cards_is_named(visit: Visit, house: LiveHouse) -> None:
    table = await HandDealt.open(house, MARKED)
    eve = await table.player("eve", chips=10_000_00)
    await bet_by_the_backs(table, eve, 60)
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto(f"/pit/{MARKED}")
    suspected = pit.page.locator("[data-equipment] li").first
    await expect(suspected).to_contain_text(
        "eve bets as if it were known whether the next card is of 6-9"
    )
    await expect(suspected).to_contain_text("to one, since round")
    await expect(pit.page.get_by_text("The cards are doubted").first).to_be_visible()


async def test_a_virtual_wheel_has_the_same_panel(visit: Visit, house: LiveHouse) -> None:
    ann = await house.client(await house.player("ada"))
    await ann.join(VIRTUAL)
    await ann.until(lambda: ann.tables[VIRTUAL].phase == "betting")
    await ann.place(VIRTUAL, "red", 10_00)
    await ann.until(lambda: ann.tables[VIRTUAL].round == 2)
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto(f"/pit/{VIRTUAL}")
    panel = pit.page.locator("[data-equipment]")
    await expect(panel).to_contain_text("1 spin since round 1.")
    await panel.get_by_role("button", name="Put right: counted anew").click()
    await expect(panel).to_contain_text("Nothing has come out yet.")
