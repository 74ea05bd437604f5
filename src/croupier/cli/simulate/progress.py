"""How far it is, how fast it goes, and how long it still takes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from croupier.cli.odds.figures import rounded
from croupier.cli.terminal import ERR


@contextmanager
def rate_bar(what: str) -> Iterator[Callable[[int, int], object]]:
    """To be told how many rounds are done, and of how many; nothing where nobody looks."""
    if not ERR.is_terminal:
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
    with Progress(*columns, console=ERR, transient=True) as bars:
        bar = bars.add_task(what, total=None)
        yield lambda done, of: bars.update(bar, completed=done, total=of)
