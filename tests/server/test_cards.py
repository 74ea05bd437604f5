"""Cards at a table dealt by hand, over real sockets: inspected, cut, burned and shown."""

import pytest

from croupier.engine.inputs import Burn, Capacity, Misdeal
from croupier.house.clock import DAY
from croupier.house.records.sheet import day
from croupier.house.roles import Role
from croupier.kit.cards import cards
from croupier.table.actor import wall_ms
from croupier.table.commands import Actor, InspectEquipment, Inspection, TableRole
from croupier.table.facts import BurnReason, RoundError
from croupier.table.guide import GuideStep
from croupier.wire import commands as say
from tests.support.clock import HandClock
from tests.support.live_clients import name_of, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import serving

LIVE, RWS = "live-blackjack", "rws-blackjack"


@pytest.mark.clause("LIVE 2.1.7")
async def test_every_gaming_day_begins_with_an_inspection_that_the_inspector_can_read() -> None:
    clock = HandClock(wall_ms() - DAY)
    first, second = day(clock.wall()), day(clock.wall() + DAY)
    async with serving([by_hand(LIVE)], clock=clock) as house:
        live = house.house.live_tables.tables[LIVE]
        assert live.state.handling.inspection_due
        pia = Actor("pia", TableRole.PIT)
        assert (await live.ask(pia, InspectEquipment(Inspection(True, True)), "yesterday")).ok
        assert not live.state.handling.inspection_due
        clock.turn(DAY)
        await house.house.days.settle()
        assert live.state.handling.inspection_due
        table = await HandDealt.open(house, LIVE)
        await table.make_shoe()
        broken = Inspection(True, False, "a  crack in the rack")
        await table.ok(table.dealer, say.InspectEquipment, broken)
        assert table.guide.step is GuideStep.INSPECT
        assert await table.reply_code(table.dealer, say.OpenBetting) == "illegal-action"
        await table.ok(table.pit, say.InspectEquipment, Inspection(True, True, "another rack"))
        await table.ok(table.dealer, say.OpenBetting)
        inspector = await house.staff(Role.INSPECTOR)
        page = await inspector.call("GET", f"/api/office/journal/{LIVE}?kind=equipment-inspected")
        found = [entry["body"]["facts"][0] for entry in page["entries"]]
        assert [(one["by"], one["day"]) for one in found] == [
            ("pia", first),
            (name_of(table.dealer), second),
            (name_of(table.dealer), second),
            (name_of(table.pit), second),
        ]
        assert found[2]["inspection"]["note"] == "a crack in the rack"


@pytest.mark.clause("LIVE 2.3.1", "LIVE 2.3.3d")
async def test_a_player_is_asked_to_cut_and_the_record_tells_who_did_and_where() -> None:
    async with serving([by_hand(LIVE)]) as house:
        table = await HandDealt.open(house, LIVE)
        ann, bob = await table.player("ann", 3), await table.player("bob", 6)
        await table.ok(table.dealer, say.OfferCut)
        await sync(ann, bob)
        assert (ann.you[LIVE].cut, bob.you[LIVE].cut) == (416, None)
        assert ann.you[LIVE].cut_clause == "LIVE 2.3.3d"
        assert bob.tables[LIVE].cutting == "ann"
        assert await table.reply_code(bob, say.PlaceCut, 9) == "not-your-turn"
        await table.ok(ann, say.DeclineCut)
        await sync(ann, bob, table.dealer)
        assert (ann.you[LIVE].cut, bob.you[LIVE].cut) == (None, 416)
        await table.ok(bob, say.PlaceCut, 180)
        await sync(bob, table.dealer)
        assert bob.you[LIVE].cut is None
        cut = table.dealer.staff[LIVE].cut
        assert cut is not None
        assert (cut.by, cut.position) == ("bob", 180)
        await table.ok(table.dealer, say.ChangeShoe, table.record(video="cam 4, 18:03"))
        state = house.house.live_tables.tables[LIVE].state
        assert state.shoes == 1
        inspector = await house.staff(Role.INSPECTOR)
        page = await inspector.call("GET", f"/api/office/journal/{LIVE}?kind=shoe-changed")
        (record,) = [one["body"]["facts"][0]["record"] for one in page["entries"]]
        assert (record["cut_by"], record["cut_position"]) == ("bob", 180)
        assert record["video"] == "cam 4, 18:03"


@pytest.mark.clause("LIVE 2.3.5", "LIVE 2.3.5b")
async def test_burned_cards_are_told_with_their_error_and_shown_when_somebody_asks() -> None:
    async with serving([by_hand(RWS)]) as house:
        table = await HandDealt.open(house, RWS)
        ann = await table.player("ann", 1)
        await table.begin((ann, 1))
        await table.deal("TS 6D 9H")
        assert not ann.tables[RWS].may_ask_burned
        await table.ok(table.pit, say.Rule, Misdeal(Capacity.PIT, reconstructed=True))
        await table.ok(table.pit, say.Rule, Burn(Capacity.PIT, 1), error=1)
        await table.deal("2S")
        await sync(table.pit, ann)
        (burned,) = table.pit.staff[RWS].burns
        assert (burned.why, burned.error) == (BurnReason.ERROR, RoundError(1, "misdeal"))
        assert ann.tables[RWS].may_ask_burned
        assert ann.tables[RWS].burned == ()
        await table.ok(ann, say.AskBurned)
        await sync(table.dealer)
        assert ann.you[RWS].asked_burned
        assert table.dealer.staff[RWS].burns_asked == ("ann",)
        assert await table.reply_code(table.dealer, say.ShowBurned, ()) == "illegal-action"
        await table.decide(ann, "stand", 1)
        await table.deal("TD 9C")
        await table.ok(table.pit, say.BurnCards, 1)
        await sync(ann)
        assert ann.tables[RWS].burned == (), "not before somebody shows them"
        await table.ok(table.dealer, say.ShowBurned, ("7C",))
        await sync(ann)
        assert ann.tables[RWS].burned == cards("2S 7C")
        assert not ann.you[RWS].asked_burned
        assert not ann.tables[RWS].may_ask_burned


async def test_the_house_need_not_show_them() -> None:
    async with serving([by_hand(RWS)]) as house:
        table = await HandDealt.open(house, RWS)
        ann = await table.player("ann", 1)
        await table.make_shoe()
        await table.ok(table.dealer, say.BurnCards, 2)
        await table.ok(ann, say.AskBurned)
        await table.ok(table.dealer, say.DeclineBurned)
        await sync(ann)
        assert not ann.you[RWS].asked_burned
        assert ann.tables[RWS].burned == ()
