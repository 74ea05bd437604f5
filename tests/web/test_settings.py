"""The pit changes a table's rules: every setting in its field, what it would cost before anybody
sends it, and from the next round on it holds."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from croupier.client import Client
from croupier.engine.protocol import variant
from croupier.house.roles import Role
from croupier.odds import game_protection_of, odds_of
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.web.conftest import Visit
from tests.web.test_access import OPEN, OTHER, complaints
from tests.web.visiting import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")
GAME, REFUSED = "classic-blackjack-shoe", "rws-blackjack"
PATIENCE_MS = 60_000
"""A reckoning gives way to all else that runs."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with serving([by_hand(GAME), by_hand(REFUSED, id="refused")]) as house:
        yield house


async def the_rules(one: Visitor, table: str) -> Locator:
    """The dialog with the form."""
    await one.page.goto(f"/pit/{table}")
    await one.page.get_by_text("Limits, clocks, settings").click()
    await one.button("Change the rules …").click()
    dialog = one.page.get_by_role("dialog", name="Rules of")
    await expect(dialog.locator("[data-setting]").first).to_be_visible()
    return dialog


def edge(settings: dict[str, object]) -> str:
    """Of the main bet."""
    return f"{100 * odds_of(variant(GAME, settings)).bets[0].house_edge:.3f}"


def counters_wins(settings: dict[str, object]) -> list[str]:
    """By the main bet: with the cut card as it is set, and by eighths."""
    (main,) = game_protection_of(variant(GAME, settings), bets=("initial",)).bets
    own, *others = main.cuts
    assert own.cut == 52, "what the document has is no eighth of the shoe"
    return [f"{at.observer.win:+.3f}".replace("-", "−") for at in (own, *others)]


async def a_round(house: LiveHouse) -> tuple[HandDealt, Client]:
    table = await HandDealt.open(house, GAME)
    ann = await table.player("ann", 1)
    await table.begin((ann, 1))
    return table, ann


async def test_what_a_change_costs_is_seen_and_it_holds_from_the_next_round_on(
    visit: Visit, house: LiveHouse, axe: str
) -> None:
    table, ann = await a_round(house)
    pit = await (await visit(**OPEN)).staff(Role.PIT)
    dialog = await the_rules(pit, GAME)
    send = dialog.get_by_role("button", name="Set from the next round on")
    cost = dialog.get_by_role("button", name="What would it cost?")
    for button in (send, cost):
        await expect(button).to_be_disabled()
    await dialog.get_by_role("switch", name="The dealer draws to a soft 17").uncheck()
    await dialog.get_by_label("A blackjack pays", exact=True).fill("6")
    await dialog.get_by_label("A blackjack pays: for a stake of").fill("5")
    changed = dialog.locator("[data-setting]").filter(has_text="changed")
    await expect(changed).to_have_count(2)
    await expect(changed.first).to_contain_text("document: yes")

    await cost.click()
    told = dialog.get_by_role("region", name="What it would cost")
    wanted = {"h17": False, "blackjack-pays": "6 to 5"}
    main = told.get_by_role("row", name="Main bet").first
    await expect(main).to_be_visible(timeout=PATIENCE_MS)
    await expect(main.get_by_role("cell")).to_contain_text([edge({}), edge(wanted), "+"])
    await expect(told).to_contain_text("As before: Insurance")
    wins = told.get_by_role("region", name="What a counter of cards could win").locator("tbody")
    await expect(wins.first).to_be_visible(timeout=4 * PATIENCE_MS)
    for row, settings in enumerate(({}, wanted)):
        cells = wins.first.get_by_role("row").nth(row).get_by_role("cell")
        await expect(cells).to_have_text(counters_wins(settings))
    state = house.house.rooms[GAME].state
    assert state.next_config is None, "nothing is ordered by asking"
    assert await complaints(pit, axe) + await complaints(pit, axe, OTHER) == []

    # What was reckoned is not said of anything else.
    await dialog.get_by_role("switch", name="The dealer draws to a soft 17").check()
    await expect(told).to_be_hidden()
    await send.click()
    await expect(dialog).to_be_hidden()
    assert state.next_config is not None
    assert state.next_config.settings == {"blackjack-pays": "6 to 5"}
    ordered = pit.page.get_by_role("row", name="A blackjack pays").get_by_role("cell")
    await expect(ordered).to_have_text(["3 : 2", "→ 6 : 5"])
    assert state.rules == variant(GAME), "the round that is on is played as it began"
    await table.deal("TS 6D 6H TD")
    await table.decide(ann, "hit", 1)
    await table.deal("TD")
    await table.over(ann)
    await table.open_betting(ann)
    assert state.rules == variant(GAME, {"blackjack-pays": "6 to 5"})


async def test_a_refusal_stands_at_the_form(visit: Visit, house: LiveHouse) -> None:
    pit = await (await visit()).staff(Role.PIT)
    dialog = await the_rules(pit, "refused")
    pit.expected.append("/api/tables/refused/whatif$")
    await dialog.get_by_role("switch", name="hole card under a ten").check()
    said = dialog.get_by_role("alert").filter(
        has_text="There is no hole card to look at [BJ5 3.11]"
    )
    await dialog.get_by_role("button", name="What would it cost?").click()
    await expect(said).to_have_count(1)
    await dialog.get_by_role("button", name="Set from the next round on").click()
    await expect(said).to_have_count(2)
    await dialog.get_by_role("button", name="As the document has it").click()
    await expect(said).to_have_count(0)
    await expect(dialog.get_by_role("button", name="Set from the next round on")).to_be_disabled()
    assert house.house.rooms["refused"].state.next_config is None
