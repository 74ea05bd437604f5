"""Two nodes close days of one house, on every store that several may share: each day once."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from croupier.house.clock import HOUR
from croupier.house.days.checking import day_complaints, report_faults, sealed_days
from croupier.house.days.day_close import DayClose
from croupier.house.days.facts import DaySealed
from croupier.house.days.reckoning import Indexes
from croupier.house.days.report import read_report
from croupier.house.journal import HouseJournals
from croupier.house.records.index import TableIndex
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.store import Store, open_store
from croupier.store.group import GroupCommitter
from croupier.store.memory import MemoryStore
from tests.support.clock import HandClock
from tests.support.gaming_days import GamingDays, counted, drafted
from tests.support.virtual_house import KEY


class SharedHouse:
    """Days that are over, and how a node comes to their books."""

    def __init__(self, stack: ExitStack, url: str, seed: int) -> None:
        self._stack = stack
        self._url = url
        self._memory = MemoryStore()
        self.played = GamingDays(seed, self.store())
        self.days = [self.played.play_a_day(80) for _ in range(2)]
        self.played.finish()

    def store(self) -> Store:
        """A connection of its own."""
        if not self._url:
            return self._memory
        return self._stack.enter_context(closing(open_store(self._url)))

    def desk(self, node: str, indexes: Indexes | None = None) -> DayClose:
        store = self.store()
        known = self.played.live if indexes is None else indexes
        journals = HouseJournals(
            store,
            self._stack.enter_context(GroupCommitter(store)),
            owner=node,
            clock=HandClock(self.played.now + HOUR),
            shared=True,
        )
        return DayClose(journals, key=KEY, indexes=lambda: known)


@pytest.fixture(params=["memory", "postgres"])
def house(request: pytest.FixtureRequest) -> Iterator[SharedHouse]:
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else ""
    with ExitStack() as stack:
        yield SharedHouse(stack, url, seed=11)


async def refusals(*asked: object) -> list[Code]:
    done = await asyncio.gather(*asked, return_exceptions=True)  # type: ignore[call-overload]
    return [answer.code for answer in done if isinstance(answer, Refused)]


async def test_a_day_is_closed_once_when_two_nodes_ask_at_once(house: SharedHouse) -> None:
    a, b = house.desk("a"), house.desk("b")
    store = house.played.store
    for number, day in enumerate(house.days, 1):
        drafts = [drafted(desk, store, day) for desk in (a, b)]
        assert drafts[0] == drafts[1]
        count = counted(drafts[0].expected_cash)
        told = await refusals(
            a.count(drafts[0], count, "kim", Role.CASHIER, f"a{number}"),
            b.count(drafts[1], count, "kay", Role.CASHIER, f"b{number}"),
        )
        assert told == [Code.STALE]
        told = await refusals(
            a.countersign(day, "sue", Role.SHIFT), b.countersign(day, "sam", Role.SHIFT)
        )
        assert told == [Code.STALE]
        await asyncio.gather(a.journal.follow(), b.journal.follow())
        assert a.book.last == b.book.last
    with store.snapshot() as reader:
        sealed = [fact for _, fact in sealed_days(reader)]
        assert [(fact.number, fact.day) for fact in sealed] == [*enumerate(house.days, 1)]
        assert list(day_complaints(reader)) == []
        for fact in sealed:
            assert read_report(fact.report).figures.differences == ()
            assert list(report_faults(reader, fact.report.encode())) == []


async def test_what_one_node_has_written_is_not_done_again_by_another(house: SharedHouse) -> None:
    """Whoever counted or signed comes again elsewhere, where nobody has heard of it yet."""
    a, b = house.desk("a"), house.desk("b")
    store, day = house.played.store, house.days[0]
    draft = drafted(a, store, day)
    count = counted(draft.expected_cash)
    for desk in (a, b):
        await desk.count(draft, count, "kim", Role.CASHIER, "c1")
    assert a.book.counted == b.book.counted
    first: list[DaySealed] = [await desk.countersign(day, "sue", Role.SHIFT) for desk in (a, b)]
    assert first[0] == first[1]
    assert len(list(sealed_days(store))) == 1


async def test_a_draft_from_before_another_day_was_closed_is_refused(house: SharedHouse) -> None:
    """Node b takes the second day for the first that is ever closed."""
    a, b = house.desk("a"), house.desk("b")
    store = house.played.store
    first, second = house.days
    late = drafted(b, store, second)
    draft = drafted(a, store, first)
    await a.count(draft, counted(draft.expected_cash), "kim", Role.CASHIER, "c1")
    await a.countersign(first, "sue", Role.SHIFT)
    assert await refusals(
        b.count(late, counted(late.expected_cash), "kay", Role.CASHIER, "c2")
    ) == [Code.STALE]
    assert drafted(b, store, second).figures.closing == late.figures.closing


async def test_a_node_that_has_yet_to_hear_of_rounds_comes_to_the_same(house: SharedHouse) -> None:
    fresh = {table: TableIndex(table) for table in house.played.live}
    told = [
        drafted(house.desk(node, indexes), house.played.store, house.days[0])
        for node, indexes in (("a", None), ("b", fresh))
    ]
    assert told[0] == told[1]
    assert told[1].figures.differences == ()
