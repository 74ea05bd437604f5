"""`croupier verify` says the same whoever does the work, and of one moment, whatever is written
meanwhile."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path

import pytest

from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.table_fold import TableFold
from croupier.house.verify.processes import tables_in_processes
from croupier.house.verify.tables import TableTask, table_tasks
from croupier.house.verify.verified_mark import (
    Verified,
    check_verified,
    read_verified,
    write_verified,
)
from croupier.house.verify.verifying import Progress, Verifying
from croupier.store import Store, Write, open_store
from croupier.store.mark import Acknowledged
from croupier.table.recovery import fold
from tests.support.command_line import run_command
from tests.support.store_writes import StoreTable
from tests.support.virtual_house import VirtualHouse

WHEEL, BOXES = "live-roulette", "rws-blackjack"
TABLES = (WHEEL, BOXES)


def keep_checkpoint(store: Store, table: str) -> None:
    folded = TableFold(table, store, PlayStatistics())
    fold(store, table, on_entry=folded.feed)
    assert folded.keep(store, store.head(table).epoch)


def opened(store: Store) -> VirtualHouse:
    house = VirtualHouse(store, seed=7)
    for table in TABLES:
        house.table(table)
    return house


def play(house: VirtualHouse, rounds: int) -> None:
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
        StoreTable(store, "house/people").write(Write(b"{}"))
    assert said(books, 2) == said(books, 1)
    assert said(books, 2)[0].startswith("house/people 1: I6: cannot be folded")


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_written_meanwhile_is_no_complaint(lasting_url: str, jobs: int) -> None:
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
        tasks = table_tasks(store, {})
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


# From the last run on ----------------------------------------------------------------------------

KEY = bytes(range(32))


class Since:
    """Books that were found well, and have been written on."""

    def __init__(self, url: str, mark: Path) -> None:
        self.url, self.mark = url, mark
        with closing(open_store(url)) as store:
            self.house = opened(store)
            play(self.house, 3)
            self.house.bet(WHEEL, "ann")  # a round is on
            self.check(store)

    def go_on(self) -> None:
        with closing(open_store(self.url)) as store:
            self.house.store = store
            for table in TABLES:
                self.house.start(table)
            self.house.table("live-baccarat")
            self.house.play_round("live-baccarat")
            play(self.house, 3)
            self.house.bet(WHEEL, "ann")

    def check(self, store: Store) -> None:
        with store.snapshot() as reader:
            verifying = Verifying(reader, {})
            assert list(verifying.complaints()) == []
        write_verified(self.mark, KEY, verifying.verified(1_000))

    def said(self, jobs: int = 1) -> list[str]:
        with closing(open_store(self.url)) as store, store.snapshot() as reader:
            verified = read_verified(self.mark, KEY)
            check_verified(reader, verified, self.mark)
            verifying = Verifying(reader, {}, since=verified)
            self.entries = verifying.entries
            found = list(verifying.complaints(self.url, jobs, alone=0))
            if not found:
                write_verified(self.mark, KEY, verifying.verified(2_000))
            return [f"{complaint.where}: {complaint.what}" for complaint in found]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_goes_on_from_the_last(lasting_url: str, tmp_path: Path, jobs: int) -> None:
    books = Since(lasting_url, tmp_path / "house.verified")
    assert books.said() == []
    assert books.entries == 0
    books.go_on()
    with closing(open_store(lasting_url)) as store:
        everything = sum(store.head(stream).seq for stream in store.streams())
    assert books.said(jobs) == []
    assert 0 < books.entries < everything
    verified = read_verified(books.mark, KEY)
    assert (verified.whole_ms, verified.at_ms) == (1_000, 2_000)
    assert books.said(jobs) == []
    assert books.entries == 0


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("UPDATE entries SET body = x'5b' WHERE {last}", "I6: the hash does not follow"),
        ("UPDATE entries SET body = x'5b' WHERE {last}", "I6: cannot be folded"),
        ("UPDATE transfers SET amount = amount + 1 WHERE {moved}", "I3: moved"),
        ("UPDATE accounts SET balance = balance + 100 WHERE name = 'wallet:bob'", "I1: holds"),
        ("DELETE FROM entries WHERE {last}", "I6: the head is"),
        ("DELETE FROM vault WHERE key LIKE 'live-baccarat%'", "is not in the vault"),
        ("UPDATE checkpoints SET body = x'00'", "I17: the checkpoint cannot be read"),
        ("UPDATE indexed SET at_ms = 1 WHERE kind = 'round' AND number = 5", "I17: the row of"),
    ],
)
def test_it_finds_what_was_damaged_since(tmp_path: Path, damage: str, found: str) -> None:
    path = tmp_path / "house.db"
    books = Since(str(path), tmp_path / "house.verified")
    books.go_on()
    wheel = f"stream = (SELECT id FROM streams WHERE name = '{WHEEL}')"
    last = f"{wheel} AND seq = (SELECT seq FROM streams WHERE name = '{WHEEL}')"
    moved = f"place = (SELECT max(place) FROM transfers WHERE payee LIKE 'escrow:{WHEEL}%')"
    with closing(sqlite3.connect(path)) as db, db:
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            db.execute(f"DROP TRIGGER {name}")
        assert db.execute(damage.format(last=last, moved=moved)).rowcount > 0
    by_one = books.said(1)
    assert any(found in line for line in by_one), by_one
    assert books.said(2) == by_one


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A house's folder: its books, and its key."""
    with closing(open_store(str(tmp_path / "house.db"))) as store:
        play(opened(store), 2)
    key = tmp_path / "house.key"
    key.touch(0o600)
    key.write_text(KEY.hex())
    return tmp_path


