"""The desks of the staff, as those who work there use them."""

import re
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from croupier.house.records.sheet import day
from croupier.house.roles import Role
from tests.support.live_house import PASSWORD, LiveHouse, serving, table, totp
from tests.support.live_play import UNTIMED, Stacked, bet, next_round, no_more_bets
from tests.web.conftest import Visit
from tests.web.staged import sealed
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL = "live-roulette"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    wheel = msgspec.structs.replace(table(WHEEL, clocks=UNTIMED), wheel_run=1)
    async with serving([wheel], randbelow=Stacked(pockets=(17,))) as house:
        yield house


async def played(house: LiveHouse, *names: str) -> int:
    """A round in which everyone named, or a guest, has lost ten; its number."""
    clients = []
    for name in names:
        if name == "guest":
            clients.append(await house.guest())
        else:
            clients.append(await house.client(await house.player(name)))
    first = clients[0]
    for client in clients:
        await client.join(WHEEL)
    if first.tables[WHEEL].phase != "betting":
        await next_round(house, WHEEL, first)
    for client in clients:
        await bet(client, WHEEL, ("straight:3", 10_00))
    round = first.tables[WHEEL].round
    await no_more_bets(house, WHEEL, first)
    await sealed(first, WHEEL)
    await next_round(house, WHEEL, first)
    for client in clients:
        await client.close()
    return round


async def adjust(house: LiveHouse, player: str, amount: int, round: int) -> None:
    await house.house.cage.adjust(
        player,
        amount,
        WHEEL,
        round,
        reason="miscalled",
        by="pia",
        countersigned="sam",
        id=f"{player}-{round}",
    )


def tile(page: Page, name: str) -> Locator:
    """A figure, by what stands over it."""
    term = page.locator("dt", has_text=re.compile(f"^{name}$"))
    return page.locator("dl > div").filter(has=term).locator("dd").first


# Coming in ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "desk", "post"),
    [
        (Role.DEALER, "/deal", "Dealer"),
        (Role.PIT, "/pit", "Pit"),
        (Role.CASHIER, "/cage", "Cashier"),
        (Role.MODERATOR, "/chat", "Moderator"),
        (Role.INSPECTOR, "/office", "Inspector"),
        (Role.ADMINISTRATOR, "/admin", "Administrator"),
    ],
)
async def test_staff_begin_at_their_desk_under_their_name(
    visit: Visit, house: LiveHouse, role: Role, desk: str, post: str
) -> None:
    api: Any = await house.staff(role)
    one = await (await visit()).login(f"the-{role}", totp(api.secret, 1))
    await expect(one.page).to_have_url(re.compile(f"{desk}$"))
    mine = one.page.get_by_role("navigation", name="Menu").get_by_role("link", name=f"the-{role}")
    await expect(mine).to_contain_text(post)
    await mine.click()
    await expect(one.page.get_by_label("Password until now")).to_be_visible()
    await expect(one.page.get_by_role("link", name="Limits")).to_be_hidden()


async def test_the_door_is_ready_for_a_name_and_asks_for_the_code(
    visit: Visit, house: LiveHouse
) -> None:
    await house.staff(Role.SHIFT, "forgetful")
    one = await visit()
    one.expected.append("/api/login$")
    await one.page.goto("/login")
    await expect(one.page.get_by_label("Name")).to_be_focused()
    await one.page.keyboard.type("forgetful")
    await one.page.get_by_label("Password").fill(PASSWORD)
    code = one.page.get_by_label("Code of the authenticator")
    await expect(code).to_be_hidden()
    await one.page.get_by_role("main").get_by_role("button", name="Log in").click()
    await expect(one.page.get_by_role("alert")).to_be_visible()
    await expect(code).to_be_visible()


# The cage -----------------------------------------------------------------------------------------


async def find(one: Visitor, name: str) -> None:
    await one.page.goto("/cage")
    await one.page.get_by_label("Player's name").fill(name)
    await one.page.keyboard.press("Enter")
    await expect(one.page.get_by_role("heading", name=name)).to_be_visible()


