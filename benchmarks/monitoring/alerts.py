"""How often evidence rises where nothing is wrong, and how soon it does where something is."""

from collections.abc import Iterator
from functools import cache
from time import perf_counter

import numpy as np
from benchmarks.monitoring.games import SEED, STAKE, Game, baccarat, blackjack, roulette
from benchmarks.monitoring.trails import HONEST, Trails, Wrong, decisions, insurance, wins

from croupier.monitoring.table_evidence import ALPHA

NUMBER = 10_00
"""On one number of the wheel."""


@cache
def _boxes() -> Game:
    return blackjack("live-blackjack")


@cache
def _banker() -> Game:
    return baccarat("live-baccarat", {"banker": STAKE})


@cache
def _number() -> Game:
    return roulette({"straight:7": NUMBER})


# Nothing is wrong ----------------------------------------------------------------------------


def honest() -> None:
    print("| honest trails | how many | rounds each | ever at 10 | at 20 | at 100 | at 10,000 |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, trails in _honest():
        shares = " | ".join(f"{(trails.highest >= at).mean():.2%}" for at in (10, 20, 100, 10_000))
        print(f"| {name} | {len(trails.highest):,} | {trails.rounds:,} | {shares} |", flush=True)


def _honest(many: int = 10_000, rounds: int = 5_000) -> Iterator[tuple[str, Trails]]:
    for number, (name, game) in enumerate(
        (
            ("wins, live-blackjack, real shoes", _boxes()),
            ("wins, classic-blackjack-single, real shoes", blackjack("classic-blackjack-single")),
            ("wins, banker, real shoes", _banker()),
            ("wins, tie, real shoes", baccarat("live-baccarat", {"tie": STAKE})),
            ("wins, one number", _number()),
            ("wins, red", roulette({"red": NUMBER})),
        )
    ):
        played = wins(game, many, rounds, HONEST, SEED + 8 + 100_000 * number)
        yield name, played["honest"]
    yield "insurance, three in ten taken", insurance(many, rounds, 0.0, SEED + 7)
    yield "decisions, by the chart", decisions(many, rounds, 0.0, 0.0, SEED + 6)
    yield "decisions, one in five at random", decisions(many, rounds, 0.0, 0.2, SEED + 5)
    yield "decisions, all at random", decisions(many, rounds, 0.0, 1.0, SEED + 4)


# Something is --------------------------------------------------------------------------------


def _paid(net: int) -> int:
    """A lost hand, as it was first staked or doubled, is paid once."""
    return STAKE if net < 0 else net


def _push_paid(net: int) -> int:
    return STAKE if net == 0 else net


def _two_to_one(net: int) -> int:
    return 2 * STAKE if net == STAKE * 3 // 2 else net


def _banker_paid(net: int) -> int:
    return STAKE * 95 // 100 if net < 0 else net


def _tie_paid(net: int) -> int:
    return STAKE * 95 // 100 if net == 0 else net


def _late(net: int) -> int:
    return 35 * NUMBER


def wrongs() -> Iterator[tuple[str, Trails]]:
    hands, many = 100_000, 2_000
    of_boxes = {
        "wins, blackjack: honest": Wrong(),
        "wins, blackjack: one hand in fifty that is lost is paid": Wrong(_paid, 1 / 50),
        "wins, blackjack: the same from hand 50,000 on": Wrong(_paid, 1 / 50, 50_000),
        "wins, blackjack: one hand in twenty that is lost is paid": Wrong(_paid, 1 / 20),
        "wins, blackjack: a blackjack pays 2 to 1": Wrong(_two_to_one),
        "wins, blackjack: one push in ten is paid": Wrong(_push_paid, 1 / 10),
    }
    yield from wins(_boxes(), many, hands, of_boxes, SEED + 1).items()
    of_banker = {
        "wins, banker: one coup in fifty that is lost is paid": Wrong(_banker_paid, 1 / 50),
        "wins, banker: one coup in twenty that is lost is paid": Wrong(_banker_paid, 1 / 20),
        "wins, banker: one tie in ten is paid": Wrong(_tie_paid, 1 / 10),
    }
    yield from wins(_banker(), many, hands, of_banker, SEED + 3).items()
    of_number = {"wins, one number: one bet in fifty is put down late": Wrong(_late, 1 / 50)}
    yield from wins(_number(), 5_000, 20_000, of_number, SEED + 2).items()
    for name, knows in (("one time in ten", 0.1), ("one time in two", 0.5)):
        yield f"insurance: the card is known {name}", insurance(5_000, 5_000, knows, SEED + 4)
    for name, knows, careless in (
        ("by the chart", 0.0, 0.0),
        ("one in five at random", 0.0, 0.2),
        ("the hole card is known one time in five", 0.2, 0.0),
        ("the hole card is known one time in two", 0.5, 0.0),
        ("the hole card is always known", 1.0, 0.0),
    ):
        yield f"decisions: {name}", decisions(5_000, 10_000, knows, careless, SEED + 5)


def alerts() -> dict[str, Trails]:
    print(f"The alarm is raised at evidence of {1 / ALPHA:,.0f}.\n")
    print("| trails | how many | rounds each | with an alarm | half found by round | nine in ten |")
    print("|---|---:|---:|---:|---:|---:|")
    begun, found = perf_counter(), {}
    for name, trails in wrongs():
        found[name] = trails
        by = np.sort(np.where(trails.alarmed == 0, trails.rounds + 1, trails.alarmed))
        share = float((trails.alarmed > 0).mean())
        half, nine = (
            f"{int(by[int(part * len(by))]):,}" if share > part else "–" for part in (0.5, 0.9)
        )
        told = (name, f"{len(by):,}", f"{trails.rounds:,}", f"{share:.1%}", half, nine)
        print(f"| {' | '.join(told)} |", flush=True)
    print(f"\n{perf_counter() - begun:.0f} s")
    return found
