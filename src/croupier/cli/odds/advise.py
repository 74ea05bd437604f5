"""`croupier advise`: what each thing a player may do now is worth."""

import rich_click as click
from rich.table import Table
from rich.text import Text

from croupier.cli.odds.asking import (
    departures,
    print_json,
    rules_asked,
    seen_option,
    shoe_option,
    whole_shoe,
)
from croupier.cli.odds.figures import worth
from croupier.cli.options import game_argument, json_option, settings_option
from croupier.cli.terminal import OUT, fail
from croupier.engine.rules import Rules
from croupier.kit.errors import Refused
from croupier.odds import Advice
from croupier.odds import advise as advice_on


@click.command()
@game_argument
@click.option("--hand", required=True, metavar="CARDS", help='Yours: "8,8", "A,3,6".')
@click.option("--dealer", required=True, metavar="CARD", help='The dealer\'s: "T".')
@settings_option
@shoe_option
@seen_option
@json_option
def advise(
    *,
    game: str,
    hand: str,
    dealer: str,
    settings: tuple[str, ...],
    shoe: str | None,
    seen: str,
    as_machine: bool,
) -> None:
    """Say what each thing a blackjack player may do now is worth, the best first.

    A --shoe still holds the hand and the dealer's card; --seen names other cards.

    Exit status 0, or 2 when there is no such game or setting, or the hand cannot be.
    """
    try:
        rules = rules_asked(game, settings, shoe)
        advice = advice_on(rules, whole_shoe(rules, shoe), hand, dealer, seen)
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print_json(advice)
    else:
        _show(rules, advice)


def _show(rules: Rules, advice: Advice) -> None:
    OUT.print(Text(f"{rules.title}: {','.join(advice.hand)} against {advice.dealer}", style="bold"))
    for sentence in departures(rules):
        OUT.print(Text(sentence, style="dim"))
    OUT.print(_actions_table(advice))
    if advice.insurance is not None:
        OUT.print(Text("Insurance, per unit insured: ") + worth(advice.insurance))
    if advice.looked:
        sentence = "The dealer has looked and found no blackjack; insurance comes before that."
        OUT.print(Text(sentence, style="dim"))


def _actions_table(advice: Advice) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("action", no_wrap=True)
    table.add_column("ev", justify="right", no_wrap=True)
    table.add_column("to the best", justify="right", no_wrap=True)
    best = advice.actions[0].ev
    for option in advice.actions:
        behind = f"{option.ev - best:+.6f}" if option.ev < best else "best"
        style = "bold green" if option.ev == best else ""
        table.add_row(Text(option.action, style=style), worth(option.ev), Text(behind, style=style))
    return table
