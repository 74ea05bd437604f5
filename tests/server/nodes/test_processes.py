"""Nodes that die, freeze, close and come back, as real processes: nobody loses a round by it.

What a test waits for is told by the books or by the house, never by a clock.
"""

import asyncio
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest

from croupier.client import Client, HouseRefused, LaidBet
from croupier.engine.inputs import Action
from croupier.house.nodes.ownership import SIGN_S
from croupier.store.nodes import DEAD_MS
from croupier.store.opening import open_nodes
from croupier.wire.messages import Message, TableMessage
from croupier.wire.views import Ask
from tests.support.node_processes import (
    NodeProcesses,
    guests,
    node_processes,
    pid_of,
    worker_runs,
)
from tests.support.postgres_server import PostgresServer
from tests.support.serve_process import ROOT, Served, croupier, served
from tests.support.tables_file import write_tables
from tests.support.waiting import until

CARDS, WHEEL = "cards", "wheel"
GAMES = {CARDS: "live-blackjack", WHEEL: "live-roulette"}
BETTING_S = 0.2
RED = LaidBet("red", 10_00)
NOT_NOW = {"not-stored", "unclear", "illegal-action", "stale"}
"""What a bet is refused for that will be taken a moment later."""


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    return write_tables(tmp_path / "tables.toml", GAMES, betting=BETTING_S)


@pytest.fixture
def house(tmp_path: Path, tables: Path, postgres_url: str) -> Iterator[NodeProcesses]:
    """Two nodes; whatever was done to them, the books are in order afterwards."""
    with node_processes(tmp_path, postgres_url, tables, "a", "b") as nodes:
        yield nodes
        for node in nodes.running.values():
            assert "Traceback" not in node.errors, node.errors
    told = croupier("verify", "--store", postgres_url)
    assert (told.returncode, told.stderr) == (0, ""), told


async def of(house: NodeProcesses, table: str) -> tuple[str, str]:
    """The node that deals there, and the other, once each has a table."""
    await until(house.even)
    dealer = house.dealer(table)
    return dealer, house.another(dealer)


async def asked(client: Client) -> Ask:
    """In the middle of a round: what the player has to decide."""
    await client.until(lambda: client.tables[CARDS].phase == "betting")
    if not client.you[CARDS].seats:
        free = (box.number for box in client.tables[CARDS].boxes if box.seat is None)
        await client.sit(CARDS, next(free))
    while True:
        await client.until(lambda: client.tables[CARDS].phase == "betting")
        number = client.tables[CARDS].round
        await client.place_bets(CARDS, LaidBet("initial", 10_00, client.you[CARDS].seats[0]))
        if (ask := await _decision(client, number)) is not None:
            return ask


def _is_answered(client: Client, ask: Ask) -> bool:
    return ask not in client.you[CARDS].asked


async def _decision(client: Client, number: int) -> Ask | None:
    """None: the round is over, and nothing was asked. What is offered is left."""
    while client.tables[CARDS].round == number:
        await client.until(lambda: client.you[CARDS].asked or client.tables[CARDS].round > number)
        for ask in client.you[CARDS].asked:
            if ask.kind == "decision":
                return ask
            await client.decide(CARDS, Action.DECLINE, ask.box, bet=ask.bet)
            await client.until(partial(_is_answered, client, ask))
    return None


async def played_out(client: Client, number: int) -> None:
    """Stand, and see the next round."""
    await client.decide(CARDS, Action.STAND, client.you[CARDS].seats[0])
    await client.until(lambda: client.tables[CARDS].round == number + 1)


async def bets_again(client: Client, table: str, *bets: LaidBet) -> None:
    """As soon as the house takes it; until then it says why not."""
    while True:
        try:
            await client.until(lambda: client.tables[table].phase == "betting")
            await client.place_bets(table, *bets)
        except HouseRefused as refused:
            if refused.code not in NOT_NOW:
                raise
            await asyncio.sleep(0.05)  # twenty messages a second are taken
        else:
            return


