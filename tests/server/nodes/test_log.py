"""One log of a house of several nodes: one of them writes it, and all show the same."""

import asyncio
from itertools import pairwise

import msgspec

from croupier.client.station import Station
from croupier.house.transparency.facts import STREAM, HeadsPublished
from croupier.house.verify.transparency import log_complaints
from croupier.store.pages import every_entry
from croupier.table.recovery import recorded
from croupier.wire import commands as say
from tests.support.live_clients import name_of
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import SETTINGS, table
from tests.support.nodes import Nodes, node_of, nodes
from tests.support.waiting import until

WHEEL = "live-roulette"
QUIET = msgspec.structs.replace(SETTINGS, log_every_s=3600.0)


def first(house: Nodes) -> list[str]:
    return [name for name, each in house.open.items() if node_of(each).is_first()]


async def test_one_log_though_two_nodes_write_it() -> None:
    async with nodes([table(WHEEL)], "a", "b", settings=QUIET) as house:
        await until(lambda: first(house) == ["a"])
        a, b = (house.open[name].house for name in "ab")
        # As if both believed that they are the one.
        for number in range(6):
            at = (a, b)[number % 2]
            await at.cage.deposit("ann", 1_00, "cashier", f"deposit-{number}")
            await asyncio.gather(a.log.publish(), b.log.publish())
        for node in (a, b):
            await node.log.journal.follow()
        assert a.log.size
        assert a.log.checkpoint() == b.log.checkpoint()
        heads: dict[str, list[int]] = {}
        for entry in every_entry(house.store, STREAM):
            for head in msgspec.json.decode(entry.body, type=HeadsPublished).heads:
                heads.setdefault(head.stream, []).append(head.seq)
        assert all(one < two for seqs in heads.values() for one, two in pairwise(seqs))
        assert heads["house/cage"][-1] == 6
        assert list(log_complaints(house.store)) == []
        # The next one does it when the first has gone.
        await house.close("a")
        await until(lambda: first(house) == ["b"])


async def test_a_station_is_known_at_every_node() -> None:
    """Registered at one, signing at another, for a table that a third party deals at."""
    async with nodes([by_hand(WHEEL)], "a", "b", settings=QUIET) as house:
        await until(lambda: house.dealer(WHEEL))
        away = next(name for name in house.open if name != house.dealer(WHEEL))
        here = house.open[away]
        hand = await HandDealt.open(here, WHEEL)
        hand.dealer.api.name = name_of(hand.dealer)
        station = await Station.register(hand.dealer.api, "console")
        hand.dealer.station = station
        await hand.ok(hand.dealer, say.OpenBetting)
        last = list(every_entry(house.store, WHEEL))[-1]
        signed = recorded(last).signed
        assert signed is not None
        assert signed.station == station.id
        other = house.open[house.dealer(WHEEL)].house
        await other.stations.journal.follow()
        known = other.stations.get(station.id)
        assert known is not None
        assert known.has_signed(signed)
