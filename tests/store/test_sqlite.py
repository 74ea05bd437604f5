"""What can happen to a file."""

import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from croupier.ledger import wallet
from croupier.store import Done, StoreFailed, UnknownCommit, Write, WrongStore, open_store
from croupier.store.migrations import migrations, missing
from croupier.store.sqlite import SqliteStore
from croupier.store.sqlite_file import refused
from tests.store.processes import answers, begin, player
from tests.support.store_writes import NOTE, StoreTable, assert_store_sound, bet, open_house


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def house(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(path)) as store:
        yield store


def test_every_commit_is_synced(house: SqliteStore) -> None:
    settings = {
        name: house._db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    }
    assert settings == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 5_000,
    }


def test_only_its_owner_may_read_the_file(house: SqliteStore, path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_it_is_all_there_when_opened_again(house: SqliteStore, path: Path) -> None:
    open_house(house, ann=100).write(bet("ann", 40, "c1"))
    house.close()
    with closing(open_store(str(path))) as again:
        assert again.balance(wallet("ann")) == 60
        assert again.claim("t1", "node 2") == 2
        assert_store_sound(again)


def test_a_full_disk_leaves_nothing_half_done(house: SqliteStore) -> None:
    table = open_house(house, ann=1_000)
    table.write(bet("ann", 10))
    (pages,) = house._db.execute("PRAGMA page_count").fetchone()
    house._db.execute(f"PRAGMA max_page_count = {pages + 3}")
    large = Write(b"x" * 3_000, bet("ann", 10).transfers, None, b"", (("key", b"y" * 90_000),))
    with pytest.raises(StoreFailed, match="full") as failed:
        table.write(large)
    assert not failed.value.lasting
    assert house.head("t1").seq == 1
    assert house.balance(wallet("ann")) == 990
    assert house.vault("key") is None
    assert_store_sound(house)
    house._db.execute("PRAGMA max_page_count = 1000000")
    assert isinstance(table.write(large)[0], Done)
    assert_store_sound(house)


def test_filling_a_disk_to_the_brim(house: SqliteStore) -> None:
    """Wherever in a commit the space runs out, that commit alone is missing."""
    table = open_house(house, ann=1_000_000)
    for spare in range(12):
        (pages,) = house._db.execute("PRAGMA page_count").fetchone()
        house._db.execute(f"PRAGMA max_page_count = {pages + spare}")
        with pytest.raises(StoreFailed):
            bet_on(table, f"attempt {spare}")
        house._db.execute("PRAGMA max_page_count = 1000000")
        assert house.head("t1").seq == table.after
    assert_store_sound(house)


def bet_on(table: StoreTable, name: str) -> None:
    """Far more than fits."""
    for n in range(1_000):
        table.write(*(bet("ann", 1, f"{name}, bet {n} of {m}") for m in range(20)))


def test_a_write_that_the_system_refuses(house: SqliteStore, path: Path) -> None:
    """The process may not write beyond a certain size: the kernel refuses in the middle."""
    open_house(house, ann=10_000)
    with player(str(path), "t1", 60, 80_000) as limited:
        begin(limited)
        said = answers(limited)
    assert list(said.values()).count("StoreFailed") == 1
    assert list(said.values()).count("Done") == 59
    assert house.head("t1").seq == 59
    assert_store_sound(house)


def test_a_failed_sync_is_the_end_of_trust() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
    assert isinstance(refused(error, committing=True), UnknownCommit)
    assert refused(error, committing=True).lasting
    assert isinstance(refused(error), StoreFailed)
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    assert isinstance(refused(error, committing=True), StoreFailed)
    assert not refused(error, committing=True).lasting


def test_somebody_else_holds_the_file(house: SqliteStore, path: Path) -> None:
    table = open_house(house, ann=100)
    house._db.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFailed, match="locked"):
            table.write(bet("ann", 10))
        assert house.balance(wallet("ann")) == 100
        other.execute("ROLLBACK")
    assert isinstance(table.write(bet("ann", 10))[0], Done)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET body = x'00'",
        "DELETE FROM entries",
        "UPDATE transfers SET amount = 1",
        "DELETE FROM transfers",
        "UPDATE vault SET secret = x'00'",
        "DELETE FROM vault",
        "UPDATE streams SET epoch = 0",
        "UPDATE accounts SET balance = -1 WHERE name = 'wallet:ann'",
        "UPDATE accounts SET balance = 9007199254740992 WHERE name = 'wallet:ann'",
        "INSERT INTO transfers VALUES (1, 9, 'cage', 'wallet:ann', 0, 'buy-in', '')",
        "INSERT INTO transfers VALUES (1, 9, 'cage', 'cage', 1, 'buy-in', '')",
        "INSERT INTO transfers VALUES (1, 9, 'cage', 'wallet:nobody', 1, 'buy-in', '')",
        "INSERT INTO transfers VALUES (99, 1, 'cage', 'wallet:ann', 1, 'buy-in', '')",
    ],
)
def test_the_database_itself_refuses(house: SqliteStore, path: Path, sql: str) -> None:
    table = open_house(house, ann=100)
    table.write(Write(b"{}", vault=(("key", b"secret"),)))
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError):
            other.execute(sql)
    assert_store_sound(house)