async def test_a_killed_node_leaves_its_round_to_another(house: NodeProcesses) -> None:
    dealer, other = await of(house, CARDS)
    async with guests() as people:
        ann = await people.come(house.running[dealer], CARDS)
        ask = await asked(ann)
        number, hands = ann.tables[CARDS].round, ann.you[CARDS].boxes
        house.end(dealer)
        ann = await people.move(ann, house.running[other])
        await ann.until(lambda: ann.you[CARDS].asked == (ask,))
        assert (ann.tables[CARDS].round, ann.you[CARDS].boxes) == (number, hands)
        await played_out(ann, number)
        assert house.dealer(CARDS) == other
        house.start(dealer)
        await until(house.even)
        await played_out_again(ann)


async def played_out_again(client: Client) -> None:
    await asked(client)
    await played_out(client, client.tables[CARDS].round)


@pytest.mark.parametrize("writes", [True, False])
async def test_a_frozen_node_follows_when_it_wakes(house: NodeProcesses, writes: bool) -> None:
    """It believes that it still deals. If a request waits for it, what it writes is refused; if
    none does, it finds out all the same, and its clients go on."""
    dealer, other = await of(house, CARDS)
    async with guests() as people:
        ann = await people.come(house.running[other], CARDS)
        bob = await people.come(house.running[dealer], CARDS)
        await asked(ann)
        number = ann.tables[CARDS].round
        await bob.until(lambda: bob.tables[CARDS].round == number)
        house.running[dealer].signal(signal.SIGSTOP)
        if not writes:
            await until(lambda: house.dealer(CARDS) == other)
        await played_out(ann, number)
        assert house.dealer(CARDS) == other
        house.running[dealer].signal(signal.SIGCONT)
        await bob.until(lambda: bob.tables[CARDS].round == number + 1)
        await asked(bob)
        await until(house.even)


class Ends:
    """When a table's clock ends, by the clock on the wall, as one client is told."""

    def __init__(self, client: Client, table: str) -> None:
        self.at_ms = 0
        self._table = table
        client.on_message = self._heard

    def _heard(self, message: Message) -> None:
        if isinstance(message, TableMessage) and message.view.table == self._table:
            clock = message.view.clock
            self.at_ms = 0 if clock is None else message.at_ms + clock.left_ms


async def test_a_node_that_was_frozen_shows_the_same_clock_and_takes_bets(
    tmp_path: Path, postgres_url: str
) -> None:
    """The clock began while it heard nothing. It follows at this table, and always did."""
    tables = write_tables(tmp_path / "tables.toml", GAMES, betting=600)
    with node_processes(tmp_path, postgres_url, tables, "a", "b") as house:
        dealer, other = await of(house, WHEEL)
        async with guests() as people:
            ann = await people.come(house.running[dealer], WHEEL)
            bob = await people.come(house.running[other], WHEEL)
            shown, shown_late = Ends(ann, WHEEL), Ends(bob, WHEEL)
            house.running[other].signal(signal.SIGSTOP)
            await ann.place_bets(WHEEL, RED)
            await ann.until(lambda: shown.at_ms)
            await until(lambda: house.dealer(CARDS) == dealer)
            house.running[other].signal(signal.SIGCONT)
            await bob.until(lambda: shown_late.at_ms)
            # It is taken for dead after 2.5 s, half a second after its last sign at the soonest.
            assert abs(shown_late.at_ms - shown.at_ms) < (DEAD_MS - SIGN_S * 1000) / 2
            await bob.place_bets(WHEEL, RED)
            assert [chip.amount for chip in bob.you[WHEEL].confirmed] == [RED.amount]
            await ann.until(lambda: ann.tables[WHEEL].staked == 2 * RED.amount)


