"""Starting processes that may be killed."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support import fork_server
from tests.support.fork_server import Forked


@contextmanager
def player(url: str, stream: str, *more: object, crashpoint: str = "") -> Iterator[Forked]:
    """A process of `tests.store.player`, ready to begin."""
    process = fork_server.start(
        "tests.store.player",
        url,
        stream,
        *more,
        environment={"CROUPIER_CRASHPOINT": crashpoint},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def begin(process: Forked) -> None:
    assert process.stdout
    assert process.stdin
    assert process.stdout.readline() == "ready\n"
    process.stdin.write("go\n")
    process.stdin.flush()


def answers(process: Forked) -> dict[int, str]:
    """All that it says until it ends or dies."""
    assert process.stdout
    said = [line.split() for line in process.stdout]
    process.wait()
    return {int(n): answer for n, answer in said}
