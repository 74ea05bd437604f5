"""The end of a journal is looked at while others may write on there."""

from typing import Any

from croupier.store import Store
from croupier.store.memory import MemoryStore
from croupier.store.tail import LOOKED_AT, tail_fault
from tests.support.store_writes import NOTE, StoreTable, bet, open_house


class WrittenOnMeanwhile:
    """The real store; another node writes right after its head was asked for."""

    def __init__(self, store: Store, table: StoreTable) -> None:
        self._store, self._table = store, table

    def head(self, stream: str) -> Any:
        head = self._store.head(stream)
        self._table.write(NOTE, bet("ann", 1))
        return head

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def test_what_another_node_writes_meanwhile_is_no_fault() -> None:
    store = MemoryStore()
    table = open_house(store, ann=500)
    reader: Any = WrittenOnMeanwhile(store, table)
    for _ in range(LOOKED_AT):
        assert tail_fault(reader, "t1") == ""


class BehindItsJournal(WrittenOnMeanwhile):
    """Says of its head what was true before the last entry."""

    def __init__(self, store: Store, table: StoreTable) -> None:
        super().__init__(store, table)
        self._head = store.head("t1")

    def head(self, _: str) -> Any:
        return self._head


def test_an_entry_that_the_head_does_not_know_is_a_fault() -> None:
    store = MemoryStore()
    table = open_house(store, ann=500)
    table.write(NOTE)
    reader: Any = BehindItsJournal(store, table)
    assert tail_fault(reader, "t1") == ""
    table.write(NOTE)
    assert tail_fault(reader, "t1") == "the journal ends at 2, and 1 was written"
