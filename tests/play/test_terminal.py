"""The command as a process of its own: signals, strange terminals."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping

from tests.play.sitting import check_money

PATIENCE = 60
COMMAND = [sys.executable, "-c", "from croupier.cli import main; main()", "play", "rws-blackjack"]


def started(extra: Mapping[str, str] = {}) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [*COMMAND, "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **extra},
    )


def test_an_interrupt_leaves_politely() -> None:
    with started() as table:
        assert table.stdin is not None
        assert table.stdout is not None
        table.stdin.write(b"100\n")
        table.stdin.flush()
        seen = b""
        while not seen.endswith(b"box 1> "):
            byte = table.stdout.read(1)
            assert byte, seen
            seen += byte
        table.send_signal(signal.SIGINT)
        rest, errors = table.communicate(timeout=PATIENCE)
    output = (seen + rest).decode()
    assert table.returncode == 0
    assert errors == b""
    assert "box 1> \nYou leave; the round is played out without you" in output
    assert len(check_money(output, 1000).nets) == 1


def test_a_terminal_without_our_letters() -> None:
    with started({"PYTHONIOENCODING": "ascii"}) as table:
        output, errors = table.communicate("100\n♠ 5\ns\nrules\n".encode(), timeout=PATIENCE)
    assert table.returncode == 0
    assert errors == b""
    shown = output.decode("ascii")
    assert ".---.---." in shown
    check_money(shown, 1000)
