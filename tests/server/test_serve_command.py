"""`croupier serve` as its owner meets it: the first start, what it refuses, and how it closes."""

import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from croupier.client import Api, Client, HouseRefused
from croupier.engine.layout import Limits
from croupier.house.people.names import OPENING_STAFF
from croupier.store import open_store
from croupier.table.facts import Reconfigured
from croupier.table.invariants import house_complaints
from croupier.table.recovery import fold
from croupier.table.rounds import PlayedRound, rounds
from tests.support.serve_process import OPEN, Served, croupier, served
from tests.support.tables_file import table_text

WHEEL = table_text("wheel", "live-roulette", betting=600)
BLACKJACK = table_text("twenty-one", "live-blackjack", betting=600)
QUICK_BLACKJACK = table_text("twenty-one", "live-blackjack", betting=0)


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    path = tmp_path / "tables.toml"
    path.write_text(WHEEL)
    return path


@asynccontextmanager
async def guest(house: Served, table: str) -> AsyncIterator[Client]:
    async with Api(house.address) as api:
        await api.guest()
        async with Client(api) as client:
            await client.join(table)
            await client.until(lambda: client.tables[table].phase == "betting")
            yield client


def sound(data: Path) -> None:
    store = open_store(f"sqlite:{data / 'house.db'}", create=False)
    assert list(house_complaints(store)) == []
    store.close()


def test_a_bus_without_a_login_is_refused(tmp_path: Path) -> None:
    """Before anything is made; unless that is meant."""
    node = ("--store", "postgresql://nowhere.invalid/none", "--node", "a", "--data", tmp_path / "d")
    bus = ("--bus", "nats://127.0.0.1:1")
    refused = croupier("serve", "--port", 0, *node, *bus)
    assert refused.returncode == 2
    assert "bad-setting: the bus at nats://127.0.0.1:1 has no login" in refused.stderr
    assert not (tmp_path / "d").exists()
    meant = croupier("serve", "--port", 0, *node, *bus, "--bus-without-login")
    assert "has no login" not in meant.stderr


# Opening -----------------------------------------------------------------------------------------


async def test_the_first_start_tells_the_staffs_passwords_and_no_other_does(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        told = dict(line.split() for line in house.said if line.startswith("  "))
        assert set(told) == set(OPENING_STAFF)
        assert len(set(told.values())) == len(told)
        async with Api(house.address) as api:
            assert await api.login("admin", told["admin"]) == "admin"
            assert (await api.call("GET", "/api/me"))["must"] == "password"
            with pytest.raises(HouseRefused):
                await api.login("admin", told["pit"])
        house.signal(signal.SIGTERM)
        assert await house.ended() == 0
    assert house.errors == ""
    with served(tmp_path) as again:
        assert again.said == [f"{OPEN}{again.address}"]
    database = (tmp_path / "house.db").read_bytes()
    for password in told.values():
        assert password.encode() not in database
    assert (tmp_path / "house.key").stat().st_mode & 0o777 == 0o600


def refused(*arguments: object) -> str:
    """What it says in its one line before it gives up."""
    return only_line(croupier("serve", *arguments))


def only_line(done: "subprocess.CompletedProcess[str]") -> str:
    assert (done.returncode, done.stdout) == (2, ""), done
    (line,) = done.stderr.splitlines()
    return line


def test_it_does_not_open_without_its_assertions(tmp_path: Path) -> None:
    command = [sys.executable, "-O", "-m", "croupier", "serve", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "python -O" in only_line(done)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_it_does_not_open_with_a_key_that_others_can_read(tmp_path: Path, mode: int) -> None:
    key = tmp_path / "house.key"
    key.write_text("00" * 32)
    key.chmod(mode)
    assert "others can read it" in refused("--data", tmp_path, "--port", 0)


@pytest.mark.parametrize("text", ["", "00" * 31, "zz" * 32, "00" * 33])
def test_it_does_not_open_with_a_key_that_is_none(tmp_path: Path, text: str) -> None:
    key = tmp_path / "house.key"
    key.write_text(text)
    key.chmod(0o600)
    assert "does not hold a key" in refused("--data", tmp_path, "--port", 0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[table]", "not TOML"),
        ("", "1 to 500 tables"),
        (WHEEL.replace("live-roulette", "live-roulete"), "live-roulete"),
        (WHEEL.replace("limits", "limit"), "did you mean 'limits'?"),
        (WHEEL.replace('max = "500"', 'max = "1"'), "more than limits.max"),
        (WHEEL + WHEEL, "is taken by table number 1"),
    ],
)
def test_a_wrong_tables_file_is_one_clear_line(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "tables.toml"
    path.write_text(text)
    assert told in refused("--data", tmp_path / "data", "--port", 0, "--tables", path)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--tables", "/no/such/file"), "cannot be read"),
        (("--log-level", "loud"), "--log-level"),
        (("--play-chips", "0"), "--play-chips"),
        (("--play-chips", "many"), "--play-chips"),
        (("--host", "256.1.1.1"), "cannot be opened"),
        (("--data", "/dev/null/data"), "--data"),
    ],
)
def test_a_wrong_option_is_one_clear_line(
    tmp_path: Path, options: tuple[str, str], told: str
) -> None:
    assert told in refused("--data", tmp_path, "--port", 0, *options)


