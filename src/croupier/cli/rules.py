"""`croupier rules`: what a table must show, and how its game is played."""

from typing import Annotated

import msgspec
import typer

from croupier.cli.settings_option import rules_as_set
from croupier.cli.terminal import OUT, fail
from croupier.games.layout import Limits
from croupier.kit.errors import Code, Refused
from croupier.kit.money import parse_amount
from croupier.notices import as_html, as_text, rules_page
from croupier.notices.text import WIDEST


def rules(
    game: Annotated[str, typer.Argument(help="A game id; `croupier games` lists them.")],
    *,
    settings: Annotated[
        list[str], typer.Option("--set", metavar="NAME=VALUE", help="A setting of the house.")
    ] = [],  # noqa: B006 -- typer reads it, nobody changes it
    least: Annotated[str, typer.Option("--min", help="The table's minimum.")] = "",
    most: Annotated[str, typer.Option("--max", help="The table's maximum.")] = "",
    side_least: Annotated[str, typer.Option("--side-min", help="Least side bet.")] = "",
    side_most: Annotated[str, typer.Option("--side-max", help="Largest side bet.")] = "",
    as_page: Annotated[
        bool, typer.Option("--html", help="One HTML page that needs no other file.")
    ] = False,
    as_machine: Annotated[
        bool, typer.Option("--json", help="One JSON object on standard output.")
    ] = False,
) -> None:
    """Show the notices of a table and the rules of its game, each with its clauses.

    Exit status 0, or 2 when there is no such game, setting or limit.
    """
    if as_page and as_machine:
        fail(Refused(Code.BAD_SETTING, "--html and --json exclude each other"))
    try:
        page = rules_page(rules_as_set(game, settings), _limits(least, most, side_least, side_most))
    except Refused as refused:
        fail(refused)
    if as_machine:
        print(msgspec.json.format(msgspec.json.encode(page), indent=2).decode())
    elif as_page:
        print(as_html(page), end="")
    else:
        OUT.print(as_text(page), width=min(OUT.width, WIDEST))


def _limits(least: str, most: str, side_least: str, side_most: str) -> Limits:
    standard = Limits()
    return Limits(
        parse_amount(least, "the minimum") if least else standard.min,
        parse_amount(most, "the maximum") if most else standard.max,
        parse_amount(side_least, "the side-bet minimum") if side_least else None,
        parse_amount(side_most, "the side-bet maximum") if side_most else None,
    )
