"""Commands as they are typed, and what they answered."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from croupier.cli.app import app
from croupier.cli.terminal import OUT

RUN = CliRunner()
QUICK = "classic-blackjack-single"
"""One deck, no splits: solved in a moment."""
SPLITS = "live-blackjack"


def typed(*words: str) -> str:
    """What a command that went well has printed."""
    done = RUN.invoke(app, words)
    assert done.exit_code == 0, done.output
    assert done.stderr == ""
    return str(done.stdout)


def told(*words: str) -> Any:
    return json.loads(typed(*words, "--json"))


def in_lines(printed: str) -> list[list[str]]:
    return [line.split() for line in printed.splitlines()]


def line_of(printed: str, first: str) -> list[str]:
    """The words of the one line that begins with this one."""
    (found,) = (words for words in in_lines(printed) if words[:1] == [first])
    return found


def at_width(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setattr(OUT, "_width", width)
