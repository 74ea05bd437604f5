"""`croupier strategy`: the best play, as a chart."""

from pathlib import Path

import rich_click as click

from croupier.cli.odds.asking import (
    departures,
    print_json,
    rules_asked,
    seen_option,
    shoe_asked,
    shoe_option,
)
from croupier.cli.odds.chart import chart_of
from croupier.cli.odds.chart_html import as_html
from croupier.cli.odds.chart_png import as_png
from croupier.cli.odds.chart_screen import show
from croupier.cli.odds.patience import patience
from croupier.cli.options import game_argument, json_option, settings_option
from croupier.cli.terminal import fail
from croupier.kit.errors import Code, Refused
from croupier.odds import strategy_of


@click.command()
@game_argument
@settings_option
@shoe_option
@seen_option
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a page to print, too.",
)
@click.option(
    "--png",
    "picture",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a picture, too.",
)
@json_option
def strategy(
    *,
    game: str,
    settings: tuple[str, ...],
    shoe: str | None,
    seen: str,
    page: Path | None,
    picture: Path | None,
    as_machine: bool,
) -> None:
    """Show how a game is played best: the chart of its decisions.

    Of all charts by totals, the one worth most by these rules and cards.

    Exit status 0, or 2 when there is no such game or setting, or nothing to decide in it.
    """
    try:
        rules = rules_asked(game, settings, shoe)
        cards = shoe_asked(rules, shoe, seen)
        with patience(game) as progress:
            strategy = strategy_of(rules, cards, progress)
        chart = chart_of(rules, strategy, cards)
        if page is not None:
            _write(page, as_html(chart).encode())
        if picture is not None:
            _write(picture, as_png(chart))
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print_json(strategy)
    else:
        show(chart, departures(rules))


def _write(file: Path, content: bytes) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise Refused(Code.BAD_FILE, f"{str(file)!r} cannot be written: {error.strerror}") from None
