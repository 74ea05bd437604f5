"""`croupier serve --workers N`: several nodes on one machine, their bus, and one port for all.

The parent starts them, brings back whoever dies, and serves nobody itself. The first signal closes
all of them in good order, the second at once; SIGHUP starts one after the other anew, each when the
one before is open again, so that a new version is in use and nobody has noticed.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType
from typing import IO, Any

import rich_click as click

from croupier.bus.local_server import LocalServer
from croupier.cli.terminal import OUT
from croupier.kit.errors import Code, Refused
from croupier.server.serve import address_of, hold
from croupier.store.opening import is_postgres

OPEN = "The house is open at "
_LOOK_S = 0.2
_LEAST_LIFE_S = 5.0
"""Whoever dies sooner than this will do so again."""
_OWN = {"workers", "share_port", "port", "bus", "node", "bots"}
"""What is told each worker by itself."""


def run_workers(count: int, context: click.Context, host: str, port: int) -> None:
    values = context.params
    if values["bus"] or values["node"]:
        raise Refused(Code.BAD_SETTING, "--workers brings its own bus, and names its own nodes")
    if not is_postgres(values["store"]):
        raise Refused(Code.BAD_SETTING, "workers share PostgreSQL: --store postgresql://…")
    # Held, and not listened at: the number stays ours while workers come and go.
    with _reserved(host, port) as door, LocalServer() as bus:
        port = door.getsockname()[1]
        workers = _Workers(_arguments(context), bus.url, port)
        workers.run(count, address_of(door), values["bots"])


def _reserved(host: str, port: int) -> socket.socket:
    hold(host, port).close()  # says so if somebody else has it
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    door.bind((host, port))
    return door


def _arguments(context: click.Context) -> list[str]:
    """What this was called with, for each worker to be called with, too."""
    return [
        word
        for option in context.command.params
        if isinstance(option, click.Option) and option.name not in _OWN
        for word in _words(option, context.params[str(option.name)], context)
    ]


def _words(option: click.Option, value: Any, context: click.Context) -> Iterator[str]:
    if value == option.get_default(context) or value is None:
        return
    name = option.opts[0]
    if option.is_flag:
        yield name if value else option.secondary_opts[0]
    else:
        for each in value if option.multiple else (value,):
            yield f"{name}={each}"


class _Worker:
    def __init__(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        self.name = name
        self.since = time.monotonic()
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, text=True, process_group=0
        )

    def opened(self) -> list[str]:
        """What it says until it is open; nothing after that: it has closed again."""
        said: list[str] = []
        output: IO[str] | None = self.process.stdout
        assert output is not None
        for line in output:
            if line.startswith(OPEN):
                return said
            said.append(line.rstrip("\n"))
        message = f"worker {self.name} did not open; what is wrong stands above"
        raise Refused(Code.NOT_STORED, message)


class _Workers:
    def __init__(self, arguments: list[str], bus: str, port: int) -> None:
        self._arguments = arguments
        # Not on the command line, which everybody on the machine can read.
        self._environment = dict(os.environ) | {"CROUPIER_BUS": bus}
        self._port = port
        self._workers: dict[str, _Worker] = {}
        self._closing = False
        self._renewing: list[str] = []

    def run(self, count: int, address: str, bots: int) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._close)
        signal.signal(signal.SIGHUP, self._renew)
        names = [f"worker-{n}" for n in range(1, count + 1)]
        try:
            for name in names:
                # Bots come to the first of them, and are spread by the port as everybody is.
                for line in self._start(name, bots if name == names[0] else 0):
                    OUT.print(line, markup=False)
            OUT.print(f"{OPEN}{address}")
            OUT.print(f"{count} workers", markup=False)
            self._watch()
        finally:
            for worker in self._workers.values():
                worker.process.kill()
                worker.process.wait()
        OUT.print("The house is closed.")

    def _start(self, name: str, bots: int = 0) -> list[str]:
        command = [sys.executable, "-m", "croupier", "serve", *self._arguments]
        command += ["--node", name, "--port", str(self._port), "--share-port"]
        command += ["--bots", str(bots)]
        self._workers[name] = _Worker(name, command, self._environment)
        return self._workers[name].opened()

    def _watch(self) -> None:
        while self._workers:
            time.sleep(_LOOK_S)
            if self._renewing and not self._closing:
                self._renew_one(self._renewing.pop(0))
            for name, worker in tuple(self._workers.items()):
                if worker.process.poll() is None:
                    continue
                del self._workers[name]
                if not self._closing:
                    self._bring_back(worker)

    def _bring_back(self, worker: _Worker) -> None:
        if time.monotonic() - worker.since < _LEAST_LIFE_S:
            time.sleep(_LEAST_LIFE_S)
        self._start_again(worker.name)

    def _renew_one(self, name: str) -> None:
        worker = self._workers[name]
        worker.process.terminate()
        worker.process.wait()
        self._start_again(name)

    def _start_again(self, name: str) -> None:
        """Whoever does not open is brought back like anybody who dies: the others go on."""
        with suppress(Refused):
            self._start(name)

    def _close(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        again, self._closing = self._closing, True
        for worker in self._workers.values():
            worker.process.send_signal(signal.SIGQUIT if again else signal.SIGTERM)

    def _renew(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self._renewing = list(self._workers)
