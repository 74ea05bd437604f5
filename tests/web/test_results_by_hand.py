"""A hand-dealt round of each game whose last scan is wrong: taken back by the dealer, corrected by
the pit, voided by two people, or declared wrong or adjusted after payment, each to the cent, in the
browsers of the dealer, the pit and a player."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from croupier.client import Api, Client
from croupier.house.roles import Role
from croupier.ledger.accounts import wallet
from croupier.wire import commands as say
from tests.support.api_calls import staff_with_station
from tests.support.live_clients import assert_books_balance
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.web.visiting import Visitor, visiting

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Family(NamedTuple):
    bet: tuple[str, int | None]
    """Ann's, of 100."""
    dealt: str
    """Until the last scan; at a stroke Ann stands."""
    last: str
    """As it was scanned, wrongly."""
    wrong: str
    """What the dealer announces."""
    paid: int
    """In cents, by the wrong one."""
    right: str
    """The scan as it should have been."""
    won: int
    """By the right one."""
    overdrawn: str = ""
    """One card too many for the dealer's hand."""


COUP = Family(
    ("player", None), "9S 2D KS", "KD", "Player wins, Player 9, Banker 2", 100_00, "7D", 0
)
DRAWN = Family(
    ("initial", 1), "TS 6D 9H / KD", "8C", "Dealer has too many, 24", 100_00, "4C", -100_00, "5C"
)
HOLE = DRAWN._replace(dealt="TS 6D 9H KD /")
SPIN = Family(("straight:17", None), "", "17", "17, black", 3_500_00, "18", -100_00)
BEHIND = "live-blackjack"
"""The game with a second player, who has bet 50 behind the seat and wins half of what Ann wins."""
FAMILIES = {
    "live-baccarat": COUP,
    "rws-knockout-baccarat": COUP,
    "rws-blackjack": DRAWN,
    "rws-blackjack-plus": DRAWN,
    BEHIND: HOLE,
    "classic-blackjack-shoe": HOLE,
    "classic-blackjack-double": HOLE,
    "classic-blackjack-single": HOLE,
    "live-roulette": SPIN,
}


class Floor(NamedTuple):
    """One house with a table of each game, and the people at all of them."""

    house: LiveHouse
    shift: Api
    dealer: Visitor
    pit: Visitor
    ann: Visitor
    players: list[Api]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def floor(browser: Browser) -> AsyncIterator[Floor]:
    async with serving([by_hand(game) for game in FAMILIES]) as house:
        shift = await staff_with_station(house, Role.SHIFT)
        players = [await house.player(name, 10_000_00) for name in ("ann", "bob")]
        dealer, pit, ann = [await visiting(browser, house) for _ in range(3)]
        await dealer.staff(Role.DEALER)
        await pit.staff(Role.PIT)
        await ann.known_as(players[0])
        yield Floor(house, shift, dealer, pit, ann, players)
        for one in (dealer, pit, ann):
            await one.page.context.close()
            assert one.wrong == []


