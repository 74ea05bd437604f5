"""Durable bets a second through table and store: judged, committed to disk, then answered.

    python benchmarks/house.py [--players 5000] [--tables 100] [--store URL]

One wheel with thousands of bettors, then many tables with a few each, on a fresh SQLite file (or
the store given). Beside them, in the same run: the judging alone without a store, and bare commits
of one row each. After every run the books are verified: speed with a broken ledger counts as zero.
"""

import argparse
import asyncio
import sqlite3
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table as Sheet

from croupier.chance import fair
from croupier.games.layout import Bet, Limits
from croupier.store import GroupCommitter, Store, complaints, open_store
from croupier.table.actor import TableActor, monotonic_ms, wall_ms
from croupier.table.cage import Cage
from croupier.table.commands import Actor, CloseBetting, PlaceBets, Role
from croupier.table.config import Clocks, TableConfig
from croupier.table.invariants import table_complaints
from croupier.table.judge import judge
from croupier.table.keeper import Keeper
from croupier.table.runner import Runner
from croupier.table.state import TablePhase

UNIT = 100
KEY = bytes(32)
PIT = Actor("pit", Role.PIT)
CLOCKS = Clocks(betting=3_600_000, decision=1, offer=1, choice=1, pause=0)


def bettor(n: int) -> Actor:
    return Actor(f"p{n}", Role.PLAYER)


def chips(n: int) -> PlaceBets:
    return PlaceBets((Bet(f"p{n}", f"straight:{n % 37}", 10 * UNIT),))


def open_tables(store: Store, committer: GroupCommitter, count: int) -> list[TableActor]:
    actors = []
    for number in range(count):
        config = TableConfig(
            f"wheel-{number}", "live-roulette", {}, Limits(UNIT, 1000 * UNIT), clocks=CLOCKS
        )
        runner = Runner.open(
            store, config, Keeper(KEY, fair()), owner="bench", now=monotonic_ms(), wall=wall_ms()
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
            actors[n % tables].ask(bettor(n), chips(n), f"{tables}-{n}") for n in range(players)
        )
        replies = await asyncio.gather(*asked)
        took = time.perf_counter() - begun
        assert all(reply.ok for reply in replies), next(one for one in replies if not one.ok)
        begun = time.perf_counter()
        for number, actor in enumerate(actors):
            await actor.ask(PIT, CloseBetting(), f"close-{tables}-{number}")
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
    runner = Runner.open(store, config, Keeper(KEY, fair()), owner="bench", now=0, wall=0)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=5_000)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--store", default="")
    options = parser.parse_args()
    sheet = Sheet(box=None, pad_edge=False, header_style="dim")
    for column in ("what", "bets per second", "all settled in"):
        sheet.add_column(column, justify="left" if column == "what" else "right")
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(options.store or str(Path(folder) / "house.db"))
        cage = Cage(store, "cage")
        for n in range(options.players):
            cage.buy_in(f"p{n}", 1_000 * UNIT, by="cashier", id=f"in-{n}", wall=0)
        for tables in (1, options.tables):
            got = asyncio.run(measure(store, options.players, tables))
            wrong = [*complaints(store), *table_complaints(store, "wheel-0")]
            assert not wrong, wrong[:3]
            sheet.add_row(
                f"{options.players} bettors at {tables} wheel{'s' if tables > 1 else ''}",
                f"{got['bets_per_second']:,.0f}",
                f"{got['settled_in_ms']:,.0f} ms",
            )
        sheet.add_row("the same bets judged, no store", f"{judged_alone(options.players):,.0f}", "")
        sheet.add_row("bare commits of one row", f"{bare_commits(Path(folder)):,.0f}", "")
        store.close()
    Console(width=100).print(sheet)


if __name__ == "__main__":
    main()
