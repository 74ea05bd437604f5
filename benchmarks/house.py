"""Durable bets a second through table and store: judged, committed to disk, then answered.

    python benchmarks/house.py [--players 5000] [--tables 100] [--postgres]

One wheel with thousands of bettors, then many tables with a few each, on a fresh SQLite file and,
when asked for, on a PostgreSQL started for the purpose, syncing as a house would have it. Beside
them, in the same run: the judging alone without a store, and bare commits of one row each; where
the time goes; and what a player and a table weigh. After every run the books are verified: speed
with a broken ledger counts as zero.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
import tracemalloc
from contextlib import closing
from itertools import count
from pathlib import Path

from rich.console import Console
from rich.table import Table as Sheet

from croupier.chance import fair
from croupier.engine.layout import Limits
from croupier.store import GroupCommitter, Store, open_store
from croupier.table.actor import TableActor, monotonic_ms, wall_ms
from croupier.table.commands import Actor, CloseBetting, LaidBet, PlaceBets, TableRole
from croupier.table.config import Clocks, TableConfig
from croupier.table.invariants import house_complaints
from croupier.table.judge import judge
from croupier.table.runner import Runner
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import TablePhase
from croupier.table.table import Request, Table

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.support.cage import Cage
from tests.support.postgres_server import PostgresServer

UNIT = 100
KEY = bytes(32)
PIT = Actor("pit", TableRole.PIT)
IDS = count()
CLOCKS = Clocks(betting=3_600_000, decision=1, offer=1, choice=1, pause=0)


def bettor(n: int) -> Actor:
    return Actor(f"p{n}", TableRole.PLAYER)


def chips(n: int) -> PlaceBets:
    return PlaceBets((LaidBet(f"straight:{n % 37}", 10 * UNIT),))


def open_tables(store: Store, committer: GroupCommitter, count: int) -> list[TableActor]:
    actors = []
    for number in range(count):
        config = TableConfig(
            f"wheel-{number}", "live-roulette", {}, Limits(UNIT, 1000 * UNIT), clocks=CLOCKS
        )
        runner = Runner.open(
            store,
            config,
            SealedOutcomes(KEY, fair()),
            owner="bench",
            now=monotonic_ms(),
            wall=wall_ms(),
        )
        actors.append(TableActor(runner, committer))
    return actors


async def until(actor: TableActor, phase: TablePhase) -> None:
    while actor.runner.table.state.phase is not phase:
        await asyncio.sleep(0)


async def measure(store: Store, players: int, tables: int) -> dict[str, float]:
    with GroupCommitter(store) as committer:
        actors = open_tables(store, committer, tables)
        running = [asyncio.create_task(actor.run()) for actor in actors]
        for actor in actors:
            await until(actor, TablePhase.BETTING)
        begun = time.perf_counter()
        asked = (
            actors[n % tables].ask(Request(bettor(n), chips(n), f"{next(IDS)}-{n}"))
            for n in range(players)
        )
        replies = await asyncio.gather(*asked)
        took = time.perf_counter() - begun
        assert all(reply.ok for reply in replies), next(one for one in replies if not one.ok)
        begun = time.perf_counter()
        for number, actor in enumerate(actors):
            await actor.ask(Request(PIT, CloseBetting(), f"close-{next(IDS)}-{number}"))
        for actor in actors:
            await until(actor, TablePhase.BETTING)
        settled = time.perf_counter() - begun
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    return {"bets_per_second": players / took, "settled_in_ms": settled * 1000}


def judged_alone(players: int) -> float:
    """The same bets through judge and fold only: what the rules and the layout cost."""
    config = TableConfig("wheel", "live-roulette", {}, Limits(UNIT, 1000 * UNIT), clocks=CLOCKS)
    store = open_store("memory:")
    runner = Runner.open(store, config, SealedOutcomes(KEY, fair()), owner="bench", now=0, wall=0)
    while runner.table.state.phase is not TablePhase.BETTING:
        runner.tick(2**60, 0)
    state = runner.table.state
    begun = time.perf_counter()
    for n in range(players):
        for fact in judge(state, bettor(n), chips(n)).facts:
            state.apply(fact)
    return players / (time.perf_counter() - begun)


def bare_commits(folder: Path, count: int = 500) -> float:
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE bets (id INTEGER PRIMARY KEY, amount INTEGER)")
    begun = time.perf_counter()
    for _ in range(count):
        connection.execute("INSERT INTO bets (amount) VALUES (1000)")
    took = time.perf_counter() - begun
    connection.close()
    return count / took


class Shares:
    """Where the time of a run goes: judging, committing, finishing; the rest is waiting."""

    def __init__(self, store: Store) -> None:
        self.spent = {"judge": 0.0, "commit": 0.0, "finish": 0.0}
        self._timed(Table, "prepare", "judge")
        self._timed(Table, "finish", "finish")
        self._timed(type(store), "commit", "commit")

    def _timed(self, owner: type, method: str, share: str) -> None:
        plain = getattr(owner, method)

        def timed(*args: object, **named: object) -> object:
            begun = time.perf_counter()
            try:
                return plain(*args, **named)
            finally:
                self.spent[share] += time.perf_counter() - begun

        setattr(owner, method, timed)

    def told(self) -> str:
        whole = sum(self.spent.values())
        return ", ".join(f"{name} {100 * one / whole:.0f} %" for name, one in self.spent.items())


def weights(players: int, tables: int) -> tuple[float, float]:
    """KiB a player with one bet weighs at a wheel, and KiB a table weighs that is open."""
    tracemalloc.start()
    store = open_store("memory:")
    before, _ = tracemalloc.get_traced_memory()
    runners = []
    for number in range(tables):
        config = TableConfig(f"t-{number}", "live-blackjack", clocks=CLOCKS)
        runner = Runner.open(store, config, SealedOutcomes(KEY, fair()), owner="b", now=0, wall=0)
        while runner.table.state.phase is not TablePhase.BETTING:
            runner.tick(2**60, 0)
        runners.append(runner)
    opened, _ = tracemalloc.get_traced_memory()
    wheel = TableConfig("wheel", "live-roulette", {}, Limits(UNIT, 1000 * UNIT), clocks=CLOCKS)
    runner = Runner.open(store, wheel, SealedOutcomes(KEY, fair()), owner="b", now=0, wall=0)
    while runner.table.state.phase is not TablePhase.BETTING:
        runner.tick(2**60, 0)
    seated, _ = tracemalloc.get_traced_memory()
    for n in range(players):
        for fact in judge(runner.table.state, bettor(n), chips(n)).facts:
            runner.table.state.apply(fact)
    crowded, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (crowded - seated) / players / 1024, (opened - before) / tables / 1024


def run(name: str, url: str, options: argparse.Namespace, sheet: Sheet) -> None:
    store = open_store(url)
    cage = Cage(store, "cage")
    for n in range(options.players):
        cage.buy_in(f"p{n}", 1_000 * UNIT, by="cashier", id=f"in-{n}", wall=0)
    for tables in (1, options.tables):
        got = asyncio.run(measure(store, options.players, tables))
        wrong = list(house_complaints(store))
        assert not wrong, wrong[:3]
        sheet.add_row(
            f"{name}: {options.players} bettors, {tables} wheel{'s' if tables > 1 else ''}",
            f"{got['bets_per_second']:,.0f}",
            f"{got['settled_in_ms']:,.0f} ms",
        )
    shares = Shares(store)
    asyncio.run(measure(store, options.players, 1))
    sheet.add_row(f"{name}: of the work, {shares.told()}", "", "")
    store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=5_000)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    sheet = Sheet(box=None, pad_edge=False, header_style="dim")
    for column in ("what", "bets per second", "all settled in"):
        sheet.add_column(column, justify="left" if column == "what" else "right")
    with tempfile.TemporaryDirectory() as folder:
        sheet.add_row("judged only, no store", f"{judged_alone(options.players):,.0f}", "")
        sheet.add_row("bare commits of one row", f"{bare_commits(Path(folder)):,.0f}", "")
        run("SQLite", str(Path(folder) / "house.db"), options, sheet)
        if options.postgres:
            with closing(PostgresServer(durable=True)) as server:
                run("PostgreSQL", server.url(server.clean_database()), options, sheet)
    Console(width=110).print(sheet)
    player, table = weights(options.players, 20)
    print(f"\na player with a bet weighs {player:.1f} KiB, an open table {table:.0f} KiB")


if __name__ == "__main__":
    main()
