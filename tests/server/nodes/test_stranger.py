"""Somebody with a login to the bus, and without the house's key, between two real nodes."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import nats
import pytest
from nats.aio.client import Client as NatsClient
from nats.aio.msg import Msg

from croupier.bus import open_bus
from croupier.bus.authenticated import AuthenticatedBus, message_key
from croupier.client import Api, Client, LaidBet
from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.house.nodes.subjects import encode_request
from croupier.table import commands
from croupier.table.actor import wall_ms
from croupier.table.commands import Actor, Command, TableRole
from croupier.table.recovery import recorded
from croupier.table.table import Request
from tests.support.node_processes import NodeProcesses, guests, node_processes
from tests.support.serve_process import croupier
from tests.support.tables_file import table_text
from tests.support.waiting import until

WHEEL, BY_HAND = "wheel", "by-hand"
RED = LaidBet("red", 10_00)


@pytest.fixture
def house(tmp_path: Path, postgres_url: str) -> Iterator[NodeProcesses]:
    game = 'game = "live-roulette"'
    wheel = table_text(WHEEL, "live-roulette", betting=600)
    by_hand = table_text(BY_HAND, "live-roulette", betting=600)
    tables = tmp_path / "tables.toml"
    tables.write_text(wheel + by_hand.replace(game, f'{game}\ndealer = "human"'))
    with node_processes(tmp_path, postgres_url, tables, "a", "b") as nodes:
        yield nodes
        for node in nodes.running.values():
            assert "Traceback" not in node.errors, node.errors
    told = croupier("verify", "--store", postgres_url)
    assert (told.returncode, told.stderr) == (0, ""), told


class Stranger:
    """Hears everything on the bus, and may say anything there."""

    def __init__(self, bus: NatsClient) -> None:
        self._bus = bus
        self.heard: list[Msg] = []
        self.answers: list[bytes] = []

    async def listen(self) -> None:
        async def hear(message: Msg) -> None:
            self.heard.append(message)

        async def answered(message: Msg) -> None:
            self.answers.append(message.data)

        self._inbox = self._bus.new_inbox()
        await self._bus.subscribe("croupier.>", cb=hear)
        await self._bus.subscribe(self._inbox, cb=answered)
        await self._bus.flush()

    def subject_of(self, node: str) -> str:
        """The house's subjects all begin alike."""
        return re.sub(r"^(croupier\.[^.]+)\..*", rf"\1.node.{node}", self.heard[0].subject)

    async def send(self, subject: str, frame: bytes) -> None:
        await self._bus.publish(subject, frame, reply=self._inbox)


@asynccontextmanager
async def stranger_of(house: NodeProcesses) -> AsyncIterator[Stranger]:
    bus = await nats.connect(house.bus.url)
    try:
        stranger = Stranger(bus)
        await stranger.listen()
        await until(lambda: stranger.heard)
        yield stranger
    finally:
        await bus.close()


async def until_dropped(house: NodeProcesses, reason: str, wanted: int) -> None:
    """By all nodes, as their metrics say."""
    counted = re.compile(rf'^croupier_bus_dropped_total{{reason="{reason}"}} (\S+)', re.MULTILINE)
    total = 0
    while total < wanted:
        total = 0
        for node in house.running.values():
            async with Api(node.address) as api:
                text = (await api.send("GET", "/metrics")).text
            total += sum(int(float(count)) for count in counted.findall(text))


def attacks(ann: Client) -> list[tuple[str, Request]]:
    """What succeeded while the bus authenticated nobody."""
    player = Actor(ann.api.name, TableRole.PLAYER)
    pit, dealer = Actor("pit", TableRole.PIT), Actor("dealer", TableRole.DEALER)
    void = Void(Capacity.PIT, VoidReason.WRONG_COUNT)
    wanted: list[tuple[str, Actor, Command]] = [
        (WHEEL, player, commands.PlaceBets((commands.LaidBet("black", 100_00),))),
        (WHEEL, pit, commands.CloseTable()),
        (BY_HAND, dealer, commands.Call(17)),
        (WHEEL, pit, commands.Rule(void, countersigned="shift")),
    ]
    return [
        (table, Request(actor, command, f"attack-{number}"))
        for number, (table, actor, command) in enumerate(wanted)
    ]


async def test_a_stranger_on_the_bus_moves_no_table(house: NodeProcesses) -> None:
    await until(house.even)
    other = house.another(house.dealer(WHEEL))
    async with guests() as people, stranger_of(house) as stranger:
        ann = await people.come(house.running[other], WHEEL)
        await ann.until(lambda: ann.tables[WHEEL].phase == "betting")
        await ann.place_bets(WHEEL, RED)
        guessing = AuthenticatedBus(
            await open_bus(house.bus.url, "stranger"),
            message_key(bytes(32)),
            node=other,
            run="1",
            wall_ms=wall_ms,
        )
        requests = attacks(ann)
        for table, request in requests:
            subject, body = stranger.subject_of(house.dealer(table)), encode_request(table, request)
            await stranger.send(subject, body)
            await guessing.publish(subject, body)
        await guessing.close()
        await until_dropped(house, "unsigned", len(requests))
        await until_dropped(house, "forged", len(requests))

        # What ann asked for through the other node, sent once more.
        asked = [each for each in stranger.heard if ".node." in each.subject]
        captured = asked[0]
        await stranger.send(captured.subject, captured.data)
        await until_dropped(house, "replayed", 1)

        assert stranger.answers == []
        assert [chip.amount for chip in ann.you[WHEEL].confirmed] == [RED.amount]
        assert not any(
            house.books.answer(request.actor.name, request.id) for _, request in requests
        )
        assert ann.tables[WHEEL].phase == "betting"
        # The house plays on.
        await ann.place_bets(WHEEL)
        await ann.place_bets(WHEEL, RED)
    for table in (WHEEL, BY_HAND):
        actors = {recorded(entry).actor for entry in house.books.entries(table)}
        assert actors <= {"house", "tables-file", ann.api.name}
