"""`python -m benchmarks.live`: start the servers, play the scenarios, verify, tell."""

import argparse
import gc
import json
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import uvloop
from benchmarks.live import __doc__ as about
from benchmarks.live import scenarios
from benchmarks.live.players import Crowd
from benchmarks.live.report import sheet
from benchmarks.live.running import PLAYERS_CORE, Running
from benchmarks.live.scenarios import QUICK, Figures, Scale, wanted_of
from benchmarks.live.servers import Wanted
from rich.console import Console

from croupier.bus.local_server import LocalServer
from croupier.store import open_store
from croupier.table.invariants import house_complaints

Found = dict[str, Figures]


def closed(server: Running, store: str) -> str:
    """Close the house and read its books from the first entry to the last."""
    server.stop()
    with closing(open_store(store)) as books:
        wrong = [str(one) for one in house_complaints(books)]
    return f"BROKEN: {wrong[0]}" if wrong else "in order"


async def crowd_at_a_table(
    store: str, scale: Scale, only: set[str], found: Found, *, bus: str = "", nodes: int = 1
) -> None:
    """L6, L1, L2, L3: one house, one crowd."""
    server = Running(scenarios.full_house(store), bus, nodes)
    crowd = Crowd(server.address)
    mine: Found = {"L6 idle": await scenarios.come_in(server, crowd, scale.clients)}
    if wanted_of(only, "L1"):
        mine["L1"] = await scenarios.casts(server, crowd, scale)
    if wanted_of(only, "L2"):
        mine["L2"] = await scenarios.bets(server, crowd, scale)
    if wanted_of(only, "L3"):
        mine["L3"] = await scenarios.last_second(server, crowd)
    if wanted_of(only, "L6") and scale.soak_s:
        mine["L6 soak"] = await scenarios.soak(server, crowd, scale)
    crowd.leave()
    _keep(found, mine, closed(server, store))


async def bare(scale: Scale, only: set[str], found: Found) -> None:
    server = Running(None)
    crowd = Crowd(server.address)
    found["L6 idle"] = await scenarios.come_in(server, crowd, scale.clients, bare=True)
    if wanted_of(only, "L1"):
        found["L1"] = await scenarios.bare_casts(server, crowd, scale)
    if wanted_of(only, "L2"):
        found["L2"] = await scenarios.bare_bets(server, crowd, scale)
    if wanted_of(only, "L3"):
        found["L3"] = await scenarios.bare_last_second(server, crowd)
    crowd.leave()
    server.stop()


async def many_at_a_table(
    store: str, scale: Scale, found: Found, *, bus: str = "", nodes: int = 1
) -> None:
    """L7: broadcasts as in L1, to a crowd that one table seldom has."""
    server = Running(scenarios.full_house(store), bus, nodes)
    crowd = Crowd(server.address)
    await crowd.gather(scale.many)
    mine = {"L7": await scenarios.casts(server, crowd, scale)}
    crowd.leave()
    _keep(found, mine, closed(server, store))


async def bare_many(scale: Scale, found: Found) -> None:
    server = Running(None)
    crowd = Crowd(server.address)
    await crowd.gather(scale.many, bare=True)
    found["L7"] = await scenarios.bare_casts(server, crowd, scale)
    crowd.leave()
    server.stop()


async def floor(store: str, scale: Scale, found: Found) -> None:
    server = Running(scenarios.floor(store, scale))
    crowd = Crowd(server.address)
    await crowd.gather(scale.tables * scale.seats)
    mine = {"L4": await scenarios.full_floor(server, crowd, scale)}
    crowd.leave()
    _keep(found, mine, closed(server, store))


async def restart(store: str, scale: Scale, found: Found) -> None:
    wanted: Wanted = scenarios.full_house(store)
    server = Running(wanted)
    crowd = Crowd(server.address)
    await crowd.gather(scale.returning)
    server, figures = await scenarios.restart(server, crowd, wanted)
    crowd.leave()
    _keep(found, {"L5": figures}, closed(server, store))


def _keep(found: Found, mine: Found, books: str) -> None:
    for name, figures in mine.items():
        found[name] = figures | {"books": books}


_TOGETHER = ("L1", "L2", "L3", "L6")


def _nodes(store: Callable[[str], str], scale: Scale, only: set[str], found: Found) -> None:
    """Two nodes, who share one core here: what they cost, not how much more they can do."""
    with LocalServer() as bus:
        if wanted_of(only, *_TOGETHER):
            crowd = crowd_at_a_table(store("crowd"), scale, only, found, bus=bus.url, nodes=2)
            uvloop.run(crowd)
        if wanted_of(only, "L7"):
            uvloop.run(many_at_a_table(store("many"), scale, found, bus=bus.url, nodes=2))


def play(scale: Scale, only: set[str], postgres: bool) -> dict[str, Found]:
    found: dict[str, Found] = {"bare": {}, "SQLite": {}}
    if wanted_of(only, *_TOGETHER):
        uvloop.run(bare(scale, only, found["bare"]))
    if wanted_of(only, "L7"):
        uvloop.run(bare_many(scale, found["bare"]))
    with tempfile.TemporaryDirectory() as folder:
        _house(lambda name: f"{folder}/{name}.db", scale, only, found["SQLite"])
    if postgres:
        from tests.support.postgres_server import PostgresServer  # noqa: PLC0415

        with closing(PostgresServer(durable=True)) as server:
            scale = msgspec.structs.replace(scale, soak_s=0)
            found |= {"PostgreSQL": {}, "two nodes": {}}

            def store(_: str) -> str:
                return server.url(server.clean_database())

            _house(store, scale, only, found["PostgreSQL"])
            _nodes(store, scale, only, found["two nodes"])
    return found


def _house(store: Callable[[str], str], scale: Scale, only: set[str], found: Found) -> None:
    """Every scenario on a store of its own."""
    if wanted_of(only, *_TOGETHER):
        uvloop.run(crowd_at_a_table(store("crowd"), scale, only, found))
    if wanted_of(only, "L4"):
        uvloop.run(floor(store("floor"), scale, found))
    if wanted_of(only, "L5"):
        uvloop.run(restart(store("restart"), scale, found))
    if wanted_of(only, "L7"):
        uvloop.run(many_at_a_table(store("many"), scale, found))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.live", description=about)
    parser.add_argument("--quick", action="store_true", help="under a minute")
    parser.add_argument(
        "--postgres", action="store_true", help="on a PostgreSQL too, and by two nodes"
    )
    parser.add_argument("--only", default="", help="L1,L2,…")
    parser.add_argument("--json", type=Path, help="where to write every figure")
    options = parser.parse_args()
    os.sched_setaffinity(0, {PLAYERS_CORE})
    gc.disable()
    only = {one for one in options.only.upper().split(",") if one}
    before = os.getloadavg()[0]
    found = play(QUICK if options.quick else Scale(), only, options.postgres)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))
    console = Console(width=120)
    console.print(sheet(found))
    after = os.getloadavg()[0]
    console.print(f"load of the machine: {before:.1f} before, {after:.1f} at the end", style="dim")
    books = [one.get("books", "in order") for side in found.values() for one in side.values()]
    sys.exit(any(one != "in order" for one in books))


main()
