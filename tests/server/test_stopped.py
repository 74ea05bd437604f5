"""No message stops a table; and one that has failed all the same stands alone, until the pit has
opened it again."""

import logging
from typing import Any

import pytest

from croupier.client import LaidBet
from croupier.client.client import new_id
from croupier.engine.inputs import Capacity, Together
from croupier.house.floor.facts import STREAM, ReopeningOrdered
from croupier.house.roles import Role
from croupier.kit.cards import Card
from croupier.store import every_entry
from croupier.table import judge as judging
from croupier.table.commands import CloseBetting
from croupier.table.driver import TableDriver
from croupier.table.state import TablePhase
from croupier.wire import commands as say
from tests.support.api_calls import refusal
from tests.support.live_clients import assert_books_balance, name_of, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import untimed

WHEEL, CARDS = "live-roulette", "live-baccarat"


async def ready(house: LiveHouse) -> tuple[int, str, list[str]]:
    """Status, reason and stopped tables as `/readyz` answers."""
    response = await (await house.api()).send("GET", "/readyz")
    answer = response.json()
    return response.status_code, answer["why"], answer["stopped"]


async def test_cards_that_came_together_have_no_place_at_a_wheel() -> None:
    async with serving([by_hand(WHEEL)]) as house:
        table = await HandDealt.open(house, WHEEL)
        ann = await table.player("ann")
        await table.open_betting(ann)
        await table.bet(ann, "red", 10_00)
        for phase in ("betting", "playing"):
            assert table.view.phase == phase
            cards = (Card("AS"), Card("KD"))
            assert (
                await table.reply_code(table.dealer, say.Rule, Together(Capacity.DEALER, cards))
                == "illegal-action"
            )
            if phase == "betting":
                await table.no_more_bets(ann)
        await table.deal("17")
        await table.over(ann)
        assert await ready(house) == (200, "", [])
        assert_books_balance(house)


async def test_a_mistake_in_judging_costs_the_command_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def planted(*_: object) -> Any:
        raise KeyError("decks")

    async with serving([by_hand(WHEEL)]) as house:
        table = await HandDealt.open(house, WHEEL)
        ann = await table.player("ann")
        await table.open_betting(ann)
        await table.bet(ann, "red", 10_00)
        before = house.house.live_tables.tables[WHEEL].state.hash()
        with monkeypatch.context() as patch:
            patch.setitem(judging._JUDGES, CloseBetting, planted)
            with caplog.at_level(logging.ERROR):
                assert await table.reply_code(table.dealer, say.CloseBetting) == "broken"
        assert [one.exc_info is not None for one in caplog.records] == [True]
        assert house.house.live_tables.tables[WHEEL].state.hash() == before
        told = (await (await house.api()).send("GET", "/metrics")).text
        assert 'croupier_commands_total{outcome="broken",type="close-betting"} 1.0' in told
        await table.no_more_bets(ann)
        await table.deal("17")
        await table.over(ann)
        assert_books_balance(house)


async def test_a_table_that_fails_stands_alone_and_is_opened_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    due = TableDriver.due

    def planted(driver: TableDriver) -> Any:
        if driver._state.config.id == WHEEL and driver._state.phase is TablePhase.PLAYING:
            raise RuntimeError("the clock is broken")
        return due(driver)

    async with serving([by_hand(WHEEL), untimed(CARDS)]) as house:
        table = await HandDealt.open(house, WHEEL)
        ann = await table.player("ann")
        await table.open_betting(ann)
        await table.bet(ann, "red", 10_00)
        await table.pit.do(say.WatchFloor(new_id()))
        # Whoever looks at it fails, too: that is no more than what they are told.
        monkeypatch.setattr(TableDriver, "due", planted)
        monkeypatch.setattr(TableDriver, "timer", lambda _: None)
        await table.ok(table.dealer, say.CloseBetting)
        await table.dealer.until(lambda: table.view.standstill == "stopped")
        why = "RuntimeError: the clock is broken"

        def floor() -> dict[str, str]:
            assert table.pit.floor is not None
            return {one.table: one.stopped for one in table.pit.floor.tables}

        await table.pit.until(lambda: floor() == {WHEEL: why, CARDS: ""})
        lobby = {one.table: one.standstill == "stopped" for one in await ann.lobby()}
        assert lobby == {WHEEL: True, CARDS: False}
        assert await ready(house) == (200, "", [WHEEL])
        assert await table.reply_code(table.dealer, say.Scan, "17") == "stopped"

        # The others go on.
        await ann.join(CARDS)
        await ann.place(CARDS, "player", 10_00)

        path = f"/api/tables/{WHEEL}/reopening"
        assert await refusal(ann.api, "POST", path) == "403 not-allowed"
        monkeypatch.setattr(TableDriver, "due", due)
        await table.pit.api.call("POST", path)
        await table.dealer.until(lambda: table.view.standstill != "stopped")
        assert await refusal(table.pit.api, "POST", path) == "422 illegal-action"
        assert await ready(house) == (200, "", [])
        with house.house.store.snapshot() as reader:
            written = [one.body for one in every_entry(reader, STREAM)]
        fact = ReopeningOrdered(WHEEL, name_of(table.pit), why)
        assert sum(b'"reopening-ordered"' in body for body in written) == 1
        assert any(fact.why.encode() in body and b"the-pit" in body for body in written)
        await sync(table.dealer)
        await table.deal("17")
        await table.over(ann)
        assert_books_balance(house)


async def test_a_house_where_nothing_runs_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(_: TableDriver) -> Any:
        raise RuntimeError("the clock is broken")

    async with serving([untimed(WHEEL)]) as house:
        ann = await house.client(await house.player("ann"))
        await ann.join(WHEEL)
        monkeypatch.setattr(TableDriver, "due", planted)
        monkeypatch.setattr(TableDriver, "timer", lambda _: None)
        red = (LaidBet("red", 10_00),)
        assert await ann.ask(say.PlaceBets(new_id(), WHEEL, ann.tables[WHEEL].round, red))
        await ann.until(lambda: ann.tables[WHEEL].standstill == "stopped")
        assert await ready(house) == (503, "every table has stopped", [WHEEL])
        pit = await house.staff(Role.PIT)
        assert (await refusal(pit, "POST", "/api/tables/nowhere/reopening")).endswith(
            "unknown-table"
        )
