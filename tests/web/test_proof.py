"""Was it fair? A shoe that was played through and opened, checked in the player's own browser; and
the same record after somebody has touched it."""

import json
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio
from msgspec.structs import replace
from playwright.async_api import Route, expect

from croupier.chance.derived import given_digest
from croupier.table.config import Shuffle
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import bet, join_as, next_round, no_more_bets, play_out, untimed
from tests.web.conftest import Visit
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

DECK = "classic-blackjack-single"
WHEEL = "live-roulette"
SECOND_DECK = "second-deck"
BACCARAT = "live-baccarat"
PROOF = f"/fair/{DECK}/1"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    # Long enough that a page which gives something is never as slow as that.
    shuffle = Shuffle(window=0, squarings=500_000)
    tables = [replace(untimed(game), shuffle=shuffle) for game in (DECK, WHEEL)]
    tables.append(replace(untimed(DECK, id=SECOND_DECK), shuffle=shuffle))
    tables.append(replace(untimed(BACCARAT), shuffle=Shuffle(window=600_000, squarings=500_000)))
    async with serving(tables) as house:
        yield house


async def play_round(house: LiveHouse, number: int, table: str = DECK) -> str:
    """Somebody else each time, for nobody may talk too fast; the commitment of the shoe after."""
    box = 1 + number % 7
    client = await join_as(house, table, f"stand-in-{number}", box)
    await bet(client, table, ("initial", 5_00, box))
    await no_more_bets(house, table, client)
    await play_out(house, table, client)
    await next_round(house, table, client)
    shoe = client.tables[table].shoe
    assert shoe is not None
    await client.close()
    return shoe.commitment


async def verdict(one: Visitor) -> str:
    status = one.page.get_by_role("main").get_by_role("status")
    await expect(status).to_be_visible()
    return await status.inner_text()


def touched(change: Callable[[dict[str, Any]], None]) -> Callable[[Route], Any]:
    """The house's answer, as somebody between would have it."""

    async def answer(route: Route) -> None:
        response = await route.fetch()
        record = await response.json()
        change(record)
        await route.fulfill(response=response, json=record)

    return answer


def ended_early(shoes: dict[str, Any]) -> None:
    shoes["ended"] = [
        {"person": "person-1", "voids": 3, "interruptions": 2, "by_two": 1, "rate_ppm": 5_000}
    ]


def swapped(record: dict[str, Any]) -> None:
    """Two cards of the sealed order have changed places."""
    order = record["shoe"]["opening"]["outcomes"]
    other = next(at for at, card in enumerate(order) if card != order[0])
    order[0], order[other] = order[other], order[0]


def salted(record: dict[str, Any]) -> None:
    opening = record["shoe"]["opening"]
    opening["salt"] = opening["salt"][::-1]


def moved(record: dict[str, Any]) -> None:
    """These are not the cards that lay there."""
    record["shoe"]["place"] += 1


def given_otherwise(record: dict[str, Any]) -> None:
    record["shoe"]["entropy"] = ["other"]


def not_proved(record: dict[str, Any]) -> None:
    """An output that nobody has squared for."""
    result = record["shoe"]["delay"]["result"]
    result["output"] = result["proof"]


def sealed_late(record: dict[str, Any]) -> None:
    record["shoe"]["sealed_entry"] = record["betting_entry"] + 1


async def test_a_shoe_from_the_contribution_to_the_proof(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).player("doubtful")
    await one.sit_at(DECK)
    # Whoever has a part in it need not believe in the order: the page gives something by itself.
    await expect(one.page.get_by_text("Yours is in it.")).to_be_visible()
    first = await play_round(house, 1)

    # As long as cards are dealt from it, it stays closed.
    await one.page.goto(PROOF)
    assert (await verdict(one)).startswith("What can be checked now holds.")
    await expect(one.page.get_by_text("Yours is in it: you gave")).to_be_visible()
    await expect(one.page.get_by_text("By your own clock it closed")).to_be_visible()
    await expect(one.page.get_by_role("definition").get_by_text(first)).to_be_visible()

    for number in range(2, 20):
        if await play_round(house, number) != first:
            break
    await one.page.goto(PROOF)
    assert (await verdict(one)).startswith("Every check holds.")
    await expect(one.page.get_by_role("definition").get_by_text(first)).to_be_visible()
    checks = one.page.get_by_role("main").get_by_role("listitem")
    await expect(checks.filter(has=one.page.get_by_role("heading"))).to_have_count(8)
    await one.page.get_by_text("The order, as it was dealt").click()
    order = one.page.get_by_role("group").last.get_by_role("listitem")
    await expect(order).to_have_count(52)
    await one.page.get_by_text("What is proved, and what is not").click()
    told = one.page.get_by_role("group").first.get_by_role("listitem")
    await expect(told).to_have_count(5)
    shoes = one.page.locator("[data-shoes]")
    await expect(shoes).to_contain_text("Staff ended none of them early")
    await one.page.route(f"**/api/fair/{DECK}?*", touched(ended_early))
    await one.page.goto(PROOF)
    await expect(shoes).to_contain_text("person-1: 3 void, 2 interrupted")

    path = f"**/api/fair/{DECK}/1"
    for change in (swapped, salted, moved, given_otherwise, not_proved, sealed_late):
        await one.page.route(path, touched(change))
        await one.page.goto(PROOF)
        assert (await verdict(one)).startswith("A check does not hold."), change.__name__
        await one.page.unroute(path)
    record = await (await one.page.request.get(f"/api/fair/{DECK}/1")).json()
    assert len(record["shoe"]["entropy"]) == 1
    assert "stand-in" not in json.dumps(record)


