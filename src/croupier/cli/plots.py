"""Pictures in one look: paper, ink, and the colours of the strategy charts.

Every `draw_…` fills one pair of axes, so that they can be put together on a sheet; `write` makes a
PNG or an SVG of it. Matplotlib is imported when something is drawn, never before.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from croupier.kit.errors import Code, Refused
from croupier.kit.money import CENTS
from croupier.odds.counting.figures import GameProtection
from croupier.odds.sessions.question import Bin, LosingRun, Quantile, RuinOdds, SessionOdds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from croupier.sim.played_sessions import PlayedFigures
    from croupier.sim.result import Simulated

PAPER, INK, SOFT, FAINT = "#fbfaf6", "#14211b", "#5b675f", "#dcdfd8"
WON, LOST, NEUTRAL = "#17693f", "#b0413e", "#22415c"
LINES = (NEUTRAL, "#b0413e", "#17693f", "#8a6a12", "#573c86", "#85501f", "#5b675f")
"""One after the other, each with a stroke of its own: colour is never the only sign."""
STROKES = ("-", "--", "-.", ":")
FILES = (".png", ".svg")

_LOOK: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10.0,
    "text.color": INK,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": SOFT,
    "axes.titlecolor": INK,
    "axes.titlesize": 11.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.8,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "ytick.left": False,
    "legend.frameon": False,
    "svg.hashsalt": "croupier",
    "savefig.facecolor": PAPER,
}


def check(file: Path) -> None:
    """Before anything is reckoned for it."""
    if file.suffix.lower() not in FILES:
        raise Refused(Code.BAD_FILE, f"a picture is a .png or an .svg, not {file.name[:40]!r}")
    if find_spec("matplotlib") is None:
        message = "a picture needs matplotlib, which is not installed: pip install 'croupier[sim]'"
        raise Refused(Code.BAD_FILE, message)


def write(figure: "Figure", file: Path) -> None:
    check(file)
    kind = file.suffix.lower()[1:]
    # The same picture is the same file.
    metadata = {"Date": None} if kind == "svg" else {"Software": None}
    try:
        with _look():
            figure.savefig(file, format=kind, dpi=160, metadata=metadata)
    except OSError as error:
        raise Refused(Code.BAD_FILE, f"{str(file)!r} cannot be written: {error.strerror}") from None


@contextmanager
def sheet(title: str, note: str, *, wide: float = 9.6, high: float = 5.4) -> Iterator["Figure"]:
    """A page with a heading, to be filled with axes while it is open."""
    with _look():
        from matplotlib.figure import Figure  # noqa: PLC0415 -- slow, and only for pictures
        from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415

        layout = ConstrainedLayoutEngine(w_pad=0.18, h_pad=0.16, wspace=0.04, hspace=0.06)
        figure = Figure(figsize=(wide, high), layout=layout)
        lines = wrap(title, round(7.2 * wide), break_on_hyphens=False)
        figure.suptitle(
            "\n".join(lines), x=0.02, ha="left", fontsize=14, fontweight="bold", color=INK
        )
        if note:
            figure.supxlabel(note, x=0.02, ha="left", fontsize=8.5, color=SOFT)
        yield figure


@contextmanager
def _look() -> Iterator[None]:
    import matplotlib as mpl  # noqa: PLC0415 -- slow, and only for pictures

    with mpl.rc_context(_LOOK):
        yield


# What a run came to -----------------------------------------------------------------------------


def simulation_picture(result: "Simulated", title: str) -> "Figure":
    """Every bet's mean beside its exact worth; and how far apart they are, drawn larger."""
    fresh = result.dealt == "fresh"
    note = f"{result.rounds:,} rounds, seed {result.seed}. Bars: two standard errors."
    bets = result.bets[::-1]
    names = [bet.bet for bet in bets]
    with sheet(title, note, high=2.2 + 0.3 * len(bets)) as figure:
        means, apart = figure.subplots(1, 2, sharey=True)
        for axes, heading in (
            (means, "Net per unit first put down"),
            (apart, "Less the exact worth" if fresh else "Less the worth from a fresh shoe"),
        ):
            axes.set_title(heading)
            axes.grid(axis="x")
            axes.grid(visible=False, axis="y")
            axes.set_yticks(range(len(bets)), names)
        for at, bet in enumerate(bets):
            tally = bet.tally
            _draw_mean(means, at, tally.mean, tally.stderr)
            if bet.fresh_ev is not None:
                means.plot([bet.fresh_ev], [at], "|", color=INK, markersize=13, markeredgewidth=1.6)
                _draw_mean(apart, at, tally.mean - bet.fresh_ev, tally.stderr)
        apart.axvline(0, color=INK, linewidth=1.2)
        apart.locator_params(axis="x", nbins=4)
        means.locator_params(axis="x", nbins=5)
    return figure


