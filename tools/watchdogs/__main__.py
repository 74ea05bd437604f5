"""The figures of docs/watchdogs.md and their picture.

python -m tools.watchdogs --play FILE    play them all, on all cores: eight minutes of one
python -m tools.watchdogs --write FILE   write what was played into the page, and draw it
python -m tools.watchdogs --play FILE --of 100    every hundredth, to see that it runs
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import ceil, inf
from pathlib import Path

import msgspec

from tools.watchdogs.found import ROUND, Found
from tools.watchdogs.playing import Figures, figures

PAGE = Path(__file__).parents[2] / "docs" / "watchdogs.md"
PICTURE = PAGE.parent / "pictures" / "watchdogs.svg"
POINTS = 10
"""Of a curve."""
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def page(played: Figures) -> str:
    head = ["played", "each", "alarms", "half after", "nine in ten after", "bound"]
    of_cards = ["cards", *head[:3], "half after shoes", "nine in ten", "half after rounds"]
    return "\n\n".join(
        [
            _table(
                [*of_cards, "nine in ten", "bound, shoes"], [_of_cards(one) for one in played.cards]
            ),
            _table(
                ["who bets", *_of(head, "shoes", "rounds")], [_row(one) for one in played.bettors]
            ),
            _table(["wheel", *_of(head, "spins", "spins")], [_row(one) for one in played.wheels]),
        ]
    )


def _of(head: list[str], each: str, after: str) -> list[str]:
    """What is counted in the columns from the second on."""
    units = ["", each, "", after, "", after]
    return [f"{name}, {unit}" if unit else name for name, unit in zip(head, units, strict=True)]


def _of_cards(found: Found) -> list[str]:
    after = [found.quantile(part) for part in (0.5, 0.9)]
    in_rounds = [_number(shoes * found.dealt / ROUND) for shoes in after]
    return [*_first(found), *map(_shoes, after), *in_rounds, _shoes(found.bound)]


def _row(found: Found) -> list[str]:
    after = [_number(found.quantile(part)) for part in (0.5, 0.9)]
    return [*_first(found), *after, _number(found.bound)]


def _first(found: Found) -> list[str]:
    return [found.title, f"{found.played:,}", f"{found.longest:,}", _percent(found)]


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


def draw(played: Figures) -> None:
    import matplotlib as mpl  # noqa: PLC0415 -- not where they are only played

    from croupier.cli import plots  # noqa: PLC0415

    note = "Alarms come at evidence of 1,000 to 1. Dotted: what a test needs that knows the fault."
    # Words stay words: a file that is light to load.
    words = mpl.rc_context({"svg.fonttype": "none"})
    with words, plots.sheet("How soon the watchdogs bark", note, wide=12.6, high=6.2) as figure:
        axes = figure.subplots(1, 3)
        _curves(
            axes[0], "Cards", [one for one in played.cards if _is_drawn(one)], "shoes", (0.3, 400)
        )
        _curves(axes[1], "Who bets", played.bettors, "rounds", (10, 5_000))
        _curves(axes[2], "Wheels", played.wheels, "spins", (300, 500_000))
        plots.write(figure, PICTURE)


def _is_drawn(found: Found) -> bool:
    """Slugs and the shortest and longest riffles are at one edge of the picture."""
    left_out = ("a slug", "riffled once", "riffled twice", "riffled three", "riffled six")
    return not found.title.startswith(left_out)


def _curves(  # type: ignore[no-untyped-def]
    axes, title: str, shown: Sequence[Found], what: str, span: tuple[float, float]
) -> None:
    from croupier.cli import plots  # noqa: PLC0415

    for number, found in enumerate(shown):
        colour = plots.LINES[number % len(plots.LINES)]
        stroke = plots.STROKES[number % len(plots.STROKES)]
        axes.plot(*_found_by(found, span), color=colour, ls=stroke, label=found.title)
        if found.bound < inf:
            axes.axvline(found.bound, color=colour, lw=0.8, ls=":")
    axes.set_title(title)
    axes.set_xscale("log")
    axes.set_xlim(span)
    axes.minorticks_off()
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel(f"{what} since it began")
    axes.set_ylabel("told of by then")
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(0, -0.15))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,g}")


def _found_by(found: Found, span: tuple[float, float]) -> tuple[list[float], list[float]]:
    """Times, and which part had been found by then."""
    ordered = sorted(time for time in found.times if time < inf) or [span[0]]
    parts = [point / POINTS for point in range(1, POINTS + 1) if point / POINTS <= found.share]
    times = [ordered[ceil(part * found.played) - 1] for part in parts]
    return [ordered[0], *times, ordered[-1], span[1]], [0, *parts, found.share, found.share]


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
        table = page(played)
        text = f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.partition(END)[2]}"
        PAGE.write_text(text, encoding="utf-8")
        draw(played)


if __name__ == "__main__":
    main()
