"""What every store promises about who may write, and about writing at the same time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import msgspec

from croupier.ledger import wallet
from croupier.store import (
    Batch,
    Done,
    Result,
    ShortOfFunds,
    StaleOwner,
    Store,
    WrongSequence,
)
from croupier.store.values import Overtaken, Owned
from tests.support.store_writes import NOTE, NOW_MS, StoreTable, assert_store_sound, bet, open_house


def _owned(store: Store, stream: str) -> Owned:
    (owned,) = (each for each in store.owned() if each.stream == stream)
    return owned


class OwnerContract:
    def test_a_claim_shuts_out_the_owner_before(self, store: Store) -> None:
        old = open_house(store, ann=500)
        old.write(bet("ann", 100))
        new = StoreTable(store, "t1", "node 2")
        assert (old.epoch, new.epoch, new.after) == (1, 2, 1)
        assert old.write(bet("ann", 100), NOTE) == (StaleOwner(2), StaleOwner(2))
        assert isinstance(new.write(bet("ann", 100))[0], Done)
        assert old.write(bet("ann", 100)) == (StaleOwner(2),)
        assert [entry.epoch for entry in store.entries("t1")] == [1, 2]
        assert_store_sound(store)

    def test_several_write_to_a_shared_stream_each_after_the_last_it_knows(
        self, store: Store
    ) -> None:
        first, second = (store.share("s", node) for node in ("node 1", "node 2"))
        assert first == second == 1
        store.commit([Batch("s", first, 0, (NOTE,), NOW_MS)])
        assert store.commit([Batch("s", second, 0, (NOTE,), NOW_MS)]) == ((WrongSequence(1),),)
        ((done,),) = store.commit([Batch("s", second, 1, (NOTE,), NOW_MS)])
        assert isinstance(done, Done)
        # Whoever claims it shuts them all out.
        assert store.claim("s", "node 3") == 2
        assert store.commit([Batch("s", first, 2, (NOTE,), NOW_MS)]) == ((StaleOwner(2),),)
        assert store.share("s", "node 1") == 2

    def test_a_stream_is_released_by_its_owner_alone(self, store: Store) -> None:
        open_house(store, ann=500)
        epoch = store.claim("t1", "node 2")
        assert not store.release("t1", epoch - 1)
        assert _owned(store, "t1") == Owned("t1", "node 2", epoch, 0)
        assert store.release("t1", epoch)
        assert _owned(store, "t1") == Owned("t1", "", epoch, 0)
        # Under that epoch it may still be written to, until somebody claims it.
        ((done,),) = store.commit([Batch("t1", epoch, 0, (NOTE,), NOW_MS)])
        assert isinstance(done, Done)
        assert _owned(store, "t1").seq == 1

    def test_what_was_judged_before_another_write_moved_the_wallet_is_refused(
        self, store: Store
    ) -> None:
        one = open_house(store, ann=500)
        two = StoreTable(store, "t2", "node 2")
        purse = wallet("ann")
        judged_by = ((purse, store.moves(purse)),)
        first = msgspec.structs.replace(bet("ann", 100), judged_by=judged_by)
        again = msgspec.structs.replace(bet("ann", 100), judged_by=judged_by)
        (done,) = one.write(first)
        assert isinstance(done, Done)
        assert two.write(again) == (Overtaken(purse),)
        assert store.balance(purse) == 400
        after = ((purse, store.moves(purse)),)
        (done,) = two.write(msgspec.structs.replace(again, judged_by=after))
        assert isinstance(done, Done)
        # In one group, too: the second sees what the first has done.
        now = ((purse, store.moves(purse)),)
        third = msgspec.structs.replace(bet("ann", 100), judged_by=now)
        fourth = msgspec.structs.replace(bet("ann", 100), judged_by=now)
        (third_done,), (overtaken,) = store.commit([one.batch(third), two.batch(fourth)])
        assert isinstance(third_done, Done)
        assert overtaken == Overtaken(purse)
        assert_store_sound(store)

    def test_nobody_writes_to_a_stream_that_was_never_claimed(self, store: Store) -> None:
        batch = Batch("t9", 1, 0, (NOTE,), NOW_MS)
        assert store.commit([batch]) == ((StaleOwner(0),),)
        assert store.streams() == ()

    def test_an_epoch_from_nowhere_is_refused(self, store: Store) -> None:
        table = open_house(store)
        batch = Batch("t1", table.epoch + 1, 0, (NOTE,), NOW_MS)
        assert store.commit([batch]) == ((StaleOwner(1),),)

    def test_an_owner_that_missed_something_is_told(self, store: Store) -> None:
        table = open_house(store, ann=500)
        table.write(NOTE, NOTE)
        for after in (0, 1, 3):
            batch = Batch("t1", table.epoch, after, (bet("ann", 100),), NOW_MS)
            assert store.commit([batch]) == ((WrongSequence(2),),)
        assert store.balance(wallet("ann")) == 500

    def test_a_failing_batch_does_not_sink_the_others(self, store: Store) -> None:
        stale = open_house(store, ann=500)
        StoreTable(store, "t1", "node 2")
        late, good = StoreTable(store, "t2"), StoreTable(store, "t3")
        late.write(NOTE)
        late.after = 0
        one, two, three = store.commit(
            [
                stale.batch(bet("ann", 1)),
                late.batch(bet("ann", 1)),
                good.batch(bet("ann", 1)),
            ]
        )
        assert (one, two) == ((StaleOwner(2),), (WrongSequence(1),))
        assert isinstance(three[0], Done)
        assert store.balance(wallet("ann")) == 499

    def test_batches_of_one_stream_in_one_commit_follow_each_other(self, store: Store) -> None:
        table = open_house(store)
        first, second = table.batch(NOTE, NOTE), Batch("t1", 1, 2, (NOTE,), NOW_MS)
        results = store.commit([first, second])
        assert [one.seq for batch in results for one in batch if isinstance(one, Done)] == [1, 2, 3]
        assert_store_sound(store)

    def test_a_lease_says_who_and_is_renewed(self, store: Store) -> None:
        assert store.lease("t1") is None
        assert not store.renew("t1", 1)
        table = StoreTable(store, "t1", "node 1")
        lease = store.lease("t1")
        assert lease
        assert (lease.owner, lease.epoch) == ("node 1", 1)
        assert lease.age_ms >= 0
        assert store.renew("t1", table.epoch)
        StoreTable(store, "t1", "node 2")
        assert not store.renew("t1", table.epoch)
        lease = store.lease("t1")
        assert lease
        assert lease.owner == "node 2"


class ThreadsContract:
    def test_one_wallet_spent_from_many_threads(self, store: Store) -> None:
        open_house(store, ann=100)
        tables = [StoreTable(store, f"table {n}") for n in range(4)]
        together = Barrier(len(tables), timeout=20)

        def spend(table: StoreTable) -> list[Result]:
            together.wait()
            return [one for _ in range(10) for one in table.write(bet("ann", 10))]

        with ThreadPoolExecutor(len(tables)) as threads:
            results = [one for found in threads.map(spend, tables) for one in found]
        assert sum(isinstance(one, Done) for one in results) == 10
        assert results.count(ShortOfFunds(wallet("ann"))) == 30
        assert store.balance(wallet("ann")) == 0
        assert_store_sound(store)

    def test_reads_while_another_thread_writes(self, store: Store) -> None:
        table = open_house(store, ann=1_000)
        together = Barrier(2, timeout=20)

        def write() -> None:
            together.wait()
            for _ in range(50):
                table.write(bet("ann", 1), bet("ann", 1))

        with ThreadPoolExecutor(1) as threads:
            writing = threads.submit(write)
            together.wait()
            seen = [0]
            while not writing.done():
                seen.append(store.head("t1").seq)
                assert_store_sound(store)
        assert writing.result() is None
        assert seen == sorted(seen)
        # A commit is seen whole or not at all.
        assert all(seq % 2 == 0 for seq in seen)
        assert store.head("t1").seq == 100
