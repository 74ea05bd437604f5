"""How much one address, one account and one socket may ask for."""

import asyncio
import json
from contextlib import suppress

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.client import HouseRefused
from croupier.client.client import new_id
from croupier.server import app
from croupier.server.accounts import MOST_SOCKETS
from croupier.server.app import LARGEST_BODY
from croupier.server.rates import BURST, MOST_HASTE
from croupier.wire import commands as say
from tests.server.hostile.raw import wire
from tests.support.clock import HandClock
from tests.support.live_house import SETTINGS, LiveHouse, serving, table

pytestmark = pytest.mark.usefixtures("no_traceback")


async def _socket(house: LiveHouse) -> ClientConnection:
    return await connect(house.address.replace("http", "ws", 1) + "/socket")


async def test_sockets_of_one_address() -> None:
    few = msgspec.structs.replace(SETTINGS, sockets=3)
    async with serving([], settings=few) as house:
        held = [await _socket(house) for _ in range(3)]
        with pytest.raises(InvalidStatus):
            await _socket(house)
        guest = await (await house.api()).guest()
        assert guest, "other ways in stay open"
        await held[0].close()
        await asyncio.gather(*(one.close() for one in held))
        async with asyncio.timeout(10):
            while True:
                try:
                    await (await _socket(house)).close()
                except InvalidStatus:
                    continue
                break


@pytest.mark.parametrize("shortcut", [True, False])
async def test_sockets_of_one_account(shortcut: bool) -> None:
    async with serving([], shortcut=shortcut) as house:
        ann = await house.player("ann")
        for _ in range(MOST_SOCKETS):
            await house.client(ann)
        with pytest.raises(HouseRefused, match="limit"):
            await house.client(ann)


async def test_newcomers_of_one_address() -> None:
    few = msgspec.structs.replace(SETTINGS, newcomers=2)
    clock = HandClock()
    async with serving([], settings=few, clock=clock) as house:
        api = await house.api()
        told = [(await api.send("POST", "/api/guests")).status_code for _ in range(4)]
        assert told == [200, 200, 429, 429]
        body = {"name": "ann-1", "password": "correct horse battery"}
        told = [(await api.send("POST", "/api/accounts", body)).status_code for _ in range(3)]
        assert told[2] == 429
        clock.turn(10_000)
        again = await api.send("POST", "/api/guests")
        assert again.status_code == 200


async def test_requests_of_one_address() -> None:
    few = msgspec.structs.replace(SETTINGS, requests=5)
    clock = HandClock()
    async with serving([], settings=few, clock=clock) as house:
        api = await house.api()
        told = [await api.send("GET", "/api/lobby") for _ in range(7)]
        assert [one.status_code for one in told] == [200] * 5 + [429] * 2
        assert told[-1].headers["retry-after"]
        clock.turn(50)
        assert (await api.send("GET", "/api/lobby")).status_code == 200


async def test_a_forged_address_is_not_believed() -> None:
    few = msgspec.structs.replace(SETTINGS, requests=2)
    async with serving([], settings=few, clock=HandClock()) as house:
        api = await house.api()
        told = [
            await api._http.get("/api/lobby", headers={"x-forwarded-for": f"192.0.2.{n}"})
            for n in range(4)
        ]
        assert [one.status_code for one in told] == [200, 200, 429, 429]


async def test_a_socket_that_speaks_too_fast_is_slowed_then_closed() -> None:
    async with serving([table("live-roulette")]) as house:
        api = await house.api()
        await api.guest()
        async with connect(house.address.replace("http", "ws", 1) + "/socket") as socket:
            await socket.send(json.dumps({"type": "hello", "ticket": await api.ticket()}))
            with suppress(ConnectionClosed):
                for n in range(BURST + MOST_HASTE + 200):
                    await socket.send(json.dumps({"type": "ping", "id": str(n)}))
            codes = [json.loads(text).get("code") async for text in socket]
        assert codes.count("too-often") >= MOST_HASTE


async def test_a_body_too_large() -> None:
    async with serving([]) as house:
        api = await house.api()
        for content in (b"x" * (LARGEST_BODY + 1), b" " * 5_000_000):
            response = await api._http.post(
                "/api/login", content=content, headers={"content-type": "application/json"}
            )
            assert response.status_code == 400
            assert str(LARGEST_BODY) in response.text


async def test_a_body_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SLOWEST_BODY_S", 0.05)
    async with serving([]) as house, wire(house.address) as one:
        await one.send(
            b"POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            b'Content-Length: 100\r\n\r\n{"name"'
        )
        assert (await one.head()).startswith(b"HTTP/1.1 400 ")


async def test_nothing_turned_around_is_said_at_a_table() -> None:
    async with serving([table("live-roulette")]) as house:
        ann, bob = await house.guest(), await house.guest()
        for one in (ann, bob):
            await one.join("live-roulette")
        reply = await ann.ask(say.Say(new_id(), "live-roulette", "a\u202eb\u2066c\u200fd<script>"))
        assert reply.ok
        await bob.until(lambda: bob.chat)
        assert bob.chat[0].text == "abcd<script>", "told as text; escaping is the page's"
        for text in ("\u202e\u2066", "bell\a", "\x1b[31m", "x" * 301):
            assert (await ann.ask(say.Say(new_id(), "live-roulette", text))).code == "bad-text"


@pytest.mark.parametrize(
    "name", ["an\u202en", "<b>ann</b>", "Ann", "ann\n", "аnn", "a" * 33, "pit"]
)
async def test_no_name_that_could_be_taken_for_another(name: str) -> None:
    async with serving([]) as house:
        body = {"name": name, "password": "correct horse battery"}
        assert (await (await house.api()).send("POST", "/api/accounts", body)).status_code == 422


async def test_what_is_not_there_is_not_counted_as_a_socket() -> None:
    """A player who may not come in leaves the count of open sockets as it was."""
    async with serving([]) as house:
        ann = await house.player("ann")
        await ann.call("POST", "/api/me/break", {"hours": 24})
        with pytest.raises(HouseRefused):
            await (await house.client(ann)).lobby()
        while house.house.accounts.get("ann") is not None:
            await asyncio.sleep(0)
        assert house.house.metrics.sockets._value.get() == 0
