"""The archive: what has left the tables reads as if it had not, and nothing is ever lost."""

import gzip
import signal
import sqlite3
import stat
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import psycopg
import pytest

from croupier.ledger import Reason, Transfer, escrow, wallet
from croupier.store import (
    Batch,
    Command,
    Done,
    OtherBody,
    Repeated,
    ShortOfFunds,
    Store,
    StoreFailed,
    Write,
    WrongStore,
    backup,
    complaints,
    every_entry,
    open_store,
    restore,
)
from croupier.store.archive.archiving import archive
from croupier.store.archive.file import scan
from croupier.store.archive.notes import ARCHIVE, PeriodArchived, note, noted
from croupier.store.invariants import balance_complaints
from croupier.store.memory import MemoryStore
from croupier.store.opening import is_postgres
from croupier.store.tail import LOOKED_AT, tail_fault
from tests.store.long_house import STREAMS, LongHouse, everything
from tests.support import fork_server
from tests.support.store_writes import assert_store_sound

Opening = Callable[[str], Store]
FOREVER = 2**60


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


@pytest.fixture
def house(lasting_url: str, opening: Opening) -> LongHouse:
    """Of several hundred entries in each journal, each with a checkpoint near its end."""
    house = LongHouse(opening(lasting_url), seed=1)
    house.write(110)
    while not all(house.store.checkpoint(stream) for stream in STREAMS):
        house.keep_checkpoints()
    return house


def archived(store: Store, folder: Path, before_ms: int = FOREVER) -> list[PeriodArchived]:
    return list(archive(store, folder, before_ms, 1))


def count(store: Store, table: str) -> int:
    ((rows,),) = store.rows(f"SELECT count(*) FROM {table}")  # type: ignore[attr-defined]
    return int(rows)


def wrong(store: Store) -> list[str]:
    with store.snapshot() as reader:
        return [f"{found.where}: {found.what}" for found in complaints(reader)]


@pytest.mark.parametrize("seed", range(4))
def test_everything_reads_as_before(
    lasting_url: str, opening: Opening, folder: Path, seed: int
) -> None:
    store = opening(lasting_url)
    house = LongHouse(store, seed)
    periods = 0
    for _ in range(2):
        house.write(house.chosen.randint(40, 100))
        house.keep_checkpoints()
        before = everything(store)
        periods += len(archived(store, folder, house.chosen.randint(0, house.now_ms)))
        assert everything(store) == before
        with store.snapshot() as reader:
            assert everything(reader) == before
        assert_store_sound(store)
    assert periods
    house.write(20)
    assert_store_sound(store)


def test_what_leaves_and_what_stays(house: LongHouse, folder: Path) -> None:
    store = house.store
    before = {stream: list(every_entry(store, stream)) for stream in STREAMS}
    periods = {period.stream: period for period in archived(store, folder, 200)}
    assert set(periods) == set(STREAMS)
    for stream, period in periods.items():
        checkpoint = store.checkpoint(stream)
        assert checkpoint
        assert 1 == period.first <= period.last < checkpoint.seq
        assert period.last < len(before[stream]) - LOOKED_AT
        assert all(entry.at_ms < 200 for entry in before[stream][: period.last])
        assert period.hash == before[stream][period.last - 1].hash.hex()
        assert store.archive_head(stream).seq == period.last
        path = folder / period.file
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert gzip.decompress(path.read_bytes()).count(b'"line":"entry"') == period.last
    left = sum(period.last for period in periods.values())
    assert count(store, "entries") == sum(map(len, before.values())) - left + len(periods)
    assert [*noted(store)] == [*periods.values()]
    # The rest goes later, from where this one has stopped.
    later = archived(store, folder)
    assert [period.first for period in later] == [periods[p.stream].last + 1 for p in later]
    assert later
    assert archived(store, folder) == []


def test_the_end_of_each_journal_needs_no_file(house: LongHouse, folder: Path) -> None:
    assert archived(house.store, folder)
    for path in folder.iterdir():
        path.unlink()
    for stream in STREAMS:
        assert tail_fault(house.store, stream) == ""
        checkpoint = house.store.checkpoint(stream)
        assert checkpoint
        (entry,) = house.store.entries(stream, checkpoint.seq - 1, 1)
        assert entry.hash == checkpoint.hash
    house.write(10)


