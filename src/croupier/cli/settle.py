"""`croupier settle`: who gets what, under which clause."""

import json

import rich_click as click
from rich.table import Table
from rich.text import Text

from croupier.cli.options import json_option
from croupier.cli.terminal import OUT, contents, fail
from croupier.engine.lines import Line, Result
from croupier.kit.errors import Refused
from croupier.kit.money import format_amount
from croupier.roundfile import as_json, play, read, sums
from croupier.roundfile.play import Played

_COLOURS = {
    Result.WIN: "green",
    Result.LOSE: "red",
    Result.SURRENDER: "red",
    Result.ADJUSTED: "magenta",
}


@click.command()
@click.argument("file", help="A round file, or - for standard input.")
@json_option
def settle(file: str, as_machine: bool) -> None:
    """Play a round file through the engine and say who gets what, under which clause.

    Exit status 0 when the round was played to its end, 2 when it could not be.
    """
    played = play_file(file, as_machine=as_machine)
    if as_machine:
        print(json.dumps(as_json(played), indent=2))
    else:
        show(played)


def play_file(file: str, *, as_machine: bool) -> Played:
    """The round played to its end; a file that cannot be played ends the command."""
    try:
        return play(read(contents(file)))
    except Refused as refused:
        fail(refused, as_machine=as_machine)


def show(played: Played) -> None:
    """The settlement as a table for people."""
    OUT.print(Text(f"{played.rules.title}: {played.status}", style="bold"))
    OUT.print(lines_table(played.lines))
    table = Table(box=None, pad_edge=False, show_header=True, header_style="dim")
    for name in ("player", "staked", "returned", "net"):
        table.add_column(name, justify="left" if name == "player" else "right")
    for player, total in sums(played.lines).items():
        table.add_row(
            Text(player),
            format_amount(total.staked),
            format_amount(total.returned),
            Text(signed(total.net), style=net_style(total.net)),
        )
    OUT.print()
    OUT.print(table)


def lines_table(lines: tuple[Line, ...]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("player", "box", "hand", "bet", "stake", "returned", "result", "clause"):
        right = name in ("box", "hand", "stake", "returned")
        table.add_column(name, justify="right" if right else "left")
    for line in lines:
        table.add_row(
            Text(line.player),
            str(line.box or ""),
            str(line.hand or ""),
            line.bet,
            format_amount(line.stake),
            format_amount(line.returned),
            Text(str(line.result), style=_COLOURS.get(line.result, "yellow")),
            Text(line.clause, style="cyan"),
        )
    return table


def signed(amount: int) -> str:
    return f"+{format_amount(amount)}" if amount > 0 else format_amount(amount)


def net_style(amount: int) -> str:
    if amount == 0:
        return ""
    return "green" if amount > 0 else "red"
