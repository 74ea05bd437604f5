"""A bar for whoever waits: only where somebody looks, and only when it takes a while."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from croupier.cli.terminal import ERR

SECONDS = 1.0


@contextmanager
def patience(
    what: str, console: Console = ERR, clock: Callable[[], float] = monotonic
) -> Iterator[Callable[[int, int], None]]:
    """Gives what is to be told how much is done, of how much."""
    began = clock()
    bar = Progress(
        TextColumn("[progress.description]{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        console=console,
        transient=True,
        disable=not console.is_interactive,
    )
    task = bar.add_task(what)

    def told(done: int, of: int) -> None:
        if clock() - began > SECONDS:
            bar.start()
            bar.update(task, completed=done, total=of)

    try:
        yield told
    finally:
        bar.stop()
