"""The figures of docs/watchdogs.md and their picture.

python -m tools.watchdogs --play FILE    play them all, on all cores: a few minutes on sixteen
python -m tools.watchdogs --write FILE   write what was played into the page, and draw it
python -m tools.watchdogs --play FILE --of 100    every hundredth, to see that it runs
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import inf
from pathlib import Path

import msgspec

from tools.watchdogs.playing import ROUND, Figures, Found, figures

PAGE = Path(__file__).parents[2] / "docs" / "watchdogs.md"
PICTURE = PAGE.parent / "screenshots" / "watchdogs.png"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


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
    from croupier.cli import plots  # noqa: PLC0415 -- not where they are only played

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
    from croupier.cli import plots  # noqa: PLC0415

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
    parser.add_argument("--play", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--of", type=int, default=1)
    asked = parser.parse_args()
    if asked.play:
        with ProcessPoolExecutor() as over:
            asked.play.write_bytes(msgspec.msgpack.encode(figures(asked.of, over)))
    if asked.write:
        played = msgspec.msgpack.decode(asked.write.read_bytes(), type=Figures)
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        table = page(played.cards, played.wheels)
        text = f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.partition(END)[2]}"
        PAGE.write_text(text, encoding="utf-8")
        draw(played.cards, played.wheels)


if __name__ == "__main__":
    main()
