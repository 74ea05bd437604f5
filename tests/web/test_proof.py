"""Was it fair? A shoe that was played through and opened, checked in the player's own browser; and
the same record after somebody has touched it."""

import json
from collections.abc import AsyncIterator, Callable
from itertools import count
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Route, expect

from croupier.chance.sealed import cut_of
from tests.server.playing import bet, come, next_round, no_more_bets, patient, play_out
from tests.server.serving import Open, serving
from tests.web.conftest import Visit
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

DECK = "classic-blackjack-single"
PROOF = f"/fair/{DECK}/1"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[Open]:
    async with serving([patient(DECK)]) as house:
        yield house


async def play_round(house: Open, number: int) -> str:
    """Somebody else each time, for nobody may talk too fast; the commitment of the shoe after."""
    box = 1 + number % 7
    client = await come(house, DECK, f"stand-in-{number}", box)
    await bet(client, DECK, ("initial", 5_00, box))
    await no_more_bets(house, DECK, client)
    await play_out(house, DECK, client)
    await next_round(house, DECK, client)
    shoe = client.tables[DECK].shoe
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


def recut(record: dict[str, Any]) -> None:
    """That is not what the players gave: it would have cut the shoe elsewhere."""
    shoe = record["shoe"]
    others = ([f"other {n}"] for n in count())
    cuts = ((cut_of(shoe["commitment"], one, shoe["size"]), one) for one in others)
    shoe["entropy"] = next(one for cut, one in cuts if cut != shoe["cut"])


def sealed_late(record: dict[str, Any]) -> None:
    record["shoe"]["sealed_entry"] = record["betting_entry"] + 1


async def test_a_shoe_from_the_cut_to_the_proof(visit: Visit, house: Open) -> None:
    one = await (await visit()).player("doubtful")
    await one.sit_at(DECK)
    # Whoever has a part in the cut need not believe in the order.
    await one.button("Cut the shoe").click()
    await expect(one.page.get_by_text("You have a part in the cut.")).to_be_visible()
    first = await play_round(house, 1)

    # As long as cards are dealt from it, it stays closed.
    await one.page.goto(PROOF)
    assert (await verdict(one)).startswith("What can be checked now holds.")
    await expect(one.page.get_by_text(first)).to_be_visible()

    for number in range(2, 20):
        if await play_round(house, number) != first:
            break
    await one.page.goto(PROOF)
    assert (await verdict(one)).startswith("Every check holds.")
    await expect(one.page.get_by_text(first)).to_be_visible()
    checks = one.page.get_by_role("main").get_by_role("listitem")
    await expect(checks.filter(has=one.page.get_by_role("heading"))).to_have_count(5)
    await one.page.get_by_text("The order, as it was cut").click()
    order = one.page.get_by_role("group").get_by_role("listitem")
    await expect(order).to_have_count(52)

    path = f"**/api/fair/{DECK}/1"
    for change in (swapped, salted, moved, recut, sealed_late):
        await one.page.route(path, touched(change))
        await one.page.goto(PROOF)
        assert (await verdict(one)).startswith("A check does not hold."), change.__name__
        await one.page.unroute(path)
    record = await (await one.page.request.get(f"/api/fair/{DECK}/1")).json()
    assert len(record["shoe"]["entropy"]) == 1
    assert "stand-in" not in json.dumps(record)