def test_a_journal_without_a_checkpoint_stays(
    lasting_url: str, opening: Opening, folder: Path
) -> None:
    house = LongHouse(opening(lasting_url), seed=1)
    house.write(100)
    assert archived(house.store, folder) == []


def test_a_command_is_entered_once_however_long_ago(house: LongHouse, folder: Path) -> None:
    store = house.store
    first = next(entry for entry in every_entry(store, "t1") if entry.command)
    archived(store, folder)
    for path in folder.iterdir():
        path.unlink()
    assert first.command
    held = store.balances()
    write = Write(b"{}", command=first.command)
    other = Write(b"{}", command=Command(first.command.sender, first.command.id, b"other"))
    batch = Batch("t2", house.epochs["t2"], store.head("t2").seq, (write, other), 1)
    ((again, refused),) = store.commit([batch])
    assert again == Repeated(first.answer, "t1", first.seq)
    assert refused == OtherBody()
    assert store.balances() == held


@pytest.mark.parametrize(
    "place", ["archive-written:2", "archive-placed:2", "archive-left:2", "commit-begun:3"]
)
def test_killed_between_the_steps(
    house: LongHouse, lasting_url: str, folder: Path, place: str
) -> None:
    before = everything(house.store)
    killed = archiver(lasting_url, folder, place)
    assert killed.returncode == -signal.SIGKILL
    assert everything(house.store) == before
    assert_store_sound(house.store)
    again = archiver(lasting_url, folder)
    assert again.returncode == 0, again
    done = killed.stdout.split("\n")[:-1] + again.stdout.split("\n")[:-1]
    assert len(done) == len(STREAMS)
    assert everything(house.store) == before
    assert not list(folder.glob("*.part"))
    assert len(list(folder.iterdir())) == len(STREAMS)
    assert_store_sound(house.store)
    house.write(5)
    assert_store_sound(house.store)


def archiver(url: str, folder: Path, crashpoint: str = "") -> "subprocess.CompletedProcess[str]":
    return fork_server.run(
        "tests.store.archiver",
        url,
        folder,
        FOREVER,
        environment={"CROUPIER_CRASHPOINT": crashpoint},
    )


@pytest.mark.parametrize("part", [0.0, 0.001, 0.3, 0.6, 0.999])
def test_a_flipped_byte_is_found(house: LongHouse, folder: Path, part: float) -> None:
    period = archived(house.store, folder)[1]
    path = folder / period.file
    data = bytearray(path.read_bytes())
    data[int(len(data) * part)] ^= 4
    path.write_bytes(data)
    assert any(f"the archive's file {path}" in line for line in wrong(house.store))


def test_a_byte_that_changes_nothing_in_the_text_is_found(house: LongHouse, folder: Path) -> None:
    period = archived(house.store, folder)[1]
    path = folder / period.file
    data = bytearray(path.read_bytes())
    data[4] ^= 1  # the time in gzip's heading: unpacked it is the same
    path.write_bytes(data)
    assert wrong(house.store) == [
        f"archive: the archive's file {path} is not as it was written: its note says otherwise"
    ]


def test_a_file_that_is_missing(house: LongHouse, folder: Path) -> None:
    period = archived(house.store, folder)[1]
    path = folder / period.file
    path.unlink()
    assert f"archive: the archive's file {path} is not there" in wrong(house.store)
    with pytest.raises(StoreFailed, match=f"{path.name} is not there"):
        house.store.entries(period.stream)
    # What is in other files, and all that is new, is none the worse for it.
    other = next(stream for stream in STREAMS if stream != period.stream)
    assert house.store.entries(other)
    house.write(5)


def test_no_older_file_is_opened_than_a_page_needs(house: LongHouse, folder: Path) -> None:
    store, purse = house.store, wallet("ann")
    older = archived(store, folder, 200)
    newest = store.postings(purse, limit=5, newest_first=True)
    (between,) = store.postings(purse, limit=1, newest_first=True, until_ms=250)
    recent = store.postings(purse, since_ms=250)
    assert archived(store, folder)
    for period in older:
        (folder / period.file).unlink()
    assert store.postings(purse, limit=5, newest_first=True) == newest
    assert store.postings(purse, since_ms=250) == recent
    assert store.postings(purse, limit=1, newest_first=True, until_ms=250) == (between,)
    assert store.entries("t1", store.archive_head("t1").seq - 1, 1)
    with pytest.raises(StoreFailed, match="is not there"):
        store.postings(purse)


