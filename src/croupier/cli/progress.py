"""How far long work has come, on a terminal. A check has a bar for what is read once in order, and
one for the tables beside it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from croupier.house.verify.verifying import Progress


class _ProgressBars(Progress):
    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._journals = bars.add_task("journals and money", total=None)
        self._tables = bars.add_task("tables", total=None)

    def begin(self, entries: int, of_tables: int) -> None:
        self._bars.update(self._journals, total=entries)
        self._bars.update(self._tables, total=of_tables)

    def chained(self, entries: int) -> None:
        self._bars.update(self._journals, completed=entries)

    def folded(self, entries: int) -> None:
        self._bars.update(self._tables, completed=entries)


@contextmanager
def progress_bars(console: Console) -> Iterator[Progress]:
    """Nothing where nobody looks."""
    if not console.is_terminal:
        yield Progress()
        return
    with _bars(console) as bars:
        yield _ProgressBars(bars)


@contextmanager
def progress_bar(console: Console, what: str) -> Iterator[Callable[[int, int], object]]:
    """One, to be told how many entries are done, and of how many."""
    if not console.is_terminal:
        yield lambda _done, _total: None
        return
    with _bars(console) as bars:
        bar = bars.add_task(what, total=None)
        yield lambda done, total: bars.update(bar, completed=done, total=total)


def _bars(console: Console) -> Bars:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("entries"),
        TimeRemainingColumn(),
    )
    # What is printed beside the bars goes where it belongs, which may be a file.
    alike = sys.stdout.isatty()
    return Bars(*columns, console=console, transient=True, redirect_stdout=alike)
