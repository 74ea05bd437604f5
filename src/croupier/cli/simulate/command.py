"""`croupier simulate`: a game played by the million."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import rich_click as click

from croupier.cli import plots
from croupier.cli.odds.asking import departures, print_json, rules_asked
from croupier.cli.options import game_argument, json_option, plot_option, settings_option
from croupier.cli.simulate.asking import parse_count, strategy_asked
from croupier.cli.simulate.progress import rate_bar
from croupier.cli.terminal import fail
from croupier.kit.errors import Refused


@click.command()
@game_argument
@click.option("--rounds", default="1e6", metavar="N", help="How many, such as 1000000 or 1e9.")
@click.option(
    "--fresh/--shoe",
    default=True,
    help="Every round from a fresh shoe, or shoes down to the cut card.",
)
@click.option("--boxes", default=1, metavar="N", help="Boxes that are played, each on its own.")
@click.option(
    "--strategy",
    metavar="NAME|FILE",
    help="How it is played: a name the game knows, such as chart, or a file that `croupier"
    " strategy --json` has written; as is best, if not said.",
)
@click.option("--bet", "bets", multiple=True, metavar="BET", help="Tell of this one only.")
@settings_option
@click.option("--seed", type=int, metavar="N", help="The same again; at random, if not said.")
@click.option("--device", default="cpu", metavar="cpu|gpu", help="What plays.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler whose workers play.")
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep what was done, and go on from there.",
)
@plot_option
@json_option
def simulate(
    *,
    game: str,
    rounds: str,
    fresh: bool,
    boxes: int,
    strategy: str | None,
    bets: tuple[str, ...],
    settings: tuple[str, ...],
    seed: int | None,
    device: str,
    cluster: str | None,
    checkpoint: Path | None,
    picture: Path | None,
    as_machine: bool,
) -> None:
    """Play a game by the million, and set what every bet came to beside its exact worth.

    The same seed comes to the same totals on any machine. Ctrl-C ends it, and tells what was done.

    Exit status 0, or 2 when it cannot be played as asked.
    """
    try:
        rules = rules_asked(game, settings)
        name, written = strategy_asked(strategy)
        if picture is not None:
            plots.check(picture)
        with rate_bar(game) as progress, _interruptible() as stopped:
            from croupier.sim import simulate as played  # noqa: PLC0415 -- brings numpy

            result = played(
                rules,
                parse_count(rounds),
                seed=seed,
                shoes=not fresh,
                boxes=boxes,
                strategy=name,
                written=written,
                bets=bets or None,
                device=device,
                cluster=cluster,
                checkpoint=checkpoint,
                progress=progress,
                stop=stopped,
            )
        if picture is not None:
            title = f"{rules.title}: simulated"
            plots.write(plots.simulation_picture(result, title), picture)
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print_json(result.plain())
    else:
        from croupier.cli.simulate.screen import show  # noqa: PLC0415 -- brings numpy

        show(rules, result, departures(rules), alone=bool(bets))


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; pressed again, it ends the command as always."""
    pressed: list[int] = []

    def press(number: int, _frame: FrameType | None) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)
