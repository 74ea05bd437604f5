"""`croupier games`: what can be played here."""

import sys

import msgspec
import rich_click as click
from rich.table import Table
from rich.text import Text

from croupier.cli.terminal import OUT, one_line
from croupier.engine.variants import problems
from croupier.notices import GameSummary, catalogue


@click.command()
@click.option("--json", "as_machine", is_flag=True, help="One JSON list on standard output.")
def games(as_machine: bool) -> None:
    """List the games of the house: their documents, decks, main pays and limits."""
    entries = catalogue()
    report_problems()
    if as_machine:
        print(msgspec.json.format(msgspec.json.encode(entries), indent=2).decode())
        return
    OUT.print(games_list(entries))
    OUT.print(documents_table(entries))


def report_problems() -> None:
    """A line on standard error for each package that was set aside."""
    for one in problems():
        line = f"croupier: {one.package} was set aside ({one.entry}): {one.reason}"
        print(one_line(line), file=sys.stderr)


def games_list(entries: tuple[GameSummary, ...]) -> Text:
    """A line of facts for each game, and its title below."""
    wide = max(len(entry.game) for entry in entries)
    shown = Text(
        f"{'game':<{wide}}  decks  {'main pay':<18}  {'limits':<10}  document\n", style="dim"
    )
    for entry in entries:
        decks = "–" if entry.decks is None else str(entry.decks)
        limits = f"{entry.limits.min} to {entry.limits.max}"
        shown.append(f"{entry.game:<{wide}}", style="not dim bold")
        shown.append(f"  {decks:>5}  {entry.pays:<18}  {limits:<10}  ", style="not dim")
        shown.append(f"{entry.document.short}\n", style="not dim cyan")
        shown.append(f"  {entry.title}\n")
    return shown


def documents_table(entries: tuple[GameSummary, ...]) -> Table:
    """Each document once, however many games follow it."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("document", style="cyan", no_wrap=True)
    for name in ("title", "version", "effective"):
        table.add_column(name)
    for document in {entry.document.short: entry.document for entry in entries}.values():
        table.add_row(
            document.short, document.title, document.version or "–", document.effective or "–"
        )
    return table
