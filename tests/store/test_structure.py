"""The database itself is damaged: an index that does not find what is there, a row that is gone."""

import sqlite3
import tracemalloc
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import ModuleType

import psycopg
import pytest

from croupier.ledger import wallet
from croupier.store import (
    Done,
    Repeated,
    ShortOfFunds,
    Store,
    StoreFailed,
    backup,
    open_store,
    restore,
)
from croupier.store import remembered as remembered_module
from croupier.store.invariants import complaints
from croupier.store.remembered import Remembered
from croupier.store.sqlite import SqliteStore
from tests.support.rewritten_history import flip_byte
from tests.support.store_writes import StoreTable, assert_store_sound, bet, buy_in, open_house


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A house in which ann's deposit was paid once."""
    path = tmp_path / "house.db"
    with closing(open_store(str(path))) as store:
        table = open_house(store, ann=1_000)
        for n in range(200):
            table.write(bet("ann", 1, f"bet-{n:04}"))
        StoreTable(store, "cage").write(buy_in("ann", 500, "deposit-0001"))
    return path


def told(store: Store) -> str:
    with store.snapshot() as reader:
        return "\n".join(f"{one.where}: {one.what}" for one in complaints(reader))


def test_a_flipped_byte_pays_no_deposit_twice(path: Path) -> None:
    flip_byte(path, "commands", b"deposit-0001")
    with closing(open_store(str(path))) as store:
        assert store.answer("ann", "deposit-0001") is None  # the index does not find it
        cage = StoreTable(store, "cage", "again")
        with pytest.raises(StoreFailed, match="index is damaged") as failed:
            cage.write(buy_in("ann", 500, "deposit-0001"))
        assert failed.value.lasting
        with pytest.raises(StoreFailed, match="index is damaged"):
            cage.write(buy_in("bob", 1, "anything else"))
    with closing(open_store(str(path))) as store:
        assert store.balance(wallet("ann")) == 1_300


def test_verify_sees_it_twice(path: Path) -> None:
    flip_byte(path, "commands", b"deposit-0001")
    with closing(open_store(str(path))) as store:
        said = told(store)
    assert "cage 2: I10: the command deposit-0001 of ann is not found by its id" in said
    assert "database: row" in said
    assert "missing from index commands" in said


def test_a_new_store_made_from_its_backup_is_whole(path: Path, tmp_path: Path) -> None:
    flip_byte(path, "commands", b"deposit-0001")
    backup(str(path), tmp_path / "copy")
    restore(tmp_path / "copy", str(tmp_path / "new.db"))
    with closing(open_store(str(tmp_path / "new.db"))) as store:
        assert_store_sound(store)
        (said,) = StoreTable(store, "cage", "again").write(buy_in("ann", 500, "deposit-0001"))
        assert isinstance(said, Repeated)


@pytest.mark.parametrize(
    ("index", "text"),
    [("sqlite_autoindex_streams_1", b"cage"), ("paid_to_wallet", b"wallet:ann")],
)
def test_verify_looks_at_every_index(path: Path, index: str, text: bytes) -> None:
    flip_byte(path, index, text)
    with closing(open_store(str(path))) as store:
        assert f"index {index}" in told(store)


def test_pages_that_cannot_be_read_are_told_as_such(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        pages = db.execute("SELECT pageno FROM dbstat WHERE name = 'transfers'").fetchall()
    data = bytearray(path.read_bytes())
    for (page,) in pages:
        data[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(data)
    with closing(open_store(str(path))) as store:
        said = told(store)
    assert "store: cannot be read: database disk image is malformed" in said
    assert "database: " in said


@contextmanager
def index_off(url: str, index: str) -> Iterator[None]:
    """Rows written meanwhile are not entered in the index, as if it had lost them."""
    sql = "UPDATE pg_index SET indisready = {} WHERE indexrelid = 'croupier.{}'::regclass"
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(sql.format("false", index).encode())
        yield
        db.execute(sql.format("true", index).encode())


def test_an_index_of_postgres_that_has_lost_a_row(postgres_url: str) -> None:
    with closing(open_store(postgres_url)) as store:
        open_house(store, ann=1_000)
        assert told(store) == ""
        with index_off(postgres_url, "commands"):
            cage = StoreTable(store, "cage", "again")
            assert isinstance(cage.write(buy_in("ann", 500, "deposit-0001"))[0], Done)
    with closing(open_store(postgres_url)) as store:
        assert store.answer("ann", "deposit-0001") is None
        said = told(store)
        assert "cage 2: I10: the command deposit-0001 of ann is not found by its id" in said
        assert "database: an index of entries does not find place" in said
        with pytest.raises(StoreFailed, match="index is damaged"):
            StoreTable(store, "cage", "again").write(buy_in("ann", 500, "deposit-0001"))
        assert store.balance(wallet("ann")) == 1_500


@pytest.mark.parametrize(
    ("index", "table"), [("transfers_pkey", "transfers"), ("paid_to_wallet", "transfers")]
)
def test_every_index_of_postgres_is_looked_at(postgres_url: str, index: str, table: str) -> None:
    with closing(open_store(postgres_url)) as store:
        open_house(store, ann=1_000)
        with index_off(postgres_url, index):
            StoreTable(store, "cage", "again").write(buy_in("bob", 500))
        assert f"database: an index of {table} does not find" in told(store)


def test_the_last_commands_are_remembered_and_no_more() -> None:
    commands = [("ann", f"c{n}") for n in range(25)]
    remembered = Remembered(commands[:10], most=10)
    for key in commands[10:]:
        remembered.add([key])
        assert key in remembered
    assert all(key in remembered for key in commands[15:])
    assert not any(key in remembered for key in commands[:5])


def allocated_by(module: ModuleType) -> int:
    """Bytes that are held by what the module has allocated since tracing began."""
    own = tracemalloc.Filter(True, str(module.__file__))
    traces = tracemalloc.take_snapshot().filter_traces([own])
    return sum(each.size for each in traces.statistics("filename"))


def test_what_is_remembered_takes_its_memory_at_once() -> None:
    tracemalloc.start()
    try:
        remembered = Remembered([("ann", "deposit-0001")], most=1_000)
        at_first = allocated_by(remembered_module)
        for n in range(5_000):
            remembered.add([("bob", f"c{n}")])
        grown = allocated_by(remembered_module)
    finally:
        tracemalloc.stop()
    assert ("ann", "deposit-0001") not in remembered
    assert at_first > 30_000
    assert grown - at_first < 1_000


def test_a_refused_command_is_not_searched_for_when_it_comes_again(path: Path) -> None:
    """The search goes through every row: whoever has no chips could ask for it all day."""
    searched: list[str] = []
    with closing(SqliteStore(path)) as store:
        table = StoreTable(store)
        store._db.set_trace_callback(searched.append)
        for _ in range(2):
            (said,) = table.write(bet("bob", 1, "no chips"))
            assert isinstance(said, ShortOfFunds)
    assert not [sql for sql in searched if sql.startswith("SELECT 1 FROM entries NOT INDEXED")]
