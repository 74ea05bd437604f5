"""What a demanding player minds at a table: to be told, nothing in the way of a finger, nothing
that jumps, and no button without a use."""

import asyncio
import re
from collections.abc import AsyncIterator

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import UNTIMED, Stacked, next_round, no_more_bets, untimed
from tests.web.between import Between
from tests.web.conftest import Visit
from tests.web.visiting import PATIENCE_MS, PHONE, SMALL, TABLET, Visitor, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

RWS, PLUS, LIVE = "rws-blackjack", "rws-blackjack-plus", "live-blackjack"
DOUBLE, WHEEL, KNOCKOUT = "classic-blackjack-double", "live-roulette", "rws-knockout-baccarat"
TEN_MINUTES = msgspec.structs.replace(UNTIMED, betting=600_000)
TWENTY = "TS 9H 9D 7C TD"
"""For the first box, against a dealer who goes over with 26."""


@pytest_asyncio.fixture(loop_scope="session")
async def house(request: pytest.FixtureRequest) -> AsyncIterator[LiveHouse]:
    """One table, whose cards the test has put in order."""
    game, cards = request.param
    chance = Stacked(cards, burned=6 if game == LIVE else 0, pockets=(17,))
    async with serving([untimed(game, clocks=TEN_MINUTES)], randbelow=chance) as house:
        yield house


def at(game: str, cards: str = "") -> pytest.MarkDecorator:
    return pytest.mark.parametrize("house", [(game, cards)], indirect=True, ids=[game])


async def top(of: Locator) -> float:
    """Where it lies on the page, however far that is scrolled."""
    y: float = await of.evaluate("one => one.getBoundingClientRect().top + scrollY")
    return round(y)


def toast(one: Visitor) -> Locator:
    return one.page.locator(".toast")


# Chips that are not placed ------------------------------------------------------------------------


@at(WHEEL)
async def test_chips_that_were_not_placed_are_told(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit(**PHONE)).guest()
    await one.sit_at(WHEEL)
    await one.spot("red").tap()
    await one.button("Place Bet").tap()
    await one.placed()
    await one.chip(25_00).tap()
    await one.spot("black").tap()
    await expect(one.button("Place Bet")).to_be_enabled()
    await no_more_bets(house, WHEEL)
    await expect(toast(one)).to_have_text(re.compile("Your chips were not placed: 25"))


@at(WHEEL)
async def test_chips_that_were_placed_are_no_news(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).guest()
    await one.sit_at(WHEEL)
    await one.spot("red").click()
    await one.button("Place Bet").click()
    await one.placed()
    await no_more_bets(house, WHEEL)
    await expect(one.page.get_by_text("This round:")).not_to_have_count(0)
    await expect(toast(one)).to_have_count(0)


@at(WHEEL)
async def test_place_bet_calls_in_the_last_seconds(visit: Visit) -> None:
    one = await (await visit(reduced_motion="no-preference")).guest()
    await one.page.clock.install()
    await one.sit_at(WHEEL)
    place = one.button("Place Bet")
    await one.spot("red").click()
    await place.click()
    await one.placed()
    await one.spot("black").click()
    await expect(place).to_be_enabled()
    await one.page.clock.fast_forward("09:50")
    await expect(place).not_to_have_class(re.compile(r"\bhurry\b"))
    await one.page.clock.run_for(6_000)
    await expect(place).to_have_class(re.compile(r"\bhurry\b"))


# Words --------------------------------------------------------------------------------------------


@at(KNOCKOUT)
async def test_a_toast_covers_nothing_one_presses(visit: Visit) -> None:
    """And the same refusal twice is one."""
    one = await (await visit(**PHONE)).guest()
    await one.sit_at(KNOCKOUT)
    spot = one.spot("winning-total-8")
    for _ in range(2):
        await spot.tap(force=True)
        await expect(toast(one)).to_be_visible()
    await expect(toast(one)).to_have_count(1)
    await expect(toast(one)).to_contain_text("Winning Total 8 needs a bet")
    covered = await toast(one).evaluate("""toast => {
        const over = toast.getBoundingClientRect();
        const matters = document.querySelectorAll('.felt, .clock, main button');
        return [...matters].filter((one) => !toast.contains(one)).filter((one) => {
            const { top, bottom, left, right } = one.getBoundingClientRect();
            return top < over.bottom && bottom > over.top && left < over.right && right > over.left;
        }).map((one) => one.textContent);
    }""")
    assert covered == []


