"""`croupier odds`: what every bet of a game is worth."""

from collections.abc import Iterable, Iterator

import rich_click as click
from msgspec import UNSET
from msgspec.structs import replace
from rich.table import Table
from rich.text import Text

from croupier.cli.odds.asking import (
    departures,
    of_shoe,
    print_json,
    rules_asked,
    seen_option,
    shoe_asked,
    shoe_option,
)
from croupier.cli.odds.figures import bar, edge, percent, short_fraction, signed, worth
from croupier.cli.odds.lines import lines
from croupier.cli.odds.patience import patience
from croupier.cli.options import game_argument, json_option, settings_option
from croupier.cli.terminal import OUT, fail
from croupier.engine.rules import Rules
from croupier.kit.errors import Refused
from croupier.odds import BetOdds, ShoeComposition, bets_of, with_settings, worth_of
from croupier.odds.family import family_odds

_BAR = 40
_BY_CARDS = "by the cards"
_WAGERED = "a unit wagered"
_ALONE = "not following"


@click.command()
@game_argument
@click.option(
    "--bet",
    "bets",
    multiple=True,
    metavar="BET",
    help="Only this one; alone, with all its results.",
)
@settings_option
@shoe_option
@seen_option
@json_option
def odds(
    *,
    game: str,
    bets: tuple[str, ...],
    settings: tuple[str, ...],
    shoe: str | None,
    seen: str,
    as_machine: bool,
) -> None:
    """Say what every bet of a game is worth: house edge, deviation, how often it wins.

    Per unit as first put down. A blackjack's main bet is played by its best chart.

    Exit status 0, or 2 when there is no such game, bet, setting or card.
    """
    try:
        rules = rules_asked(game, settings, shoe)
        cards = shoe_asked(rules, shoe, seen)
        with patience(game) as progress:
            worths = worth_of(rules, cards, bets or None, progress)
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print_json(with_settings(rules, cards, worths))
    else:
        _show(rules, worths, cards, alone=bool(bets))


def _show(
    rules: Rules, bets: tuple[BetOdds, ...], shoe: ShoeComposition | None, *, alone: bool
) -> None:
    OUT.print(Text(f"{rules.title}: odds", style="bold"))
    for sentence in (*departures(rules), *of_shoe(shoe)):
        OUT.print(Text(sentence, style="dim"))
    listed = ((bet.bet, bet) for bet in bets)
    OUT.print(_odds_table(listed if alone else lines(rules, bets, _figures)))
    left_out = () if alone else {*bets_of(rules)} - {bet.bet for bet in bets}
    why = (_why_left_out(rules, bet) for bet in left_out)
    for sentence in (*_footnotes(bets), *why):
        OUT.print(Text(sentence, style="dim"))
    if alone and len(bets) == 1:
        (bet,) = bets
        if bet.ev_exact and not short_fraction(bet.ev_exact):
            OUT.print(Text(f"ev exactly {bet.ev_exact}", style="cyan"))
        OUT.print()
        OUT.print(_results_table(bet))


def _figures(bet: BetOdds) -> BetOdds:
    return replace(bet, bet="")


def _why_left_out(rules: Rules, bet: str) -> str:
    return f"{bet} is left out: {family_odds(rules).left_out(rules, bet)}."


def _footnotes(bets: tuple[BetOdds, ...]) -> Iterator[str]:
    if any(bet.ev_composition is not UNSET for bet in bets):
        yield f"{_BY_CARDS}: deciding by each card of the hand, not by the chart of totals."
    if any(bet.per_unit_wagered is not UNSET for bet in bets):
        yield f"{_WAGERED}: of all that is staked, raises included."
    if any(bet.ev_not_following is not UNSET for bet in bets):
        yield f"{_ALONE}: the bet is not doubled and stays with the first hand of a split."


def _odds_table(bets: Iterable[tuple[str, BetOdds]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column("bet", no_wrap=True)
    for name in ("edge %", "ev", "exactly", "std dev", "win %", "push %", "lose %"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, bet in bets:
        table.add_row(
            Text(name, style="bold"),
            edge(bet.house_edge),
            worth(bet.ev),
            Text(short_fraction(bet.ev_exact), style="cyan"),
            f"{bet.stddev:.4f}",
            *map(percent, (bet.win, bet.push, bet.lose)),
        )
        for also, ev in (
            (_BY_CARDS, bet.ev_composition),
            (_WAGERED, bet.per_unit_wagered),
            (_ALONE, bet.ev_not_following),
        ):
            if ev is not UNSET:
                table.add_row(Text(f"  {also}", style="dim"), edge(0.0 - ev), worth(ev))
    return table


def _results_table(bet: BetOdds) -> Table:
    """How a bet ends, and how often."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("net", "chance %"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    most = max(outcome.p for outcome in bet.outcomes)
    plain = not OUT.encoding.startswith("utf")
    for outcome in bet.outcomes:
        colour = "green" if outcome.net > 0 else "red" if outcome.net < 0 else "yellow"
        drawn = bar(outcome.p / most, _BAR, plain=plain)
        table.add_row(signed(outcome.net), percent(outcome.p, 4), Text(drawn, style=colour))
    return table
