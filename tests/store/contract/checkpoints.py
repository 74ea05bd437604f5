"""What every store promises about checkpoints and the index of rounds."""

from croupier.store import (
    Checkpoint,
    IndexRow,
    Store,
)
from tests.support.store_writes import NOTE, StoreTable, assert_store_sound, open_house


def _row(number: int, at_ms: int, kind: str = "round", body: bytes = b"") -> IndexRow:
    return IndexRow(kind, number, at_ms, body)


class CheckpointContract:
    def _at(self, table: StoreTable, seq: int, body: bytes = b"fold") -> Checkpoint:
        (entry,) = table.store.entries(table.stream, seq - 1, 1)
        return Checkpoint(table.stream, seq, entry.hash, "1", body)

    def test_the_newest_checkpoint_is_the_one_that_is_kept(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE, NOTE, NOTE)
        assert store.checkpoint("t1") is None
        first, second = self._at(table, 1), self._at(table, 3, b"later")
        assert store.keep(first, table.epoch, ())
        assert store.checkpoint("t1") == first
        assert store.keep(second, table.epoch, ())
        assert store.checkpoint("t1") == second
        assert_store_sound(store)

    def test_none_is_kept_ahead_of_its_journal_or_of_another(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        true = self._at(table, 1)
        ahead = Checkpoint("t1", 2, true.hash, "1", b"fold")
        other = Checkpoint("t1", 1, bytes(32), "1", b"fold")
        unknown = Checkpoint("t2", 1, true.hash, "1", b"fold")
        for wrong in (ahead, other, unknown):
            assert not store.keep(wrong, table.epoch, [_row(1, 1)])
        assert store.checkpoint("t1") is None
        assert store.indexed("t1", "round") == ()

    def test_whoever_has_lost_the_stream_keeps_nothing_there(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        store.claim("t1", "node 2")
        assert not store.keep(self._at(table, 1), table.epoch, [_row(1, 1)])
        assert store.checkpoint("t1") is None
        assert store.indexed("t1", "round") == ()

    def test_rows_are_found_by_number(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        rows = [_row(number, 100 - number, body=b"%d" % number) for number in (1, 2, 5, 9)]
        others = [_row(3, 3, "sealing"), _row(7, 7, "sealing")]
        assert store.keep(self._at(table, 1), table.epoch, rows[2:] + others)
        assert store.keep(self._at(table, 1), table.epoch, rows[:2])
        assert list(store.indexed("t1", "round")) == rows
        assert list(store.indexed("t1", "round", 2)) == rows[2:]
        assert list(store.indexed("t1", "round", 1, 2)) == rows[1:3]
        assert list(store.indexed("t1", "round", 9, newest_first=True)) == rows[2::-1]
        assert list(store.indexed("t1", "round", None, 1, newest_first=True)) == rows[3:]
        assert list(store.indexed("t1", "sealing")) == others
        assert store.indexed("t2", "round") == ()

    def test_rows_are_found_by_time(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        rows = [_row(1, 10), _row(2, 20), _row(3, 20), _row(4, 5), _row(5, 30)]
        assert store.keep(self._at(table, 1), table.epoch, rows)

        def numbers(
            after: tuple[int, int] | None = None, limit: int = 9, *, newest_first: bool = False
        ) -> list[int]:
            found = store.indexed_between(
                "t1",
                "round",
                after,
                limit,
                since_ms=0,
                until_ms=100,
                newest_first=newest_first,
            )
            return [row.number for row in found]

        assert numbers() == [4, 1, 2, 3, 5]
        assert numbers((20, 2)) == [3, 5]
        assert numbers(None, 2) == [4, 1]
        assert numbers(None, 2, newest_first=True) == [5, 3]
        assert numbers((20, 3), newest_first=True) == [2, 1, 4]
        within = store.indexed_between("t1", "round", since_ms=10, until_ms=30)
        assert [row.number for row in within] == [1, 2, 3]

    def test_a_row_kept_again_is_replaced(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        assert store.keep(self._at(table, 1), table.epoch, [_row(1, 1), _row(2, 2)])
        assert store.keep(self._at(table, 1), table.epoch, [_row(1, 9, body=b"new")])
        assert store.indexed("t1", "round") == (_row(1, 9, body=b"new"), _row(2, 2))

    def test_what_is_discarded_is_gone_and_nothing_else(self, store: Store) -> None:
        table, other = open_house(store), StoreTable(store, "t2")
        table.write(NOTE)
        other.write(NOTE)
        for one in (table, other):
            assert store.keep(self._at(one, 1), one.epoch, [_row(1, 1)])
        store.discard("t1")
        assert (store.checkpoint("t1"), store.indexed("t1", "round")) == (None, ())
        assert store.checkpoint("t2") is not None
        assert store.indexed("t2", "round") == (_row(1, 1),)
        assert len(store.entries("t1")) == 1
        assert_store_sound(store)

    def test_a_snapshot_sees_the_checkpoint_of_its_moment(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        first = self._at(table, 1)
        assert store.keep(first, table.epoch, [_row(1, 1)])
        with store.snapshot() as frozen:
            assert store.keep(self._at(table, 1, b"later"), table.epoch, [_row(2, 2)])
            assert frozen.checkpoint("t1") == first
            assert frozen.indexed("t1", "round") == (_row(1, 1),)
