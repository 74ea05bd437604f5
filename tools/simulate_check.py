"""Kernels held to the engine at length: both play the same rounds, card by card.

python -m tools.simulate_check GAME --rounds 1e6    every bet of so many rounds, on all cores
python -m tools.simulate_check all                  every game

Blackjacks are played at tables with settings, charts, counts and shoes at random, and by every
strategy that has a name; other games as their documents have them. `make test` does the same with a
sample; this is for before a release, and for whoever doubts.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from typing import ClassVar

from croupier.cli.options import chosen_settings
from croupier.cli.simulate.asking import parse_count
from croupier.engine.rules import Rules
from croupier.engine.variants import VARIANTS
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.sim.compare_engine import Compared, sample, strategies_of
from croupier.games.blackjack.sim.strategies import Strategy
from croupier.kit.errors import Refused
from croupier.odds import rules_for_odds
from croupier.sim.compare_engine import differing_units
from croupier.sim.families import simulated
from croupier.sim.plan import Plan
from croupier.sim.run import units_for

_PART = 500
"""Rounds that are compared at once."""
_SHOWN = 3

Part = Callable[[], Compared]


class _Sampled:
    """A blackjack's tables at random; its strategies are reckoned once in every process."""

    known: ClassVar[dict[str, tuple[Strategy, ...]]] = {}

    def __init__(self, rules: BlackjackRules, seed: int, number: int) -> None:
        self.rules, self.seed, self.number = rules, seed, number

    def __call__(self) -> Compared:
        if self.rules.game not in self.known:
            self.known[self.rules.game] = strategies_of(self.rules)
        return sample(self.rules, self.known[self.rules.game], self.seed, self.number, _PART)


def _units(plan: Plan, seed: int, first: int, units: int, rounds: int) -> Compared:
    differing = differing_units(plan, seed, first, units)
    return Compared(rounds, tuple(f"unit {unit} of seed {seed} differs" for unit in differing))


def _parts(rules: Rules, seed: int, rounds: int) -> list[Part]:
    if isinstance(rules, BlackjackRules):
        return [_Sampled(rules, seed, number) for number in range(-(-rounds // _PART))]
    # Half from fresh shoes, half from shoes that are dealt down.
    plans = [Plan(rules)] if not rules.deck_count else [Plan(rules), Plan(rules, shoes=True)]
    parts: list[Part] = []
    for plan in plans:
        wanted = rounds // len(plans)
        units = units_for(simulated(plan), wanted, seed)
        size = max(_PART * units // wanted, 1)
        for first in range(0, units, size):
            some = min(size, units - first)
            parts.append(partial(_units, plan, seed, first, some, wanted * some // units))
    return parts


def check(rules: Rules, seed: int, rounds: int, pool: ProcessPoolExecutor) -> Compared:
    begun = time.monotonic()
    parts: list[Future[Compared]] = [pool.submit(part) for part in _parts(rules, seed, rounds)]
    total = Compared(0, ())
    for number, future in enumerate(parts, 1):
        total += future.result()
        if sys.stderr.isatty():
            left = (time.monotonic() - begun) * (len(parts) / number - 1)
            print(f"\r{number}/{len(parts)}, {left:.0f} s to go ", end="", file=sys.stderr)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", metavar="GAME", help="or `all`")
    parser.add_argument("--rounds", type=parse_count, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", dest="settings", action="append", default=[])
    asked = parser.parse_args()
    wrong = 0
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for game in VARIANTS if asked.games == ["all"] else asked.games:
            try:
                rules = rules_for_odds(game, chosen_settings(game, asked.settings))
                found = check(rules, asked.seed, asked.rounds, pool)
            except Refused as refused:
                sys.exit(f"{game}: not checked: {refused}")
            differing = len(found.differences)
            print(f"{game}: {found.rounds:,} rounds by kernel and engine, {differing} differ")
            print("".join(f"  {one}\n" for one in found.differences[:_SHOWN]), end="", flush=True)
            wrong += differing
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
