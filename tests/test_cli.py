"""The command as a newcomer meets it."""

from importlib.metadata import version

import pytest

from croupier.cli.app import app
from tests.support.command_line import run_command


def test_it_says_which_version_it_is() -> None:
    assert run_command("--version").output == f"croupier {version('croupier')}\n"


@pytest.mark.parametrize("command", sorted(app.commands))
def test_every_command_explains_itself(command: str) -> None:
    told = run_command(command, "--help")
    assert told.exit_code == 0
    assert "Usage" in told.output


@pytest.mark.parametrize("args", [["deal"], ["settle"], ["rules"], ["settle", "--colour"]])
def test_a_wrong_call_exits_2_and_says_what_is_wrong(args: list[str]) -> None:
    told = run_command(*args)
    assert told.exit_code == 2
    assert "Error" in told.output
