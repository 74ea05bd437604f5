"""A house left alone stays alive: its bots play on through reality checks, empty purses and ended
sessions."""

from msgspec.structs import replace

from croupier.client.bot import Bots
from croupier.engine.layout import Limits
from croupier.house.clock import HOUR, MINUTE
from croupier.house.tables_file import default_tables
from croupier.table.config import Clocks
from tests.support.clock import HandClock
from tests.support.live_house import SETTINGS, LiveHouse, serving
from tests.support.waiting import until

AT_ONCE = Clocks(betting=30, decision=10_000, offer=50, choice=50, pause=10)
TABLES = tuple(replace(one, clocks=AT_ONCE) for one in default_tables())


def finished(house: LiveHouse) -> dict[str, int]:
    """Rounds over, by table."""
    return {
        id: sum(bool(one.ended_seq) for one in index.rounds.values())
        for id, index in house.house.live_tables.indexes.items()
    }


def given(house: LiveHouse) -> int:
    here = house.house.accounts.here()
    return max((house.house.cage.given(one.name).times for one in here), default=0)


async def plays_everywhere(house: LiveHouse, rounds: int = 2) -> None:
    """From now on every table finishes so many rounds."""
    before = finished(house)
    await until(
        lambda: all(
            finished(house).get(one.id, 0) - before.get(one.id, 0) >= rounds for one in TABLES
        )
    )


async def test_every_table_still_plays_in_the_third_hour() -> None:
    clock = HandClock()
    async with serving(TABLES, clock=clock) as house:
        bots = Bots()
        bots.start(house.address, len(TABLES))
        try:
            await plays_everywhere(house)
            for _ in range(3):
                for _ in range(4):
                    clock.turn(15 * MINUTE + 1)
                    house.house.purse_feed.reality_checks()
                    await house.house.people.sweep()
                await plays_everywhere(house)
        finally:
            await bots.stop()


async def test_a_bot_without_chips_asks_for_more_and_one_without_a_session_comes_anew() -> None:
    clock = HandClock()
    (wheel,) = (one for one in TABLES if one.id == "live-roulette")
    dear = replace(wheel, limits=Limits(5_00, 500_00))
    settings = replace(SETTINGS, play_chips=10_00, refill_minutes=1)
    # Zero every time: the bot loses whatever it bets, and no luck draws the test out.
    async with serving([dear], clock=clock, settings=settings, randbelow=lambda _: 0) as house:
        bots = Bots()
        bots.start(house.address, 1)
        try:
            await until(lambda: given(house) >= 2)
            clock.turn(MINUTE)
            await until(lambda: given(house) >= 3)
            before = {one.name for one in house.house.people.accounts()}
            clock.turn(25 * HOUR)
            await house.house.people.sweep()
            await until(lambda: {one.name for one in house.house.people.accounts()} - before)
            index = house.house.live_tables.indexes["live-roulette"]
            played = len(index.rounds)
            await until(lambda: len(index.rounds) > played)
        finally:
            await bots.stop()