def test_a_file_in_another_one_s_place(house: LongHouse, folder: Path) -> None:
    one, other = archived(house.store, folder)[:2]
    (folder / one.file).write_bytes((folder / other.file).read_bytes())
    assert any(line.startswith("archive:") and one.file in line for line in wrong(house.store))
    with pytest.raises(StoreFailed, match="archive's file"):
        house.store.entries(one.stream)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DELETE FROM archived_wallets WHERE account = 'wallet:ann'", "is not found in the"),
        ("DELETE FROM archived_commands WHERE sender = 'bob'", "is not found by its id"),
        ("UPDATE archived_blocks SET last_place = last_place + 1", "is not found in the"),
    ],
)
def test_what_the_database_says_of_it_is_held_to_the_files(
    tmp_path: Path, opening: Opening, folder: Path, damage: str, told: str
) -> None:
    path = tmp_path / "house.db"
    house = LongHouse(opening(str(path)), seed=1)
    house.write(110)
    house.keep_checkpoints()
    assert archived(house.store, folder)
    with closing(sqlite3.connect(path)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            if name.startswith("archived_"):
                db.execute(f"DROP TRIGGER {name}")
        db.execute(damage)
        db.commit()
    assert any(told in line for line in wrong(house.store))


def test_the_database_lets_nothing_else_leave(
    house: LongHouse, lasting_url: str, folder: Path
) -> None:
    archived(house.store, folder, 200)
    for statement in (
        "DELETE FROM transfers",
        "DELETE FROM entries WHERE NOT EXISTS"
        " (SELECT 1 FROM transfers WHERE transfers.place = entries.place)",
        "UPDATE entries SET epoch = epoch + 1",
        "DELETE FROM archived_commands",
        "DELETE FROM archived_wallets",
        "UPDATE archived_blocks SET begins = 0",
    ):
        with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RaiseException)):
            execute(lasting_url, statement)
    assert_store_sound(house.store)


def execute(url: str, statement: str) -> None:
    if is_postgres(url):
        with psycopg.connect(url, options="-c search_path=croupier") as db:
            db.execute(statement.encode())
        return
    with closing(sqlite3.connect(url.removeprefix("sqlite:"))) as db:
        db.execute(statement)
        db.commit()


def test_a_backup_holds_what_is_in_the_archive(
    house: LongHouse, lasting_url: str, folder: Path, tmp_path: Path, opening: Opening
) -> None:
    backup(lasting_url, tmp_path / "first")
    archived(house.store, folder)
    before = everything(house.store)
    house.write(20)
    backup(lasting_url, tmp_path / "whole")
    backup(lasting_url, tmp_path / "since", tmp_path / "first")
    for n, files in enumerate(([tmp_path / "whole"], [tmp_path / "first", tmp_path / "since"])):
        restore(files, str(tmp_path / f"{n}.db"))
        back = opening(str(tmp_path / f"{n}.db"))
        assert everything(back) == everything(house.store)
        # Nothing there is in a file: all of it is in the tables again, though the notes stand.
        assert back.archive_head("t1").seq == 0
        assert list(noted(back)) == list(noted(house.store))
        assert_store_sound(back)
        # And may leave once more, from there, into the same folder.
        again = LongHouse(back, seed=2)
        again.keep_checkpoints()
        held = everything(back)
        assert archived(back, folder)
        assert everything(back) == held
        assert_store_sound(back)
    assert_store_sound(house.store)
    assert before != everything(house.store)


def test_a_folder_that_was_moved(house: LongHouse, folder: Path, tmp_path: Path) -> None:
    before = everything(house.store)
    archived(house.store, folder, 200)
    elsewhere = tmp_path / "elsewhere"
    with pytest.raises(StoreFailed, match="move all of them together"):
        archived(house.store, elsewhere)
    elsewhere.rmdir()
    folder.rename(elsewhere)
    assert archived(house.store, elsewhere)
    assert everything(house.store) == before
    assert_store_sound(house.store)