async def test_a_port_in_use_is_told_and_the_tables_stay_with_the_house_that_has_it(
    tmp_path: Path, tables: Path
) -> None:
    with served(tmp_path, "--tables", tables) as house:
        line = refused("--data", tmp_path, "--port", house.port, "--tables", tables)
        assert f"port {house.port}" in line
        assert "in use" in line
        async with guest(house, "wheel") as client:
            await client.place("wheel", "red", 10_00)


async def test_a_browser_may_come_from_the_houses_own_address(tmp_path: Path) -> None:
    """Also where the port was free to choose."""
    with served(tmp_path) as house:
        for origin, status in ((house.address, b"101"), ("http://evil.example", b"403")):
            with socket.create_connection(("127.0.0.1", house.port)) as line:
                asked = (
                    "GET /socket HTTP/1.1",
                    f"Host: 127.0.0.1:{house.port}",
                    "Connection: Upgrade",
                    "Upgrade: websocket",
                    "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                    f"Origin: {origin}",
                )
                line.sendall("\r\n".join((*asked, "", "")).encode())
                assert line.recv(64).split()[1] == status


# The tables file, again --------------------------------------------------------------------------


async def test_changed_limits_are_journalled_and_another_game_is_refused(
    tmp_path: Path, tables: Path
) -> None:
    data = tmp_path / "data"
    with served(data, "--tables", tables) as house:
        house.signal(signal.SIGTERM)
        assert await house.ended() == 0
    tables.write_text(WHEEL.replace('max = "500"', 'max = "200"'))
    with served(data, "--tables", tables) as house:
        async with guest(house, "wheel") as client:
            assert client.tables["wheel"].limits == Limits(5_00, 200_00)
            with pytest.raises(HouseRefused) as over:
                await client.place("wheel", "red", 201_00)
            assert over.value.code == "limit"
        house.signal(signal.SIGTERM)
        assert await house.ended() == 0
    store = open_store(f"sqlite:{data / 'house.db'}", create=False)
    bodies = [entry.body.decode() for entry in store.entries("wheel", limit=1_000)]
    changes = [body for body in bodies if f'"{Reconfigured.__struct_config__.tag}"' in body]
    assert len(changes) == 1
    assert '"actor":"tables-file"' in changes[0]
    state, _, _ = fold(store, "wheel")
    assert state.config.limits == Limits(5_00, 200_00)
    store.close()
    tables.write_text(WHEEL.replace("live-roulette", "live-baccarat"))
    line = refused("--data", data, "--port", 0, "--tables", tables)
    assert "its journal is of live-roulette" in line
    assert "another table id" in line
    sound(data)


# Closing -----------------------------------------------------------------------------------------


