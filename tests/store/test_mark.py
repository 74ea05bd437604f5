"""The mark: books that are older than what was acknowledged are noticed."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from croupier.store import Done, Store, StoreFailed, open_store
from croupier.store.mark import Mark, acknowledged, heads_of, older_than
from croupier.store.pages import every_stream
from croupier.store.tail import tail_fault
from tests.support.store_writes import StoreTable, bet, loss, open_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(str(tmp_path / "house.db"))) as store:
        yield store


def marked(table: StoreTable, mark: Mark, amount: int) -> None:
    (done,) = table.write(bet("ann", amount))
    assert isinstance(done, Done)
    mark.reached(table.stream, done.seq, done.hash)


def test_it_follows_every_journal(house: Store, tmp_path: Path) -> None:
    table, mark = open_house(house, ann=100), Mark(tmp_path / "mark")
    mark.begin(heads_of(house, every_stream(house)))
    other = StoreTable(house, "später geöffnet " + "é" * 100)
    for _ in range(3):
        marked(table, mark, 1)
        marked(other, mark, 1)
    known = acknowledged(mark.path)
    assert {name: seq for name, (seq, _) in known.items()} == {"cage": 1, "t1": 3, other.stream: 3}
    assert list(older_than(house, known)) == []
    table.write(bet("ann", 1))  # a mark that lags says nothing wrong
    assert list(older_than(house, known)) == []
    assert mark.path.stat().st_mode & 0o777 == 0o600


def test_an_old_copy_is_noticed_however_it_goes_on(house: Store, tmp_path: Path) -> None:
    table, mark = open_house(house, ann=100), Mark(tmp_path / "mark")
    mark.begin(heads_of(house, every_stream(house)))
    marked(table, mark, 1)
    house.close()
    shutil.copy(tmp_path / "house.db", tmp_path / "old.db")
    with closing(open_store(str(tmp_path / "house.db"))) as store:
        table = StoreTable(store)
        marked(table, mark, 1)
        marked(table, mark, 1)
    known = acknowledged(mark.path)
    with closing(open_store(str(tmp_path / "old.db"))) as old:
        assert list(older_than(old, known)) == [("t1", "ends at 1, but 3 was acknowledged")]
        other = StoreTable(old)
        for _ in range(2):
            other.write(bet("ann", 2))
        assert list(older_than(old, known)) == [("t1", "entry 3 is another than was acknowledged")]
        other.write(bet("ann", 2))
        assert list(older_than(old, known)) == [("t1", "entry 3 is another than was acknowledged")]


def test_no_mark_says_nothing_and_a_torn_line_neither(house: Store, tmp_path: Path) -> None:
    path = tmp_path / "mark"
    assert acknowledged(path) == {}
    mark = Mark(path)
    mark.reached("t1", 1, bytes(32))  # before it begins it keeps nothing
    assert not path.exists()
    open_house(house, ann=1)
    mark.begin(heads_of(house, every_stream(house)))
    text = path.read_bytes()
    path.write_bytes(text[:-900] + b"\xff" * 10)
    assert acknowledged(path) == {}
    path.write_bytes(b"something else")
    with pytest.raises(StoreFailed, match="no mark"):
        acknowledged(path)


def test_the_end_of_a_journal_is_looked_at(lasting_url: str) -> None:
    with closing(open_store(lasting_url)) as store:
        table = open_house(store, ann=1_000)
        assert tail_fault(store, "t1") == ""
        for _ in range(120):
            table.write(bet("ann", 1))
        table.write(loss(120))
        assert tail_fault(store, "t1") == ""
        assert tail_fault(store, "nobody's") == ""
