"""The last scan of a hand-dealt round is wrong: taken back by the dealer, corrected by the pit,
voided by two people, or declared wrong after payment, each to the cent, in the browsers of the
dealer, the pit and a player."""

from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from croupier.house.roles import Role
from croupier.wire import commands as say
from tests.support.live_clients import assert_books_balance
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.web.conftest import Visit
from tests.web.test_by_hand import at_the_desk
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Family(NamedTuple):
    game: str
    bet: tuple[str, int | None]
    dealt: str
    last: str
    """As it was scanned, wrongly."""
    wrong: str
    """What the dealer announces."""
    right: str
    """The scan as it should have been."""
    won: int
    """In cents, by the right one."""


COUP = Family(
    "rws-knockout-baccarat", ("player", None), "9S 2D KS", "KD",
    "Player wins, Player 9, Banker 2", "7D", 0,
)  # fmt: skip
HAND = Family(
    "rws-blackjack", ("initial", 1), "TS 6D 9H / TD", "9C",
    "Dealer has too many, 25", "4C", -100_00,
)  # fmt: skip
SPIN = Family(
    "live-roulette", ("straight:17", None), "", "17", "17, black", "18", -100_00
)  # fmt: skip
FAMILIES = {family.game: family for family in (COUP, HAND, SPIN)}


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with serving([by_hand(game) for game in FAMILIES]) as house:
        yield house


class Desk(NamedTuple):
    house: LiveHouse
    family: Family
    table: HandDealt
    dealer: Visitor
    pit: Visitor
    ann: Visitor

    async def typed(self, code: str) -> None:
        await self.dealer.page.keyboard.type(code)
        await self.dealer.page.keyboard.press("Enter")

    @property
    def main(self) -> Locator:
        return self.dealer.page.locator("[data-main]")

    async def confirm(self, won: int) -> None:
        """Enter alone; and what ann then has."""
        await expect(self.main).to_contain_text("Confirm the result")
        await self.dealer.page.keyboard.press("Enter")
        await expect(self.dealer.page.locator('[data-step="pay-and-collect"]')).to_be_visible()
        assert self.ann.balance == 1_000_00 + won
        assert_books_balance(self.house)

    async def propose_void(self, reason: str) -> None:
        await self.pit.page.locator('[data-ruling="void"]').click()
        dialog = self.pit.page.get_by_role("dialog")
        await dialog.get_by_label(reason).check()
        # A bet is decided: one person alone is not offered to rule.
        propose = dialog.get_by_role("button", name="Propose it")
        await expect(propose).to_be_visible()
        await expect(dialog.get_by_role("button", name="Void the round")).to_have_count(0)
        await propose.click()
        await expect(dialog).to_be_hidden()
        await expect(self.dealer.page.locator('[data-step="wait-for-pit"]')).to_be_visible()


async def wrong_at_last(visit: Visit, house: LiveHouse, game: str) -> Desk:
    """A round of 100 whose last scan is wrong: announced, and not settled."""
    family = FAMILIES[game]
    table, dealer = await at_the_desk(visit, house, game)
    pit = await (await visit()).staff(Role.PIT)
    await pit.page.goto(f"/pit/{game}")
    api = await house.player("ann")
    client = await house.client(api)
    await client.join(game)
    ann = await (await visit()).known_as(api)
    await ann.page.goto(f"/table/{game}")
    desk = Desk(house, family, table, dealer, pit, ann)
    await table.open_betting(client)
    spot, box = family.bet
    await table.bet(client, spot, 100_00, box)
    await table.no_more_bets(client)
    for code in family.dealt.split():
        if code == "/":
            await table.decide(client, "stand", 1)
        else:
            await table.scan(code)
    await expect(dealer.page.locator("[data-step=deal-card], [data-step=spin]")).to_be_visible()
    await desk.typed(family.last)
    await expect(dealer.page.locator("q")).to_have_text(family.wrong)
    await expect(ann.page.get_by_text(family.wrong).first).to_be_visible()
    await expect(pit.page.locator("[data-result]")).to_be_visible()
    assert ann.balance == 900_00
    return desk


@pytest.mark.parametrize("game", FAMILIES)
async def test_the_dealer_takes_the_last_scan_back(
    visit: Visit, house: LiveHouse, game: str
) -> None:
    desk = await wrong_at_last(visit, house, game)
    await desk.dealer.page.keyboard.press("F2")
    await expect(desk.main).to_be_hidden()
    await desk.typed(desk.family.right)
    await desk.confirm(desk.family.won)


@pytest.mark.parametrize("game", FAMILIES)
async def test_the_pit_corrects_the_last_scan(visit: Visit, house: LiveHouse, game: str) -> None:
    desk = await wrong_at_last(visit, house, game)
    await desk.table.ok(desk.table.dealer, say.CallPit, "the last scan is wrong")
    await expect(desk.pit.page.locator("[data-called]")).to_be_visible()
    await desk.pit.page.locator("[data-result] [data-take-back]").click()
    await expect(desk.pit.page.locator("[data-called]")).to_be_hidden()
    await expect(desk.main).to_be_hidden()
    await desk.typed(desk.family.right)
    await expect(desk.pit.page.locator("[data-result] [data-confirm]")).to_be_visible()
    await desk.confirm(desk.family.won)


@pytest.mark.parametrize("game", [COUP.game, HAND.game])
async def test_two_people_void_the_round(visit: Visit, house: LiveHouse, game: str) -> None:
    desk = await wrong_at_last(visit, house, game)
    await desk.propose_void("A card from elsewhere was found")
    await sign(house)
    await expect(desk.dealer.page.get_by_text("The round was void for its cards")).to_be_visible()
    await expect(desk.pit.page.locator("[data-result]")).to_be_hidden()
    assert desk.ann.balance == 1_000_00
    assert_books_balance(house)


async def test_a_wrong_number_of_cards_is_declared_after_payment(
    visit: Visit, house: LiveHouse
) -> None:
    """NKB 5.1.2: until bets are called for again. What was paid goes back by a new transfer."""
    desk = await wrong_at_last(visit, house, COUP.game)
    await desk.confirm(100_00)
    await desk.propose_void("A hand has a wrong number of cards")
    assert await desk.table.reply_code(desk.table.dealer, say.OpenBetting) == "held"
    await sign(house)
    await expect(desk.dealer.page.locator("q")).to_have_text(
        "The round is void: all bets are returned"
    )
    await expect(desk.ann.page.get_by_text("void").first).to_be_visible()
    assert desk.ann.balance == 1_000_00
    assert_books_balance(house)
    await desk.table.ok(desk.table.dealer, say.OpenBetting)
    await expect(desk.pit.page.locator('[data-ruling="void"]')).to_be_hidden()


@pytest.mark.parametrize("game", [HAND.game, SPIN.game])
async def test_in_other_games_nothing_is_void_after_payment(
    visit: Visit, house: LiveHouse, game: str
) -> None:
    """R28, R4: there the pit is offered no void, and what was found later is adjusted (R5)."""
    desk = await wrong_at_last(visit, house, game)
    await desk.confirm(100_00 if game == HAND.game else 3_500_00)
    await expect(desk.pit.page.locator('[data-ruling="adjust"]')).to_be_visible()
    await expect(desk.pit.page.locator('[data-ruling="void"]')).to_be_hidden()


async def sign(house: LiveHouse) -> None:
    """The shift manager, what the pit has proposed."""
    shift = await house.staff(Role.SHIFT)
    await house.step_up(shift)
    (proposal,) = await shift.call("GET", "/api/proposals")
    await shift.call("POST", f"/api/proposals/{proposal['number']}/signature")
