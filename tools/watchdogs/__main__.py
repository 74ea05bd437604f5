"""The figures of docs/watchdogs.md and their picture, played anew: some ten minutes.

python -m tools.watchdogs            print what comes out
python -m tools.watchdogs --write    write it there
python -m tools.watchdogs --of 100   of every hundredth set and wheel, to see that it runs
"""

import argparse
from collections.abc import Sequence
from functools import partial
from math import comb, inf, log
from pathlib import Path

import msgspec
import numpy as np

from croupier.cli import plots
from croupier.monitoring.equipment import ALARM
from croupier.monitoring.shoes import of_new_cards
from tools.marked_page import write_or_check
from tools.watchdogs import kernels as play

PAGE = Path(__file__).parents[2] / "docs" / "watchdogs.md"
PICTURE = PAGE.parent / "screenshots" / "watchdogs.png"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
DECKS, DEALT, ROUND = 8, 364, 5
"""The cut card lies one deck from the back; a coup of baccarat takes five cards, nearly."""

RIFFLES = ("once", "twice", "three times", "four times", "five times", "six times")


class Found(msgspec.Struct):
    """What was played, and when each of them was found: `inf`, if it never was."""

    title: str
    played: int
    longest: int
    """Shoes or spins, for each."""
    times: list[float]
    """Shoes, with the part of the last one; or spins."""
    bound: float = inf
    """What a test that knew what to look for would need on average: log(1000) / KL."""
    dealt: int = DEALT
    """Cards of a shoe."""

    @property
    def share(self) -> float:
        return sum(time < inf for time in self.times) / self.played

    def quantile(self, part: float) -> float:
        return sorted(self.times)[min(self.played - 1, round(part * self.played))]


def cards(title: str, sets: int, shoes: int, way: int, strength: int = 0, **more: int) -> Found:
    dealt, since = more.get("dealt", DEALT), more.get("since", 1)
    factory = np.array(of_new_cards(DECKS))
    times = []
    for seed in range(sets):
        what, shoe, at = play.play_set(
            seed, DECKS, dealt, shoes, way, strength, since, ROUND, factory
        )
        times.append(shoe - since + at / dealt if what else inf)
    found = Found(title, sets, shoes, times, dealt=dealt)
    if way == play.MISSING:
        found.bound = log(ALARM) / kl_of_missing(dealt)
    return found


def kl_of_missing(dealt: int) -> float:
    """What a shoe without one known card tells of it, in nats: exactly."""
    n, size = DECKS, 52 * DECKS
    ways = comb(size - 1, dealt)
    return sum(
        comb(n - 1, k) * comb(size - n, dealt - k) / ways * log((1 - k / n) / (1 - dealt / size))
        for k in range(n)
    )


def wheels(title: str, many: int, spins: int, favoured: int = 0, more: float = 0.0) -> Found:
    times = []
    for seed in range(many):
        _, at = play.play_wheel(seed, spins, favoured, more, 10)
        times.append(inf if at < 0 else float(at))
    found = Found(title, many, spins, times)
    if favoured:
        inside, less = favoured * (1 + more) / 37, 1 - favoured * more / (37 - favoured)
        found.bound = log(ALARM) / (inside * log(1 + more) + (1 - inside) * log(less))
    return found


