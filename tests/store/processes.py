"""Starting processes that may be killed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]

Player = subprocess.Popen[str]


@contextmanager
def player(url: str, stream: str, *more: object, crashpoint: str = "") -> Iterator[Player]:
    """A process of `tests.store.player`, ready to begin."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.store.player", url, stream, *map(str, more)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"CROUPIER_CRASHPOINT": crashpoint},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def begin(process: Player) -> None:
    assert process.stdout
    assert process.stdin
    assert process.stdout.readline() == "ready\n"
    process.stdin.write("go\n")
    process.stdin.flush()


def answers(process: Player) -> dict[int, str]:
    """All that it says until it ends or dies."""
    assert process.stdout
    said = [line.split() for line in process.stdout]
    process.wait()
    return {int(n): answer for n, answer in said}
