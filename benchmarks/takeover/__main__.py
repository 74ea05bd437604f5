"""`python -m benchmarks.takeover`: play, break, recover, verify, tell."""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

from benchmarks.takeover import __doc__ as about
from benchmarks.takeover.players import Crowd
from benchmarks.takeover.trials import NODES, TRIALS, Measured, Scale, Trial
from rich.console import Console
from rich.table import Table
from tests.support.node_processes import NodeProcesses, node_processes
from tests.support.postgres_relay import Relay
from tests.support.postgres_server import PostgresServer
from tests.support.serve_process import croupier
from tests.support.tables_file import write_tables

from croupier.engine.variants import VARIANTS
from croupier.store import open_store
from croupier.store.pages import every_entry
from croupier.table.cage import is_table

GAMES = tuple(VARIANTS)
BETTING_S = 0.5
DECIDING_S = 2
"""Also what an offer is left for that nobody takes."""
_VERIFYING_S = 1_800
CHIPS = ("--play-chips", "1000000")


async def play(name: str, scale: Scale, postgres: PostgresServer, house: NodeProcesses) -> Measured:
    with closing(Relay(postgres.socket)) as relay:
        way_round = postgres.url("house", "127.0.0.1", relay.port)
        for number, node in enumerate(NODES):
            relayed = name == "cuts" or (name == "lag" and not number)
            await asyncio.to_thread(house.start, node, store=way_round if relayed else "")
        crowd = Crowd(house, GAMES)
        trial = Trial(house, crowd, postgres, relay)
        try:
            await trial.settled()
            await TRIALS[name](trial, scale)
            await trial.settled()
        finally:
            await crowd.leave()
            for node in tuple(house.running):
                house.end(node)
        check(house.store, crowd)
        return trial.found


def check(store: str, crowd: Crowd) -> None:
    """Nothing acknowledged is lost, nothing is done twice, and the books are in order."""
    with closing(open_store(store)) as books:
        written = Counter(
            (entry.command.sender, entry.command.id)
            for stream in books.streams()
            if is_table(stream)
            for entry in every_entry(books, stream)
            if entry.command is not None
        )
    for player in crowd.players:
        for id in player.acknowledged:
            if written[player.name, id] != 1:
                sys.exit(f"{id} of {player.name}: {written[player.name, id]} times in the books")
    done = croupier("verify", "--store", store, timeout_s=_VERIFYING_S)
    if done.returncode or done.stderr:
        sys.exit(f"croupier verify: {done.stdout}{done.stderr}")


def run(name: str, scale: Scale) -> Measured:
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(PostgresServer(durable=True)) as postgres,
    ):
        home = Path(folder)
        games = {game: game for game in GAMES}
        tables = write_tables(home / "tables.toml", games, betting=BETTING_S, say=DECIDING_S)
        store = postgres.url(postgres.clean_database())
        with node_processes(home, store, tables, more=CHIPS) as house:
            return asyncio.run(play(name, scale, postgres, house))


def sheet(found: dict[str, Measured]) -> Table:
    shown = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("trial", "until", "count", "median", "p95", "worst"):
        shown.add_column(column, justify="left" if column in ("trial", "until") else "right")
    for name, measured in found.items():
        for until, seconds in (
            ("tables open", measured.tables),
            ("next bet", measured.bets),
            ("session ended", measured.sessions),
        ):
            if seconds:
                shown.add_row(name, until, str(len(seconds)), *_figures(seconds))
    return shown


def _figures(seconds: list[float]) -> tuple[str, ...]:
    p95 = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    return tuple(
        f"{each:.2f} s" for each in (median(seconds), min(p95, max(seconds)), max(seconds))
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.takeover", description=about)
    parser.add_argument("--only", default=",".join(TRIALS), help="kills,frozen,…")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--frozen-seconds", type=float, default=60)
    parser.add_argument("--times", type=int, default=5, help="of bus, database and lag")
    options = parser.parse_args()
    scale = Scale(options.kills, options.cuts, frozen_s=options.frozen_seconds, times=options.times)
    found: dict[str, Measured] = {}
    for name in options.only.split(","):
        found[name] = run(name, scale)
        Console(width=100).print(sheet({name: found[name]}))
    Console(width=100).print(sheet(found))


main()
