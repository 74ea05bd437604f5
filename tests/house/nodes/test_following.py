"""A node that is behind: it catches up, and nothing waits for what it does not depend on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from croupier.bus.memory import MemoryExchange
from croupier.house.followed_table import FollowedTable, Time, written_after
from croupier.house.nodes.following import Following
from croupier.house.nodes.subjects import Subjects
from croupier.store.errors import StoreFailed
from croupier.store.memory import MemoryStore
from croupier.store.values import Owned
from croupier.table.recovery import fold
from croupier.table.state import TablePhase, TableState
from croupier.table.table import News
from tests.support.virtual_house import VirtualHouse

WHEEL = "live-roulette"
LATE = 2_000


class Pages:
    """A journal of which others have written so many entries, a page each."""

    def __init__(self, written: int) -> None:
        self.written = written
        self.seq = 0
        self.read = asyncio.Semaphore(0)
        """Released for each page that may be read."""
        self.fails = False

    async def follow(self, to: int | None = None) -> None:
        while self.seq < (to or self.written):
            await self.read.acquire()
            if self.fails:
                raise StoreFailed("the books are away")
            self.seq += 1


@asynccontextmanager
async def following(**journals: Pages) -> AsyncIterator[Following]:
    exchange = MemoryExchange()
    follower = Following(exchange.connect("here"), Subjects(b"key"), journals)
    running = asyncio.create_task(follower.run())
    try:
        yield follower
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await exchange.close()


def grown(*streams: tuple[str, int]) -> list[Owned]:
    return [Owned(stream, "there", 1, seq) for stream, seq in streams]


async def turns() -> None:
    """Whatever is to happen by itself has happened."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_long_journal_does_not_hold_up_the_others() -> None:
    long, short = Pages(1_000), Pages(1)
    async with following(long=long, short=short) as follower:
        follower.look(grown(("long", 1_000)))
        await turns()
        follower.look(grown(("short", 1)))
        short.read.release()
        await turns()
        assert (long.seq, short.seq) == (0, 1)


async def test_what_is_written_while_a_journal_is_read_is_read_next() -> None:
    journal = Pages(2)
    async with following(journal=journal) as follower:
        follower.look(grown(("journal", 1)))
        await turns()
        follower.look(grown(("journal", 2)))
        journal.read.release()
        journal.read.release()
        await turns()
        assert journal.seq == 2


async def test_a_journal_that_cannot_be_read_now_does_not_hold_up_the_others() -> None:
    broken, sound = Pages(1), Pages(1)
    broken.fails = True
    for journal in (broken, sound):
        journal.read.release()
    async with following(broken=broken, sound=sound) as follower:
        follower.look(grown(("broken", 1)))
        await turns()
        follower.look(grown(("sound", 1)))
        await turns()
        assert sound.seq == 1
        broken.fails = False
        broken.read.release()
        while not broken.seq:
            await asyncio.sleep(0.01)


# The clocks of a table whose news comes late ------------------------------------------------------


@pytest.fixture
def house() -> VirtualHouse:
    """Somebody has bet: the clock of the betting runs."""
    house = VirtualHouse(MemoryStore(), now=10_000)
    state = house.table(WHEEL).table.state
    while state.phase is not TablePhase.BETTING:
        assert house.wait(WHEEL)
    return house


def ends(table: FollowedTable) -> int:
    timer = table.driver.timer()
    assert timer is not None
    assert timer.what == "betting"
    return timer.ends


def catch_up(table: FollowedTable, house: VirtualHouse, time: Time) -> None:
    for written in written_after(house.store, WHEEL, table.seq):
        table.feed(written, time)


def dealt_ends(house: VirtualHouse) -> int:
    timer = house.runners[WHEEL].driver.timer()
    assert timer is not None
    return timer.ends


def test_a_clock_ends_at_the_same_time_however_late_the_news_is(house: VirtualHouse) -> None:
    table = FollowedTable(fold(house.store, WHEEL), house.now)
    assert house.bet(WHEEL, "ann").ok
    catch_up(table, house, Time(house.now + LATE, house.now + LATE))
    assert ends(table) == dealt_ends(house)


def test_the_first_chip_starts_the_clock_though_others_came_with_it(house: VirtualHouse) -> None:
    table = FollowedTable(fold(house.store, WHEEL), house.now)
    for name in ("ann", "bob", "cat"):
        assert house.bet(WHEEL, name).ok
        house.now += 300
    catch_up(table, house, Time(house.now + LATE, house.now + LATE))
    assert ends(table) == dealt_ends(house)


def test_a_node_that_opens_in_the_middle_shows_what_is_left(house: VirtualHouse) -> None:
    assert house.bet(WHEEL, "ann").ok
    house.now += 300
    assert house.bet(WHEEL, "bob").ok
    heard: list[int] = []

    def on_entry(news: News, state: TableState) -> None:
        assert state is not None
        heard.append(news.seq)

    time = Time(house.now + LATE, house.now + LATE)
    table = FollowedTable.read(house.store, WHEEL, None, time, to=None, on_entry=on_entry)
    assert ends(table) == dealt_ends(house)
    assert heard == list(range(1, table.seq + 1))


def test_a_wall_that_is_behind_takes_nothing_for_the_future(house: VirtualHouse) -> None:
    table = FollowedTable(fold(house.store, WHEEL), house.now)
    assert house.bet(WHEEL, "ann").ok
    catch_up(table, house, Time(house.now + LATE, house.now - 60_000))
    assert ends(table) == dealt_ends(house) + LATE


def test_time_does_not_go_back_where_a_wall_was_set(house: VirtualHouse) -> None:
    """The dealing machine's own wall was set back by an hour while the betting was open."""
    table = FollowedTable(fold(house.store, WHEEL), house.now)
    assert house.bet(WHEEL, "ann").ok
    catch_up(table, house, Time(house.now, house.now + 3_600_000))
    assert ends(table) == dealt_ends(house)
