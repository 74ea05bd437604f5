"""`croupier verify` says the same whoever does the work, and of one moment, whatever is written
meanwhile."""

import os
import shutil
import signal
import socket
import sqlite3
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path

import pytest

from croupier.house.checking_processes import tables_in_processes
from croupier.house.checking_tables import TableTask, table_tasks
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.table_fold import TableFold
from croupier.house.verifying import Progress, Verifying
from croupier.store import Store, Write, open_store
from croupier.store.mark import Acknowledged
from croupier.table.recovery import fold
from tests.store.conftest import lasting_url, postgres, postgres_url  # noqa: F401
from tests.store.house import Table
from tests.table.house import House

WHEEL, BOXES = "live-roulette", "rws-blackjack"
TABLES = (WHEEL, BOXES)


def keep_checkpoint(store: Store, table: str) -> None:
    folded = TableFold(table, store, PlayStatistics())
    fold(store, table, on_entry=lambda news, state: folded.feed(news, state) and None)
    assert folded.keep(store, store.head(table).epoch)


def opened(store: Store) -> House:
    house = House(store, seed=7)
    for table in TABLES:
        house.table(table)
    return house


def play(house: House, rounds: int) -> None:
    for table in TABLES:
        for _ in range(rounds):
            house.play_round(table)
        keep_checkpoint(house.store, table)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "house.db"
    with closing(open_store(str(path))) as store:
        play(opened(store), 3)
    return path


@pytest.fixture
def books(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(played, tmp_path / "house.db"))


def said(path: Path, jobs: int, known: Acknowledged | None = None) -> list[str]:
    with closing(open_store(str(path))) as store, store.snapshot() as reader:
        found = Verifying(reader, known or {}).complaints(str(path), jobs, alone=0)
        return [f"{complaint.where}: {complaint.what}" for complaint in found]


def test_nothing_is_wrong(books: Path) -> None:
    assert said(books, 1) == said(books, 2) == []


_NINTH = f"seq = 9 AND stream = (SELECT id FROM streams WHERE name = '{WHEEL}')"


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (
            "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), 'ann', 'bob') AS BLOB) "
            "WHERE CAST(body AS TEXT) LIKE '%bets-placed%ann%'",
            "I6: the hash does not follow",
        ),
        (f"UPDATE entries SET body = x'5b' WHERE {_NINTH}", f"{WHEEL} 9: I6"),
        ("UPDATE transfers SET amount = amount + 1 WHERE payee LIKE 'escrow:%'", "I3: moved"),
        ("UPDATE transfers SET amount = -1 WHERE payee LIKE 'escrow:%'", "cannot be"),
        ("UPDATE accounts SET balance = balance + 100 WHERE name = 'wallet:ann'", "I1: holds"),
        ("UPDATE accounts SET balance = balance + 1 WHERE name LIKE 'escrow:%:1'", "I2: round 1"),
        ("DELETE FROM entries WHERE place = 20", "I9: follows"),
        ("UPDATE entries SET epoch = 0 WHERE place = 30", "I9: epoch 0"),
        (f"UPDATE streams SET seq = 5 WHERE name = '{WHEEL}'", "I6: the head is 5"),
        ("DELETE FROM vault", "is not in the vault as it was sealed"),
        ("UPDATE checkpoints SET seq = seq - 1", "I17: the checkpoint is of another entry"),
        ("UPDATE checkpoints SET body = x'00'", "I17: the checkpoint cannot be read"),
        ("DELETE FROM indexed WHERE number = 1", "I17: the row of round 1 is not"),
        ("DROP INDEX commands; UPDATE entries SET command = 'c1', sender = 'ann'", "I10"),
    ],
)
def test_damage_is_told_alike_by_one_process_and_by_two(
    books: Path, damage: str, found: str
) -> None:
    with closing(sqlite3.connect(books)) as db, db:
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            db.execute(f"DROP TRIGGER {name}")
        db.executescript(f"PRAGMA ignore_check_constraints = ON; {damage}")
    by_one = said(books, 1)
    assert any(found in line for line in by_one), by_one
    assert said(books, 2) == by_one


def test_pages_that_cannot_be_read(books: Path) -> None:
    with closing(sqlite3.connect(books)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        pages = db.execute("SELECT pageno FROM dbstat WHERE name = 'transfers'").fetchall()
    data = bytearray(books.read_bytes())
    for (page,) in pages:
        data[(page - 1) * size : page * size] = b"\xff" * size
    books.write_bytes(data)
    by_one = said(books, 1)
    assert by_one.count("store: cannot be read: database disk image is malformed") == 2
    assert said(books, 2) == by_one


def test_what_was_acknowledged_and_is_not_there(books: Path) -> None:
    known = {WHEEL: (10_000, bytes(32))}
    assert said(books, 1, known) == said(books, 2, known)
    assert said(books, 2, known)[-1].startswith(f"{WHEEL}: I11: ends at")


def test_an_entry_of_people_that_cannot_be_read(books: Path) -> None:
    with closing(open_store(str(books))) as store:
        Table(store, "house/people").write(Write(b"{}"))
    assert said(books, 2) == said(books, 1)
    assert said(books, 2)[0].startswith("house/people 1: I6: cannot be folded")


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_written_meanwhile_is_no_complaint(lasting_url: str, jobs: int) -> None:  # noqa: F811
    with closing(open_store(lasting_url)) as store:
        house = opened(store)
        play(house, 2)
        with store.snapshot() as reader:
            verifying = Verifying(reader, {})
            play(house, 2)
            house.bet(WHEEL, "ann")
            found = list(verifying.complaints(lasting_url, jobs, alone=0))
        assert found == []


def test_a_process_that_is_killed_is_told(books: Path) -> None:
    """Both wait for a server that never answers."""
    with closing(open_store(str(books))) as store:
        tasks = table_tasks(store)
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"postgresql://127.0.0.1:{server.getsockname()[1]}/none"
        with tables_in_processes(url, tasks, 2) as tables:
            asked, _ = server.accept()
            with asked:
                for child in active_children():
                    assert child.pid is not None
                    os.kill(child.pid, signal.SIGKILL)
                findings = list(tables.findings(lambda: None))
    assert [table.stream for table in findings] == [task.stream for task in tasks]
    for table in findings:
        (complaint,) = table.complaints
        assert complaint.what.startswith("could not be checked: a process")
        assert table.unfolded


def test_a_store_that_is_gone_is_told_and_not_made(tmp_path: Path) -> None:
    gone = tmp_path / "gone.db"
    with tables_in_processes(str(gone), [TableTask(WHEEL, 1, None)], 1) as tables:
        (findings,) = tables.findings(lambda: None)
    assert "cannot open" in findings.unreadable
    assert not gone.exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_says_how_far_it_has_come(books: Path, jobs: int) -> None:
    class Noted(Progress):
        def begin(self, entries: int, of_tables: int) -> None:
            self.all = entries, of_tables

        def chained(self, entries: int) -> None:
            self.journals = entries

        def folded(self, entries: int) -> None:
            self.tables = entries

    noted = Noted()
    with closing(open_store(str(books))) as store, store.snapshot() as reader:
        verifying = Verifying(reader, {}, noted)
        assert list(verifying.complaints(str(books), jobs, alone=0)) == []
        of_tables = sum(store.head(table).seq for table in TABLES)
    assert noted.all == (verifying.entries, of_tables)
    assert (noted.journals, noted.tables) == noted.all
