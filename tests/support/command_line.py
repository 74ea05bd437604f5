"""`croupier` in this process: what a command prints, as text and as JSON."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from click.testing import CliRunner, Result

from croupier.cli.app import app
from croupier.cli.terminal import OUT

QUICK = "classic-blackjack-single"
"""One deck, no splits: solved in a moment."""
SPLITS = "live-blackjack"


def run_command(
    *words: object, input: str | bytes | None = None, env: Mapping[str, str | None] | None = None
) -> Result:
    """Run a command in this process, whether it succeeds or not."""
    return CliRunner().invoke(app, [str(word) for word in words], input=input, env=env)


def output_of(*words: object) -> str:
    """What a command prints that must succeed without a warning."""
    done = run_command(*words)
    assert done.exit_code == 0, done.output
    assert done.stderr == ""
    return str(done.stdout)


def json_of(*words: object) -> Any:
    return json.loads(output_of(*words, "--json"))


def words_by_line(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def line_of(text: str, first: str) -> list[str]:
    """The words of the one line that begins with this one."""
    (found,) = (words for words in words_by_line(text) if words[:1] == [first])
    return found


def at_width(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """Print as on a terminal of this width."""
    monkeypatch.setattr(OUT, "_width", width)
