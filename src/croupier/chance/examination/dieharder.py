"""Dieharder (Robert G. Brown), where it is installed: other people's tests of the same bytes."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread
from typing import IO

from croupier.chance.examination.shuffles import Tested
from croupier.chance.source import ByteSource

TESTS = (0, 1, 3, 8, 9, 10, 11, 12, 13, 15, 16, 100, 101, 102)
"""Of those that it calls good, the ones that are done in minutes; `dieharder -l` names them."""
_BLOCK = 1 << 16


def installed() -> str | None:
    return shutil.which("dieharder")


def examine_bytes(draw: ByteSource, tests: tuple[int, ...] = TESTS) -> Iterator[Tested]:
    """It is handed bytes for as long as it reads. Its own p is of how even the p of a hundred runs
    are; too even is as suspicious as uneven."""
    program = installed()
    assert program is not None
    shown = [word for field in ("test_name", "ntuple", "pvalues") for word in ("-D", field)]
    for number in tests:
        command = [program, "-g", "200", "-d", str(number), "-c", ",", *shown]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as running:
            assert running.stdin is not None
            assert running.stdout is not None
            feeding = Thread(target=_pour, args=(draw, running.stdin), daemon=True)
            feeding.start()
            told = running.stdout.read().decode(errors="replace")
            feeding.join()
        yield from _read(told)


def _pour(draw: ByteSource, into: IO[bytes]) -> None:
    with suppress(BrokenPipeError):  # it has read enough
        while True:
            into.write(draw(_BLOCK))


def _read(told: str) -> Iterator[Tested]:
    for line in told.splitlines():
        name, _, rest = line.partition(",")
        ntuple, _, p = rest.partition(",")
        with suppress(ValueError):
            value = float(p.strip(" ,"))
            which = f" ({ntuple.strip()})" if ntuple.strip() not in ("", "0") else ""
            yield Tested(
                f"dieharder: {name.strip()}{which}",
                min(1.0, 2 * min(value, 1 - value)),
                "as dieharder has it",
            )