def verify(kept: Path, *options: str, exits: int = 0, books: str = "house.db") -> str:
    result = run_command("verify", "--store", str(kept / books), *options)
    assert result.exit_code == exits, result.output
    return " ".join(result.output.split())


def test_a_run_that_finds_nothing_leaves_its_mark(kept: Path) -> None:
    assert "house.verified is not there" in verify(kept, "--since", exits=2)
    verify(kept)
    assert (kept / "house.verified").stat().st_mode & 0o777 == 0o600
    assert "0 journal entries since" in verify(kept, "--since")
    elsewhere = kept / "elsewhere"
    elsewhere.mkdir()
    (kept / "house.key").rename(elsewhere / "house.key")
    assert "needs the house's key" in verify(kept, "--since", exits=2)
    verify(kept, "--data", str(elsewhere))
    assert "all is well" in verify(kept, "--since", "--data", str(elsewhere))


def test_no_mark_is_left_where_something_is_wrong(kept: Path) -> None:
    with closing(sqlite3.connect(kept / "house.db")) as db, db:
        db.execute("UPDATE accounts SET balance = balance + 1 WHERE name = 'wallet:ann'")
    verify(kept, exits=1)
    assert not (kept / "house.verified").exists()


def test_a_mark_that_is_not_the_houses_is_refused(kept: Path) -> None:
    verify(kept)
    mark = kept / "house.verified"
    true = mark.read_bytes()
    for at in (30, len(true) // 2, len(true) - 1):
        mark.write_bytes(true[:at] + bytes([true[at] ^ 1]) + true[at + 1 :])
        assert "forged, or damaged" in verify(kept, "--since", exits=2)
    mark.write_bytes(b"anything")
    assert "is no mark" in verify(kept, "--since", exits=2)
    write_verified(mark, bytes(32), read_verified_of(true, kept))
    assert "not signed with the house's key" in verify(kept, "--since", exits=2)


def read_verified_of(mark: bytes, folder: Path) -> Verified:
    (folder / "copy").write_bytes(mark)
    return read_verified(folder / "copy", KEY)


def test_a_mark_of_other_books_or_newer_ones_is_refused(kept: Path) -> None:
    shutil.copy(kept / "house.db", kept / "older.db")
    with closing(open_store(str(kept / "other.db"))) as store:
        house = VirtualHouse(store, seed=8)
        for table in TABLES:
            house.table(table)
            for _ in range(20):
                house.play_round(table)
    with closing(open_store(str(kept / "house.db"))) as store:
        StoreTable(store, "house/floor").write(Write(b"{}"))
    verify(kept)
    for books in ("older", "other"):
        shutil.copy(kept / "house.verified", kept / f"{books}.verified")
        output = verify(kept, "--since", exits=2, books=f"{books}.db")
        assert "is not of these books" in output
    assert "house/floor ends at 0" in verify(kept, "--since", exits=2, books="older.db")


def test_complaints_go_to_standard_output_though_bars_are_shown(kept: Path) -> None:
    with closing(sqlite3.connect(kept / "house.db")) as db, db:
        db.execute("UPDATE accounts SET balance = balance + 1 WHERE name = 'wallet:ann'")
    terminal, beside = os.openpty()
    try:
        command = [sys.executable, "-m", "croupier", "verify", "--store", str(kept / "house.db")]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=beside, text=True, check=False, timeout=60
        )
        shown = os.read(terminal, 100_000).decode()
    finally:
        os.close(terminal)
        os.close(beside)
    assert done.returncode == 1
    assert "wallet:ann: I1: holds" in done.stdout
    assert "wallet:ann" not in shown
    assert "tables" in shown