def test_a_file_of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.commit()
    before = path.read_bytes()
    with pytest.raises(WrongStore, match="another program"):
        open_store(str(path))
    assert path.read_bytes() == before


def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1_000)
    with pytest.raises(WrongStore, match="not a database"):
        open_store(str(path))
    assert path.read_bytes() == b"Dear diary, " * 1_000


def test_a_store_of_a_later_version(house: SqliteStore, path: Path) -> None:
    house.close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 99")
    with pytest.raises(WrongStore, match="update Croupier"):
        open_store(str(path))


def test_a_store_of_an_earlier_version_is_brought_up_to_date(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        open_house(store, ann=500).write(bet("ann", 100))
    with closing(sqlite3.connect(path)) as other:
        other.execute("ALTER TABLE accounts DROP COLUMN moves")
        other.execute("DROP INDEX paid_by_wallet")
        other.execute("DROP INDEX paid_to_wallet")
        other.execute("DROP TABLE indexed")
        other.execute("DROP TABLE checkpoints")
        for table in ("wallets", "blocks", "commands", "answers"):
            other.execute(f"DROP TABLE archived_{table}")
        other.execute("DROP TABLE archive_folder")
        other.execute("PRAGMA user_version = 1")
    with closing(SqliteStore(path)) as store:
        assert store.rows("PRAGMA user_version") == [(len(migrations("sqlite")),)]
        assert [one.transfer.amount for one in store.postings(wallet("ann"))] == [500, 100]
        assert_store_sound(store)


class Explained(SqliteStore):
    """Remembers how the database finds what it is asked for."""

    def __init__(self, path: Path) -> None:
        self.plans: list[str] = []
        super().__init__(path)

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        plan = super().rows(f"EXPLAIN QUERY PLAN {sql}", values)
        self.plans.extend(step for *_, step in plan)
        return super().rows(sql, values)


@pytest.mark.parametrize("newest_first", [False, True])
def test_a_wallet_s_postings_are_found_by_their_index(path: Path, newest_first: bool) -> None:
    with closing(Explained(path)) as store:
        store.postings(wallet("ann"), (7, 1), newest_first=newest_first)
    used = [plan for plan in store.plans if plan.startswith(("SEARCH t ", "SCAN t "))]
    order = "<" if newest_first else ">"
    assert used == [
        f"SEARCH t USING INDEX paid_by_wallet (payer=? AND (place,n){order}(?,?))",
        f"SEARCH t USING INDEX paid_to_wallet (payee=? AND (place,n){order}(?,?))",
    ]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed):
        open_store(str(tmp_path / "nowhere" / "house.db"))
    with pytest.raises(WrongStore, match="no store"):
        open_store(str(tmp_path / "house.db"), create=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("url", ["", "sqlite:", "mysql://house", "memory://", "http://house/db"])
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(WrongStore):
        open_store(url)


def test_both_dialects_have_the_same_steps() -> None:
    steps = [[(one.version, one.name) for one in migrations(d)] for d in ("sqlite", "postgres")]
    assert steps[0] == steps[1]
    assert missing("sqlite", len(steps[0])) == ()


def test_a_bug_in_the_middle_of_a_commit_leaves_the_store_usable(house: SqliteStore) -> None:
    with pytest.raises(AttributeError):
        house.load([("t1", 7)], [None])  # type: ignore[list-item]
    assert house.streams() == ()
    table = StoreTable(house)
    with pytest.raises(AttributeError):
        house.commit([table.batch(NOTE), None])  # type: ignore[list-item]
    assert isinstance(table.write(NOTE)[0], Done)


def test_the_archive_is_found_by_its_indexes(path: Path) -> None:
    with closing(Explained(path)) as store:
        store.journal(after=7)
        store.ledger((7, 1))
        store.entries("t1", 7)
        store.transfers("t1", (7, 1))
        store.postings(wallet("ann"), (7, 1))
        store.answer("ann", "c1")
    assert any(plan.startswith("SEARCH b ") for plan in store.plans)
    assert [
        plan for plan in store.plans if plan.startswith(("SCAN b", "SCAN m", "SCAN w", "SCAN c"))
    ] == []
