"""`croupier rules`: what a table must show, and how its game is played."""

import msgspec
import rich_click as click

from croupier.cli.options import game_argument, json_option, rules_as_set, settings_option
from croupier.cli.terminal import OUT, fail
from croupier.engine.layout import Limits
from croupier.kit.errors import Code, Refused
from croupier.kit.money import parse_amount
from croupier.notices import as_html, as_text, rules_page
from croupier.notices.text import WIDEST


@click.command()
@game_argument
@settings_option
@click.option("--min", "least", help="The table's minimum.")
@click.option("--max", "most", help="The table's maximum.")
@click.option("--side-min", "side_least", help="Least side bet.")
@click.option("--side-max", "side_most", help="Largest side bet.")
@click.option("--html", "as_page", is_flag=True, help="One HTML page that needs no other file.")
@json_option
def rules(
    *,
    game: str,
    settings: tuple[str, ...],
    least: str | None,
    most: str | None,
    side_least: str | None,
    side_most: str | None,
    as_page: bool,
    as_machine: bool,
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


def _limits(
    least: str | None, most: str | None, side_least: str | None, side_most: str | None
) -> Limits:
    standard = Limits()
    return Limits(
        parse_amount(least, "the minimum") if least else standard.min,
        parse_amount(most, "the maximum") if most else standard.max,
        parse_amount(side_least, "the side-bet minimum") if side_least else None,
        parse_amount(side_most, "the side-bet maximum") if side_most else None,
    )
