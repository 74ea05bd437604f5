"""Rounds a second of `croupier simulate`: on one core, on all, beside the plain engine, and beside
peers installed from their registry.

    python benchmarks/simulate.py [--seconds 2] [--game live-baccarat] [--json]

Every figure is the median of three runs of so many seconds, from a warm cache: on one core by
seconds of processor time, on all by those of a clock. The engine plays the very same units
(`sim/compare_engine.py`). Peers are Gymnasium's and OpenSpiel's blackjack, simpler games than any
of ours: one player, no split, cards that are put back. Where one is not installed, that is said.
"""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from croupier.engine.variants import VARIANTS
from croupier.kit.errors import Refused
from croupier.sim.by_engine import rounds_of
from croupier.sim.compare_engine import table_of
from croupier.sim.families import simulated
from croupier.sim.plan import Plan
from croupier.sim.run import play, run, threads, units_in

SEED = 1
TIMES = 3


def per_second(
    work: Callable[[], int], seconds: float, clock: Callable[[], float] = time.thread_time
) -> float:
    """How many rounds `work` plays in a second, called for as long as this."""
    rates = []
    for _ in range(TIMES):
        rounds, begun = 0, clock()
        while (taken := clock() - begun) < seconds / TIMES:
            rounds += work()
        rates.append(rounds / taken)
    return statistics.median(rates)


def on_one_core(plan: Plan, seconds: float) -> float:
    game = simulated(plan)
    part = units_in(game, SEED, 0.05)
    return per_second(lambda: game.rounds(play(game, SEED, 0, part)), seconds)


def on_all_cores(plan: Plan, seconds: float) -> float:
    """By the clock on the wall: whoever else works there takes from it."""
    game = simulated(plan)
    part = units_in(game, SEED, 0.1)
    with threads(game) as crew:
        units = 4 * crew.workers * part
        return per_second(
            lambda: game.rounds(run(game, crew, SEED, units, part=part).tally),
            seconds,
            time.perf_counter,
        )


def engine(plan: Plan, seconds: float) -> float:
    table, units = table_of(plan), iter(range(10**9))
    return per_second(lambda: sum(1 for _ in rounds_of(plan, table, SEED, next(units))), seconds)


def first_result(game: str) -> float:
    """From typing the command to its end, in seconds; the cache is warm."""
    taken = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "croupier", "simulate", game, "--rounds", "1000"],
            check=True,
            capture_output=True,
        )
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def gymnasium(seconds: float) -> float | None:
    try:
        import gymnasium as peer  # noqa: PLC0415 -- may not be installed
    except ImportError:
        return None
    table = peer.make("Blackjack-v1").unwrapped
    table.reset(seed=SEED)

    def work() -> int:
        (total, _, _), _ = table.reset()
        over = False
        while not over:
            (total, _, _), _, over, _, _ = table.step(int(total < 17))
        return 1

    return per_second(work, seconds)


def open_spiel(seconds: float) -> float | None:
    try:
        import pyspiel  # noqa: PLC0415 -- may not be installed
    except ImportError:
        return None
    game, chance = pyspiel.load_game("blackjack"), random.Random(SEED)

    def work() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, chances)[0])
            else:
                state.apply_action(state.legal_actions()[chance.random() < 0.4])
        return 1

    return per_second(work, seconds)


def _written(value: object) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="per figure")
    parser.add_argument("--game", action="append", help="only this one")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    cores = len(os.sched_getaffinity(0))
    rows: list[dict[str, object]] = []
    for game in asked.game or VARIANTS:
        for shoes in (False, True):
            plan = Plan(VARIANTS[game], shoes)
            try:
                play(simulated(plan), SEED, 0, 1)
            except Refused as refused:
                print(f"{game}{' --shoe' if shoes else ''}: {refused}", file=sys.stderr)
                continue
            one = on_one_core(plan, asked.seconds)
            plain = engine(plan, asked.seconds)
            rows.append(
                {
                    "game": game + (" --shoe" if shoes else ""),
                    "one core": round(one),
                    f"{cores} cores": round(on_all_cores(plan, asked.seconds)),
                    "plain engine": round(plain),
                    "times": round(one / plain),
                    "first result s": None if shoes else round(first_result(game), 2),
                }
            )
    for name, peer in (("Gymnasium blackjack", gymnasium), ("OpenSpiel blackjack", open_spiel)):
        rate = peer(asked.seconds)
        if rate is None:
            print(f"{name}: not installed", file=sys.stderr)
        else:
            rows.append({"game": name, "one core": round(rate)})
    if asked.json:
        print(json.dumps(rows, indent=2))
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in rows[0]:
        table.add_column(name, justify="left" if name == "game" else "right")
    for row in rows:
        table.add_row(*(_written(row.get(name)) for name in rows[0]))
    Console(width=120).print(table)
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")


if __name__ == "__main__":
    main()
