"""A house that closes waits for rounds that can still be finished, and for no other."""

import asyncio
import logging
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import WebSocketException

from croupier.client import Api, Client, HouseRefused
from croupier.engine.inputs import Action
from croupier.house.roles import Role
from tests.support.api_calls import stepped_up_staff
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import SETTINGS, LiveHouse, serving
from tests.support.live_play import Stacked, no_more_bets, untimed

GAME, OTHER = "rws-blackjack", "other"
SLOW = msgspec.structs.replace(SETTINGS, drain_s=120.0)
"""Far longer than any client waits for a word: whoever waits it out has failed."""
FOR_EVER = {"grace-seconds": 3600}


async def closing(house: LiveHouse) -> None:
    house.server.stop()
    while not house.house.draining:
        await asyncio.sleep(0)


async def closed(client: Client) -> None:
    await client.until(lambda: client.bye is not None)


async def asked_at_the_other(house: LiveHouse) -> Client:
    """Cat has nineteen against a six, dealt by the house, and does not say yet."""
    cat = await house.client(await house.player("cat"))
    await cat.join(OTHER)
    await cat.until(lambda: cat.tables[OTHER].phase == "betting")
    await cat.sit(OTHER, 1)
    await cat.place(OTHER, "initial", 100_00, 1)
    await no_more_bets(house, OTHER, cat)
    await cat.until(lambda: cat.you[OTHER].asked)
    return cat


@pytest.mark.clause("R4")
@pytest.mark.parametrize("decided", [True, False])
async def test_a_held_round_keeps_nobody_and_is_held_when_the_house_is_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, decided: bool
) -> None:
    url = f"{tmp_path}/house.db"
    tables = [by_hand(GAME, **FOR_EVER), untimed(GAME, id=OTHER)]
    stacked = Stacked("TS 6D 9H TD 9C")
    async with serving(tables, url, settings=SLOW, randbelow=stacked) as house:
        table = await HandDealt.open(house, GAME)
        ann, bob = await table.player("ann", 1), await table.player("bob", 2)
        await table.begin((ann, 1), (bob, 2))
        await table.deal("TS TH 6D 6H 8C")
        if decided:
            await table.decide(ann, "hit", 1)
            await table.deal("TD")
        cat = await asked_at_the_other(house)
        wish = {"table": GAME, "round": table.view.round, "reason": "foreign-card", "id": "void"}
        number = (await table.pit.api.call("POST", "/api/voids", wish))["number"]
        await closing(house)
        await cat.decide(OTHER, Action.STAND, 1)
        await closed(cat)
        (said,) = [one for one in caplog.records if one.name == "croupier.tables"]
        assert (said.getMessage(), vars(said)["tables"]) == ("rounds left held", GAME)
    async with serving(tables, url) as house:
        state = house.house.live_tables.tables[GAME].state
        assert (state.held, state.round_number) == ("the-pit", table.view.round)
        other = await stepped_up_staff(house, Role.PIT, "pit-two")
        assert [one["number"] for one in await other.call("GET", "/api/proposals")] == [number]
        await other.call("POST", f"/api/proposals/{number}/signature")
        assert state.held is None
        balance = house.house.store.balance
        assert [balance(f"wallet:{name}") for name in ("ann", "bob")] == [1_000_00, 1_000_00]
        assert balance("wallet:cat") == 1_100_00, "her round was played to its end"
        assert_books_balance(house)


async def waits_for_a_card(house: LiveHouse) -> tuple[HandDealt, Client]:
    table = await HandDealt.open(house, GAME)
    ann = await table.player("ann", 1)
    await table.begin((ann, 1))
    await table.deal("TS 6D 9H")
    await table.decide(ann, "stand", 1)
    return table, ann


async def test_a_dealer_at_work_may_finish_the_round() -> None:
    async with serving([by_hand(GAME, **{"grace-seconds": 0})], settings=SLOW) as house:
        table, ann = await waits_for_a_card(house)
        await closing(house)
        await table.deal("TD 9C")
        await closed(ann)
        assert house.house.live_tables.tables[GAME].state.round.void is False  # type: ignore[union-attr]


async def test_a_dealer_may_come_back_within_the_grace() -> None:
    async with serving([by_hand(GAME, **FOR_EVER)], settings=SLOW) as house:
        table, ann = await waits_for_a_card(house)
        await gone(house, table)
        await closing(house)
        table.dealer = await house.client(await house.staff(Role.DEALER))
        await table.dealer.join(GAME)
        await table.deal("TD 9C")
        await closed(ann)
        assert house.house.live_tables.tables[GAME].state.round.void is False  # type: ignore[union-attr]


@pytest.mark.clause("R4")
async def test_nobody_waits_for_cards_that_nobody_deals() -> None:
    async with serving([by_hand(GAME, **{"grace-seconds": 0})], settings=SLOW) as house:
        table, ann = await waits_for_a_card(house)
        await gone(house, table)
        await closing(house)
        await closed(ann)
        assert house.house.live_tables.tables[GAME].state.round.void  # type: ignore[union-attr]


async def gone(house: LiveHouse, table: HandDealt) -> None:
    await table.dealer.close()
    while house.house.accounts.get("the-dealer") is not None:
        await sync(table.pit)


async def test_who_comes_while_the_house_closes_is_served_or_told_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nobody meets books that are closed already: what is begun is finished, the rest refused."""
    let_in, told = 0, set[str]()

    async def knock() -> None:
        nonlocal let_in
        async with Api(house.address) as api:
            while True:
                try:
                    await api.guest()
                    async with Client(api):
                        let_in += 1
                except HouseRefused as refused:
                    told.add(refused.code)
                except (httpx.HTTPError, OSError, WebSocketException):
                    return

    async with serving([untimed(GAME)]) as house:
        knocking = [asyncio.create_task(knock()) for _ in range(8)]
        while let_in < 20:
            await asyncio.sleep(0)
        house.server.stop()
        await asyncio.gather(*knocking)
    assert told <= {"closing"}
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []
