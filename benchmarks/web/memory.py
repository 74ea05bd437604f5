"""What is left after many rounds: heap after a full collection, and nodes."""

import sys
from typing import Any

from benchmarks.web.playing import BLACKJACK, ROULETTE, Rounds
from benchmarks.web.visitor import Visitor
from playwright.sync_api import Browser

Figures = dict[str, Any]


def memory(browser: Browser, address: str, table: str, rounds: int) -> Figures:
    """A sample every hundred rounds, or every tenth part of fewer."""
    step = min(100, max(1, rounds // 10))
    with Visitor(browser, address) as one:
        one.page.set_default_timeout(0)
        one.come_to(table)
        play = Rounds(one.page, BLACKJACK if "blackjack" in table else ROULETTE)
        play.sit()
        samples = []
        for played in range(step, rounds + 1, step):
            play.on_and_on(step)
            samples.append({"rounds": played} | _sample(one))
            print(f"{table}: {played} of {rounds} rounds", file=sys.stderr)
    first, last = samples[0], samples[-1]
    between = last["rounds"] - first["rounds"]
    grown = last["heap_kib"] - first["heap_kib"]
    return {
        "samples": samples,
        "rounds": last["rounds"],
        "heap_kib_first": first["heap_kib"],
        "heap_kib": last["heap_kib"],
        "heap_bytes_a_round": round(grown * 1024 / max(1, between)),
        "nodes_first": first["nodes"],
        "nodes": last["nodes"],
        "listeners_first": first["listeners"],
        "listeners": last["listeners"],
    }


def _sample(one: Visitor) -> Figures:
    for _ in range(3):
        one.devtools.send("HeapProfiler.collectGarbage")
    now = one.metrics()
    return {
        "heap_kib": round(now["JSHeapUsedSize"] / 1024),
        "nodes": int(now["Nodes"]),
        "listeners": int(now["JSEventListeners"]),
    }
