"""A house whose cores are taken by the delays of shoes says so, and lets no table wait for long."""

import asyncio

from msgspec.structs import replace

from croupier.table.config import Shuffle
from croupier.wire import commands as say
from tests.support.live_clients import reply_code
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import bet, join_as, no_more_bets, untimed

WHEEL = "live-roulette"
SLOW = replace(untimed(WHEEL), shuffle=Shuffle(window=600_000, squarings=8_000_000))
MINUTES = 500_000_000


def take_all_cores(house: LiveHouse) -> int:
    delays = house.house.live_tables.delays
    for number in range(delays.processes):
        assert delays.result(bytes([number]) * 32, MINUTES) is None
    return delays.processes


async def test_no_shoe_gets_a_delay_that_would_wait_long_for_a_core() -> None:
    async with serving([SLOW]) as house:
        ann = await join_as(house, WHEEL, "ann")
        taken = take_all_cores(house)
        ready = await ann.api.call("GET", "/readyz")
        assert (ready["ok"], ready["delays"]) == (True, taken)
        metrics = (await ann.api.send("GET", "/metrics")).text
        assert f"croupier_delays_unfinished {taken}.0" in metrics
        assert await reply_code(ann, say.GiveEntropy, WHEEL, "ann") == "busy"
        # It is dealt on its commitment alone, and at once.
        await bet(ann, WHEEL, ("red", 10_00))
        await no_more_bets(house, WHEEL, ann)
        await ann.until(lambda: ann.tables[WHEEL].over)


async def test_nobody_brings_more_delays_than_fit_by_contributing_at_many_tables_at_once() -> None:
    """While all windows are still open, no delay has begun."""
    tables = [replace(SLOW, id=f"wheel-{number}") for number in range(6)]
    async with serving(tables) as house:
        clients = [await join_as(house, table.id, f"of-{table.id}") for table in tables]
        delays = house.house.live_tables.delays
        delays.processes = 1
        codes = await asyncio.gather(
            *(
                reply_code(client, say.GiveEntropy, table.id, "chance")
                for client, table in zip(clients, tables, strict=True)
            )
        )
        assert delays.unfinished == 0
        # One is evaluated at once, for about 12 seconds, one after it; a third would wait for both.
        assert sorted(codes) == ["busy"] * 4 + ["ok"] * 2


async def test_a_round_that_waits_for_its_order_says_so_with_the_seconds() -> None:
    async with serving([SLOW]) as house:
        ann = await join_as(house, WHEEL, "ann")
        assert await reply_code(ann, say.GiveEntropy, WHEEL, "ann") == "ok"
        take_all_cores(house)
        await bet(ann, WHEEL, ("red", 10_00))
        await no_more_bets(house, WHEEL, ann)
        await ann.until(lambda: ann.tables[WHEEL].standstill == "shuffling")
        clock = ann.tables[WHEEL].clock
        assert clock is not None
        assert clock.what == "order"
        # Behind others that take minutes.
        assert clock.left_ms > 60_000


async def test_who_comes_second_to_a_shoe_costs_no_further_delay() -> None:
    async with serving([SLOW]) as house:
        ann, bob = [await join_as(house, WHEEL, name) for name in ("ann", "bob")]
        assert await reply_code(ann, say.GiveEntropy, WHEEL, "ann") == "ok"
        take_all_cores(house)
        assert await reply_code(bob, say.GiveEntropy, WHEEL, "bob") == "ok"
