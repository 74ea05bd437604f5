"""A house in a file, and a house from a file."""

import gzip
import sqlite3
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from msgspec import json, structs

from croupier.ledger import wallet
from croupier.store import (
    NO_HASH,
    BadBackup,
    Entry,
    Head,
    Reader,
    Repeated,
    Store,
    Write,
    WrongStore,
    backup,
    every_stream,
    open_store,
    restore,
    whole_journal,
)
from croupier.store.chain import hash_of
from croupier.store.memory import MemoryStore
from tests.support.store_writes import StoreTable, assert_store_sound, bet, loss, open_house

Opening = Callable[[str], Store]


def fill(store: Store) -> None:
    table = open_house(store, ann=1_000, bob=1_000)
    for n in range(400):
        table.write(bet("ann", 1, f"a{n}"), bet("bob", 1, f"b{n}"))
    table.write(loss(800), Write(bytes(range(256)), vault=(("shoe 1", b"\x00\xff"),)))
    StoreTable(store, "t1", "node 2").write(bet("ann", 5, "last"))
    StoreTable(store, "never written to")


def books(reader: Reader) -> object:
    """All there is, to compare."""
    streams = list(every_stream(reader))
    return (
        [(name, reader.head(name)) for name in streams],
        list(whole_journal(reader)),
        reader.balances(),
        [(key, reader.vault(key)) for key in reader.vault_keys()],
    )


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(str(tmp_path / "first.db"))) as store:
        fill(store)
        yield store


@pytest.fixture
def saved(house: Store, tmp_path: Path) -> Path:
    path = tmp_path / "house.backup"
    assert backup(str(tmp_path / "first.db"), path) == 805
    return path


def test_a_house_moves_to_postgres_and_back(
    house: Store, saved: Path, tmp_path: Path, postgres_url: str, opening: Opening
) -> None:
    assert restore(saved, postgres_url) == 805
    moved = opening(postgres_url)
    assert books(moved) == books(house)
    assert_store_sound(moved)
    again = tmp_path / "again.backup"
    assert backup(postgres_url, again) == 805
    assert gzip.decompress(again.read_bytes()) == gzip.decompress(saved.read_bytes())
    restore(again, str(tmp_path / "second.db"))
    back = opening(str(tmp_path / "second.db"))
    assert books(back) == books(house)
    assert_store_sound(back)


def test_a_restored_house_goes_on(saved: Path, lasting_url: str, opening: Opening) -> None:
    restore(saved, lasting_url)
    store = opening(lasting_url)
    table = StoreTable(store, "t1", "node 3")
    assert table.epoch == 3
    assert table.write(bet("ann", 5, "last")) == (Repeated(b"ann has bet 5", "t1", 803),)
    table.write(bet("ann", 10, "one more"))
    assert store.head("t1").seq == 804
    assert store.balance(wallet("ann")) == 585
    assert_store_sound(store)


def test_an_empty_house(tmp_path: Path, opening: Opening) -> None:
    opening(str(tmp_path / "empty.db"))
    assert backup(str(tmp_path / "empty.db"), tmp_path / "empty.backup") == 0
    assert restore(tmp_path / "empty.backup", str(tmp_path / "other.db")) == 0
    assert opening(str(tmp_path / "other.db")).streams() == ()


def test_it_is_taken_while_the_house_plays(
    lasting_url: str, tmp_path: Path, opening: Opening
) -> None:
    store = opening(lasting_url)
    table = open_house(store, ann=1_000)
    table.write(bet("ann", 1))
    stop = Event()

    def play() -> None:
        while not stop.is_set() and table.after < 900:
            table.write(bet("ann", 1))

    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(play)
        count = backup(lasting_url, tmp_path / "house.backup")
        stop.set()
        playing.result()
    restore(tmp_path / "house.backup", str(tmp_path / "copy.db"))
    copy = opening(str(tmp_path / "copy.db"))
    assert copy.head("t1").seq == count - 1
    assert list(whole_journal(copy)) == list(whole_journal(store))[:count]
    assert_store_sound(copy)


def test_it_waits_for_no_writer(tmp_path: Path, opening: Opening) -> None:
    path = tmp_path / "house.db"
    open_house(opening(str(path)), ann=1_000)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert backup(str(path), tmp_path / "house.backup") > 0


def test_never_over_something_else(house: Store, saved: Path, tmp_path: Path) -> None:
    before = books(house)
    with pytest.raises(WrongStore, match="not empty"):
        restore(saved, str(tmp_path / "first.db"))
    assert books(house) == before
    with pytest.raises(FileExistsError):
        backup(str(tmp_path / "first.db"), saved)
    with pytest.raises(WrongStore, match="no store"):
        backup(str(tmp_path / "nothing.db"), tmp_path / "other.backup")
    assert not (tmp_path / "nothing.db").exists()
    assert not list(tmp_path.glob("*.part"))


def test_only_its_owner_may_read_it(saved: Path) -> None:
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600


