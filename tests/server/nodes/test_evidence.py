"""What speaks against a player goes with the table from node to node, and is told once."""

from contextlib import suppress

import pytest

from croupier.client import Client, HouseRefused
from croupier.house.floor.facts import AlertKind
from croupier.house.live_table import LiveTable
from croupier.house.records.round_entry import RoundEntry
from croupier.monitoring.table_evidence import TableEvidence
from croupier.server import play_watch
from tests.support.live_house import LiveHouse
from tests.support.live_play import Stacked, bet, join_as, next_round, no_more_bets, untimed
from tests.support.nodes import Nodes, nodes
from tests.support.waiting import until

WHEEL = "live-roulette"


async def spins(house: LiveHouse, client: Client, many: int) -> None:
    """A number that always comes."""
    for _ in range(many):
        while not client.confirmed(WHEEL):
            with suppress(HouseRefused):  # a node that has just heard of somebody says: try again
                await bet(client, WHEEL, ("straight:1", 10_00))
        await no_more_bets(house, WHEEL)
        await client.until(lambda: client.tables[WHEEL].over)
        await next_round(house, WHEEL)
        await client.until(lambda: client.tables[WHEEL].phase == "betting")


def raised(house: Nodes, name: str) -> list[tuple[int | None, int]]:
    """The round and how often, of each alert."""
    return [
        (alert.raised.round, alert.times)
        for alert in house.open[name].house.floor.open_alerts()
        if alert.raised.kind is AlertKind.UNUSUAL
    ]


async def followed(house: Nodes, name: str) -> TableEvidence:
    watch = house.open[name].house.play_watch
    await watch.follow()
    return watch.evidence(WHEEL)


async def moved(house: Nodes, to: str) -> None:
    """The table is dealt there from now on."""
    await house.open[to].house.live_tables.tables[WHEEL].take()
    await until(lambda: house.dealer(WHEEL) == to)


async def test_evidence_goes_with_the_table_and_no_alert_comes_twice() -> None:
    async with nodes([untimed(WHEEL)], "a", "b", randbelow=Stacked(pockets=(1,))) as house:
        await until(lambda: house.dealer(WHEEL))
        first = house.dealer(WHEEL)
        second = next(name for name in house.open if name != first)
        ann = await join_as(house.open[second], WHEEL, "ann")
        await spins(house.open[first], ann, 23)
        before = await followed(house, first)
        assert before.round == 23
        alerts = raised(house, first)
        assert len(alerts) == 2  # of the player, and of the table
        await house.open[second].house.floor.journal.follow()
        for alert in house.open[second].house.floor.open_alerts():
            await house.open[second].house.floor.clear_alert(alert.raised.number, "pit", "looked")
        # Nothing was kept yet: whoever takes the table goes over all rounds again.
        await moved(house, second)
        assert await followed(house, second) == before
        assert raised(house, second) == []
        await spins(house.open[second], ann, 4)
        further = await followed(house, second)
        assert further.round == 27
        assert further.alarmed == before.alarmed
        assert [trail.count for trail in further.trails.values()] == [27] * len(further.trails)
        assert raised(house, second) == []


async def test_who_takes_a_table_goes_on_from_what_was_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[LiveTable, int]] = []
    read = play_watch._next_rounds

    def counted(live: LiveTable, after: int) -> list[RoundEntry]:
        asked.append((live, after))
        return read(live, after)

    monkeypatch.setattr(play_watch, "_next_rounds", counted)
    async with nodes([untimed(WHEEL)], "a", "b", randbelow=Stacked(pockets=(1,))) as house:
        await until(lambda: house.dealer(WHEEL))
        first = house.dealer(WHEEL)
        second = next(name for name in house.open if name != first)
        ann = await join_as(house.open[second], WHEEL, "ann")
        await spins(house.open[first], ann, 3)
        await followed(house, first)
        await spins(house.open[first], ann, 1)
        await house.open[first].house.live_tables.tables[WHEEL].keep_checkpoint()
        await moved(house, second)
        assert (await followed(house, second)).round == 4
        taken = house.open[second].house.live_tables.tables[WHEEL]
        assert [after for live, after in asked if live is taken] == [3]