def test_books_and_archive_are_moved_together(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with closing(open_store(str(data / "house.db"))) as store:
        house = LongHouse(store, seed=1)
        house.write(110)
        house.keep_checkpoints()
        assert archived(store, data / "archive")
        before = everything(store)
    data.rename(tmp_path / "moved")
    with closing(open_store(str(tmp_path / "moved" / "house.db"))) as store:
        assert everything(store) == before


def test_a_smaller_file(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "house.db"
    with closing(open_store(str(path))) as store:
        house = LongHouse(store, seed=1)
        house.write(110)
        house.keep_checkpoints()
        store.shrink()
        before = path.stat().st_size
        archived(store, folder)
        held = everything(store)
        store.shrink()
        assert path.stat().st_size < 0.6 * before
        assert everything(store) == held
        assert_store_sound(store)


def test_rows_that_differ_from_the_file_do_not_leave(house: LongHouse, folder: Path) -> None:
    """Whatever wrote there meanwhile: the note is not written either."""
    store = house.store
    archived(store, folder, 200)
    (period, *_) = noted(store)
    before, head = everything(store), store.head(ARCHIVE)
    epoch = store.claim(ARCHIVE, "test")
    with pytest.raises(StoreFailed, match="the tables hold other entries"):
        store.archive(scan(folder / period.file), period.file, note(store, period, epoch, 1))
    assert store.head(ARCHIVE).seq == head.seq
    assert everything(store) == before


def test_memory_has_no_archive(folder: Path) -> None:
    with pytest.raises(WrongStore, match="no archive"):
        archived(MemoryStore(), folder)


def test_a_new_command_after_an_archive_is_new(house: LongHouse, folder: Path) -> None:
    archived(house.store, folder)
    write = Write(b"{}", command=Command("ann", "never before", b"body"))
    batch = Batch("t1", house.epochs["t1"], house.store.head("t1").seq, (write,), 1)
    ((done,),) = house.store.commit([batch])
    assert isinstance(done, Done)


def test_every_entry_of_a_period_is_between_its_places(house: LongHouse, folder: Path) -> None:
    """A clock that was set back hides none."""
    store = house.store
    made = [(entry.at_ms, entry.place) for entry in store.journal(limit=10_000)]
    last_ms = max(at_ms for at_ms, _ in made)
    periods = [(0, 50), (100, 250), (last_ms, last_ms + 1)]

    def assert_found() -> None:
        for since, until in periods:
            places = store.places(since, until)
            assert {place for at_ms, place in made if since <= at_ms < until} <= {*places}

    assert_found()
    before = store.places(*periods[2])
    assert not store.places(last_ms + 1, FOREVER)
    list(archive(store, folder, FOREVER, last_ms - 1))
    assert_found()
    # Nothing in the archive is younger than the note of it.
    assert store.places(*periods[2]) == before
    assert not store.places(last_ms + 1, FOREVER)


def test_balances_are_added_up_with_what_is_in_the_archive(house: LongHouse, folder: Path) -> None:
    store = house.store
    for _ in range(2):
        with store.snapshot() as reader:
            assert list(balance_complaints(reader)) == []
            everywhere = reader.places(0, FOREVER)
            assert reader.moved(everywhere) == dict(reader.balances())
        archived(store, folder)
    assert store.moved(range(everywhere.stop, everywhere.stop + 9)) == {}
    store.frozen = frozenset({wallet("ann")})
    moved = Transfer(wallet("ann"), escrow("t1", "r1"), 1, Reason.STAKE, "BJ5 3.1")
    back = Transfer(escrow("t1", "r1"), wallet("ann"), 1, Reason.STAKE, "BJ5 3.1")
    batch = Batch("t1", house.epochs["t1"], store.head("t1").seq, (Write(b"{}", (moved,)),), 1)
    assert store.commit([batch]) == ((ShortOfFunds(wallet("ann")),),)
    batch = msgspec.structs.replace(batch, writes=(Write(b"{}", (back,)),))
    (result,) = store.commit([batch])
    assert isinstance(result[0], Done)


def test_places_in_memory() -> None:
    house = LongHouse(MemoryStore(), seed=1)
    house.write(20)
    made = [(entry.at_ms, entry.place) for entry in house.store.journal(limit=10_000)]
    found = house.store.places(50, 90)
    inside = [place for at_ms, place in made if 50 <= at_ms < 90]
    assert (found.start, found.stop) == (min(inside), max(inside) + 1)
    assert not house.store.places(FOREVER, FOREVER + 1)
