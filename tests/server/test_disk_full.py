"""Books that cannot be written: said by `/readyz` and in the log, until they can be again."""

import json
import resource
import signal
from pathlib import Path

import pytest

from croupier.client import Api, Client, HouseRefused, LaidBet
from croupier.wire import commands as say
from croupier.wire.messages import Reply
from tests.server.test_serve_command import WHEEL, guest
from tests.support.rewritten_history import flip_byte
from tests.support.serve_process import Served, croupier, served


def let_write(house: Served, size: int) -> None:
    """No file of this process may grow past it: the kernel refuses, as on a full disk."""
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def ready(api: Api, status: int) -> str:
    while (said := await api.send("GET", "/readyz")).status_code != status:
        pass
    return str(said.json()["why"])


async def test_the_house_says_so_and_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    tables = tmp_path / "tables.toml"
    tables.write_text(WHEEL)
    data = tmp_path / "data"
    with served(data, "--tables", tables) as house:
        async with guest(house, "wheel") as client, Api(house.address) as api:
            assert await ready(api, 200) == ""
            let_write(house, 32 * 1024)  # room for the log, none for the books
            with pytest.raises(HouseRefused) as refused:
                await client.place("wheel", "red", 10_00)
            assert refused.value.code == "not-stored"
            assert (await ready(api, 503)).startswith("the books cannot be written: ")
            let_write(house, resource.RLIM_INFINITY)
            await client.place("wheel", "red", 10_00)
            assert await ready(api, 200) == ""
        house.signal(signal.SIGTERM)
        assert await house.ended() == 0
    said = [json.loads(line) for line in house.errors.splitlines()]
    words = [one["message"] for one in said if one["logger"] == "croupier.books"]
    assert words == ["the books cannot be written", "the books are written again"]
    assert "Traceback" not in house.errors
    assert croupier("verify", "--store", data / "house.db").returncode == 0


async def test_books_that_cannot_be_trusted_end_the_house(tmp_path: Path) -> None:
    """The database's index has lost a command that is in the journal: it is not entered twice, and
    nothing else is written after that."""
    tables = tmp_path / "tables.toml"
    tables.write_text(WHEEL)
    data = tmp_path / "data"

    async def bet(client: Client) -> Reply:
        round = client.tables["wheel"].round
        red = LaidBet("red", 10_00)
        return await client.ask(say.PlaceBets("bet-0001", "wheel", round, (red,)))

    with served(data, "--tables", tables) as house:
        async with guest(house, "wheel") as client:
            assert (await bet(client)).ok
            token = client.api.token
        house.signal(signal.SIGTERM)
        assert await house.ended() == 0
    flip_byte(data / "house.db", "commands", b"bet-0001")
    with served(data, "--tables", tables) as house:
        async with Api(house.address, token) as api, Client(api) as client:
            await client.join("wheel")
            await client.until(lambda: client.tables["wheel"].phase == "betting")
            assert (await bet(client)).code == "not-stored"
            assert await house.ended() == 2
    assert "the index is damaged" in house.errors.splitlines()[-1]
    assert "Traceback" not in house.errors
    told = croupier("verify", "--store", data / "house.db")
    assert told.returncode == 1
    assert "bet-0001" in told.stdout
