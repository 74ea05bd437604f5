"""A dealer calls the pit, over real sockets: the table waits, and everyone sees what for."""

import pytest

from croupier.client import Client
from croupier.engine.inputs import Capacity, Misdeal
from croupier.house.floor.facts import AlertKind
from croupier.house.roles import Role
from croupier.table.guide import GuideStep
from croupier.wire import commands as say
from tests.server.test_pit import alerts, floor
from tests.support.live_clients import sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving

RWS = "rws-blackjack"


async def anns_turn(house: LiveHouse) -> tuple[HandDealt, Client]:
    table = await HandDealt.open(house, RWS)
    ann = await table.player("ann", 1)
    await table.begin((ann, 1))
    await table.deal("TS 6D 9H")
    await sync(ann)
    assert ann.you[RWS].asked
    assert ann.tables[RWS].clock is not None
    return table, ann


async def test_everyone_sees_that_the_table_waits_for_the_pit() -> None:
    async with serving([by_hand(RWS)]) as house:
        table, ann = await anns_turn(house)
        await floor(table.pit)
        await table.ok(table.dealer, say.CallPit, "  two cards\tat once ")
        await sync(ann, table.pit)
        view = ann.tables[RWS]
        assert (view.called, view.clock, view.turns) == (True, None, ())
        assert ann.you[RWS].asked == ()
        assert await table.reply_code(ann, say.Decide, "stand", 1) == "held"
        assert table.guide.step is GuideStep.WAIT_FOR_PIT
        assert table.pit.staff[RWS].call == "two cards at once"
        await table.pit.until(lambda: AlertKind.PIT_CALLED in alerts(table.pit))
        await table.pit.until(
            lambda: table.pit.floor and any(one.called for one in table.pit.floor.tables)
        )
        # "Go on": the alert goes with it.
        assert await table.reply_code(table.dealer, say.AnswerCall) == "not-allowed"
        await table.ok(table.pit, say.AnswerCall, "she may go on")
        await sync(ann)
        assert not ann.tables[RWS].called
        assert ann.tables[RWS].clock is not None
        assert ann.you[RWS].asked
        await table.pit.until(lambda: AlertKind.PIT_CALLED not in alerts(table.pit))
        await table.decide(ann, "stand", 1)


async def test_the_dealer_takes_the_call_back() -> None:
    async with serving([by_hand(RWS)]) as house:
        table, ann = await anns_turn(house)
        await floor(table.pit)
        assert await table.reply_code(table.dealer, say.WithdrawCall) == "illegal-action"
        await table.ok(table.dealer, say.CallPit, "a dispute")
        await table.pit.until(lambda: AlertKind.PIT_CALLED in alerts(table.pit))
        assert await table.reply_code(table.pit, say.WithdrawCall) == "not-allowed"
        await table.ok(table.dealer, say.WithdrawCall)
        await sync(ann)
        assert not ann.tables[RWS].called
        await table.pit.until(lambda: AlertKind.PIT_CALLED not in alerts(table.pit))


@pytest.mark.clause("R30")
async def test_a_ruling_is_an_answer() -> None:
    async with serving([by_hand(RWS)]) as house:
        table, ann = await anns_turn(house)
        await table.ok(table.dealer, say.CallPit, "a card too many")
        shift = await house.client(await house.staff(Role.SHIFT))
        await shift.join(RWS)
        await table.ok(shift, say.Rule, Misdeal(Capacity.PIT, reconstructed=True))
        await sync(ann)
        assert not ann.tables[RWS].called
        assert ann.tables[RWS].choices


async def test_a_call_is_still_open_after_a_restart(lasting_url: str) -> None:
    async with serving([by_hand(RWS)], lasting_url) as house:
        table = await HandDealt.open(house, RWS)
        await table.ok(table.dealer, say.CallPit, "a card too many")
    async with serving([by_hand(RWS)], lasting_url) as house:
        pit = await house.client(await house.staff(Role.PIT, "pia"))
        await pit.join(RWS)
        await floor(pit)
        assert pit.tables[RWS].called
        assert pit.staff[RWS].call == "a card too many"
        assert AlertKind.PIT_CALLED in alerts(pit)
