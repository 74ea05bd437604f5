"""What a table's bets are worth: public, reckoned beside the house, and never in its way."""

import asyncio
import sys
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import msgspec
import pytest
import pytest_asyncio

from croupier.engine.inputs import Action
from croupier.engine.protocol import variant
from croupier.engine.rules import Rules
from croupier.house.roles import Role
from croupier.kit.errors import Refused
from croupier.odds import odds_of, strategy_of
from croupier.server.odds_service import OddsService
from tests.support.api_calls import refusal
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving, table

BLACKJACK, BACCARAT = "rws-blackjack", "live-baccarat"
CHILD = """
import time
begun = time.monotonic_ns()
import socket, sys
port = int(sys.argv.pop(1))
if sys.argv[3] == "odds":
    line = socket.create_connection(("127.0.0.1", port))
    line.sendall(f"{sys.argv[1]} {begun}\\n".encode())
    if line.recv(9) != b"go":
        sys.exit("the test makes it fail")
from croupier.odds.reckoning import main
main()
"""


class Child(NamedTuple):
    game: str
    begun_ns: int
    reader: StreamReader
    writer: StreamWriter


class Gate:
    """Computations of odds that report their start and wait for the test. Those of what play is
    measured by are not held: the watch of a table's play asks for them whenever it looks."""

    def __init__(self) -> None:
        self.begun: asyncio.Queue[Child] = asyncio.Queue()
        self._doors: list[StreamWriter] = []
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._come, "127.0.0.1", 0)

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for one in self._doors:
            one.close()

    def desk(self) -> OddsService:
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        return OddsService((sys.executable, "-c", CHILD, str(port)))

    async def next(self) -> Child:
        async with asyncio.timeout(60):
            return await self.begun.get()

    async def _come(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._doors.append(writer)
        game, begun = (await reader.readline()).decode().split()
        self.begun.put_nowait(Child(game, int(begun), reader, writer))


@pytest_asyncio.fixture
async def gate(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Gate]:
    gate = Gate()
    await gate.open()
    monkeypatch.setattr("croupier.server.house.OddsService", gate.desk)
    yield gate
    await gate.close()


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


async def test_anyone_may_ask_what_the_rules_in_force_are_worth() -> None:
    settings: dict[str, Any] = {"straight-pays": "36 to 1"}
    generous = table("live-roulette", **settings)
    knockout = table("rws-knockout-baccarat")
    async with serving([generous, knockout, table(BLACKJACK, decks=6)]) as house:
        passer_by = await house.api()
        wheel = await passer_by.call("GET", "/api/tables/live-roulette/odds")
        assert wheel["settings"]["straight-pays"] == "36 to 1"
        edges = {one["bet"]: one["house_edge"] for one in wheel["bets"]}
        assert edges["straight:7"] == 0
        assert edges["red"] == 1 / 37
        for id, rules in {
            "rws-knockout-baccarat": variant("rws-knockout-baccarat"),
            BLACKJACK: variant(BLACKJACK, {"decks": 6}),
        }.items():
            told = await passer_by.call("GET", f"/api/tables/{id}/odds")
            assert told == plain(odds_of(rules))
            play = await passer_by.call("GET", f"/api/tables/{id}/strategy")
            side = "chart" if id == BLACKJACK else "antes"
            assert {what for what, found in play.items() if found} == {side}
            assert play[side] == plain(strategy_of(rules))
        path = "/api/tables/live-roulette/strategy"
        assert await refusal(passer_by, "GET", path) == "404 not-found"
        for what in ("odds", "strategy"):
            path = f"/api/tables/nowhere/{what}"
            assert await refusal(passer_by, "GET", path) == "404 unknown-table"


async def test_a_reckoning_holds_up_nobody_and_is_shared(gate: Gate) -> None:
    async with serving([table(BLACKJACK), table(BACCARAT)]) as house:
        api = await house.api()
        asking = [
            asyncio.create_task(api.call("GET", f"/api/tables/{BLACKJACK}/{what}"))
            for what in ("odds", "odds", "strategy")
        ]
        first = await gate.next()
        other = asyncio.create_task(api.call("GET", f"/api/tables/{BACCARAT}/odds"))
        # As long as it takes, the house goes on.
        guest = await house.guest()
        await guest.join(BLACKJACK)
        assert len(await api.call("GET", "/api/lobby")) == 2
        assert gate.begun.empty()
        released_ns = time.monotonic_ns()
        first.writer.write(b"go")
        told, again, play = await asyncio.gather(*asking)
        assert told == again == plain(odds_of(variant(BLACKJACK)))
        assert play["chart"]["hard"]
        second = await gate.next()
        assert (first.game, second.game) == (BLACKJACK, BACCARAT)
        assert second.begun_ns > released_ns, "one at a time"
        second.writer.write(b"go")
        assert (await other)["game"] == BACCARAT
        # Known from now on.
        assert await api.call("GET", f"/api/tables/{BLACKJACK}/odds") == told
        assert gate.begun.empty()


async def test_a_reckoning_that_fails_is_told_and_tried_again(gate: Gate) -> None:
    async with serving([table(BACCARAT)]) as house:
        api = await house.api()
        path = f"/api/tables/{BACCARAT}/odds"
        for _ in range(2):
            asking = asyncio.create_task(refusal(api, "GET", path))
            (await gate.next()).writer.write(b"fail")
            assert await asking == "503 not-reckoned"
        later = asyncio.create_task(api.call("GET", path))
        (await gate.next()).writer.write(b"go")
        assert [one["bet"] for one in (await later)["bets"]] == ["player", "banker", "tie"]


async def test_whoever_gives_up_takes_it_from_nobody_else(gate: Gate) -> None:
    async with serving([table(BACCARAT)]) as house:
        odds, rules = house.house.odds, variant(BACCARAT)
        first, second = (asyncio.create_task(odds.of(rules)) for _ in range(2))
        child = await gate.next()
        first.cancel()
        child.writer.write(b"go")
        assert (await second).odds == odds_of(rules)


async def test_what_is_reckoned_ends_with_the_house(gate: Gate) -> None:
    async with serving([table(BLACKJACK)]) as house:
        rules = variant(BLACKJACK)
        asking = asyncio.create_task(refusal_of(house, rules))
        child = await gate.next()
    async with asyncio.timeout(60):
        assert await child.reader.read() == b""  # its end of the line is closed: it is gone
    assert await asking == "closing"
    assert await refusal_of(house, rules) == "closing"


async def refusal_of(house: LiveHouse, rules: Rules) -> str:
    try:
        await house.house.odds.of(rules)
    except Refused as refused:
        return refused.code
    return "done"


async def test_the_house_reckons_by_itself_what_its_office_needs(
    gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.house.ODDS_AFTER_S", 0.0)
    async with serving([by_hand(BLACKJACK), table(BACCARAT)]) as house:
        hand = await HandDealt.open(house, BLACKJACK)
        ann = await hand.player("ann", 1)
        await hand.begin((ann, 1))
        await hand.deal("5H 6D 6S")
        await hand.decide(ann, Action.DOUBLE, 1)
        await hand.deal("TC TS TD")
        shift = await house.staff(Role.SHIFT)
        first = await gate.next()
        before = (await shift.call("GET", "/api/office/report"))["total"]["figures"]
        assert (before["handle"], before["covered"], before["expected"]) == (200_00, 0, None)
        first.writer.write(b"go")
        second = await gate.next()
        second.writer.write(b"go")
        assert {first.game, second.game} == {BLACKJACK, BACCARAT}
        for game in (BLACKJACK, BACCARAT):
            await house.house.odds.of(variant(game))
        after = (await shift.call("GET", "/api/office/report"))["total"]["figures"]
        edge = odds_of(variant(BLACKJACK)).bets[0].house_edge
        assert (after["covered"], after["expected"]) == (200_00, round(edge * 100_00))
        assert gate.begun.empty()
