"""A chart in the terminal."""

from collections.abc import Iterable

from rich.columns import Columns
from rich.console import Group
from rich.table import Table
from rich.text import Text

from croupier.cli.odds.chart import COLOURS, INK, Chart, Grid
from croupier.cli.terminal import OUT

_GAP = 3
_LABEL = 7
_LETTERS = 2
_ROOMY = 100
"""Columns from which on the cells have more air."""


def show(chart: Chart, notes: Iterable[str]) -> None:
    OUT.print(Text(chart.title, style="bold"))
    OUT.print(Text(chart.worth))
    for sentence in (chart.settings, *notes):
        OUT.print(Text(sentence, style="dim"))
    OUT.print()
    OUT.print(_side_by_side(chart))
    OUT.print()
    OUT.print(Columns(_legend(chart), padding=(0, _GAP, 0, 0)))


def _side_by_side(chart: Chart) -> Table | Group:
    """In two columns where the terminal is wide enough for them."""
    halves = [[_drawn(grid) for grid in half] for half in chart.halves]
    widths = [max(line.cell_len for part in half for line in part.split()) for half in halves]
    if sum(widths) + _GAP * (len(halves) - 1) > OUT.width:
        return _below_each_other([part for half in halves for part in half])
    table = Table.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
    table.add_row(*map(_below_each_other, halves))
    return table


def _legend(chart: Chart) -> list[Text]:
    wide = max(map(len, chart.legend)) + 2
    return [
        Text.assemble((_fitted(word, wide), _style(word)), f" {meaning}")
        for word, meaning in chart.legend.items()
    ]


def _below_each_other(drawn: list[Text]) -> Group:
    return Group(Text("\n\n").join(drawn))


def _drawn(grid: Grid) -> Text:
    wide = _wide(grid)
    head = Text(grid.title.ljust(_LABEL), style="bold")
    head.append("".join(_fitted(heading, wide) for heading in grid.columns))
    lines = [head]
    for label, cells in grid.rows:
        line = Text(label.ljust(_LABEL), style="bold")
        for cell in cells:
            line.append(_fitted(str(cell), wide), style=_style(cell.word))
        lines.append(line)
    return Text("\n").join(lines)


def _fitted(text: str, wide: int) -> str:
    return f" {text}".ljust(wide)


def _wide(grid: Grid) -> int:
    air = 2 if OUT.width >= _ROOMY or grid.wide > _LETTERS else 1
    return max(grid.wide, _LETTERS) + air


def _style(word: str) -> str:
    return f"not bold {INK.light} on {COLOURS[word].light}"