class Desk:
    """One table of the floor: its people have come to it."""

    def __init__(self, floor: Floor, game: str, table: HandDealt, players: list[Client]) -> None:
        self.floor, self.game, self.table, self.players = floor, game, table, players
        self.family = FAMILIES[game]
        self.dealer, self.pit, self.ann = floor.dealer, floor.pit, floor.ann
        self.rounds = 0

    @property
    def main(self) -> Locator:
        return self.dealer.page.locator("[data-main]")

    @property
    def last_scan(self) -> Locator:
        return self.dealer.page.get_by_role("region", name="Scanned last")

    def step(self, name: str) -> Locator:
        return self.dealer.page.locator(f'[data-step="{name}"]')

    @property
    def dialog(self) -> Locator:
        return self.pit.page.get_by_role("dialog")

    def ruling(self, name: str) -> Locator:
        return self.pit.page.locator(f'[data-ruling="{name}"]')

    @property
    def balances(self) -> list[int]:
        store = self.floor.house.house.store
        return [store.balance(wallet(name)) for name in ("ann", "bob")]

    def suited(self, card: str) -> str:
        """In other suits each round: a single deck has every card once."""
        suits = "SHDC"
        turned = suits[self.rounds % 4 :] + suits[: self.rounds % 4]
        return card.translate(str.maketrans(suits, turned))

    async def typed(self, text: str) -> None:
        await self.dealer.page.keyboard.type(text)
        await self.dealer.page.keyboard.press("Enter")

    async def scanned(self, card: str) -> None:
        """By the dealer's scanner, which types."""
        await self.typed(self.suited(card))

    async def wrong_at_last(self) -> None:
        """A round whose last scan is wrong: announced, and not settled."""
        family, before = self.family, self.balances
        self.rounds += 1
        await self.table.open_betting(*self.players)
        spot, box = family.bet
        await self.table.bet(self.players[0], spot, 100_00, box)
        for behind in self.players[1:]:
            await self.table.bet(behind, "behind", 50_00, box)
        await self.table.no_more_bets(*self.players)
        for code in family.dealt.split():
            if code == "/":
                await self.table.decide(self.players[0], "stand", box)
            else:
                await self.table.scan(self.suited(code))
        await expect(self.step("deal-card").or_(self.step("spin"))).to_be_visible()
        await self.scanned(family.last)
        await expect(self.dealer.page.locator("q")).to_have_text(family.wrong)
        await expect(self.ann.page.get_by_text(family.wrong).first).to_be_visible()
        await expect(self.pit.page.locator("[data-result]")).to_be_visible()
        staked = zip(before, self.shares(100_00), strict=True)
        assert self.balances == [was - stake for was, stake in staked]

    async def confirm(self) -> None:
        """Enter alone."""
        await expect(self.main).to_contain_text("Confirm the result")
        await self.dealer.page.keyboard.press("Enter")
        await expect(self.step("pay-and-collect")).to_be_visible()

    def shares(self, won: int) -> list[int]:
        """Ann's, and bob's, who has staked half as much."""
        return [won, won // 2 if len(self.players) > 1 else 0]

    def assert_won(self, before: list[int], won: int) -> None:
        after = [was + share for was, share in zip(before, self.shares(won), strict=True)]
        assert self.balances == after
        assert_books_balance(self.floor.house)

    async def propose_void(self, reason: str) -> None:
        await self.ruling("void").click()
        await self.dialog.get_by_label(reason).check()
        # A bet is decided: one person alone is not offered to rule.
        propose = self.dialog.get_by_role("button", name="Propose it")
        await expect(propose).to_be_visible()
        await expect(self.dialog.get_by_role("button", name="Void the round")).to_have_count(0)
        await propose.click()
        await expect(self.dialog).to_be_hidden()
        await expect(self.step("wait-for-pit")).to_be_visible()

    async def propose_adjustment(self, player: str, amount: int) -> None:
        await self.ruling("adjust").click()
        await self.dialog.get_by_role("combobox").first.select_option(player)
        way = "From the player" if amount < 0 else "To the player"
        await self.dialog.get_by_label("Which way").select_option(way)
        await self.dialog.get_by_label("Amount").fill(str(abs(amount) // 100))
        await self.dialog.get_by_label("Why").fill("The last scan was wrong.")
        await self.dialog.get_by_role("button", name="Propose it").click()
        await expect(self.dialog).to_be_hidden()

    async def sign(self) -> None:
        """The shift manager's station, what the pit has proposed."""
        shift = self.floor.shift
        (proposal,) = await shift.call("GET", "/api/proposals")
        await shift.call("POST", f"/api/proposals/{proposal['number']}/signature", proposal["what"])


@asynccontextmanager
async def desk_of(floor: Floor, game: str) -> AsyncIterator[Desk]:
    """Everyone comes to this table; the programs of its people leave it."""
    table = await HandDealt.open(floor.house, game)
    players = []
    for api in floor.players[: 2 if game == BEHIND else 1]:
        player = await floor.house.client(api)
        await player.join(game)
        players.append(player)
    _, box = FAMILIES[game].bet
    if box is not None:
        await players[0].sit(game, box)
    await floor.dealer.page.goto(f"/deal/{game}")
    await floor.pit.page.goto(f"/pit/{game}")
    await floor.ann.page.goto(f"/table/{game}")
    yield Desk(floor, game, table, players)
    for one in (table.pit, table.dealer, *players):
        await one.close()


@pytest.mark.parametrize("game", FAMILIES)
async def test_a_wrong_last_scan(floor: Floor, game: str) -> None:
    """Rounds of one table, in the pages of the same people."""
    async with desk_of(floor, game) as desk:
        await taken_back_by_the_dealer(desk)
        await corrected_by_the_pit(desk)
        if desk.family is SPIN:
            await not_to_be_voided(desk)
        else:
            await voided_by_two_people(desk)
        if desk.family is COUP:
            await declared_after_payment(desk)
        else:
            await adjusted_after_payment(desk)


async def taken_back_by_the_dealer(desk: Desk) -> None:
    before = desk.balances
    await desk.wrong_at_last()
    await desk.dealer.page.keyboard.press("F2")
    await expect(desk.main).to_be_hidden()
    await desk.scanned(desk.family.right)
    await desk.confirm()
    desk.assert_won(before, desk.family.won)


async def corrected_by_the_pit(desk: Desk) -> None:
    """Called by the dealer, the pit takes the last scan back; what else is wrong with the right
    cards is corrected before they settle."""
    before = desk.balances
    await desk.wrong_at_last()
    await desk.dealer.page.keyboard.press("F4")
    await desk.typed("the last scan is wrong")
    called = desk.pit.page.locator("[data-called]")
    await expect(called).to_contain_text("the last scan is wrong")
    await desk.pit.page.locator("[data-result] [data-take-back]").click()
    await expect(called).to_be_hidden()
    await expect(desk.main).to_be_hidden()
    await expect(desk.last_scan).to_have_text("Nothing scanned yet.")
    await desk.scanned(desk.family.right)
    await expect(desk.pit.page.locator("[data-result] [data-confirm]")).to_be_visible()
    if desk.family.overdrawn:
        await discard_the_overdraw(desk)
    elif desk.family is COUP:
        await put_back_in_order(desk)
    await desk.confirm()
    desk.assert_won(before, desk.family.won)


async def discard_the_overdraw(desk: Desk) -> None:
    """R27: the dealer's hand was complete, and its total stands."""
    announced = await desk.dealer.page.locator("q").inner_text()
    await desk.ruling("discard:overdraw").click()
    await desk.dialog.locator("button[type=submit]").click()
    await expect(desk.dialog).to_be_hidden()
    await expect(desk.step("discard")).to_be_visible()
    await desk.scanned(desk.family.overdrawn)
    await expect(desk.dealer.page.locator("q")).to_have_text(announced)


async def put_back_in_order(desk: Desk) -> None:
    """NKB 5.1.2: Banker's last card was laid to Player's."""
    await desk.ruling("misdeal").click()
    await desk.dialog.get_by_label("Yes, and it has been done").check()
    lie = desk.dialog.get_by_role("region", name="As they lie")
    await lie.locator(f'[data-card="{desk.suited(desk.family.right)}"]').click()
    await desk.dialog.locator("[data-lies]").select_option("Player")
    await desk.dialog.get_by_role("button", name="Moved to Banker").click()
    await desk.pit.button("Declare the dealing error").click()
    await expect(desk.dialog).to_be_hidden()
    await expect(desk.pit.page.get_by_text(": Player → Banker").first).to_be_visible()


async def voided_by_two_people(desk: Desk) -> None:
    before = desk.balances
    await desk.wrong_at_last()
    await desk.propose_void("A card from elsewhere was found")
    await desk.sign()
    await expect(desk.dealer.page.get_by_text("The round was void for its cards")).to_be_visible()
    await expect(desk.pit.page.locator("[data-result]")).to_be_hidden()
    desk.assert_won(before, 0)


async def not_to_be_voided(desk: Desk) -> None:
    """R26: a ball rests in one pocket or another."""
    await desk.wrong_at_last()
    await expect(desk.ruling("void")).to_have_count(0)
    await desk.confirm()


async def declared_after_payment(desk: Desk) -> None:
    """NKB 5.1.2: until bets are called for again. What was paid goes back by a new transfer."""
    before = desk.balances
    await desk.wrong_at_last()
    await desk.confirm()
    desk.assert_won(before, desk.family.paid)
    await desk.propose_void("A hand has a wrong number of cards")
    assert await desk.table.reply_code(desk.table.dealer, say.OpenBetting) == "held"
    await desk.sign()
    await expect(desk.dealer.page.locator("q")).to_have_text(
        "The round is void: all bets are returned"
    )
    await expect(desk.ann.page.get_by_text("void").first).to_be_visible()
    desk.assert_won(before, 0)
    await desk.table.ok(desk.table.dealer, say.OpenBetting)
    await expect(desk.ruling("void")).to_be_hidden()


async def adjusted_after_payment(desk: Desk) -> None:
    """R5, R28: there the pit is offered no void. Adjustments that two people sign come to what the
    right scan would have paid."""
    before, family = desk.balances, desk.family
    await desk.wrong_at_last()
    await desk.confirm()
    desk.assert_won(before, family.paid)
    await expect(desk.ruling("void")).to_be_hidden()
    owed = zip(("ann", "bob"), desk.shares(family.paid), desk.shares(family.won), strict=True)
    for name, paid, won in owed:
        if won != paid:
            await desk.propose_adjustment(name, won - paid)
            await desk.sign()
    desk.assert_won(before, family.won)