def change(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda text: text.replace(old, new, 1)


def drop(line: int) -> Callable[[bytes], bytes]:
    def change(text: bytes) -> bytes:
        lines = text.splitlines(keepends=True)
        del lines[line]
        return b"".join(lines)

    return change


@pytest.mark.parametrize(
    "damage",
    [
        change(b'"amount":1,', b'"amount":2,'),
        change(b'"amount":1,', b'"amount":-1,'),
        change(b"wallet:ann", b"wallet:eve"),
        change(b'"epoch":1,"at_ms"', b'"epoch":2,"at_ms"'),
        change(b'"place"', b'"where"'),
        change(b'"format":2', b'"format":3'),
        change(b'"entries":805', b'"entries":804'),
        drop(0),
        drop(1),
        drop(3),
        drop(10),
        drop(-2),
        drop(-1),
        lambda text: text + b'{"line":"end","entries":805}\n',
        lambda text: text[: len(text) // 2],
        lambda text: b"{" * 100_000,
        lambda text: b"\xff\xfe",
        lambda text: b"",
    ],
)
def test_a_damaged_backup_restores_nothing(
    saved: Path, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    text = gzip.decompress(saved.read_bytes())
    damaged = damage(text)
    assert damaged != text
    saved.write_bytes(gzip.compress(damaged))
    url = str(tmp_path / "second.db")
    with pytest.raises(BadBackup):
        restore(saved, url)
    with closing(open_store(url)) as store:
        assert (store.streams(), store.journal(), store.balances()) == ((), (), ())
        assert store.vault_keys() == ()


def test_a_backup_cut_short(saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    for length in (0, 5, len(whole) // 2, len(whole) - 1):
        saved.write_bytes(whole[:length])
        with pytest.raises(BadBackup):
            restore(saved, str(tmp_path / "second.db"))
    saved.write_bytes(b"not gzip at all")
    with pytest.raises(BadBackup):
        restore(saved, str(tmp_path / "second.db"))


def test_a_forged_chain_that_overdraws(tmp_path: Path) -> None:
    """Anybody can compute a chain; that does not make money."""
    placed = bet("eve", 100)
    entry = Entry(1, "t1", 1, 1, 0, placed.entry, NO_HASH, None, b"")
    entry = structs.replace(entry, hash=hash_of(NO_HASH, entry, placed.transfers))
    lines = [
        {"line": "croupier-backup", "format": 1},
        {"line": "stream", "name": "t1", "head": Head(1, 1, entry.hash)},
        {"line": "entry", "entry": entry, "transfers": placed.transfers},
        {"line": "end", "entries": 1},
    ]
    forged = tmp_path / "forged.backup"
    forged.write_bytes(gzip.compress(json.Encoder().encode_lines(lines)))
    with pytest.raises(BadBackup, match="wallet:eve"):
        restore(forged, str(tmp_path / "second.db"))


def test_a_backup_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        restore(tmp_path / "nothing", str(tmp_path / "second.db"))
    assert list(tmp_path.iterdir()) == []


def test_memory_is_restored_too(saved: Path, house: Store) -> None:
    from croupier.store.backup import _Backup, _opened, _streams

    store = MemoryStore()
    with _opened([saved]) as files:
        store.load(_streams(files[0]), _Backup(files).outcomes())
    assert books(store) == books(house)
    assert_store_sound(store)


class Growing:
    """A house that is copied again and again, each time what has come since."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder = folder
        self.store = store
        self.files: list[Path] = []
        self.table = open_house(store, ann=100_000)

    def copy(self) -> Path:
        path = self.folder / f"{len(self.files)}.backup"
        backup(str(self.folder / "first.db"), path, self.files[-1] if self.files else None)
        self.files.append(path)
        return path

    def play(self, n: int) -> None:
        shoe = (f"shoe {n}", b"order")
        self.table.now_ms += 1_000
        self.table.write(bet("ann", 1, f"a{n}"), Write(b"sealed", vault=(shoe,)))
        if n % 3 == 0:
            other = StoreTable(self.store, f"table {n}")
            other.now_ms = self.table.now_ms
            other.write(Write(b"opened"))


@pytest.fixture
def growing(tmp_path: Path) -> Iterator[Growing]:
    with closing(open_store(str(tmp_path / "first.db"))) as store:
        growing = Growing(tmp_path, store)
        for n in range(12):
            growing.play(n)
            if n % 4 == 3:
                growing.copy()
        yield growing


def test_what_came_since_is_copied_and_nothing_twice(growing: Growing, tmp_path: Path) -> None:
    first, second, third = growing.files
    entries = [line for line in gzip.decompress(second.read_bytes()).splitlines() if b"a4" in line]
    assert len(entries) == 1
    assert b'"a3"' not in gzip.decompress(second.read_bytes())
    assert restore([first, second, third], str(tmp_path / "again.db")) == 1 + 24 + 4
    with closing(open_store(str(tmp_path / "again.db"))) as again:
        assert books(again) == books(growing.store)
        assert_store_sound(again)


def test_the_books_as_they_stood_at_any_moment(growing: Growing, tmp_path: Path) -> None:
    journal = list(whole_journal(growing.store))
    for n, moment in enumerate(sorted({entry.at_ms for entry, _ in journal})):
        url = str(tmp_path / f"then-{n}.db")
        then = [(entry, moved) for entry, moved in journal if entry.at_ms <= moment]
        assert restore(growing.files, url, until_ms=moment) == len(then)
        with closing(open_store(url)) as store:
            assert list(whole_journal(store)) == then
            assert_store_sound(store)


@pytest.mark.parametrize("order", [(1,), (0, 2), (1, 0), (0, 0), (0, 1, 1)])
def test_files_that_do_not_follow_one_another_are_refused(
    growing: Growing, tmp_path: Path, order: tuple[int, ...]
) -> None:
    url = str(tmp_path / "again.db")
    with pytest.raises(BadBackup, match="another backup belongs before"):
        restore([growing.files[n] for n in order], url)
    with closing(open_store(url)) as store:
        assert store.streams() == ()


def test_a_copy_goes_on_from_a_copy_of_the_same_books(growing: Growing, tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "other.db"))) as other:
        open_house(other, ann=1)
    with pytest.raises(BadBackup, match="of other books"):
        backup(str(tmp_path / "other.db"), tmp_path / "next", growing.files[-1])
    assert not (tmp_path / "next").exists()
