"""The band with two days in it, and the share of trails with an alarm by rounds; kept light, for
they lie in the repository."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from benchmarks.monitoring.coverage import RATE
from benchmarks.monitoring.games import SEED, STAKE, blackjack
from benchmarks.monitoring.trails import Trails

from croupier.cli.plots import LINES, LOST, STROKES, WON, sheet, write
from croupier.monitoring.band import PlayedPeriod
from croupier.monitoring.wins import round_wins

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NUMBER = re.compile(r"-?\d+\.\d{2,}")
_NEXT_POINT = re.compile(r" ?\n(?=[LQCz] )| ?\n(?=z\n?\")")
_MOMENTS = 32
_POINTS = 40


def pictures(folder: Path, found: Mapping[str, Trails]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _band(folder / "monitoring-band.svg")
    _alerts(folder / "monitoring-alerts.svg", found)


def _band(file: Path) -> None:
    game, rounds = blackjack("live-blackjack"), 2_000
    wins = round_wins(game.figures, game.stakes)
    honest = game.rounds(rounds, SEED + 9)
    paid = np.random.default_rng(SEED).random(rounds) < 1 / 20
    wrong = np.where((honest < 0) & paid, STAKE, honest)
    with sheet(
        "The win of two days within the band", "2,000 rounds of live blackjack, 100 on one box"
    ) as figure:
        axes = figure.subplots()
        for nets, name, colour in (
            (honest, "honest", WON),
            (wrong, "one lost hand in twenty is paid", LOST),
        ):
            period = PlayedPeriod(_MOMENTS)
            for at, net in enumerate(nets.tolist()):
                period.add("same", lambda: wins, -net, at * _MOMENTS // rounds)
            course = period.course(RATE)
            across = [point.rounds for point in course]
            if colour == WON:
                low, high = ([p.low / 100 for p in course], [p.high / 100 for p in course])
                axes.fill_between(across, low, high, color="#e6dcc0", label="band of 99 %")
                mean = [p.mean / 100 for p in course]
                axes.plot(across, mean, color="#8a6a12", linestyle=":", label="expected")
            axes.plot(across, [p.win / 100 for p in course], color=colour, label=name)
        axes.set_xlabel("rounds")
        axes.set_ylabel("the house's win")
        axes.legend()
        _save(figure, file)


def _alerts(file: Path, found: Mapping[str, Trails]) -> None:
    """The share of trails with an alarm, at so many rounds as far from each other as the scale."""
    wrong = {name: one for name, one in found.items() if (one.alarmed > 0).mean() > 0.01}
    with sheet(
        "Share of trails with an alarm", "by rounds, hands or offers since the first", high=6.6
    ) as figure:
        axes = figure.subplots()
        for number, (name, trails) in enumerate(wrong.items()):
            at = np.unique(np.geomspace(10, trails.rounds, _POINTS).astype(int))
            alarmed = np.sort(trails.alarmed[trails.alarmed > 0])
            share = np.searchsorted(alarmed, at, side="right") / len(trails.alarmed)
            shown = slice(max(0, int(np.argmax(share > 0)) - 1), None)
            axes.plot(
                at[shown],
                share[shown],
                color=LINES[number % len(LINES)],
                linestyle=STROKES[number // len(LINES) % len(STROKES)],
                label=name,
            )
        axes.set_xscale("log")
        axes.legend(fontsize=7.5, loc="upper center", bbox_to_anchor=(0.5, -0.08), ncols=2)
        _save(figure, file)


def _save(figure: "Figure", file: Path) -> None:
    """Letters as letters, and places to a tenth of a point."""
    from matplotlib import rc_context  # noqa: PLC0415 -- only for pictures

    with rc_context({"svg.fonttype": "none"}):
        write(figure, file)
    text = _NUMBER.sub(lambda number: f"{float(number[0]):.1f}", file.read_text())
    file.write_text(_NEXT_POINT.sub(" ", text))