async def test_a_signal_gives_back_bets_that_wait_for_a_round(tmp_path: Path, tables: Path) -> None:
    with served(tmp_path, "--tables", tables) as house:
        async with guest(house, "wheel") as client:
            await client.place("wheel", "red", 10_00)
            house.signal(signal.SIGTERM)
            await client.until(lambda: client.bye is not None)
            assert client.bye is not None
            assert client.bye.code == "closing"
            assert client.tables["wheel"].bettors == 0
            name = client.api.name
        assert await house.ended() == 0
    assert house.said[-1] == "The house is closed."
    assert house.errors == ""
    store = open_store(f"sqlite:{tmp_path / 'house.db'}", create=False)
    assert store.balance(f"wallet:{name}") == 1_000_00
    assert list(house_complaints(store)) == []
    store.close()


async def test_a_round_may_finish_before_the_house_closes(tmp_path: Path, tables: Path) -> None:
    tables.write_text(QUICK_BLACKJACK)
    with served(tmp_path, "--tables", tables, "--drain", 60) as house:
        async with guest(house, "twenty-one") as client:
            await playing_blackjack(client)
            house.signal(signal.SIGTERM)
            await closing(house)
            while client.you["twenty-one"].asked:
                await answer(client)
            await client.until(lambda: client.bye is not None)
        assert await house.ended() == 0
    played = all_rounds(tmp_path)[-1]
    assert played.over
    assert not played.void


async def test_a_round_that_does_not_finish_is_void_if_nothing_is_decided(
    tmp_path: Path, tables: Path
) -> None:
    """R4."""
    tables.write_text(QUICK_BLACKJACK)
    with served(tmp_path, "--tables", tables, "--drain", 0) as house:
        async with guest(house, "twenty-one") as client:
            await playing_blackjack(client)
            name = client.api.name
            house.signal(signal.SIGTERM)
            await client.until(lambda: client.bye is not None)
        assert await house.ended() == 0
    *before, played = all_rounds(tmp_path)
    assert played.over
    assert played.void
    # A blackjack is paid without a question, and then another round is dealt.
    won = sum(line.net for round in before for line in round.lines)
    store = open_store(f"sqlite:{tmp_path / 'house.db'}", create=False)
    assert store.balance(f"wallet:{name}") == 1_000_00 + won
    store.close()


async def test_the_second_signal_closes_at_once(tmp_path: Path, tables: Path) -> None:
    """The round would have ten minutes; what R4 says of it is said at the next start."""
    tables.write_text(QUICK_BLACKJACK)
    with served(tmp_path, "--tables", tables, "--drain", 600) as house:
        async with guest(house, "twenty-one") as client:
            await playing_blackjack(client)
            house.signal(signal.SIGTERM)
            await closing(house)
            house.signal(signal.SIGTERM)
            assert await house.ended() == -signal.SIGTERM
    sound(tmp_path)
    played = all_rounds(tmp_path)[-1]
    assert not played.over
    with served(tmp_path, "--tables", tables, "--drain", 0) as again:
        again.signal(signal.SIGINT)
        assert await again.ended() == 0
    played = all_rounds(tmp_path)[-1]
    assert played.over
    assert played.void


async def playing_blackjack(client: Client) -> None:
    """Somebody is asked something, so the round waits."""
    while not (client.you.get("twenty-one") and client.you["twenty-one"].asked):
        await client.until(lambda: client.tables["twenty-one"].phase == "betting")
        number = client.tables["twenty-one"].round
        if not client.you["twenty-one"].seats:
            await client.sit("twenty-one", 1)
        await client.place("twenty-one", "initial", 10_00, 1)
        # A blackjack asks nothing, and its end is over in no time: it is told by the next round.
        await client.until(
            lambda: client.you["twenty-one"].asked or client.tables["twenty-one"].round != number  # noqa: B023
        )


async def answer(client: Client) -> None:
    ask = client.you["twenty-one"].asked[0]
    action = "decline" if ask.kind == "offer" else "stand"
    await client.decide("twenty-one", action, ask.box)  # type: ignore[arg-type]


async def closing(house: Served) -> None:
    """Until it has begun to close: it sends nobody there any more."""
    async with Api(house.address) as api:
        while (await api.send("GET", "/readyz")).status_code != 503:
            pass


def all_rounds(data: Path) -> list[PlayedRound]:
    store = open_store(f"sqlite:{data / 'house.db'}", create=False)
    assert list(house_complaints(store)) == []
    found = list(rounds(store, "twenty-one"))
    store.close()
    return found
