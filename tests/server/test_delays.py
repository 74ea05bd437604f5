"""A house whose cores are taken by the delays of shoes says so, and lets no table wait for long."""

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


async def test_who_comes_second_to_a_shoe_costs_no_further_delay() -> None:
    async with serving([SLOW]) as house:
        ann, bob = [await join_as(house, WHEEL, name) for name in ("ann", "bob")]
        assert await reply_code(ann, say.GiveEntropy, WHEEL, "ann") == "ok"
        take_all_cores(house)
        assert await reply_code(bob, say.GiveEntropy, WHEEL, "bob") == "ok"
