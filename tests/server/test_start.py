"""A start looks at what it finds before it writes anything: one clear line, and what to do."""

import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from croupier.client import Api
from croupier.kit.errors import Refused
from croupier.server.books import check_private
from croupier.store import Write, open_store
from croupier.store.tail import LOOKED_AT
from croupier.table.recovery import fold
from tests.server.test_serve_command import BLACKJACK, WHEEL, guest, refused
from tests.support.serve_process import croupier, served
from tests.support.store_writes import StoreTable


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    path = tmp_path / "tables.toml"
    path.write_text(WHEEL + BLACKJACK)
    return path


@pytest.fixture
async def data(tmp_path: Path, tables: Path) -> Path:
    """A house that has been open, and has closed in good order."""
    data = tmp_path / "data"
    with served(data, "--tables", tables) as house:
        async with guest(house, "wheel"):
            pass
        house.signal(signal.SIGTERM)
        assert await house.ended() == 0
    return data


def start(data: Path, tables: Path) -> str:
    line = refused("--data", data, "--port", 0, "--tables", tables)
    assert line.startswith("croupier: bad-books: ")
    return line


def test_books_missing_beside_their_key(data: Path, tables: Path) -> None:
    (data / "house.db").rename(data / "elsewhere.db")
    line = start(data, tables)
    assert "house.db is not there" in line
    assert "croupier restore" in line
    assert not (data / "house.db").exists()
    (data / "house.db").touch()
    assert "house.db is empty" in start(data, tables)


def test_a_key_missing_beside_its_books(data: Path, tables: Path) -> None:
    (data / "house.key").unlink()
    assert "house.key is not" in start(data, tables)
    assert not (data / "house.key").exists()


def test_another_houses_key(data: Path, tables: Path) -> None:
    (data / "house.key").write_text("ab" * 32)
    assert "house.key is not the key of these books" in start(data, tables)


@pytest.mark.parametrize("name", [".", "house.db", "house.mark", "house.db.lock"])
@pytest.mark.parametrize("mode", [0o020, 0o002])
def test_what_others_may_write(data: Path, tables: Path, name: str, mode: int) -> None:
    path = data / name
    path.chmod(path.stat().st_mode | mode)
    line = start(data, tables)
    assert f"others may write to {path}" in line
    assert f"chmod go-w {path}" in line


def test_what_belongs_to_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "house.db"
    path.touch()
    check_private(tmp_path, str(path))
    if os.geteuid() == 0:
        os.chown(path, 65534, -1)
    else:
        mine = os.geteuid()
        monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    with pytest.raises(Refused, match="belongs to another user"):
        check_private(tmp_path, str(path))


def altered(data: Path, stream: str, change: Callable[[bytes], bytes]) -> None:
    """The last entry of a journal, changed as only somebody with the file could."""
    with closing(sqlite3.connect(data / "house.db")) as db, db:
        db.execute("DROP TRIGGER entries_stay")
        place, body = db.execute(
            "SELECT e.place, e.body FROM entries e JOIN streams s ON s.id = e.stream "
            "WHERE s.name = ? ORDER BY e.seq DESC LIMIT 1",
            (stream,),
        ).fetchone()
        db.execute("UPDATE entries SET body = ? WHERE place = ?", (change(body), place))


def test_an_altered_entry_of_the_houses_own(data: Path, tables: Path) -> None:
    altered(data, "house/people", lambda body: body.replace(b"{", b"[", 1))
    line = start(data, tables)
    assert "house/people: entry" in line
    assert "is not as it was written" in line
    assert "croupier verify" in line


def test_an_entry_long_ago_that_cannot_be_read(data: Path, tables: Path) -> None:
    """The end of the journal is as it was; it is met when the journal is read from its beginning,
    as it is where there is no checkpoint."""
    with closing(open_store(str(data / "house.db"))) as store:
        store.discard("house/people")
        table = StoreTable(store, "house/people")
        for _ in range(LOOKED_AT + 1):
            table.write(Write(b'{"fact":"sessions-ended","why":"a test"}'))
    with closing(sqlite3.connect(data / "house.db")) as db, db:
        db.execute("DROP TRIGGER entries_stay")
        db.execute(
            "UPDATE entries SET body = ? WHERE seq = 1 AND stream = "
            "(SELECT id FROM streams WHERE name = 'house/people')",
            (b"{}",),
        )
    line = start(data, tables)
    assert "house/people 1 cannot be gone on from" in line
    assert "croupier verify" in line


async def open_with_one_bad_table(data: Path, tables: Path, why: str) -> None:
    """The wheel is shown as failed, and blackjack is dealt."""
    with served(data, "--tables", tables) as house:
        async with guest(house, "twenty-one") as client:
            lobby = {one["table"]: one for one in await client.api.call("GET", "/api/lobby")}
            assert lobby["wheel"]["standstill"] == "stopped"
            assert lobby["twenty-one"]["phase"] == "betting"
        async with Api(house.address) as api:
            ready = await api.send("GET", "/readyz")
            assert ready.status_code == 200
            assert ready.json()["stopped"] == ["wheel"]
        house.signal(signal.SIGTERM)
        assert await house.ended() == 0
    assert why in house.errors
    assert "Traceback" not in house.errors


@pytest.mark.parametrize("change", [lambda body: body.replace(b"{", b"[", 1), lambda _: b"{}"])
async def test_an_altered_entry_closes_its_table_and_no_other(
    data: Path, tables: Path, change: Callable[[bytes], bytes]
) -> None:
    altered(data, "wheel", change)
    await open_with_one_bad_table(data, tables, "is not as it was written")
    assert croupier("verify", "--store", data / "house.db").returncode == 1


async def test_a_lost_vault_row_closes_its_table_and_no_other(data: Path, tables: Path) -> None:
    url = str(data / "house.db")
    with closing(open_store(url)) as store:
        state, _, _ = fold(store, "wheel")
    assert state.shoe is not None
    with closing(sqlite3.connect(data / "house.db")) as db, db:
        db.execute("DROP TRIGGER vault_is_kept")
        db.execute("DELETE FROM vault WHERE key = ?", (state.shoe.name,))
    told = croupier("verify", "--store", url)
    assert f"{state.shoe.name} is not in the vault" in told.stdout
    await open_with_one_bad_table(data, tables, "croupier reseal")
    # And the way out.
    assert croupier("reseal", "--store", url).returncode == 0
    with served(data, "--tables", tables) as house:
        async with guest(house, "wheel") as client:
            await client.place("wheel", "red", 10_00)


def test_verify_misses_what_people_locked_away(data: Path, tables: Path) -> None:
    with closing(sqlite3.connect(data / "house.db")) as db, db:
        db.execute("DROP TRIGGER vault_is_kept")
        db.execute("DELETE FROM vault WHERE key = 'password/admin/1'")
    told = croupier("verify", "--store", data / "house.db")
    assert told.returncode == 1
    assert "password/admin/1 is not in the vault" in told.stdout