async def test_a_bus_that_is_away_costs_requests_to_other_nodes_and_nothing_else(
    house: NodeProcesses,
) -> None:
    dealer, other = await of(house, WHEEL)
    async with guests() as people:
        here = await people.come(house.running[dealer], WHEEL)
        there = await people.come(house.running[other], WHEEL)
        house.bus.stop(signal.SIGKILL)
        await bets_again(here, WHEEL, RED)
        number = here.tables[WHEEL].round
        await there.until(lambda: there.tables[WHEEL].round > number)
        with pytest.raises(HouseRefused, match="not-stored"):
            await there.place_bets(WHEEL, RED)
        house.bus.start()
        await bets_again(there, WHEEL, RED)
        assert house.dealer(WHEEL) == dealer


async def test_a_database_that_is_away_is_waited_for(
    house: NodeProcesses, postgres: PostgresServer
) -> None:
    dealer, other = await of(house, CARDS)
    async with guests() as people:
        ann = await people.come(house.running[dealer], CARDS, WHEEL)
        bob = await people.come(house.running[other], CARDS, WHEEL)
        await asked(ann)
        number = ann.tables[CARDS].round
        postgres.stop(signal.SIGQUIT)
        try:
            for client in (ann, bob):
                with pytest.raises(HouseRefused, match="not-stored"):
                    await client.place_bets(WHEEL, RED)
        finally:
            postgres.start()
        for client in (ann, bob):
            await bets_again(client, WHEEL, RED)
        await ann.until(lambda: ann.you[CARDS].asked)
        await played_out(ann, number)


@pytest.mark.parametrize("how", ["command", "signal"])
async def test_a_node_that_closes_gives_its_tables_away_between_two_rounds(
    house: NodeProcesses, how: str
) -> None:
    dealer, other = await of(house, CARDS)
    leaving = house.running[dealer]
    async with guests() as people:
        ann = await people.come(leaving, CARDS)
        await asked(ann)
        number = ann.tables[CARDS].round
        if how == "command":
            told = croupier("drain", dealer, "--store", house.store)
            assert (told.returncode, told.stdout) == (0, f"{dealer} is asked to drain\n")
        else:
            leaving.signal(signal.SIGTERM)
        await until(lambda: house.alive()[dealer].node.draining)
        assert house.dealer(CARDS) == dealer, "the round is played where it began"
        await ann.decide(CARDS, Action.STAND, 1)
        await ann.until(lambda: ann.bye is not None)
        assert ann.bye is not None
        assert ann.bye.code == "moved"
        assert await leaving.ended() == 0
        assert set(house.alive()) == {other}
        assert set(house.dealers().values()) == {other}
        ann = await people.move(ann, house.running[other])
        await ann.until(lambda: ann.tables[CARDS].round == number + 1)
        await asked(ann)


def refused(house: NodeProcesses, *options: object) -> str:
    """Why `croupier serve` does not open."""
    always = ("--data", house.data, "--port", 0, "--store", house.store)
    done = croupier("serve", *always, *house.options, *options)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


async def test_a_second_node_of_the_same_name_is_refused(house: NodeProcesses) -> None:
    why = refused(house, "--bus", house.bus.url, "--node", "a")
    assert why.startswith("croupier: occupied: the node a runs already")
    await until(house.even)


def test_a_house_of_one_process_is_refused_while_nodes_run(house: NodeProcesses) -> None:
    why = refused(house)
    assert why.startswith("croupier: occupied: the database is in use by the nodes a, b")


async def test_a_house_that_takes_over_ends_the_nodes(house: NodeProcesses) -> None:
    options = (*house.options, "--take-over")
    with served(house.data, *options, store=house.store) as alone:
        for node in house.running.values():
            assert await node.ended() == 2
            last = node.errors.splitlines()[-1]
            assert last.startswith(
                "croupier: not-stored: another process has taken this house over"
            )
        async with guests() as people:
            ann = await people.come(alone, WHEEL)
            await bets_again(ann, WHEEL, RED)


