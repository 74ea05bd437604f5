"""A bar for whoever waits: only where somebody looks, and only when it takes a while."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from rich.console import Console

from croupier.cli.terminal import ERR

if TYPE_CHECKING:
    from rich.progress import Progress

SECONDS = 1.0


@contextmanager
def patience(
    what: str, console: Console = ERR, clock: Callable[[], float] = monotonic
) -> Iterator[Callable[[int, int], None]]:
    """Gives what is to be told how much is done, of how much."""
    began = clock()
    bars: list[Progress] = []

    def report(done: int, of: int) -> None:
        if console.is_interactive and clock() - began > SECONDS:
            if not bars:
                bars.append(_started(what, console))
            bars[0].update(bars[0].task_ids[0], completed=done, total=of)

    try:
        yield report
    finally:
        for bar in bars:
            bar.stop()


def _started(what: str, console: Console) -> "Progress":
    from rich.progress import (  # noqa: PLC0415 -- of no use to whom nothing is shown
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
    )

    bar = Progress(
        TextColumn("[progress.description]{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        console=console,
        transient=True,
    )
    bar.add_task(what)
    bar.start()
    return bar
