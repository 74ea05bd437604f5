"""Work done in processes of its own, a few at a time."""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

T = TypeVar("T")


def in_processes(
    tasks: Iterable[T], work: Callable[[T], str], jobs: int
) -> Iterator[tuple[T, str]]:
    """What `work` says of each task, as they end; a process that dies says so."""
    running: dict[int, tuple[T, int]] = {}

    def ended() -> tuple[T, str]:
        pid, status = os.wait()
        task, reading = running.pop(pid)
        with os.fdopen(reading, encoding="utf-8") as pipe:
            said = pipe.read()
        return task, said or f"the process ended with {status}"

    for task in tasks:
        if len(running) >= jobs:
            yield ended()
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            _alone(partial(work, task), writing)
        os.close(writing)
        running[pid] = task, reading
    while running:
        yield ended()


def _alone(work: Callable[[], str], writing: int) -> None:
    """In the new process: nothing is printed, and it ends here."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    try:
        said = work()
    except BaseException as error:
        said = f"broken: {error!r}"
    os.write(writing, said.encode())
    os._exit(0)
