"""A PostgreSQL that accepts everything and answers nothing, and houses that are real processes:
every command is answered, and each that was acknowledged is in the books once."""

import asyncio
import json
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from croupier.client import Api, Client, LaidBet
from croupier.store import open_store
from croupier.wire import commands as say
from croupier.wire.messages import Reply
from tests.support.node_processes import NodeProcesses, guests, node_processes
from tests.support.postgres_relay import Relay
from tests.support.postgres_server import PostgresServer
from tests.support.serve_process import Served, croupier, served
from tests.support.tables_file import write_tables
from tests.support.waiting import until

FIRST, SECOND = "first", "second"
GAMES = dict.fromkeys((FIRST, SECOND), "live-roulette")
SOON = ("--store-silence", 1)
MAYBE = {"not-stored", "unclear"}


class Link(Relay):
    """To the database: through a relay that can fall silent, or direct."""

    def __init__(self, server: PostgresServer, direct: str) -> None:
        super().__init__(server.socket)
        self.url = server.url("house", "127.0.0.1", self.port)
        self.direct = direct


@pytest.fixture
def link(postgres: PostgresServer, postgres_url: str) -> Iterator[Link]:
    with closing(Link(postgres, postgres_url)) as link:
        yield link


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """Betting stays open: what a bet is answered depends on the database alone."""
    return write_tables(tmp_path / "tables.toml", GAMES, betting=600)


class Bettor:
    """Bets again and again at one table, and remembers what was acknowledged."""

    def __init__(self, client: Client, table: str) -> None:
        self.client, self.table = client, table
        self.acknowledged: set[str] = set()
        self._number = 0

    async def bet(self) -> Reply:
        """A new bet in the place of the last."""
        self._number += 1
        return await self.ask(f"{self.client.api.name}-{self.table}-{self._number}")

    async def ask(self, id: str) -> Reply:
        """The same id is the same bet."""
        red = LaidBet("red", (5 + int(id.rpartition("-")[2]) % 50) * 100)
        round = self.client.tables[self.table].round
        reply = await self.client.ask(say.PlaceBets(id, self.table, round, (red,)))
        if reply.ok:
            self.acknowledged.add(id)
        return reply

    async def until_taken(self, id: str = "") -> None:
        """As soon as the house takes it; until then nobody has lost anything."""
        while not (reply := await (self.ask(id) if id else self.bet())).ok:
            assert reply.code in {*MAYBE, "too-often"}, reply
            await asyncio.sleep(0.05)


def assert_in_the_books(url: str, *bettors: Bettor) -> None:
    """Every acknowledged command once; and the books are in order."""
    with closing(open_store(url)) as books:
        times = Counter(entry.command.id for entry in books.journal(limit=10_000) if entry.command)
    for bettor in bettors:
        assert bettor.acknowledged
        assert {id: times[id] for id in bettor.acknowledged} == dict.fromkeys(
            bettor.acknowledged, 1
        )
    told = croupier("verify", "--store", url)
    assert (told.returncode, told.stderr) == (0, ""), told


async def unready(api: Api) -> str:
    """Why, as soon as it is not ready."""
    while (said := await api.send("GET", "/readyz")).status_code == 200:
        await asyncio.sleep(0.05)
    return str(said.json()["why"])


async def cut_off(api: Api) -> None:
    """As soon as it says so; what it could not write, it says before."""
    while "has not reached the database" not in await unready(api):
        await asyncio.sleep(0.05)


async def ready(api: Api) -> None:
    while (await api.send("GET", "/readyz")).status_code != 200:
        await asyncio.sleep(0.05)


def logged(house: Served) -> list[str]:
    assert "Traceback" not in house.errors, house.errors
    return [json.loads(line)["message"] for line in house.errors.splitlines()]