def _figures(of: int) -> tuple[list[Found], list[Found]]:
    def n(number: int) -> int:
        return max(2, number // of)

    shoe = partial(cards, shoes=100)
    kept = [
        shoe("honest", n(5_000), way=play.HONEST),
        shoe("one card missing of 416", n(2_000), way=play.MISSING),
        shoe("the same, missing from shoe 51 on", n(1_000), way=play.MISSING, since=51),
        cards("the same, half of the shoe dealt", n(300), 400, play.MISSING, dealt=208),
        shoe("one card twice (417)", n(2_000), way=play.EXTRA),
        *(
            cards(f"a slug of {long} cards, in shoe 10", n(1_000), 10, play.SLUG, long, since=10)
            for long in (6, 8, 10, 15)
        ),
        *(
            cards(
                f"{times} riffle{'s' * (times > 1)}, no other shuffle",
                n(300),
                60,
                play.RIFFLED,
                times,
                since=2,
            )
            for times in (1, 2, 3, 4, 5, 6)
        ),
    ]
    spun = [
        wheels("honest", n(1_000), 100_000),
        wheels("one pocket at 1.1/37", n(300), 500_000, 1, 0.1),
        wheels("one pocket at 1.3/37", n(300), 200_000, 1, 0.3),
        wheels("one pocket at 2/37", n(300), 50_000, 1, 1.0),
        wheels("5 pockets side by side at 1.1/37", n(300), 200_000, 5, 0.1),
        wheels("9 pockets side by side at 1.1/37", n(300), 200_000, 9, 0.1),
        wheels("18 pockets side by side at 1.05/37", n(300), 300_000, 18, 0.05),
    ]
    return kept, spun


def page(kept: Sequence[Found], spun: Sequence[Found]) -> str:
    shoes = [
        [
            found.title,
            f"{found.played:,}",
            f"{found.longest:,}",
            _percent(found),
            *(_shoes(found.quantile(part)) for part in (0.5, 0.9)),
            *(_number(found.quantile(part) * found.dealt / ROUND) for part in (0.5, 0.9)),
            _shoes(found.bound),
        ]
        for found in kept
    ]
    spins = [
        [
            found.title,
            f"{found.played:,}",
            f"{found.longest:,}",
            _percent(found),
            *(_number(found.quantile(part)) for part in (0.5, 0.9)),
            _number(found.bound),
        ]
        for found in spun
    ]
    head = ["played", "each", "alarms", "half after", "nine in ten after"]
    of_cards = ["cards", *head[:3], "half after shoes", "nine in ten", "half after rounds"]
    return "\n\n".join(
        [
            _table([*of_cards, "nine in ten", "bound, shoes"], shoes),
            _table(["wheel", *head, "bound, spins"], spins),
        ]
    )


def _percent(found: Found) -> str:
    many = sum(time < inf for time in found.times)
    return f"{many:,} ({100 * found.share:.2f} %)"


def _shoes(number: float) -> str:
    return "" if number == inf else f"{number:.1f}"


def _number(number: float) -> str:
    return "" if number == inf else f"{number:,.0f}"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def draw(kept: Sequence[Found], spun: Sequence[Found]) -> None:
    note = "Alarms come at evidence of 1,000 to 1. Dotted: what a test needs that knows the fault."
    with plots.sheet("How soon the watchdogs bark", note, wide=10.4, high=5.2) as figure:
        left, right = figure.subplots(1, 2)
        shown = [found for found in kept if not found.title.startswith("a slug")]
        few = ("once", "twice", "three times", "six times")
        shown = [found for found in shown if not any(times in found.title for times in few)]
        _curves(left, shown, "shoes since it began", 60)
        _curves(right, spun, "spins", 250_000)
        plots.write(figure, PICTURE)


def _curves(axes, shown: Sequence[Found], what: str, most: float) -> None:  # type: ignore[no-untyped-def]
    for number, found in enumerate(shown):
        times = sorted(time for time in found.times if time < inf)
        parts = [(at + 1) / found.played for at in range(len(times))]
        colour = plots.LINES[number % len(plots.LINES)]
        stroke = plots.STROKES[number % len(plots.STROKES)]
        last = parts[-1] if parts else 0.0
        axes.step(
            [0, *times, most],
            [0, *parts, last],
            color=colour,
            ls=stroke,
            label=found.title,
            where="post",
        )
        if found.bound < most:
            axes.axvline(found.bound, color=colour, lw=0.8, ls=":")
    axes.set_xlim(0, most)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel(what)
    axes.set_ylabel("told of by then")
    axes.legend(fontsize=7, loc="lower right")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--of", type=int, default=1)
    asked = parser.parse_args()
    kept, spun = _figures(asked.of)
    now = page(kept, spun)
    if asked.write:
        write_or_check(PAGE, BEGIN, END, now, "tools.watchdogs")
        draw(kept, spun)
    print(now)


if __name__ == "__main__":
    main()