def _draw_mean(axes: "Axes", at: int, mean: float, stderr: float) -> None:
    axes.errorbar(
        [mean], [at], xerr=[2 * stderr], fmt="o", color=NEUTRAL, markersize=4.5, capsize=3
    )


# What a session may come to ---------------------------------------------------------------------


def session_picture(session: "SessionOdds | PlayedFigures", title: str) -> "Figure":
    """Results on top; ruin and losing runs side by side below, where they are reckoned."""
    if not isinstance(session, SessionOdds):
        note = f"{session.sessions:,} sessions were played; seed {session.seed}."
        with sheet(title, note, high=4.6) as figure:
            draw_results(figure.subplots(), session.bins, session.quantiles, session.mean)
        return figure
    note = "Counted exactly from the odds of a round, not simulated."
    with sheet(title, note, high=7.6) as figure:
        ruin = session.ruin
        places = "results results;" + ("ruin runs" if ruin is not None else "runs runs")
        rows: list[Any] = [row.split() for row in places.split(";")]
        axes = figure.subplot_mosaic(rows, height_ratios=(1.25, 1))
        draw_results(axes["results"], session.bins, session.quantiles, session.mean)
        draw_losing_runs(axes["runs"], session.losing_run)
        if ruin is not None:
            draw_ruin(axes["ruin"], ruin)
    return figure


def draw_results(
    axes: "Axes", bins: Sequence[Bin], quantiles: Sequence[Quantile], mean: float
) -> None:
    """A bar for each bin, lost and won apart; the quantiles marked."""
    axes.set_title("Result of the session")
    for sign, colour, name in ((-1, LOST, "lost"), (1, WON, "won or level")):
        some = [one for one in bins if (one.least >= 0) == (sign > 0)]
        axes.bar(
            [one.least / CENTS for one in some],
            [one.p for one in some],
            [(one.below - one.least) / CENTS for one in some],
            align="edge",
            color=colour,
            alpha=0.82 if sign > 0 else 0.72,
            edgecolor=PAPER,
            linewidth=0.7,
            hatch=None if sign > 0 else "////",
            label=f"{name} {100 * sum(one.p for one in some):.1f} %",
        )
    top = max(one.p for one in bins)
    axes.set_ylim(0, 1.2 * top)
    _mark(axes, mean / CENTS, 1.1 * top, "mean", NEUTRAL)
    for quantile in quantiles:
        _mark_below(axes, quantile)
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0.2)
    axes.set_xlabel("result; marked: so many of a hundred sessions end there or lower", labelpad=20)
    _percent(axes)
    _amounts(axes)


def _mark(axes: "Axes", x: float, top: float, text: str, colour: str) -> None:
    axes.vlines(x, 0, top, color=colour, linewidth=1.4)
    axes.annotate(
        f"{text} {_amount(x)}",
        (x, top),
        xytext=(0, 3),
        textcoords="offset points",
        ha="center",
        color=colour,
        fontsize=9.5,
        fontweight="bold",
    )


def _mark_below(axes: "Axes", quantile: Quantile) -> None:
    """On the axis, and its share beneath it."""
    x = quantile.result / CENTS
    axes.plot([x], [0], marker="^", color=INK, markersize=7, clip_on=False, zorder=5)
    axes.annotate(
        f"{100 * quantile.p:g} %",
        (x, 0),
        xytext=(0, -24),
        textcoords="offset points",
        ha="center",
        va="top",
        fontsize=8.5,
        color=INK,
        annotation_clip=False,
    )


