"""How long exact odds take, cold and warm, and what memory; run on one core by `make bench`.

Beside our own way of following the dealer through many shoes at once stands the plain one: a
recursion over the cards that may come, one shoe after another.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache, partial

import numpy as np

from croupier.engine.variants import VARIANTS
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.odds.dealer import ENDS, dealer_ends, ending
from croupier.games.blackjack.odds.hands import hands
from croupier.games.blackjack.odds.numbering import VALUES, values_of
from croupier.games.blackjack.odds.solve import solve
from croupier.odds import odds_of
from croupier.odds.shoe import ShoeComposition

MAIN = "rws-blackjack"
DECKS = 8
_COLD = f"""
import resource, time
begun = time.perf_counter()
from croupier.engine.variants import VARIANTS
from croupier.games.blackjack.odds.solve import solve
from croupier.odds.shoe import ShoeComposition
solve(VARIANTS["{MAIN}"], values_of(ShoeComposition.of_decks({DECKS})))
print(time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def timed(what: Callable[[], object], times: int = 5) -> float:
    """The median of some runs."""
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        what()
        taken.append(time.perf_counter() - begun)
    return sorted(taken)[times // 2]


def plain_dealer(shoe: tuple[int, ...], shown: int) -> list[float]:
    """One shoe, by recursion; what is drawn in another order is looked up."""

    @cache
    def ends(drawn: tuple[int, ...]) -> tuple[float, ...]:
        end = ending(drawn, shown, h17=False) if any(drawn) else None
        if end is not None:
            return tuple(float(at == end) for at in range(ENDS))
        left = [count - out for count, out in zip(shoe, drawn, strict=True)]
        cards = sum(left)
        found = [0.0] * ENDS
        for value in range(VALUES):
            if left[value] > 0:
                grown = (*drawn[:value], drawn[value] + 1, *drawn[value + 1 :])
                for at, chance in enumerate(ends(grown)):
                    found[at] += chance * left[value] / cards
        return tuple(found)

    return list(ends((0,) * VALUES))


def dealers() -> None:
    shoe = np.array(values_of(ShoeComposition.of_decks(DECKS)))
    shown = 5
    shoe[shown] -= 1
    shoes = shoe - hands().counts
    ours = timed(lambda: dealer_ends(shoes, shown, h17=False)) / len(shoes)
    some = [tuple(one) for one in shoes[::150].tolist()]
    plain = timed(lambda: [plain_dealer(one, shown) for one in some], 3) / len(some)
    apart = max(
        abs(a - b)
        for one in some
        for a, b in zip(
            plain_dealer(one, shown), dealer_ends(np.array([one]), shown, h17=False)[0], strict=True
        )
    )
    print(
        f"the dealer's end in one shoe, showing a 6: {ours * 1e6:.1f} µs; "
        f"by plain recursion {plain * 1e6:.0f} µs ({plain / ours:.0f} times); apart {apart:.0e}"
    )


def main_bet() -> None:
    with tempfile.TemporaryDirectory() as folder:
        cold = [
            subprocess.run(
                [sys.executable, "-c", _COLD],
                env=os.environ | {"CROUPIER_CACHE": folder},
                capture_output=True,
                text=True,
                check=True,
            ).stdout.split()
            for _ in range(3)
        ]
    seconds = sorted(float(one[0]) for one in cold)[1]
    rules, shoe = VARIANTS[MAIN], values_of(ShoeComposition.of_decks(DECKS))
    assert isinstance(rules, BlackjackRules)
    warm = timed(lambda: solve(rules, shoe))
    print(
        f"{MAIN}, {DECKS} decks, both strategies and the spread: cold {seconds:.2f} s "
        f"(imports included), warm {warm:.2f} s, {int(cold[0][1]) / 1024:.0f} MiB at most"
    )


def every_game() -> None:
    for game, rules in VARIANTS.items():
        side = [bet for bet in rules.spots() if bet not in ("initial", "behind")]
        if side:
            taken = timed(partial(odds_of, rules, bets=side), 3)
            print(f"{game}: {len(side)} bets in {taken * 1e3:.0f} ms")


if __name__ == "__main__":
    print(f"cores used: {len(os.sched_getaffinity(0))} allowed; numpy {np.__version__}")
    dealers()
    main_bet()
    every_game()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory of this process: {most:.0f} MiB at most")
