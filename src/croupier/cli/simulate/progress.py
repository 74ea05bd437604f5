"""How far it is, how fast it goes, and how long it still takes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console

from croupier.cli.odds.figures import rounded
from croupier.cli.odds.patience import SECONDS
from croupier.cli.terminal import ERR

COMPILING = "Compiling the simulation…"


@contextmanager
def rate_bar(
    what: str, console: Console = ERR, after_s: float = SECONDS
) -> Iterator[Callable[[int, int], object]]:
    """Progress bar on stderr, shown on a TTY after one second; yields a callback
    `report(done, total)`. Before the first report the kernels are imported and compiled."""
    if not console.is_terminal:
        yield lambda _done, _of: None
        return
    from rich.progress import (  # noqa: PLC0415 -- of no use to whom nothing is shown
        BarColumn,
        Progress,
        ProgressColumn,
        Task,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text  # noqa: PLC0415

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{rounded(task.speed or 0)}/s", style="progress.data.speed")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        Rate(),
        TimeRemainingColumn(),
    )
    bars = Progress(*columns, console=console, transient=True)
    bar = bars.add_task(COMPILING, total=None)
    # The main thread compiles, and cannot show it itself.
    shown = Timer(after_s, bars.start)
    shown.start()
    try:
        yield lambda done, of: bars.update(bar, description=what, completed=done, total=of)
    finally:
        shown.cancel()
        shown.join()
        bars.stop()