def draw_ruin(axes: "Axes", ruin: RuinOdds) -> None:
    """By bankroll: within the session, and however long it goes on."""
    axes.set_title("Ruin, by bankroll")
    brought = [at.bankroll / CENTS for at in ruin.by_bankroll]
    for chances, stroke, name in (
        ([at.within for at in ruin.by_bankroll], "-", "within the session"),
        ([at.for_ever for at in ruin.by_bankroll], "--", "however long"),
    ):
        axes.plot(brought, chances, stroke, color=NEUTRAL, linewidth=2, label=name)
    axes.fill_between(brought, [at.within for at in ruin.by_bankroll], color=NEUTRAL, alpha=0.1)
    axes.plot([ruin.bankroll / CENTS], [ruin.within], "o", color=LOST, markersize=7, zorder=5)
    far = ruin.bankroll > 0.7 * ruin.by_bankroll[-1].bankroll
    axes.annotate(
        f"{_amount(ruin.bankroll / CENTS)}: {_share(ruin.within)}",
        (ruin.bankroll / CENTS, ruin.within),
        xytext=(12 if far else 0, 24),
        textcoords="offset points",
        ha="right" if far else "left",
        arrowprops={"arrowstyle": "-", "color": LOST, "linewidth": 0.8},
        color=LOST,
        fontsize=9.5,
        fontweight="bold",
    )
    axes.set_ylim(0, 1.06)
    axes.set_xlim(left=0)
    axes.set_xlabel("bankroll")
    axes.legend(loc="upper right", bbox_to_anchor=(1, 0.93), frameon=True, edgecolor=PAPER)
    _percent(axes)
    _amounts(axes)


def draw_losing_runs(axes: "Axes", run: LosingRun) -> None:
    """How long the longest is, and how often."""
    axes.set_title("Longest losing run")
    first, last = _likely_lengths(run.lengths)
    lengths = range(first, last + 1)
    axes.bar(
        lengths,
        run.lengths[first : last + 1],
        width=0.86,
        color=NEUTRAL,
        alpha=0.8,
        edgecolor=PAPER,
        linewidth=0.7,
    )
    axes.set_xlabel("rounds lost in a row")
    axes.set_ylim(0, 1.3 * max(run.lengths))
    for length, text, high in (
        (run.median, "half: up to", 1.2),
        (run.p99, "99 %: up to", 0.55),
    ):
        _mark_run(axes, length, f"{text} {length}", high * max(run.lengths))
    axes.locator_params("x", integer=True)
    _percent(axes)


def _mark_run(axes: "Axes", length: int, text: str, top: float) -> None:
    axes.vlines(length + 0.5, 0, top, color=LOST, linewidth=1.3, linestyle=":")
    axes.annotate(
        text,
        (length + 0.5, top),
        xytext=(4, -2),
        textcoords="offset points",
        va="top",
        color=LOST,
        fontsize=9.5,
        fontweight="bold",
    )


def _likely_lengths(lengths: Sequence[float]) -> tuple[int, int]:
    likely = [length for length, p in enumerate(lengths) if p > 1e-4]
    return (likely[0], likely[-1]) if likely else (0, len(lengths) - 1)


# What a counter could win -----------------------------------------------------------------------


def protection_picture(found: GameProtection, title: str) -> "Figure":
    """By where the cut card lies: a line for each bet, by all cards seen and by its best count."""
    note = (
        f"Units in a hundred rounds, stakes 1 to {found.spread} where one must bet."
        " Whole lines: all cards known; dots: the best count."
    )
    with sheet(title, note) as figure:
        axes = figure.subplots()
        for number, bet in enumerate(found.bets):
            colour = LINES[number % len(LINES)]
            stroke = STROKES[number // len(LINES) % len(STROKES)]
            cuts = sorted(bet.cuts, key=lambda at: at.cut)
            name = f"{bet.bet} {cuts[0].observer.win:+.3f}"
            xs, ys = [at.cut for at in cuts], [at.observer.win for at in cuts]
            axes.plot(xs, ys, stroke, color=colour, linewidth=2, label=name)
            counted = [(at.cut, at.count.win) for at in cuts if at.count is not None]
            axes.plot(*zip(*counted, strict=True), "o", color=colour, markersize=5)
        axes.axhline(0, color=SOFT, linewidth=0.9)
        axes.set_xticks(sorted({at.cut for bet in found.bets for at in bet.cuts}))
        axes.set_xlabel("cards behind the cut card")
        axes.legend(loc="upper right")
    return figure


def _percent(axes: "Axes") -> None:
    from matplotlib.ticker import FuncFormatter  # noqa: PLC0415 -- slow, and only for pictures

    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{100 * y:g} %"))


def _amounts(axes: "Axes") -> None:
    from matplotlib.ticker import FuncFormatter  # noqa: PLC0415 -- slow, and only for pictures

    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _amount(x)))


def _amount(value: float) -> str:
    whole = f"{abs(value):,.2f}".removesuffix(".00")
    return f"\N{MINUS SIGN}{whole}" if value < 0 else whole


def _share(chance: float) -> str:
    return f"{100 * chance:.1f} %" if chance >= 0.001 else "under 0.1 %"
