"""What happens at a table in the browser, beyond a plain round: bets of several numbers, company, a
cut line, talk."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from msgspec.structs import replace
from playwright.async_api import WebSocketRoute, expect

from croupier.house.roles import Role
from tests.support.live_house import SETTINGS, LiveHouse, serving
from tests.support.live_play import Stacked, bet, join_as, next_round, no_more_bets, untimed
from tests.support.waiting import until
from tests.web.conftest import Visit
from tests.web.visiting import PHONE, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROULETTE, KNOCKOUT, LIVE = "live-roulette", "rws-knockout-baccarat", "live-blackjack"
# Eights are split; a three makes eleven, a nine seventeen; the dealer busts.
EIGHTS = "8S 6H 8D TC 3C TD 9H TS"

IN_SIGHT = """(it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    return !!seen && it.contains(seen);
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    """Another table for every test, so that none finds what another left."""
    tables = [untimed(ROULETTE, id=f"wheel-{n}") for n in range(1, 9)]
    tables += [untimed(KNOCKOUT), untimed(LIVE), untimed(LIVE, id="shoe-cut")]
    tables.append(untimed("rws-blackjack"))
    chance = Stacked(EIGHTS, burned=6, pockets=(17,))
    settings = replace(SETTINGS, support="support@play.example")
    async with serving(tables, randbelow=chance, settings=settings) as house:
        yield house


# Bets of several numbers --------------------------------------------------------------------------


async def test_a_corner_and_a_call_bet(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).guest()
    await one.sit_at("wheel-1")
    await one.chip(5_00).click()
    await one.spot("corner:13-17").click()
    await one.page.get_by_role("button", name="Tiers").click()
    current = one.page.get_by_text("Current Bet").locator("..")
    await expect(current).to_contain_text("35")
    await one.button("Place Bet").click()
    await one.placed()
    assert one.balance == 965_00
    await no_more_bets(house, "wheel-1")
    # 17 wins the corner at 8 to 1; the thirds of the wheel lose, all six splits.
    rows = one.page.get_by_role("table").locator("tbody tr")
    await expect(rows).to_have_count(7)
    await expect(rows.filter(has_text="won")).to_have_count(1)
    assert one.balance == 965_00 + 45_00
    await one.agrees()


async def test_a_late_answer_finds_its_player_elsewhere(visit: Visit, house: LiveHouse) -> None:
    """The house answers a check of chips when the player has left, and others have bet since."""
    one = await (await visit()).guest()
    uma = await join_as(house, "wheel-7", "uma")
    line = HeldAnswers("check-bets")
    await one.page.route_web_socket("**/socket*", line.relay)
    await one.sit_at("wheel-7")
    await until(lambda: line.held)
    await one.page.get_by_role("link", name="Rules").first.click()
    await expect(one.page).to_have_url(re.compile("/rules/"))
    line.passed.clear()
    await bet(uma, "wheel-7", ("red", 10_00))
    await until(lambda: any("wheel-7" in message for message in line.passed))
    line.release()
    # What the page does with the answer, and asks next, is done when it answers us.
    for _ in range(3):
        assert await one.page.evaluate("true")
        await until(lambda: line.all_answered)
    # A warning on the page fails the test when its visitor leaves.


class HeldAnswers:
    """Between a page and the house: holds back the answers to one kind of question, and does not
    let the house know that the page has left its table."""

    def __init__(self, kind: str) -> None:
        self.held: list[str] = []
        self.passed: list[str] = []
        self._kind = kind
        self._asked: set[str] = set()
        self._holds = True

    def relay(self, page: WebSocketRoute) -> None:
        house = page.connect_to_server()
        self._page = page

        def ask(message: str | bytes) -> None:
            asked = json.loads(message)
            if asked["type"] == self._kind:
                self._asked.add(asked["id"])
            if asked["type"] != "part":
                house.send(message)

        def answer(message: str | bytes) -> None:
            assert isinstance(message, str)
            if self._holds and json.loads(message).get("re") in self._asked:
                self.held.append(message)
            else:
                self._pass(message)

        page.on_message(ask)
        house.on_message(answer)

    def release(self) -> None:
        self._holds = False
        for message in self.held:
            self._pass(message)

    @property
    def all_answered(self) -> bool:
        return self._asked <= {json.loads(message).get("re") for message in self.passed}

    def _pass(self, message: str) -> None:
        self._page.send(message)
        self.passed.append(message)


async def test_neighbours_on_a_phone_and_the_last_bet_again(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit(**PHONE)).guest()
    await one.sit_at("wheel-2")
    await one.button("Racetrack").tap()
    await one.page.get_by_role("button", name="17 with 2 neighbours").tap()
    current = one.page.get_by_text("Current Bet").locator("..")
    await expect(current).to_contain_text("25")
    await one.button("Place Bet").tap()
    await one.placed()
    await no_more_bets(house, "wheel-2")
    await expect(one.page.get_by_role("table").locator("tbody tr")).to_have_count(5)
    await next_round(house, "wheel-2")
    await one.button("Last Bet").tap()
    await expect(current).to_contain_text("25")
    await one.button("Clear").tap()
    await expect(current).to_contain_text("0")
    await one.agrees()


async def test_a_refused_bet_says_why(visit: Visit, house: LiveHouse) -> None:
    """More than a guest has, or the table takes: the house says no, and no chip lies there."""
    one = await (await visit()).guest()
    await one.sit_at("wheel-3")
    await one.chip(500_00).click()
    for _ in range(2):
        await one.spot("red").click()
    await expect(
        one.page.get_by_role("alert")
        .or_(one.page.get_by_role("status"))
        .filter(has_text=re.compile("500"))
        .first
    ).to_be_visible()
    await expect(one.spot("red")).to_have_accessible_name(re.compile("500 not placed yet"))


# Company ------------------------------------------------------------------------------------------


async def test_two_at_one_table_see_each_other(visit: Visit, house: LiveHouse) -> None:
    ann = await (await visit()).player("ann")
    bob = await (await visit(**PHONE)).player("bob")
    for one in (ann, bob):
        await one.sit_at("rws-blackjack")
    await ann.button("Take a seat, box 2").click()
    await bob.open_box(2)
    box = bob.page.get_by_role("group", name="Box 2, ann")
    await expect(box).to_be_visible()
    await ann.chip(25_00).click()
    await ann.spot("initial", 2).click()
    await expect(ann.spot("initial", 2)).to_have_accessible_name(re.compile("25 not placed"))
    # Chips that do not count yet are nobody else's business.
    assert "25" not in await box.inner_text()
    await ann.button("Place Bet").click()
    await expect(box).to_contain_text("25")
    await no_more_bets(house, "rws-blackjack")
    await expect(bob.page.get_by_text("ann decides").first).to_be_visible()
    await expect(bob.page.get_by_role("button", name="Stand")).to_have_count(0)


async def test_a_split_with_a_follower(visit: Visit, house: LiveHouse) -> None:
    seated = await (await visit()).player("cat")
    behind = await (await visit()).player("dan")
    for one in (seated, behind):
        await one.sit_at(LIVE)
        await one.chip(25_00).click()
    await seated.button("Take a seat, box 1").click()
    await seated.spot("initial", 1).click()
    await seated.button("Place Bet").click()
    await seated.placed()
    await behind.spot("behind", 1).click()
    await behind.button("Yes, split and double with the seat").click()
    await expect(behind.page.get_by_role("dialog")).to_have_count(0)
    await expect(behind.spot("behind", 1)).to_have_accessible_name(re.compile("25 bet"))
    await no_more_bets(house, LIVE)
    await seated.answer("Split").click()
    await expect(seated.answer("Split")).to_have_count(0)
    for hand in (1, 2):
        played = seated.page.get_by_role("group", name=f"Box 1, hand {hand}")
        await expect(played).to_be_visible()
    turn = seated.page.get_by_role("region", name="It is your turn")
    first = await turn.inner_text()
    await seated.answer("Stand").click()
    await expect(turn).not_to_have_text(first, use_inner_text=True)
    await seated.answer("Stand").click()
    for one in (seated, behind):
        await expect(one.page.get_by_role("table").locator("tbody tr")).to_have_count(2)
        assert one.balance == 1_050_00
        await one.agrees()


# Raise or fold ------------------------------------------------------------------------------------


async def test_a_folded_ante(visit: Visit, house: LiveHouse) -> None:
    """On a phone, where the question must not hide the card that it is about."""
    one = await (await visit(**PHONE)).guest()
    await one.sit_at(KNOCKOUT)
    await one.chip(25_00).tap()
    await one.spot("ante-banker").tap()
    await one.button("Place Bet").tap()
    await one.placed()
    await one.page.evaluate("scrollTo(0, 0)")
    await no_more_bets(house, KNOCKOUT)
    fold = one.answer("Fold")
    await expect(fold).to_be_visible()
    card = one.page.locator("section", has_text="Up The Ante").locator(".slot svg").last
    await one.page.wait_for_function(IN_SIGHT, arg=await card.element_handle())
    await fold.tap()
    await expect(one.page.get_by_text("Folded", exact=True)).to_be_visible()
    rows = one.page.get_by_role("table").locator("tbody tr")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("lost")
    assert one.balance == 975_00
    await one.agrees()


# A cut line ---------------------------------------------------------------------------------------


@asynccontextmanager
async def cut_off(one: Visitor, house: LiveHouse) -> AsyncIterator[None]:
    """Without a line for a while, and told so."""
    one.expected += ["/socket$", "/api/tickets$", "/api/lobby$"]
    lost = one.page.get_by_text("The connection is lost")
    await one.page.context.set_offline(True)
    account = house.house.accounts.get(one.name)
    assert account is not None
    for device in tuple(account.devices):
        device.sender.abort()
    await expect(lost).to_be_visible()
    yield
    await one.page.context.set_offline(False)
    await expect(lost).to_be_hidden()


async def test_a_cut_line_is_told_and_picked_up_again(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).player("eve")
    await one.sit_at("wheel-4")
    await one.chip(25_00).click()
    await one.spot("straight:17").click()
    await one.button("Place Bet").click()
    await one.placed()
    async with cut_off(one, house):
        # What happens meanwhile is there when the line is.
        await no_more_bets(house, "wheel-4")
    await expect(one.page.get_by_role("table").locator("tbody tr")).to_contain_text("won")
    assert one.balance == 975_00 + 36 * 25_00
    await one.agrees()


async def test_a_cut_line_in_the_middle_of_a_hand(visit: Visit, house: LiveHouse) -> None:
    """The cards stay on the table, and the decision can be made when the line is back."""
    one = await (await visit()).player("hal")
    await one.sit_at("shoe-cut")
    await one.button("Take a seat, box 1").click()
    await one.chip(25_00).click()
    await one.spot("initial", 1).click()
    await one.button("Place Bet").click()
    await one.placed()
    await no_more_bets(house, "shoe-cut")
    hand = one.page.get_by_role("group", name="Box 1").get_by_role("img", name="eight of")
    await expect(hand).to_have_count(2)
    await one.answer("Hit").click()
    drawn = one.page.get_by_role("img", name="three of clubs")
    await expect(drawn).to_be_visible()
    async with cut_off(one, house):
        await expect(hand).to_have_count(2)
        await expect(drawn).to_be_visible()
    await expect(hand).to_have_count(2)
    await expect(drawn).to_be_visible()
    await one.answer("Stand").click()
    # 19 against 6, 10 and 10.
    await expect(one.page.get_by_role("table").locator("tbody tr")).to_contain_text("won")
    assert one.balance == 1_025_00
    await one.agrees()


# Talk ---------------------------------------------------------------------------------------------


@pytest.mark.clause("LIVE 1.5", "LIVE 3.4")
async def test_the_chat_stands_at_the_bottom_left(visit: Visit, house: LiveHouse) -> None:
    """Messages above the white bar, and below it where to complain of them."""
    one = await (await visit()).player("kim")
    await one.sit_at("wheel-8")
    chat = one.page.get_by_role("region", name="Chat")
    bar, lines = one.page.get_by_label("Say something"), chat.get_by_role("listitem")
    for number in range(3):
        await bar.fill(f"{number}: " + "Good luck to everyone at the table! " * 8)
        await one.button("Send").click()
        await expect(lines).to_have_count(number + 1)
    support = chat.get_by_role("link", name="support@play.example")
    await expect(support).to_have_attribute("href", "mailto:support@play.example")
    for width, height in ((1280, 720), (1440, 900), (1920, 1080)):
        await one.page.set_viewport_size({"width": width, "height": height})
        tops = []
        for part in (chat, chat.get_by_role("list"), bar, support, one.page.locator(".below")):
            await expect(part).to_be_in_viewport(ratio=1)
            box = await part.bounding_box()
            assert box is not None
            assert box["x"] < width / 4
            tops.append(box["y"])
        assert tops == sorted(tops)
        box = await chat.bounding_box()
        assert box is not None
        assert 0 <= tops[-1] - (box["y"] + box["height"]) < 20


@pytest.mark.clause("LIVE 1.5", "LIVE 3.4")
async def test_the_chat_unfolds_at_the_bottom_left_of_a_tablet(
    visit: Visit, house: LiveHouse
) -> None:
    """Above the dock, of which it covers nothing."""
    ann, bob = [await (await visit()).player(name) for name in ("lea", "max")]
    for one in (ann, bob):
        await one.sit_at("wheel-8")
    bar = ann.page.get_by_label("Say something")
    await bob.page.get_by_label("Say something").fill("Good luck!")
    await ann.page.set_viewport_size({"width": 820, "height": 1180})
    fold, chat = ann.button("Chat"), ann.page.get_by_role("region", name="Chat")
    before = await fold.inner_text()
    await bob.button("Send").click()
    await expect(fold).not_to_have_text(before)  # how many lines were not read
    for width, height in ((820, 1180), (1024, 768), (1180, 820)):
        await ann.page.set_viewport_size({"width": width, "height": height})
        await expect(chat).to_be_hidden()
        await expect(fold).to_be_in_viewport(ratio=1)
        await fold.click()
        places = []
        for part in (chat.get_by_text("Good luck!").last, bar, ann.page.locator(".below")):
            await expect(part).to_be_in_viewport(ratio=1)
            box = await part.bounding_box()
            assert box is not None
            assert box["x"] < width / 4
            places.append(box)
        line, written, dock = places
        assert line["y"] + line["height"] <= written["y"]
        assert written["y"] + written["height"] <= dock["y"]
        await fold.click()


async def test_markup_in_talk_is_text(visit: Visit, house: LiveHouse) -> None:
    said = '<img src=x onerror="document.title=1"><b>hello</b>'
    ann, bob = [await (await visit()).player(name) for name in ("fay", "gus")]
    for one in (ann, bob):
        await one.sit_at("wheel-5")
    await ann.page.get_by_label("Say something").fill(said)
    await ann.button("Send").click()
    for one in (ann, bob):
        line = one.page.get_by_role("region", name="Chat").get_by_role("listitem")
        await expect(line).to_contain_text(said)
        await expect(line.locator("img, b")).to_have_count(0)


async def test_a_line_is_reported_and_lies_before_the_moderator(
    visit: Visit, house: LiveHouse
) -> None:
    rude, other = [await (await visit()).player(name) for name in ("ida", "joe")]
    for one in (rude, other):
        await one.sit_at("wheel-6")
    await rude.page.get_by_label("Say something").fill("Learn to count!")
    await rude.button("Send").click()
    line = other.page.get_by_role("region", name="Chat").get_by_role("listitem")
    line = line.filter(has_text="Learn to count!")
    other.page.once("dialog", lambda asked: asyncio.ensure_future(asked.accept("rude")))
    await line.get_by_role("button", name="Report").click()
    await expect(other.page.get_by_text("A moderator will look at it.")).to_be_visible()
    desk = await (await visit()).staff(Role.MODERATOR)
    await desk.page.goto("/chat")
    await expect(desk.page.get_by_text("joe reported a line of ida")).to_be_visible()
    await expect(desk.page.get_by_role("main")).to_contain_text("Learn to count!")
