"""`croupier whatif`: what a change of the rules changes."""

from collections.abc import Iterable

import msgspec
import rich_click as click
from rich.table import Table
from rich.text import Text

from croupier.cli.odds.asking import departures, print_json, rules_asked
from croupier.cli.odds.figures import percent, written
from croupier.cli.odds.lines import lines
from croupier.cli.odds.patience import patience
from croupier.cli.options import game_argument, json_option, settings_option
from croupier.cli.terminal import OUT, fail
from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.odds import AnteStrategy, GameOdds, Strategy, WhatIf, compare, odds_of, strategy_of
from croupier.odds.game import decision_heads, has_strategy
from croupier.odds.strategy import MEANINGS
from croupier.odds.whatif import BetChange, CellChange

Reckoned = tuple[GameOdds, Strategy | AnteStrategy | None]


@click.command()
@game_argument
@settings_option
@json_option
def whatif(*, game: str, settings: tuple[str, ...], as_machine: bool) -> None:
    """Say what a change of the rules changes: every bet, and every cell of the strategy.

    Before is the game as its document has it, after is with --set, once or more.

    Exit status 0, or 2 when there is no such game or setting.
    """
    if not settings:
        nothing = Refused(Code.BAD_SETTING, "say what to change: --set name=value")
        fail(nothing, as_machine=as_machine)
    try:
        rules = rules_asked(game, settings)
        before = _reckoned(rules_asked(game, ()), f"{game} before")
        changes = compare(before, _reckoned(rules, f"{game} after"))
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print_json(_as_json(changes))
    else:
        _show(rules, changes, asks=before[1] is not None)


def _reckoned(rules: Rules, what: str) -> Reckoned:
    with patience(what) as progress:
        odds = odds_of(rules, progress=progress)
        return odds, strategy_of(rules, progress=progress) if has_strategy(rules) else None


def _as_json(changes: WhatIf) -> dict[str, object]:
    """With the differences written out."""
    written_out: dict[str, object] = msgspec.to_builtins(changes)
    written_out["settings"] = {
        name: {"before": before, "after": after}
        for name, (before, after) in changes.settings.items()
    }
    written_out["bets"] = [
        {
            **msgspec.to_builtins(bet),
            "house_edge_change": bet.edge,
            "stddev_change": bet.deviation,
        }
        for bet in changes.bets
    ]
    return written_out


def _show(rules: Rules, changes: WhatIf, *, asks: bool) -> None:
    OUT.print(Text(f"{rules.title}: what if", style="bold"))
    for name, (before, after) in changes.settings.items():
        OUT.print(Text(f"{name}: {written(before)} -> {written(after)}", style="cyan"))
    for sentence in departures(rules):
        OUT.print(Text(sentence, style="dim"))
    OUT.print(_bets_table(lines(rules, changes.bets, _figures)))
    if changes.strategy:
        OUT.print()
        _show_decisions(rules, changes.strategy)
    elif not changes.settings:
        OUT.print(Text("That is how it is set already: nothing changes.", style="dim"))
    elif asks:
        OUT.print(Text("No decision changes.", style="dim"))


def _show_decisions(rules: Rules, cells: tuple[CellChange, ...]) -> None:
    OUT.print(Text(f"Decisions that change: {len(cells)}", style="bold"))
    OUT.print(_cells_table(cells, decision_heads(rules)))
    for letters in sorted({play for cell in cells for play in (cell.before, cell.after)}):
        if letters in MEANINGS:
            OUT.print(Text(f"{letters:>2}  {MEANINGS[letters]}", style="dim"))


def _figures(change: BetChange) -> tuple[object, ...]:
    both = (change.before, change.after)
    return tuple((odds.house_edge, odds.stddev) if odds else None for odds in both)


def _bets_table(changes: Iterable[tuple[str, BetChange]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("\nbet", no_wrap=True)
    for what in ("edge %", "std dev"):
        for name in (f"{what}\nbefore", "\nafter", "\nchange"):
            table.add_column(name, justify="right", no_wrap=True)
    for name, bet in changes:
        table.add_row(
            Text(name, style="bold"),
            *(percent(odds.house_edge, 4) if odds else "none" for odds in (bet.before, bet.after)),
            _change(bet.edge, 100),
            *(f"{odds.stddev:.4f}" if odds else "none" for odds in (bet.before, bet.after)),
            _change(bet.deviation, 1, good="", bad=""),
        )
    return table


def _change(difference: float | None, times: int, good: str = "green", bad: str = "red") -> Text:
    """A dash where nothing changes; good is what is good for the player."""
    if difference is None or abs(difference) < 5e-7:
        return Text("-", style="dim")
    return Text(f"{times * difference:+.4f}", style=bad if difference > 0 else good)


def _cells_table(cells: Iterable[CellChange], heads: tuple[str, str]) -> Table:
    """A line for each hand and change, however many cards it is made against."""
    lines: dict[tuple[str, str, str], list[str]] = {}
    for cell in cells:
        lines.setdefault((cell.hand, cell.before, cell.after), []).append(cell.dealer)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in (*heads, "before", "after"):
        table.add_column(name, no_wrap=True)
    for (hand, before, after), dealer in lines.items():
        table.add_row(hand, " ".join(dealer), before, Text(after, style="bold"))
    return table
