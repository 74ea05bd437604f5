"""`croupier protect`: what could be won by counting cards."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import rich_click as click
from rich.table import Table
from rich.text import Text

from croupier.cli import plots
from croupier.cli.odds.asking import departures, print_json, rules_asked
from croupier.cli.odds.figures import edge, percent, rounded
from croupier.cli.odds.patience import patience
from croupier.cli.options import game_argument, json_option, plot_option, settings_option
from croupier.cli.terminal import OUT, fail
from croupier.engine.rules import Rules
from croupier.kit.cards import RANKS, SUITS
from croupier.kit.errors import Refused
from croupier.odds import BetProtection, GameProtection, game_protection_of
from croupier.odds.counting.figures import Winnings

_PICTURES = "JQK"


@click.command()
@game_argument
@settings_option
@click.option(
    "--cut", type=int, metavar="CARDS", help="Cards behind the cut card, if not as the rules have."
)
@click.option(
    "--spread",
    type=int,
    default=10,
    metavar="UNITS",
    help="The most that is staked where one unit must be in every round.",
)
@click.option("--bet", "bets", multiple=True, metavar="BET", help="Only this one.")
@plot_option
@json_option
def protect(
    *,
    game: str,
    settings: tuple[str, ...],
    cut: int | None,
    spread: int,
    bets: tuple[str, ...],
    picture: Path | None,
    as_machine: bool,
) -> None:
    """Say what could be won by counting cards: every bet, its best count, at any cut.

    What single cards do to a bet, the count that tells most of it, what that wins in 100 rounds.

    Exit status 0, or 2 when there is no such game, bet, setting or cut, or nothing to count.
    """
    try:
        rules = rules_asked(game, settings)
        if picture is not None:
            plots.check(picture)
        with patience(game) as progress:
            found = game_protection_of(rules, cut, spread, bets or None, progress)
        if picture is not None:
            title = f"{rules.title}: what a counter could win"
            plots.write(plots.protection_picture(found, title), picture)
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print_json(found)
    else:
        _show(rules, found)


def _show(rules: Rules, found: GameProtection) -> None:
    OUT.print(Text(f"{rules.title}: game protection", style="bold"))
    burned = f", {found.burned} burned" if found.burned else ""
    OUT.print(
        Text(
            f"{found.cut} of {found.cards} cards behind the cut card{burned}:"
            f" {found.rounds} rounds of {found.cards_a_round:g} cards.",
            style="cyan",
        )
    )
    for sentence in departures(rules):
        OUT.print(Text(sentence, style="dim"))
    for title, table in (
        ("What one card less adds to a bet, in % of it", _effects_table),
        ("The best counts: what is added for a card that is seen", _counts_table),
        ("Won in a hundred rounds, in units", _winnings_table),
        ("By cards behind the cut card: seen / count", _cuts_table),
    ):
        OUT.print()
        OUT.print(Text(title, style="bold"))
        OUT.print(table(found.bets))
    OUT.print()
    for sentence in _footnotes(found):
        OUT.print(Text(sentence, style="dim"))


def _footnotes(found: GameProtection) -> Iterator[str]:
    raised = [bet.bet for bet in found.bets if bet.always_made]
    if raised:
        yield (
            f"{', '.join(raised)}: 1 to {found.spread} units, growing with the advantage by the"
            " ramp of the highest SCORE."
        )
    if len(raised) < len(found.bets):
        yield f"{'Others' if raised else 'Stakes'}: one unit where the bet is worth it, else none."
    added_up = [bet.bet for bet in found.bets if not bet.exact]
    if added_up:
        yield (
            f"{', '.join(added_up)}: best play, effects of cards added up; without what is gained"
            " by playing hands otherwise."
        )
    if any(bet.shoes for bet in found.bets):
        yield "±: standard error, from shoes drawn by a fixed seed; none where all were counted."
    yield "seen: by whoever knows every card that was seen; count: by the last count of the bet."
    yield "point: what one point for each deck left adds, in %; index: points at which it pays."
    yield "N0: rounds after which the win is one deviation; DI: 1000 · win / deviation of a round;"
    yield "SCORE: DI² = 1,000,000 / N0, the win of 100 rounds with best stakes from 10,000."


def _table(*heads: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column(heads[0], no_wrap=True)
    for head in heads[1:]:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _effects_table(bets: Sequence[BetProtection]) -> Table:
    ranks = _ranks([bet.effects for bet in bets])
    table = _table("bet", *ranks)
    places = 4 if len(ranks) < len(RANKS) else 3
    for bet in bets:
        for name, row in _by_suit(bet.bet, bet.effects):
            table.add_row(
                Text(name, style="bold"),
                *(_signed(100 * row[rank], places) for rank in ranks),
            )
    return table


def _counts_table(bets: Sequence[BetProtection]) -> Table:
    ranks = _ranks([count.tags for bet in bets for count in bet.counts])
    table = _table("bet", *ranks, "a deck", "correlation", "point", "index")
    for bet in bets:
        if not bet.counts:
            table.add_row(Text(bet.bet, style="bold"), *("" for _ in ranks), "", "none")
        name = bet.bet
        for count in bet.counts:
            for shown, tags in _by_suit(name, count.tags):
                table.add_row(
                    Text(shown, style="bold"),
                    *(Text(f"{tags[rank]:+d}" if tags[rank] else "0") for rank in ranks),
                    f"{count.balance:+d}" if count.balance else "0",
                    f"{count.correlation:.4f}",
                    percent(count.worth, 4),
                    "" if count.index is None else f"{count.index:+.2f}",
                )
            name = ""
        if bet.hi_lo is not None:
            blank = ("" for _ in ranks)
            table.add_row(Text("  Hi-Lo", style="dim"), *blank, "", f"{bet.hi_lo:.4f}")
    return table


def _winnings_table(bets: Sequence[BetProtection]) -> Table:
    seen = ("seen\nbet %", "\nwin", "\n±", "\nstd dev", "\nN0", "\nDI", "\nSCORE")
    counted = ("count\nwin", "\n±", "\nN0", "\nSCORE")
    table = _table("\nbet", "\nedge %", *seen, *counted)
    for bet in bets:
        at = bet.cuts[0]
        won = at.observer
        table.add_row(
            Text(bet.bet, style="bold"),
            edge(0.0 - bet.ev),
            percent(won.share),
            _win(won),
            _error(won),
            f"{won.deviation:.2f}",
            _rounds(won),
            f"{won.di:.1f}",
            f"{won.score:.1f}",
            *(
                (_win(at.count), _error(at.count), _rounds(at.count), f"{at.count.score:.1f}")
                if at.count
                else ()
            ),
        )
    return table


def _cuts_table(bets: Sequence[BetProtection]) -> Table:
    cuts = sorted({at.cut for at in bets[0].cuts}) if bets else []
    table = _table("bet", *map(str, cuts))
    for bet in bets:
        by_cut = {at.cut: at for at in bet.cuts}
        table.add_row(
            Text(bet.bet, style="bold"),
            *(
                Text.assemble(_win(at.observer), " / ", _win(at.count) if at.count else "-")
                for at in map(by_cut.__getitem__, cuts)
            ),
        )
    return table


def _ranks(figures: Sequence[Mapping[str, float]]) -> str:
    """As many columns as it takes: pictures have none of their own where they are tens."""
    tens = all(
        row["T"] == row[picture]
        for one in figures
        for _, row in _by_suit("", one)
        for picture in _PICTURES
    )
    return RANKS[: -len(_PICTURES)] if tens else RANKS


def _by_suit(name: str, figures: Mapping[str, float]) -> Iterator[tuple[str, dict[str, float]]]:
    """Name and figures by rank; a line for each suit, where that makes a difference."""
    if RANKS[0] in figures:
        yield name, dict(figures)
    else:
        for suit in SUITS:
            yield f"{name} {suit}", {rank: figures[rank + suit] for rank in RANKS}


def _signed(number: float, places: int) -> Text:
    return Text(f"{number:+z.{places}f}" if number else "0", style="green" if number > 0 else "")


def _win(won: Winnings) -> Text:
    return Text(f"{won.win:+z.3f}", style="green" if won.win > 0 else "")


def _error(won: Winnings) -> str:
    return f"{won.error:.3f}" if won.error else ""


def _rounds(won: Winnings) -> str:
    return "-" if won.n0 is None else rounded(won.n0)