@pytest.mark.parametrize("when", ["now", "before", "after"])
async def test_a_house_alone_answers_and_goes_on(
    tmp_path: Path, tables: Path, link: Link, when: str
) -> None:
    """The link falls silent at once, at the next COMMIT before it arrives, or after it is done."""
    options = ("--tables", tables, *SOON)
    with served(tmp_path / "data", *options, store=link.url) as house:
        async with guests() as people, Api(house.address) as api:
            ann = Bettor(await people.come(house, FIRST), FIRST)
            await ann.until_taken()
            if when == "now":
                link.fall_silent()
            else:
                link.hush = when
            while (reply := await ann.bet()).ok:
                pass  # what is on its way to the server may still be answered
            assert link.silent
            assert reply.code in MAYBE
            assert await unready(api) == "the books cannot be written: " + _why(house)
            link.speak()
            await ann.until_taken(reply.re)
            await ann.until_taken()
            await ready(api)
        words = logged(house)
    assert "the books cannot be written" in words
    assert "the books are written again" in words
    assert_in_the_books(link.direct, ann)


def _why(house: Served) -> str:
    lines = map(json.loads, house.errors.splitlines())
    return next(
        str(line["why"]) for line in lines if line["message"] == "the books cannot be written"
    )


@pytest.fixture
def house(tmp_path: Path, tables: Path, link: Link) -> Iterator[NodeProcesses]:
    """The node a behind the relay, and b."""
    with node_processes(tmp_path, link.direct, tables) as nodes:
        nodes.start("a", *SOON, store=link.url)
        nodes.start("b", *SOON)
        yield nodes


async def test_a_node_that_is_cut_off_sends_its_clients_on(
    house: NodeProcesses, link: Link
) -> None:
    await until(house.even)
    table = next(table for table, dealer in house.dealers().items() if dealer == "a")
    a, b = house.running["a"], house.running["b"]
    async with guests() as people, Api(a.address) as at_a, Api(b.address) as at_b:
        ann = Bettor(await people.come(a, table), table)
        bob = Bettor(await people.come(b, table), table)
        await ann.until_taken()
        await bob.until_taken()
        link.fall_silent()
        reply = await ann.bet()
        assert reply.code in MAYBE
        await bob.until_taken()
        assert house.dealer(table) == "b"
        assert "has not reached the database" in await unready(at_a)
        await ready(at_b)
        await ann.client.until(lambda: ann.client.bye is not None)
        assert ann.client.bye is not None
        assert ann.client.bye.code == "moved"
        ann.client = await people.move(ann.client, b)
        await ann.until_taken(reply.re)
        link.speak()
        await ready(at_a)
        await until(house.even)
        ann.client = await people.move(ann.client, a)
        await ann.until_taken()
        await bob.until_taken()
    assert "this node is cut off from the database" in logged(a)
    assert "this node reaches the database again" in logged(a)
    assert "this node is cut off from the database" not in logged(b)
    assert_in_the_books(link.direct, ann, bob)


async def test_a_node_that_is_cut_off_closes_all_the_same(house: NodeProcesses, link: Link) -> None:
    await until(house.even)
    table = next(table for table, dealer in house.dealers().items() if dealer == "a")
    a, b = house.running["a"], house.running["b"]
    async with guests() as people, Api(a.address) as at_a:
        ann = Bettor(await people.come(a, table), table)
        await ann.until_taken()
        link.fall_silent()
        await cut_off(at_a)
        a.signal(signal.SIGTERM)
        assert await a.ended() == 0
        assert ann.client.bye is not None
        assert ann.client.bye.code == "moved"
        ann.client = await people.move(ann.client, b)
        await ann.until_taken()
    assert house.dealer(table) == "b"
    logged(a)
    assert_in_the_books(link.direct, ann)


async def test_a_database_that_answers_nobody_disconnects_nobody(
    tmp_path: Path, tables: Path, link: Link
) -> None:
    with node_processes(tmp_path, link.direct, tables) as house:
        for name in ("a", "b"):
            house.start(name, *SOON, store=link.url)
        await until(house.even)
        async with guests() as people:
            bettors = [
                Bettor(await people.come(node, FIRST), FIRST) for node in house.running.values()
            ]
            for bettor in bettors:
                await bettor.until_taken()
            link.fall_silent()
            for node, bettor in zip(house.running.values(), bettors, strict=True):
                async with Api(node.address) as api:
                    await cut_off(api)
                assert (await bettor.bet()).code in MAYBE
            link.speak()
            for bettor in bettors:
                await bettor.until_taken()
                assert bettor.client.bye is None
    assert_in_the_books(link.direct, *bettors)
