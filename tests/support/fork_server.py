"""Starts processes in milliseconds: they are forked from one that has imported everything.

`python -m croupier serve` spends most of a second of processor time on imports, and the tests
start hundreds of processes. A forked one is a process like any other: it runs the same `main` with
arguments, environment and standard streams of its own, and can be killed, frozen and waited for.

This file holds both sides: `start` and `run` for tests, and the server that forks (`python -m
tests.support.fork_server`), one for each process that runs tests.
"""

import atexit
import gc
import importlib
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NoReturn
from unittest.mock import patch

import msgspec
from argon2 import PasswordHasher

from croupier.store import crashpoint

ROOT = Path(__file__).parents[2]
PRELOADED = (
    "croupier.bus.local_server",
    "croupier.bus.nats_link",
    "croupier.cli.archive",
    "croupier.cli.drain",
    "croupier.cli.house",
    "croupier.cli.serve",
    "croupier.store.archive.archiving",
    "croupier.store.postgres",
    "tests.support.store_writes",
    "tests.support.virtual_house",
)
_STREAMS = 3
_PID_BYTES = 8
_STOPPED = "stopped"


class _Request(msgspec.Struct):
    module: str
    arguments: list[str]
    environment: dict[str, str]


# The side of the tests ----------------------------------------------------------------------------


class Forked:
    """A process that was forked; what `subprocess.Popen` calls the same works the same."""

    def __init__(
        self,
        pid: int,
        status: int,
        stdin: IO[str] | None,
        stdout: IO[str] | None,
        stderr: IO[str] | None,
    ) -> None:
        self.pid = pid
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        self.returncode: int | None = None
        self._status = status
        self._unread = b""

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        ended = self._ended(timeout)
        if ended is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return ended

    def wait_stopped(self) -> None:
        """Waits until a signal such as SIGSTOP has stopped it."""
        report = self._next_report(None)
        assert report == _STOPPED, report

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self) -> tuple[str, str]:
        """Closes standard input, and returns what is left on the other streams."""
        if self.stdin is not None:
            self.stdin.close()
        read = ["", ""]
        for at, stream in enumerate((self.stdout, self.stderr)):
            if stream is not None and not stream.closed:
                with stream:
                    read[at] = stream.read()
        self.wait()
        return read[0], read[1]

    def _ended(self, timeout: float | None) -> int | None:
        while self.returncode is None and (report := self._next_report(timeout)) is not None:
            if report != _STOPPED:
                self.returncode = int(report)
                os.close(self._status)
        return self.returncode

    def _next_report(self, timeout: float | None) -> str | None:
        """The server writes a line when the process was stopped, and its exit status at the end."""
        if b"\n" not in self._unread:
            if not select.select([self._status], [], [], timeout)[0]:
                return None
            self._unread += os.read(self._status, 64)
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()


def start(
    module: str,
    *arguments: object,
    environment: Mapping[str, str] = {},
    stdin: int | IO[str] | None = None,
    stdout: int | IO[str] | None = None,
    stderr: int | IO[str] | None = None,
) -> Forked:
    """Runs `python -m MODULE ARGUMENTS` from the root of the checkout, as `subprocess.Popen` would
    in text mode; `environment` is added to this process's own."""
    ours: list[IO[str] | None] = []
    theirs: list[int] = []
    opened: list[int] = []
    for number, stream in enumerate((stdin, stdout, stderr)):
        if stream is None:
            ours.append(None)
            theirs.append(number)
        elif stream == subprocess.PIPE:
            read, write = os.pipe()
            own, other = (write, read) if number == 0 else (read, write)
            ours.append(os.fdopen(own, "w" if number == 0 else "r"))
            theirs.append(other)
            opened.append(other)
        else:
            ours.append(None)
            theirs.append(stream if isinstance(stream, int) else stream.fileno())
    status, status_of_theirs = os.pipe()
    opened.append(status_of_theirs)
    request = _Request(module, list(map(str, arguments)), {**os.environ, **environment})
    pid = _server()(msgspec.json.encode(request), [*theirs, status_of_theirs])
    for descriptor in opened:
        os.close(descriptor)
    return Forked(pid, status, *ours)


def run(
    module: str,
    *arguments: object,
    environment: Mapping[str, str] = {},
    timeout_s: float = 60,
) -> "subprocess.CompletedProcess[str]":
    """Runs it to its end."""
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        process = start(module, *arguments, environment=environment, stdout=out, stderr=err)
        try:
            status = process.wait(timeout_s)
        finally:
            process.kill()
        out.seek(0)
        err.seek(0)
        command = [module, *map(str, arguments)]
        return subprocess.CompletedProcess(command, status, out.read(), err.read())


@cache
def _server() -> Callable[[bytes, list[int]], int]:
    """Starts the server, once; returns what sends it a request."""
    own, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with other:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.fork_server", str(other.fileno())],
            cwd=ROOT,
            pass_fds=[other.fileno()],
        )

    def stop() -> None:
        own.close()
        process.wait()

    atexit.register(stop)

    def ask(request: bytes, descriptors: list[int]) -> int:
        socket.send_fds(own, [request], descriptors)
        answer = own.recv(_PID_BYTES)
        assert answer, "the fork server is gone"
        return int.from_bytes(answer)

    return ask


# The server ---------------------------------------------------------------------------------------


def _serve(requests: socket.socket) -> _Request:
    """Forks for each request; returns it in the new process, and never in the server."""
    ended, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    running: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([requests, ended], [], [])
        if ended in ready:
            ended.recv(4096)
            _report(running)
        if requests not in ready:
            continue
        message, descriptors, _, _ = socket.recv_fds(requests, 1 << 20, _STREAMS + 1)
        if not message:
            _stop(running)
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for one in (requests, ended, wake):
                one.close()
            for other in (*running.values(), descriptors[-1]):
                os.close(other)
            for number, descriptor in enumerate(descriptors[:-1]):
                os.dup2(descriptor, number)
                os.close(descriptor)
            return msgspec.json.decode(message, type=_Request)
        running[pid] = descriptors[-1]
        for descriptor in descriptors[:-1]:
            os.close(descriptor)
        requests.send(pid.to_bytes(_PID_BYTES))


def _report(running: dict[int, int]) -> None:
    """Writes to the tests which processes were stopped or have ended."""
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG | os.WUNTRACED)
        if not pid:
            return
        if os.WIFSTOPPED(status):
            os.write(running[pid], f"{_STOPPED}\n".encode())
        else:
            os.write(running[pid], f"{os.waitstatus_to_exitcode(status)}\n".encode())
            os.close(running.pop(pid))


def _stop(running: dict[int, int]) -> NoReturn:
    """The tests are over: nothing that they started outlives them."""
    for pid in running:
        os.kill(pid, signal.SIGKILL)
    sys.exit()


def _run(request: _Request) -> None:
    """What a fresh interpreter would do with these arguments and this environment."""
    os.environ.clear()
    os.environ.update(request.environment)
    importlib.reload(crashpoint)  # read from the environment when it is imported
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 -- for as long as the process runs
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
    sys.argv = [request.module, *request.arguments]
    runpy.run_module(request.module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    for module in PRELOADED:
        importlib.import_module(module)
    # A house's first start hashes nine passwords, each of which is meant to cost 0.2 s.
    cheap = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    patch("croupier.house.people.people.PasswordHasher", cheap).start()
    gc.collect()
    gc.freeze()  # shared with every process that is forked
    with socket.socket(fileno=int(sys.argv[1])) as requests:
        request = _serve(requests)
    gc.unfreeze()
    _run(request)
