"""How far it is, how fast it goes, and how long it still takes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
            return Text(f"{short(task.speed or 0)}/s", style="progress.data.speed")

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


def short(number: float) -> str:
    """Three figures: "12.3 M"."""
    for size, sign in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{sign}"
    return f"{number:.3g}"
