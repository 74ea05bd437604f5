"""`croupier serve` as a process of its own, which may be told to close or be killed."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support import fork_server
from tests.support.fork_server import Forked

ROOT = Path(__file__).parents[2]
OPEN = "The house is open at "
_TIMEOUT_S = 60


def croupier(
    *arguments: object, timeout_s: float = _TIMEOUT_S
) -> "subprocess.CompletedProcess[str]":
    """The command, run to its end."""
    return fork_server.run("croupier", *arguments, timeout_s=timeout_s)


class Served:
    """A house that runs; `said` is what it printed until it was open."""

    def __init__(self, process: "Forked | subprocess.Popen[str]", errors: Path) -> None:
        self._process = process
        self._errors = errors
        self.said: list[str] = []
        self.address = ""

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def errors(self) -> str:
        return self._errors.read_text()

    def opened(self) -> "Served":
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.said.append(line.rstrip("\n"))
            if line.startswith(OPEN):
                self.address = line.removeprefix(OPEN).strip()
                return self
        raise AssertionError(f"it did not open: {self.said} {self.errors}")

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def ended(self) -> int:
        """The exit status, once it has one; -9 when it was killed."""
        return await asyncio.to_thread(self._process.wait, _TIMEOUT_S)

    def end(self) -> None:
        self._process.kill()
        rest, _ = self._process.communicate()
        self.said += rest.splitlines()


@contextmanager
def served(
    data: Path,
    *options: object,
    port: int = 0,
    crashpoint: str = "",
    store: str = "",
    source: Path | None = None,
) -> Iterator[Served]:
    """Open when it is entered; gone when it is left, come what may. `source`: the code it runs, if
    not this one."""
    data.mkdir(parents=True, exist_ok=True)
    errors = data / f"errors-{len(list(data.glob('errors-*')))}"
    command = ["serve", "--data", str(data), "--port", str(port), *map(str, options)]
    environment = {"CROUPIER_CRASHPOINT": crashpoint, "CROUPIER_STORE": store}
    process: Forked | subprocess.Popen[str]
    with errors.open("w") as err:
        if source is None:
            process = fork_server.start(
                "croupier", *command, environment=environment, stdout=subprocess.PIPE, stderr=err
            )
        else:
            process = subprocess.Popen(
                [sys.executable, "-m", "croupier", *command],
                cwd=ROOT,
                env=os.environ | environment | {"PYTHONPATH": str(source)},
                stdout=subprocess.PIPE,
                stderr=err,
                text=True,
            )
    house = Served(process, errors)
    try:
        yield house.opened()
    finally:
        house.end()