async def test_the_next_shoe_is_shown_with_ones_own_part_in_it(
    visit: Visit, house: LiveHouse
) -> None:
    one = await (await visit()).player("foresighted")
    await one.sit_at(SECOND_DECK)
    state = house.house.live_tables.tables[SECOND_DECK].state
    for number in range(100, 120):
        if state.next_shoe is not None:
            break
        await play_round(house, number, SECOND_DECK)
    assert state.next_shoe is not None
    name = state.next_shoe.name
    heading = one.page.locator("[data-next-shoe=ready]")
    await expect(heading).to_have_text(f"Next shoe: {name}")
    await one.page.goto(f"/fair/{SECOND_DECK}/{state.round_number - 1}")
    shoes = one.page.locator("[data-shoes]").get_by_role("listitem")
    await expect(shoes.filter(has_text=name)).to_contain_text(
        "prepared, dealt next Yours is in it."
    )
    await expect(shoes.filter(has_text="in use")).to_have_count(1)


def left_out(record: dict[str, Any]) -> None:
    """Everything agrees with itself, but for what this visitor gave."""
    record["shoe"]["entropy"] = []
    digest = given_digest(record["shoe"]["commitment"], []).hex()
    record["shoe"]["delay"] |= {"result": None, "digest": digest, "given_ms": None}


async def test_who_was_left_out_is_told_so(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit()).player("left-out")
    await one.sit_at(WHEEL)
    await expect(one.page.get_by_text("Yours is in it.")).to_be_visible()
    client = await join_as(house, WHEEL, "spinner")
    await bet(client, WHEEL, ("red", 5_00))
    await no_more_bets(house, WHEEL, client)
    await client.until(lambda: client.tables[WHEEL].over)
    await one.page.route(f"**/api/fair/{WHEEL}/1", touched(left_out))
    await one.page.goto(f"/fair/{WHEEL}/1")
    await expect(one.page.get_by_text("and it is not in the record")).to_be_visible()
    await expect(one.page.get_by_text("you were told another digest")).to_be_visible()


async def test_a_table_that_waits_for_the_order_says_so(
    visit: Visit, house: LiveHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await (await visit()).player("patient")
    await one.sit_at(BACCARAT)
    await expect(one.page.get_by_text("Yours is in it.")).to_be_visible()
    outcomes = house.house.live_tables.tables[BACCARAT].runner._outcomes
    never = SimpleNamespace(result=lambda *_: None)
    monkeypatch.setattr(outcomes, "_delays", never)
    client = await join_as(house, BACCARAT, "banker")
    await bet(client, BACCARAT, ("banker", 5_00))
    await no_more_bets(house, BACCARAT, client)
    await expect(one.page.get_by_text("The order is on its way").first).to_be_visible()
    await expect(one.page.locator("[data-shoe=waits]")).to_be_visible()


async def test_words_of_ones_own_stand_before_chance(visit: Visit, house: LiveHouse) -> None:
    """And are kept for the next shoe."""
    one = await (await visit()).player("poet")
    await one.page.goto("/")
    await one.page.evaluate("localStorage.setItem('contribution-words', 'seven')")
    await one.sit_at(DECK)
    await expect(one.page.get_by_label("Your own words")).to_have_value("seven")


async def test_a_visitor_reads_in_five_sentences_what_is_proved(visit: Visit) -> None:
    one = await visit()
    await one.page.goto("/fair")
    await expect(one.page.get_by_role("heading", name="What is proved")).to_be_visible()
    await expect(one.page.get_by_role("main").get_by_role("listitem")).to_have_count(5)
