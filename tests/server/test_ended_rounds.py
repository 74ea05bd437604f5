"""How often each person has voided or interrupted rounds: the inspector reads it by name, anyone
without."""

from typing import Any

from croupier.engine.inputs import Capacity, Interrupt, Void, VoidReason
from croupier.house.roles import Role
from croupier.table.commands import Rule
from croupier.wire import commands as say
from tests.support.api_calls import refusal, stepped_up_staff
from tests.support.live_clients import sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import house_command

CARDS, WHEEL = "rws-blackjack", "live-roulette"
FOREIGN = Void(Capacity.PIT, VoidReason.FOREIGN_CARD)


async def ended(house: LiveHouse) -> Any:
    return await (await house.staff(Role.INSPECTOR)).call("GET", "/api/office/ended-rounds")


async def published(house: LiveHouse, table: str) -> tuple[int, Any]:
    page = await (await house.api()).call("GET", f"/api/fair/{table}")
    return page["rounds"], page["ended"]


async def test_a_void_counts_for_who_ruled_it() -> None:
    async with serving([by_hand(CARDS)]) as house:
        table = await HandDealt.open(house, CARDS)
        ann = await table.player("ann", 1)
        assert await ended(house) == []
        for void in (True, False):
            await table.begin((ann, 1))
            await table.deal("TS 6D 9H")
            if void:
                await table.ok(table.pit, say.Rule, FOREIGN)
            else:
                await table.decide(ann, "stand", 1)
                await table.deal("TD KC")
            await table.over(ann)
        assert await ended(house) == [
            {
                "name": "the-pit",
                "tables": [CARDS],
                "rounds": 2,
                "voids": 1,
                "interruptions": 0,
                "by_two": 0,
                "rate_ppm": 500_000,
            }
        ]
        rounds, shares = await published(house, CARDS)
        assert rounds == 2
        assert [(one["person"], one["voids"], one["rate_ppm"]) for one in shares] == [
            ("person-1", 1, 500_000)
        ]
        assert "the-pit" not in str(shares)
        pit = await house.staff(Role.PIT)
        assert await refusal(pit, "GET", "/api/office/ended-rounds") == "403 not-allowed"


async def test_an_interruption_counts_for_both_who_signed_it() -> None:
    async with serving([by_hand(WHEEL)]) as house:
        table = await HandDealt.open(house, WHEEL)
        ann = await table.player("ann")
        await table.open_betting(ann)
        await table.bet(ann, "red", 100_00)
        await table.no_more_bets(ann)
        number = await table.propose_interruption()
        manager = await stepped_up_staff(house, Role.SHIFT, "shift-two")
        await manager.call("POST", f"/api/proposals/{number}/signature")
        await table.over(ann)
        rows = await ended(house)
        assert [(one["interruptions"], one["voids"], one["by_two"]) for one in rows] == [
            (1, 0, 1)
        ] * 2
        assert "shift-two" in {one["name"] for one in rows}


async def test_what_the_house_itself_ends_counts_for_nobody(lasting_url: str) -> None:
    """And what people have ended outlives the house."""
    async with serving([by_hand(CARDS)], lasting_url) as house:
        table = await HandDealt.open(house, CARDS)
        ann = await table.player("ann", 1)
        await table.begin((ann, 1))
        await table.deal("TS")
        await house_command(house, CARDS, Rule(Interrupt(Capacity.HOUSE)))
        await sync(table.dealer)
        await table.over(ann)
        assert await ended(house) == []
        await table.begin((ann, 1))
        await table.ok(table.pit, say.Rule, FOREIGN)
        await table.over(ann)
        before = await ended(house)
        assert [one["voids"] for one in before] == [1]
    async with serving([by_hand(CARDS)], lasting_url) as house:
        counts = house.house.live_tables.statistics.of(CARDS)
        assert {name: one.voids for name, one in counts.ended.items()} == {"the-pit": 1}
        assert counts.rounds == 2
