"""One folder, one house: real processes on the same books."""

import os
import signal
from pathlib import Path

import pytest

from croupier.client import Api
from croupier.store import open_store
from croupier.table.invariants import house_complaints
from tests.server.test_serve_command import WHEEL, guest
from tests.support.serve_process import Served, croupier, served


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    path = tmp_path / "tables.toml"
    path.write_text(WHEEL)
    return path


async def bet(house: Served) -> None:
    async with guest(house, "wheel") as client:
        await client.place("wheel", "red", 10_00)


async def test_a_second_house_on_the_same_folder_is_told_of_the_first(
    tmp_path: Path, tables: Path
) -> None:
    data = tmp_path / "data"
    with served(data, "--tables", tables) as first:
        done = croupier("serve", "--data", data, "--port", 0, "--tables", tables)
        assert (done.returncode, done.stdout) == (2, "")
        (line,) = done.stderr.splitlines()
        assert line.startswith("croupier: occupied: ")
        assert f"pid {first.pid} on " in line
        assert f"serves {first.address}, since 20" in line
        await bet(first)
        first.signal(signal.SIGTERM)
        assert await first.ended() == 0
    assert first.errors == ""


async def test_nothing_else_writes_to_a_house_that_is_open(tmp_path: Path, tables: Path) -> None:
    data = tmp_path / "data"
    url = str(data / "house.db")
    with served(data, "--tables", tables) as first:
        assert croupier("backup", tmp_path / "copy", "--store", url).returncode == 0
        assert croupier("verify", "--store", url).returncode == 0
        for command in (("restore", tmp_path / "copy"), ("reseal",)):
            done = croupier(*command, "--store", url)
            assert done.returncode == 2
            assert f"occupied: {url} is in use by pid {first.pid}" in done.stderr
        await bet(first)


async def test_a_killed_house_does_not_block_the_next(tmp_path: Path, tables: Path) -> None:
    data = tmp_path / "data"
    with served(data, "--tables", tables) as first:
        first.signal(signal.SIGKILL)
        assert await first.ended() == -signal.SIGKILL
    assert f'"pid":{first.pid}' in (data / "house.db.lock").read_text()
    with served(data, "--tables", tables) as second:
        await bet(second)


async def test_on_postgres_too_and_a_take_over_is_said(
    tmp_path: Path, tables: Path, postgres_url: str
) -> None:
    """The one that is taken over ends by itself, though nobody plays there."""
    options = ("--tables", tables)
    with served(tmp_path / "one", *options, store=postgres_url) as first:
        key = (tmp_path / "one" / "house.key").read_text()
        other = tmp_path / "two"
        other.mkdir(mode=0o700)
        (other / "house.key").write_text(key)
        (other / "house.key").chmod(0o600)
        arguments = ("serve", "--data", other, "--port", 0, *options, "--store", postgres_url)
        done = croupier(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"occupied: the database is in use by pid {first.pid} on " in done.stderr
        assert "--take-over" in done.stderr
        with served(other, *options, "--take-over", store=postgres_url) as second:
            assert await first.ended() == 2
            await bet(second)
    assert "Traceback" not in first.errors
    last = first.errors.splitlines()[-1]
    assert last.startswith("croupier: not-stored: another process has taken this house over: ")
    assert f"pid {second.pid} on " in last
    store = open_store(postgres_url, create=False)
    assert list(house_complaints(store)) == []
    store.close()


async def test_a_house_taken_over_in_mid_play_ends_without_a_traceback(
    tmp_path: Path, tables: Path, postgres_url: str
) -> None:
    data = tmp_path / "data"
    with served(data, "--tables", tables, store=postgres_url) as first:
        async with Api(first.address) as api:
            await api.guest()
            # Somebody writes there who never asked: the journals' epochs tell.
            store = open_store(postgres_url, create=False)
            for stream in store.streams():
                store.claim(stream, "somebody else")
            store.close()
            assert (await api.send("POST", "/api/guest", {})).status_code >= 400
            assert await first.ended() == 2
    assert "Traceback" not in first.errors
    assert "another process has taken this house over" in first.errors.splitlines()[-1]


def test_the_lock_tells_nothing_that_is_secret(tmp_path: Path, tables: Path) -> None:
    data = tmp_path / "data"
    with served(data, "--tables", tables):
        assert (data / "house.db.lock").stat().st_mode & 0o777 == 0o600
        assert (data / "house.mark").stat().st_mode & 0o777 == 0o600
        assert os.stat(data).st_mode & 0o022 == 0  # noqa: PTH116
