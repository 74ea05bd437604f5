"""A sheet is what a table would have drawn, to the last blank and colour."""

import io

import pytest
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.notices.sheet import GAP, Column, Sheet

ROWS = (
    (Text("bet", style="dim"), Text("when", style="dim"), Text("clause", style="dim")),
    ("Initial bet", Text("the hand is nearer to twenty-one than the dealer\u2019s"), "BJ5 3.23.2"),
    ("", Text("it is a blackjack"), "BJ5 4.1.1, 3.14.1, 3.14.2a, 3.23.1"),
    ("\u724c", Text("wide letters \u724c\u724c\u724c and aVeryLongWordThatHasToBeFolded"), ""),
    ("two", Text("lines\nof one cell") + Text(" set by the house", style="bold yellow"), "R1"),
)


def drawn(what: RenderableType, width: int, *, terminal: bool) -> str:
    out = io.StringIO()
    Console(
        file=out,
        width=width,
        highlight=False,
        force_terminal=terminal,
        color_system="truecolor" if terminal else None,
    ).print(what)
    return out.getvalue()


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize("width", [46, 60, 100])
def test_a_sheet_is_drawn_as_a_table_is(width: int, terminal: bool) -> None:
    sheet = Sheet(Column(style="green"), Column(takes_rest=True), Column(width=11, style="cyan"))
    table = Table.grid(padding=(0, GAP), expand=True)
    table.add_column(no_wrap=True, style="green")
    table.add_column(ratio=1, overflow="fold")
    table.add_column(width=11, style="cyan")
    for row in ROWS:
        sheet.add_row(*row)
        table.add_row(*row)
    assert drawn(sheet, width, terminal=terminal) == drawn(table, width, terminal=terminal)


def test_where_no_room_is_left_the_words_go_and_the_rest_stays() -> None:
    sheet = Sheet(Column(), Column(takes_rest=True), Column(width=5))
    sheet.add_row("setting", "what it means", "BJ5 1")
    assert drawn(sheet, 16, terminal=False) == "setting    BJ5 1\n"


def test_a_sheet_of_no_rows_and_a_column_of_no_words_take_no_room() -> None:
    sheet = Sheet(Column(), Column(takes_rest=True))
    assert drawn(sheet, 20, terminal=False) == ""
    sheet.add_row("", "what it means")
    assert drawn(sheet, 20, terminal=False) == "  what it means     \n"
