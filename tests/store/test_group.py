"""The group committer: many tables, one commit, nobody forgotten."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from threading import Event

import pytest

from croupier.store import (
    Batch,
    Done,
    GroupCommitter,
    Result,
    ShortOfFunds,
    StaleOwner,
    Store,
    StoreFailed,
)
from croupier.store.memory import MemoryStore
from tests.support.store_writes import NOTE, StoreTable, assert_store_sound, bet, open_house

PATIENCE = 20


class SlowStore(MemoryStore):
    """Counts its commits, and holds each of them until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[int] = []
        self.begun, self.go = Event(), Event()
        self.go.set()

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        self.groups.append(len(batches))
        self.begun.set()
        assert self.go.wait(PATIENCE)
        return super().commit(batches)

    def hold(self) -> None:
        self.begun.clear()
        self.go.clear()


class FailingStore(MemoryStore):
    error: BaseException | None = None

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        if self.error:
            raise self.error
        return super().commit(batches)


def test_every_table_hears_its_own_results(store: Store) -> None:
    open_house(store, ann=60)
    tables = [StoreTable(store, f"table {n}") for n in range(8)]

    def play(table: StoreTable, group: GroupCommitter) -> list[Result]:
        results: list[Result] = []
        for n in range(10):
            batch = table.batch(bet("ann", 1, f"{table.stream} {n}"), NOTE)
            heard = group.submit(batch).result(PATIENCE)
            table.after = max(one.seq for one in heard if isinstance(one, Done))
            results += heard
        return results

    with GroupCommitter(store) as group, ThreadPoolExecutor(8) as threads:
        results = [one for found in threads.map(play, tables, [group] * 8) for one in found]
    assert results.count(ShortOfFunds("wallet:ann")) == 20
    assert sum(isinstance(one, Done) for one in results) == 60 + 80
    assert_store_sound(store)


def test_what_waits_goes_together() -> None:
    store = SlowStore()
    tables = [StoreTable(store, f"table {n}") for n in range(9)]
    store.hold()
    with GroupCommitter(store) as group:
        first = group.submit(tables[0].batch(NOTE))
        assert store.begun.wait(PATIENCE)
        others = [group.submit(table.batch(NOTE)) for table in tables[1:]]
        store.go.set()
        wait_for([first, *others], PATIENCE)
    assert store.groups == [1, 8]


def test_a_look_sees_all_that_was_handed_in_before_and_nothing_later() -> None:
    store = SlowStore()
    table, other = StoreTable(store, "t1"), StoreTable(store, "t2")
    store.hold()
    with GroupCommitter(store) as group:
        group.submit(table.batch(NOTE))
        assert store.begun.wait(PATIENCE)
        look = group.read(lambda books: (books.head("t1").seq, books.head("t2").seq))
        group.submit(other.batch(NOTE))
        store.go.set()
        assert look.result(PATIENCE) == (1, 0)
        failed = group.read(lambda books: books.entries("t1", limit=0))
        with pytest.raises(ValueError, match="a page holds"):
            failed.result(PATIENCE)
    assert store.head("t2").seq == 1


def test_a_group_has_a_limit_and_a_large_batch_goes_alone() -> None:
    store = SlowStore()
    tables = [StoreTable(store, f"table {n}") for n in range(5)]
    store.hold()
    with GroupCommitter(store, most_writes=4) as group:
        waiting = [group.submit(tables[0].batch(NOTE))]
        assert store.begun.wait(PATIENCE)
        for table, writes in zip(tables[1:], (2, 2, 9, 1), strict=True):
            waiting.append(group.submit(table.batch(*[NOTE] * writes)))
        store.go.set()
        wait_for(waiting, PATIENCE)
    assert store.groups == [1, 2, 1, 1]
    assert [len(one.result()) for one in waiting] == [1, 2, 2, 9, 1]


def test_a_stale_table_does_not_sink_the_others() -> None:
    store = MemoryStore()
    old, new, other = StoreTable(store), StoreTable(store), StoreTable(store, "t2")
    with GroupCommitter(store) as group:
        answers = [group.submit(table.batch(NOTE)).result(PATIENCE) for table in (old, new, other)]
    assert answers[0] == (StaleOwner(2),)
    assert isinstance(answers[1][0], Done)
    assert isinstance(answers[2][0], Done)


@pytest.mark.parametrize("error", [StoreFailed("full"), RuntimeError("a bug"), SystemExit()])
def test_a_failing_commit_fails_its_futures_and_play_goes_on(error: BaseException) -> None:
    store = FailingStore()
    table = StoreTable(store)
    with GroupCommitter(store) as group:
        store.error = error
        assert group.submit(table.batch(NOTE)).exception(PATIENCE) is error
        store.error = None
        assert isinstance(group.submit(table.batch(NOTE)).result(PATIENCE)[0], Done)


def test_a_full_queue_is_refused_at_once() -> None:
    store = SlowStore()
    table = StoreTable(store)
    store.hold()
    with GroupCommitter(store, most_waiting=2) as group:
        held = group.submit(table.batch(NOTE))
        assert store.begun.wait(PATIENCE)
        waiting = [group.submit(StoreTable(store, f"table {n}").batch(NOTE)) for n in range(2)]
        with pytest.raises(StoreFailed, match="too many"):
            group.submit(table.batch(NOTE))
        store.go.set()
    assert all(isinstance(one.result(0)[0], Done) for one in [held, *waiting])


def test_closing_writes_what_waits() -> None:
    store = SlowStore()
    tables = [StoreTable(store, f"table {n}") for n in range(6)]
    group = GroupCommitter(store, most_writes=2)
    store.hold()
    waiting: list[Future[tuple[Result, ...]]] = []
    for table in tables:
        waiting.append(group.submit(table.batch(NOTE)))
        assert store.begun.wait(PATIENCE)
    with ThreadPoolExecutor(2) as threads:
        closing = [threads.submit(group.close) for _ in range(2)]
        store.go.set()
        wait_for(closing, PATIENCE)
    assert all(isinstance(one.result(0)[0], Done) for one in waiting)
    with pytest.raises(StoreFailed, match="closed"):
        group.submit(tables[0].batch(NOTE))


def test_a_cancelled_batch_is_not_written() -> None:
    store = SlowStore()
    tables = [StoreTable(store, f"table {n}") for n in range(3)]
    store.hold()
    with GroupCommitter(store) as group:
        first = group.submit(tables[0].batch(NOTE))
        assert store.begun.wait(PATIENCE)
        cancelled, kept = (group.submit(table.batch(NOTE)) for table in tables[1:])
        assert not first.cancel()
        assert cancelled.cancel()
        store.go.set()
        assert isinstance(kept.result(PATIENCE)[0], Done)
    assert [store.head(table.stream).seq for table in tables] == [1, 0, 1]
