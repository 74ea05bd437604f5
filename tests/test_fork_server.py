"""Forked processes behave as started ones do."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support import fork_server

ECHO = "tests.support.echo"


def test_arguments_environment_and_streams_are_its_own() -> None:
    process = fork_server.start(
        ECHO, "one", 2, environment={"ECHO": "here"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.write("asked\n")
    told, _ = process.communicate()
    assert told.splitlines() == ["['one', '2']", "here", "asked"]
    assert process.returncode == 0
    assert "ECHO" not in os.environ


def test_it_is_a_process_that_can_be_frozen_killed_and_waited_for() -> None:
    process = fork_server.start(ECHO, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.pid != os.getpid()
    assert process.poll() is None
    process.send_signal(signal.SIGSTOP)
    process.wait_stopped()
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0)
    process.kill()
    assert process.wait() == process.poll() == -signal.SIGKILL
    process.communicate()


def test_two_at_a_time_do_not_hold_each_others_streams() -> None:
    """The output of the first ends though the second still runs."""
    first = fork_server.start(ECHO, "first", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    second = fork_server.start(ECHO, "second", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert first.communicate()[0].startswith("['first']")
    assert second.poll() is None
    assert second.communicate()[0].startswith("['second']")


def test_exit_status_and_errors_come_back(tmp_path: Path) -> None:
    done = fork_server.run("croupier", "settle", tmp_path / "missing.json")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("croupier: bad-file:")


def test_the_environment_of_a_crash_point_is_read() -> None:
    """Though the module that reads it was imported long before."""
    point = {"CROUPIER_CRASHPOINT": "commit-done:1"}
    done = fork_server.run(ECHO, "--crash", environment=point)
    assert done.returncode == -signal.SIGKILL
    assert fork_server.run(ECHO, "--crash").returncode == 0