@pytest.mark.parametrize("language", ["de-DE", "es-ES", "zh-CN"])
@at(LIVE, "9S AH 8D KC")
async def test_labels_stay_in_their_buttons(visit: Visit, house: LiveHouse, language: str) -> None:
    one = await (await visit(**SMALL | {"locale": language})).guest()
    wide = """() => [...document.querySelectorAll('.below button:not([role=radio])')]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
    await one.page.goto(f"/table/{LIVE}")
    await one.page.locator(".sit").first.tap()
    await one.spot("initial", 1).tap()
    place = one.page.locator(".place")
    await expect(place.last).to_be_enabled()
    assert await one.page.evaluate(wide) == []
    await place.last.tap()
    await expect(place.last).to_be_disabled()
    await no_more_bets(house, LIVE)
    # Insurance, for less, no; and what is said early.
    await expect(one.page.locator(".below button")).to_have_count(6)
    assert await one.page.evaluate(wide) == []


@at(WHEEL)
async def test_a_dialog_is_closed_beside_its_title(visit: Visit) -> None:
    one = await (await visit(**PHONE)).guest()
    await one.sit_at(WHEEL)
    await one.button("Racetrack").tap()
    await one.button("What the call bets are made of").tap()
    dialog = one.page.get_by_role("dialog")
    title = await dialog.get_by_role("heading").evaluate(
        """one => {
            one.textContent = 'One very long word after another, and some more of them';
            return one.getBoundingClientRect().top;
        }"""
    )
    close = await dialog.get_by_role("button", name="Close").bounding_box()
    assert close is not None
    assert abs(close["y"] - title) < 12


@at(PLUS)
async def test_the_felt_says_what_side_bets_pay(visit: Visit) -> None:
    one = await (await visit(**PHONE)).guest()
    await one.sit_at(PLUS)
    signs = one.page.get_by_role("note")
    await expect(signs).to_contain_text("RWS Pairs 50:1, 20:1, 12:1, 6:1")
    await expect(signs).to_contain_text("Boom Busted 2:1, 4:1, 12:1, 50:1, 200:1")


# What came of it ----------------------------------------------------------------------------------


@at(RWS, TWENTY)
async def test_what_came_of_the_round_stays_in_sight(visit: Visit, house: LiveHouse) -> None:
    one = await seated(await (await visit(**PHONE)).guest(), RWS)
    await no_more_bets(house, RWS)
    chat = one.page.get_by_role("region", name="Chat")
    await expect(one.answer("Stand")).to_be_enabled()
    before = await chat.evaluate("one => one.getBoundingClientRect().left")
    await one.answer("Stand").tap()
    won = one.page.get_by_role("button", name="This round: +25")
    await expect(won).to_be_in_viewport()
    assert await chat.evaluate("one => one.getBoundingClientRect().left") == before
    await next_round(house, RWS)
    await expect(one.page.get_by_role("button", name="Last round: +25")).to_be_in_viewport()
    await expect(one.page.get_by_role("table").locator("tbody tr")).to_have_count(1)
    await one.spot("initial", 1).tap()
    await one.button("Place Bet").tap()
    await one.placed()
    await no_more_bets(house, RWS)
    await expect(one.page.get_by_text("round: +25")).to_have_count(0)


@at(RWS, "6S 9H 5D TC 8H")
async def test_the_current_bet_is_doubled_with_it(visit: Visit, house: LiveHouse) -> None:
    one = await seated(await (await visit()).guest(), RWS)
    await no_more_bets(house, RWS)
    await one.answer("Double").click()
    await expect(one.page.get_by_text("Doubled", exact=True)).to_be_visible()
    await expect(one.page.locator(".current")).to_contain_text("50")


@at(LIVE, "8S 6H 8D TC 3C TD 9H TS")
async def test_what_lies_behind_is_not_on_the_hand(visit: Visit, house: LiveHouse) -> None:
    await seated(await (await visit()).player("ann"), LIVE)
    bob = await (await visit()).player("bob")
    await bob.sit_at(LIVE)
    await bob.spot("behind", 1).click()
    await bob.button("Yes, split and double with the seat").click()
    await expect(bob.spot("behind", 1)).to_have_accessible_name(re.compile("5 bet"))
    await no_more_bets(house, LIVE)
    box = bob.page.get_by_role("group", name="Box 1").first
    await expect(box.get_by_role("group", name="On this hand 25", exact=True)).to_be_visible()
    await expect(box).to_contain_text("Behind: 5 (1) · yours: 5")


# What is asked ------------------------------------------------------------------------------------


@at(DOUBLE, "5S 9H 7C TD 8S TH")
async def test_one_may_look_at_the_cards_that_are_asked_about(
    visit: Visit, house: LiveHouse
) -> None:
    """On a small screen too they lie beside the question, not under it; and before they are seen,
    nothing is decided."""
    one = await seated(await (await visit(**SMALL)).guest(), DOUBLE)
    await no_more_bets(house, DOUBLE)
    await expect(one.button("Turn over")).to_be_in_viewport(ratio=1)
    await expect(one.answer("Look at your cards")).to_be_in_viewport(ratio=1)
    await expect(one.answer("Stand")).to_have_count(0)
    await one.page.keyboard.press("s")
    await one.answer("Look at your cards").tap()
    await expect(one.page.get_by_role("img", name="five of spades")).to_be_in_viewport(ratio=1)
    await expect(one.answer("Stand")).to_be_in_viewport(ratio=1)
    await expect(one.button("Look")).to_have_count(0)


@at(RWS, "TS 3H 9C 6D AD 8H")
async def test_only_what_is_possible_may_be_said_early(visit: Visit, house: LiveHouse) -> None:
    """Bob has a three and an ace: no split; and who surrenders does so while it is offered."""
    ann = await seated(await (await visit()).player("ann"), RWS, 1)
    bob = await seated(await (await visit()).player("bob"), RWS, 3)
    await no_more_bets(house, RWS)
    early = bob.page.get_by_role("region", name="For when your turn comes").get_by_role("button")
    await expect(early).to_have_text(["Hit", "Stand", "Double"])
    await expect(bob.page.get_by_text("Surrender?", exact=True)).to_be_visible()
    await expect(ann.answer("Stand")).to_be_enabled()


# Buttons that do nothing --------------------------------------------------------------------------


@at(LIVE)
async def test_no_seat_is_offered_that_may_not_be_taken(visit: Visit) -> None:
    one = await (await visit()).guest()
    await one.sit_at(LIVE)
    seats = one.page.get_by_role("button", name=re.compile("^Take a seat"))
    await expect(seats).to_have_count(7)
    await seats.nth(2).click()
    await expect(one.button("Leave, box 3")).to_be_visible()
    await expect(seats).to_have_count(0)
    await one.button("Leave, box 3").click()
    await expect(seats).to_have_count(7)


@at(RWS, "TS 9H 9D 7C TD")
async def test_a_box_with_own_chips_is_one_s_own(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).guest()
    await one.sit_at(RWS)
    seat = one.page.locator('[data-box="3"] .seat')
    await expect(seat).to_have_text("Take a seat")
    await one.spot("initial", 3).click()
    await expect(seat).to_have_text("You")
    await expect(one.page.get_by_role("group", name="Box 3, You")).to_be_visible()
    await one.button("Place Bet").click()
    await one.placed()
    await no_more_bets(house, RWS)
    await expect(one.answer("Stand")).to_be_enabled()
    # Cards cover the number of the box, which the question names.
    await expect(seat).to_have_text("3 You")
    await expect(one.page.locator(".status")).to_have_text("Your turn: use the buttons")
    await expect(one.button("Take a seat, box 4")).to_be_visible()


@at(RWS)
async def test_chips_that_the_purse_does_not_hold_are_not_put_down(visit: Visit) -> None:
    one = await (await visit()).player("ann", chips=40_00)
    await one.sit_at(RWS)
    await one.chip(25_00).click()
    for box in (1, 2):
        await one.spot("initial", box).click()
    refusal = "Not enough chips: this needs 50, and your purse holds 40."
    await expect(one.page.get_by_text(refusal)).to_be_visible()
    bet = one.page.locator(".current strong")
    await expect(bet).to_have_text("25")
    # What is placed has left the purse, and counts all the same.
    await one.button("Place Bet").click()
    await one.placed()
    await one.chip(5_00).click()
    for _ in range(4):
        await one.spot("initial", 1).click()
    await expect(bet).to_have_text("40")


@at(LIVE)
async def test_a_bet_behind_says_that_it_counts_at_once(visit: Visit) -> None:
    await seated(await (await visit()).player("ann"), LIVE)
    bob = await (await visit()).player("bob")
    await bob.sit_at(LIVE)
    said = bob.spot("behind", 1).get_by_text("Counts at once")
    await expect(said).to_be_in_viewport(ratio=1)
    assert await said.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 12


@at(WHEEL)
async def test_a_call_bet_is_undone_whole(visit: Visit) -> None:
    """And nothing is offered to undo or repeat where there is nothing."""
    one = await (await visit()).guest()
    await one.sit_at(WHEEL)
    undo = one.button("Undo")
    await expect(one.chip(5_00)).to_be_checked()
    for button in (undo, one.button("Last Bet")):
        await expect(button).to_be_disabled()
    await one.page.get_by_role("button", name=re.compile("^Tiers")).click()
    await expect(one.page.locator(".current")).to_contain_text("30")
    await undo.click()
    await expect(one.page.locator(".current")).to_contain_text(re.compile(r"\b0$"))
    await expect(undo).to_be_disabled()


@at(KNOCKOUT)
async def test_chips_at_their_most_are_seen_as_well_as_others(visit: Visit) -> None:
    one = await (await visit()).guest()
    await one.sit_at(KNOCKOUT)
    await one.chip(500_00).click()
    await one.spot("player").click()
    await expect(one.spot("player")).to_have_accessible_name(re.compile("500 not placed"))
    await expect(one.spot("player")).to_have_attribute("aria-disabled", "true")
    assert await one.spot("player").evaluate("one => getComputedStyle(one).opacity") == "1"


@at(WHEEL)
async def test_nothing_is_to_sound_before_the_first_press(visit: Visit) -> None:
    one = await (await visit()).guest()
    await one.page.clock.install()
    await one.page.add_init_script(
        """() => {
        window.made = 0;
        const Real = window.AudioContext;
        window.AudioContext = class extends Real { constructor() { super(); window.made += 1; } };
    }""".join(["(", ")()"])
    )
    client = await one.house.client(await one.house.player("bob"))
    await client.join(WHEEL)
    await one.sit_at(WHEEL)
    await client.place(WHEEL, "red", 5_00)
    await expect(one.page.get_by_role("timer")).to_be_visible()
    await one.page.clock.fast_forward("09:57")
    await one.page.clock.run_for(2_000)
    await expect(one.page.get_by_role("timer")).to_have_class(re.compile(r"\blast\b"))
    assert await one.page.evaluate("made") == 0
    await one.spot("black").click()
    await expect(one.button("Undo")).to_be_enabled()
    assert await one.page.evaluate("made") == 1


# What must not jump -------------------------------------------------------------------------------


@at(KNOCKOUT, "TS KH 9D 7C")
async def test_a_headline_moves_nothing_on_a_tablet(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit(**TABLET)).guest()
    await one.sit_at(KNOCKOUT)
    title = one.page.get_by_role("heading", level=1)
    await title.evaluate("one => (one.textContent += ' with a name that is long for any table')")
    felt = one.page.locator(".felt")
    before = await top(felt)
    await one.page.locator("header .said").evaluate("one => (one.textContent = 'A'.repeat(30))")
    assert await top(felt) == before
    assert await title.evaluate("one => one.getClientRects().length") == 1
    assert await one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@at(RWS, "TS 9H 9D 7C TD")
async def test_boxes_keep_their_places_all_through_a_round(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit(**PHONE)).guest()
    await seated(one, RWS)
    seat, felt = one.page.locator(".seat").first, one.page.locator(".felt")

    async def places() -> tuple[float, float]:
        height: float = await felt.evaluate("one => one.getBoundingClientRect().height")
        return await top(seat), round(height)

    before = await places()
    await no_more_bets(house, RWS)
    await expect(one.answer("Stand")).to_be_enabled()
    assert await places() == before
    await one.answer("Stand").tap()
    await expect(one.page.get_by_role("button", name="This round: +25")).to_be_visible()
    assert await places() == before
    await next_round(house, RWS)
    await expect(one.page.get_by_text("Place your bets").first).to_be_visible()
    assert await places() == before


@at(DOUBLE, TWENTY)
async def test_cards_that_come_face_down_find_their_room(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit(**PHONE)).guest()
    await seated(one, DOUBLE)
    seat, felt = one.page.locator(".seat").first, one.page.locator(".felt")
    before = await top(seat), await felt.evaluate("one => one.offsetHeight")
    await no_more_bets(house, DOUBLE)
    await expect(one.button("Turn over")).to_be_enabled()
    assert (await top(seat), await felt.evaluate("one => one.offsetHeight")) == before


@at(WHEEL)
async def test_the_first_number_moves_nothing(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).guest()
    await one.sit_at(WHEEL)
    await one.spot("red").click()
    await one.button("Place Bet").click()
    await one.placed()
    before = await top(one.spot("red"))
    await no_more_bets(house, WHEEL)
    await expect(one.page.get_by_text("Hot and cold")).to_be_visible()
    assert await top(one.spot("red")) == before


@at(KNOCKOUT, "TS KH 9D 7C")
async def test_no_spot_seems_closed_until_the_house_says_so(visit: Visit, house: LiveHouse) -> None:
    one, between = await (await visit(**PHONE)).guest(), Between()
    await one.page.route_web_socket(re.compile("/socket$"), between)
    await one.sit_at(KNOCKOUT)
    total, closed = one.spot("winning-total-8"), re.compile(r"\bclosed\b")
    await expect(total).to_have_class(closed)
    lies = await top(total)
    await one.spot("player").tap()
    # The line that told why is gone, and its room is not.
    await expect(total).not_to_have_class(closed)
    assert await top(total) == lies
    await one.button("Place Bet").tap()
    await one.placed()
    await no_more_bets(house, KNOCKOUT)
    await expect(one.page.get_by_role("button", name=re.compile("^This round"))).to_be_visible()
    between.hold = True
    await next_round(house, KNOCKOUT)
    await expect(one.page.get_by_text("Place your bets").first).to_be_visible()
    await between.holds(one.page)
    await expect(total).not_to_have_class(closed)
    between.release()
    await expect(total).to_have_class(closed)
    assert await top(total) == lies


@at(RWS, TWENTY)
async def test_a_cut_moves_nothing_and_is_told_once(visit: Visit, house: LiveHouse) -> None:
    one, between = await (await visit(**PHONE)).guest(), Between()
    await one.page.route_web_socket(re.compile("/socket$"), between)
    await seated(one, RWS)
    await no_more_bets(house, RWS)
    await expect(one.answer("Stand")).to_be_enabled()
    felt, banner = one.page.locator(".felt"), one.page.locator(".lost")
    before = await top(felt)
    told = """() => {
        window.told = 0;
        new MutationObserver((seen) => {
            for (const one of seen) for (const node of one.addedNodes)
                if (node.classList?.contains('lost')) window.told += 1;
        }).observe(document.body, { childList: true, subtree: true });
    }"""
    await one.page.evaluate(told)
    await between.falls()
    await expect(banner).to_be_visible()
    assert await top(felt) == before
    await expect(one.answer("Stand")).to_be_disabled()
    # It is tried again at once where there may be a way: and fails, which is no news.
    tries = between.tries
    await one.page.evaluate("dispatchEvent(new Event('online'))")
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while between.tries == tries:
            await one.page.evaluate("new Promise(requestAnimationFrame)")
    assert await one.page.evaluate("told") == 1
    await expect(banner).to_be_visible()
    between.cut = False
    await one.page.evaluate("dispatchEvent(new Event('online'))")
    await expect(banner).to_have_count(0)
    await expect(one.answer("Stand")).to_be_enabled()


@at(RWS, TWENTY)
async def test_a_line_that_died_without_a_word_is_found_out(visit: Visit, house: LiveHouse) -> None:
    """As when a phone changes networks: nothing is closed, and nothing comes through any more."""
    one, between = await (await visit(**PHONE)).guest(), Between()
    await one.page.clock.install()
    await one.page.route_web_socket(re.compile("/socket$"), between)
    await seated(one, RWS)
    await no_more_bets(house, RWS)
    await expect(one.answer("Stand")).to_be_enabled()
    between.dies()
    await one.answer("Stand").click()
    await one.page.clock.fast_forward(15_000)
    await one.page.clock.fast_forward(10_000)
    await expect(one.page.locator(".lost")).to_be_visible()
    await one.page.clock.fast_forward(3_000)
    await expect(one.page.locator(".lost")).to_have_count(0)
    # What was said into the void was not said.
    await one.answer("Stand").click()
    await expect(one.page.get_by_role("table").locator("tbody tr")).to_have_count(1)


@at(RWS, TWENTY)
async def test_who_listens_hears_cards_turns_and_results(visit: Visit, house: LiveHouse) -> None:
    one = await seated(await (await visit()).guest(), RWS)
    spoken = one.page.locator('[aria-live="polite"]')
    await no_more_bets(house, RWS)
    dealt = spoken.filter(has_text="nine of diamonds, 19. It is your turn")
    await expect(dealt).to_have_count(1)
    await one.answer("Stand").click()
    await expect(spoken.filter(has_text="This round")).to_have_text("This round: +25")