async def test_money_is_moved_on_the_second_click_only(visit: Visit, house: LiveHouse) -> None:
    await house.player("ann", chips=300_00)
    one = await (await visit()).staff(Role.CASHIER)
    page = one.page
    await find(one, "ann")
    await expect(page.locator("[data-balance]")).to_have_text("300.00")
    mine = page.get_by_role("region", name="Your day at the window")
    await expect(mine).to_contain_text("In (0)")
    await page.get_by_label("Amount", exact=True).fill("1,5")
    await one.button("Deposit").click()
    await expect(page.get_by_role("alert")).to_contain_text("two ways")
    await page.get_by_label("Amount", exact=True).fill("1,000")
    await one.button("Deposit").click()
    sure = page.get_by_role("group", name="Confirm")
    await expect(sure).to_contain_text("Take in 1,000.00 for ann?")
    await expect(sure).to_contain_text("Balance now 300.00, afterwards 1,300.00")
    assert house.house.store.balance("wallet:ann") == 300_00
    await sure.get_by_role("button", name="Cancel").click()
    await one.button("Deposit").click()
    await expect(sure.get_by_role("button").first).to_be_focused()
    await page.keyboard.press("Enter")
    receipt = page.get_by_role("dialog", name="Receipt")
    await expect(receipt).to_contain_text("1,000.00")
    await expect(receipt).to_contain_text(re.compile("Cashier\\s*the-cashier"))
    await expect(receipt).not_to_contain_text("Reason")
    assert house.house.store.balance("wallet:ann") == 1_300_00
    await receipt.get_by_role("button", name="Close").last.click()
    await expect(page.get_by_label("Player's name")).to_be_focused()
    await expect(mine).to_contain_text("In (1)")
    await expect(mine).to_contain_text("+1,000.00")
    # What is not there is not even asked about.
    await page.get_by_label("Amount", exact=True).fill("1300.01")
    await one.button("Withdraw").click()
    await expect(page.get_by_role("alert")).to_be_visible()
    await expect(sure).to_be_hidden()


# The chat desk ------------------------------------------------------------------------------------


async def test_only_what_applies_to_a_player_is_offered(visit: Visit, house: LiveHouse) -> None:
    await house.player("bob")
    one = await (await visit()).staff(Role.MODERATOR)
    page = one.page
    await page.goto("/chat")
    await page.get_by_label("Player", exact=True).fill("bob")
    await expect(page.get_by_text("bob may write.")).to_be_visible()
    await expect(one.button("Lift the mute")).to_be_hidden()
    await expect(one.button("Lift the block")).to_be_hidden()
    await page.get_by_label("Reason").fill("rude")
    await one.button("Mute").click()
    await expect(page.get_by_text("bob is muted until")).to_contain_text("UTC")
    await one.button("Lift the mute").click()
    await expect(page.get_by_text("bob may write.")).to_be_visible()
    await one.button("Block from the chat").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_contain_text("bob will not be able to write")
    assert not house.house.floor.chat_blocked("bob")
    await dialog.get_by_role("button", name="Block from the chat").click()
    await expect(page.get_by_text("The chat is closed to bob.").last).to_be_visible()
    assert house.house.floor.chat_blocked("bob")
    for name in ("Mute", "Block from the chat", "Lift the mute"):
        await expect(one.button(name)).to_be_hidden()
    await one.button("Lift the block").click()
    await expect(page.get_by_text("bob may write.")).to_be_visible()


# The office ---------------------------------------------------------------------------------------


async def test_the_report_tells_adjustments_cash_and_guests_apart(
    visit: Visit, house: LiveHouse
) -> None:
    round = await played(house, "cat", "guest")
    await adjust(house, "cat", 7_50, round)
    one = await (await visit()).staff(Role.INSPECTOR)
    page = one.page
    await page.goto("/office")
    await expect(tile(page, "Win")).to_have_text("+10")
    await expect(tile(page, "Adjustments")).to_have_text("−7.50")
    await expect(tile(page, "Win after adjustments")).to_have_text("+2.50")
    await expect(page.get_by_text("what guests do with their play chips")).to_be_visible()
    cash = page.get_by_role("table", name="Cash in and out at the cage")
    today = day(house.house.clock.wall())
    told = await one.page.request.get("/api/office/report")
    paid_in = (await told.json())["cash"]["paid_in"]
    assert paid_in >= 1_000_00
    await expect(cash.locator("tr", has_text=today)).to_contain_text(f"{paid_in // 100:,}.00")
    await one.button("Guests (play chips)").click()
    await expect(tile(page, "Adjustments")).to_have_text("0")
    await expect(tile(page, "Win")).to_have_text("+10")
    await expect(cash).to_be_hidden()

    await page.goto(f"/office/rounds/{WHEEL}/{round}")
    await expect(tile(page, "Win")).to_have_text("+10")
    await expect(tile(page, "Win after adjustments")).to_have_text("+2.50")
    await expect(tile(page, "Of guests, in play chips")).to_have_text("+10")
    await expect(page.get_by_text("cat: +7.50, proposed by pia, signed by sam.")).to_be_visible()
    await page.get_by_role("button", name="To the start").click()
    await expect(page.get_by_text("Nothing dealt yet.")).to_be_visible()
    # The round that is on now is not over, and nothing leads there.
    await expect(page.get_by_role("link", name=f"{round + 1} →")).to_be_hidden()


