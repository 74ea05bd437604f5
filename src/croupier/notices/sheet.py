"""Paragraphs side by side on a terminal, with what belongs to each of them.

A `Table` of rich's draws the same, in six times the time: it measures, pads and crops each of the
hundreds of cells of a rules page more than once, and somebody waits for it.
"""

from collections.abc import Iterable
from itertools import zip_longest
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

GAP = 2
"""Blanks between two columns."""
LEAST_REST = 12
"""Characters for the column that has what the others leave."""


class Column(NamedTuple):
    width: int | None = None
    """In characters; that of its longest cell, if nothing is said."""
    takes_rest: bool = False
    """Whether it has what the others leave of the line; one column does."""
    style: str = ""


class Sheet:
    """Rows of cells, each wrapped within its column."""

    def __init__(self, *columns: Column) -> None:
        self._columns = columns
        self._rows: list[tuple[Text, ...]] = []

    def add_row(self, *cells: str | Text) -> None:
        self._rows.append(tuple(Text(cell) if isinstance(cell, str) else cell for cell in cells))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = self._widths(options.max_width)
        styles = [console.get_style(column.style) for column in self._columns]
        gaps = [" " * GAP] * (len(widths) - 1) + [""]
        for row in self._rows:
            cells = [_lines(console, cell, width) for cell, width in zip(row, widths, strict=True)]
            for line in zip_longest(*cells):
                for part, width, style, gap in zip(line, widths, styles, gaps, strict=True):
                    if part is None:
                        yield Segment(" " * width + gap, style)
                    else:
                        yield from _drawn(console, part, style)
                        yield Segment(gap, style)
                yield Segment.line()

    def _widths(self, line: int) -> list[int]:
        """Of the columns, on a line of so many characters."""
        widths = [
            0 if column.takes_rest else column.width or self._longest(index)
            for index, column in enumerate(self._columns)
        ]
        rest = max(line - sum(widths) - GAP * (len(widths) - 1), 0)
        # On a narrow line the widest of the others gives way: its words are folded.
        widest = max(range(len(widths)), key=widths.__getitem__)
        short = min(max(LEAST_REST - rest, 0), max(widths[widest] - LEAST_REST, 0))
        widths[widest] -= short
        rest = max(line - sum(widths) - GAP * (len(widths) - 1), 0)
        return [
            rest if column.takes_rest else width
            for column, width in zip(self._columns, widths, strict=True)
        ]

    def _longest(self, index: int) -> int:
        return max((row[index].cell_len for row in self._rows), default=0)


def _lines(console: Console, cell: Text, width: int) -> Iterable[Text]:
    """Each of this width; none, where no room is left."""
    if not width:
        return ()
    if cell.cell_len > width or "\n" in cell:
        return cell.wrap(console, width, justify="left", overflow="fold")
    line = cell.copy()
    line.truncate(width, pad=True)
    return (line,)


def _drawn(console: Console, line: Text, style: Style) -> Iterable[Segment]:
    if line.spans:
        return Segment.apply_style(line.render(console), style)
    return (Segment(line.plain, style + console.get_style(line.style)),)