async def test_nodes_of_two_versions_play_together(house: NodeProcesses, tmp_path: Path) -> None:
    """An upgrade of one node after the other: the next version says more than this one knows."""
    house.end("b")
    house.start("b", source=_next_version(tmp_path / "next"))
    told = croupier("drain", "--store", house.store)
    assert "b  999.0  open" in told.stdout
    assert "a  999.0" not in told.stdout
    async with guests() as people:
        for node in house.running.values():
            ann = await people.come(node, CARDS, WHEEL)
            await until(house.even)
            await bets_again(ann, WHEEL, RED)
            await played_out_again(ann)


_MESSAGES = ("class Written(", "class _Encoded(", "class Answered(")


def _next_version(folder: Path) -> Path:
    """This code under another version, with a field more in every message between nodes."""
    shutil.copytree(ROOT / "src", folder, ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / "croupier-999.0.dist-info" / "METADATA"
    about.parent.mkdir()
    about.write_text("Metadata-Version: 2.1\nName: croupier\nVersion: 999.0\n")
    subjects = folder / "croupier" / "house" / "nodes" / "subjects.py"
    code = subjects.read_text()
    for message in _MESSAGES:
        fields = re.compile(rf"({re.escape(message)}.*?)(?=\n\n\n)", re.DOTALL)
        code, changed = fields.subn(r"\1\n    since_999: str = 'more than was known'", code)
        assert changed == 1, message
    subjects.write_text(code)
    return folder


# Workers -----------------------------------------------------------------------------------------


@pytest.fixture
async def workers(tmp_path: Path, tables: Path, postgres_url: str) -> AsyncIterator[Served]:
    options = ("--workers", 2, "--tables", tables, "--drain", 600)
    with served(tmp_path / "data", *options, store=postgres_url) as house:
        yield house
        house.signal(signal.SIGTERM)
        assert await house.ended() == 0
    assert "Traceback" not in house.errors
    told = croupier("verify", "--store", postgres_url)
    assert (told.returncode, told.stderr) == (0, ""), told


async def test_a_worker_that_dies_is_brought_back(workers: Served, postgres_url: str) -> None:
    with closing(open_nodes(postgres_url)) as nodes:
        before = worker_runs(nodes)
        os.kill(pid_of(workers, "worker-1"), signal.SIGKILL)
        await until(lambda: len(after := worker_runs(nodes)) == 2 and after != before)
        assert worker_runs(nodes)["worker-2"] == before["worker-2"]
    async with guests() as people:
        ann = await people.come(workers, WHEEL)
        await bets_again(ann, WHEEL, RED)


async def test_workers_are_started_anew_one_by_one(workers: Served, postgres_url: str) -> None:
    """While somebody is in the middle of a round, and is let play it out."""
    async with guests() as people:
        ann = await people.come(workers, CARDS)
        await asked(ann)
        number = ann.tables[CARDS].round
        with closing(open_nodes(postgres_url)) as nodes:
            before = worker_runs(nodes)
            workers.signal(signal.SIGHUP)
            decided = False
            while not (
                len(after := worker_runs(nodes)) == 2
                and not set(after.values()) & set(before.values())
            ):
                if not ann.connected:
                    assert ann.bye is not None
                    assert ann.bye.code == "moved", ann.bye.message
                    ann = await people.move(ann, workers)
                if not decided and any(seen.node.draining for seen in nodes.seen()):
                    with suppress(HouseRefused):  # sent on meanwhile: decided at the other node
                        await ann.decide(CARDS, Action.STAND, ann.you[CARDS].seats[0])
                        decided = True
                await asyncio.sleep(0.02)
        if not ann.connected:
            ann = await people.move(ann, workers)
        await ann.until(lambda: ann.tables[CARDS].round == number + 1)
        await played_out_again(ann)