async def test_journals_are_searched(visit: Visit, house: LiveHouse) -> None:
    await house.player("dan")
    one = await (await visit()).staff(Role.INSPECTOR)
    page = one.page
    await page.goto("/office/journals")
    entries = page.get_by_role("region", name="house/people").locator("summary")
    await expect(entries.first).to_be_visible()
    numbers = [int(text) for text in await entries.locator(".seq").all_inner_texts()]
    assert len(numbers) > 1
    assert numbers == sorted(numbers, reverse=True)
    await page.get_by_label("Fact").select_option("account-opened")
    await page.get_by_label("Person").fill("dan")
    await page.keyboard.press("Enter")
    await expect(entries).to_have_count(1)
    await expect(entries).to_contain_text("account-opened dan")
    await page.get_by_label("Day (UTC)").fill("2020-01-01")
    await expect(entries).to_have_count(0)


async def test_the_pit_goes_from_a_dispute_to_its_round(visit: Visit, house: LiveHouse) -> None:
    round = await played(house, "eva")
    await house.house.floor.open_dispute("eva", WHEEL, round, "it was red")
    one = await (await visit()).staff(Role.PIT)
    page = one.page
    await page.goto("/pit")
    menu = page.get_by_role("navigation", name="Menu")
    await expect(menu.get_by_role("link", name="Office")).to_be_visible()
    disputes = page.get_by_role("region", name="Open disputes")
    await disputes.get_by_role("link", name=f"Round {round}").click()
    await expect(page.get_by_role("heading", name=f"Round {round} at {WHEEL}")).to_be_visible()
    await expect(page.get_by_role("cell", name="eva")).to_be_visible()


async def test_an_objection_leads_on_and_asks_for_nothing_else(
    visit: Visit, house: LiveHouse
) -> None:
    """The page that is left is not given what the next one is to be given."""
    round = await played(house, "fay")
    one = await (await visit()).login("fay")
    page = one.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(f"/me/rounds/{WHEEL}/{round}")
    await one.button("I do not agree").click()
    await page.get_by_label("What is wrong").fill("it was red")
    await one.button("Send").click()
    await expect(page).to_have_url(re.compile("/me/disputes$"))
    await expect(page.get_by_text("it was red")).to_be_visible()
    assert [url for url in asked if "undefined" in url] == []


# Who may sign -------------------------------------------------------------------------------------


async def confirm(one: Visitor, api: Any) -> None:
    """A fresh code, as the page asks for it."""
    dialog = one.page.get_by_role("dialog").last
    await dialog.get_by_label("Code of the authenticator").fill(totp(api.secret, 1))
    await dialog.get_by_role("button", name="Confirm").click()


async def test_a_new_account_may_sign_once_a_second_administrator_agrees(
    visit: Visit, house: LiveHouse
) -> None:
    apis: list[Any] = [await house.staff(Role.ADMINISTRATOR, name) for name in ("chief", "second")]
    chief, second = [await (await visit()).known_as(api) for api in apis]
    await chief.page.goto("/admin")
    await chief.page.get_by_label("Name").fill("new-cashier")
    await chief.page.locator(".hire select").select_option("cashier")
    await chief.button("Open the account").click()
    await confirm(chief, apis[0])
    await chief.button("I have kept it").click()
    row = chief.page.get_by_role("row").filter(has_text="new-cashier")
    await expect(row).to_contain_text("may sign from 20")
    await expect(row).to_contain_text("changed by chief")
    await expect(row.get_by_role("button", name="Agree")).to_have_count(0)
    await second.page.goto("/admin")
    row = second.page.get_by_role("row").filter(has_text="new-cashier")
    await row.get_by_role("button", name="Agree").click()
    await second.page.get_by_role("dialog").get_by_role("button", name="Agree").click()
    await confirm(second, apis[1])
    await expect(row).not_to_contain_text("may sign from")
    account = house.house.people.account("new-cashier")
    assert account is not None
    assert house.house.people.signs_from(account) is None


async def test_the_inspector_reads_who_was_turned_away(visit: Visit, house: LiveHouse) -> None:
    stranger = await house.api()
    login = {"name": "mallory", "password": "let me in"}
    assert (await stranger.send("POST", "/api/login", login)).status_code == 401
    one = await (await visit()).staff(Role.INSPECTOR)
    await one.page.goto("/office/turned-away")
    row = one.page.get_by_role("row").filter(has_text="mallory")
    await expect(row).to_contain_text("Login")
    await expect(row).to_contain_text("127.0.0.1")
