"""A command imports what it needs, and nobody waits for rooms he does not enter."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli.app import COMMANDS, LazyCommand
from tests.support.command_line import run_command

EVERY = [command for panel in COMMANDS.values() for command in panel]
HEAVY = {
    *("PIL", "argon2", "asyncio", "cryptography", "httpx", "jinja2", "numpy", "numba"),
    *("nats", "prometheus_client", "psycopg", "sqlite3", "starlette", "uvicorn", "websockets"),
    *("croupier.bus", "croupier.chance", "croupier.client", "croupier.house", "croupier.ledger"),
    *("croupier.odds", "croupier.server", "croupier.sim", "croupier.store", "croupier.table"),
    "croupier.wire",
}
_RUN = """
import sys
from croupier.cli import main
sys.argv = ["croupier", *sys.argv[1:]]
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def imported_by(*words: str, cache: Path) -> set[str]:
    """All modules of a fresh interpreter that has run the command."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *words],
        env=os.environ | {"CROUPIER_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout
    return {*done.stderr.split()}


@pytest.mark.parametrize(
    "words",
    [
        ["games"],
        ["rules", "rws-blackjack"],
        ["settle", "examples/split-and-double.json"],
        ["explain", "examples/misdeal.json"],
    ],
    ids=" ".join,
)
def test_a_command_brings_nothing_heavy(words: list[str], tmp_path: Path) -> None:
    assert not imported_by(*words, cache=tmp_path) & HEAVY


@pytest.mark.parametrize(
    "words",
    [
        ["rules", "live-roulette"],
        ["settle", "examples/split-and-double.json"],
        ["explain", "examples/misdeal.json"],
        ["odds", "live-roulette"],
    ],
    ids=" ".join,
)
def test_what_needs_no_other_package_looks_for_none(words: list[str], tmp_path: Path) -> None:
    """`games` lists theirs, and the rules of a blackjack the side bets they bring."""
    assert "importlib.metadata" not in imported_by(*words, cache=tmp_path)


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_and_version_know_no_game(word: str, tmp_path: Path) -> None:
    assert not imported_by(word, cache=tmp_path) & {*HEAVY, "croupier.games", "msgspec"}


@pytest.mark.parametrize(
    "game", ["live-roulette", "live-baccarat", "rws-blackjack-plus", "classic-blackjack-single"]
)
def test_odds_that_were_told_before_need_no_numpy(game: str, tmp_path: Path) -> None:
    imported_by("odds", game, cache=tmp_path)
    unwanted = {*HEAVY, "importlib.metadata", "tempfile"}
    assert imported_by("odds", game, cache=tmp_path) & unwanted == {"croupier.odds"}


def test_what_counting_wins_needs_no_numpy_once_it_was_told(tmp_path: Path) -> None:
    asked = ("protect", "rws-blackjack-plus", "--bet", "insurance", "--bet", "initial")
    imported_by(*asked, cache=tmp_path)
    unwanted = {*HEAVY, "importlib.metadata", "tempfile"}
    assert imported_by(*asked, cache=tmp_path) & unwanted == {"croupier.odds"}


@pytest.mark.parametrize("command", EVERY, ids=lambda command: command.name)
def test_the_list_says_of_a_command_what_it_says_of_itself(command: LazyCommand) -> None:
    said = command.imported().help
    assert said is not None
    assert " ".join(said.split("\n\n")[0].split()) == command.help


def test_a_command_of_no_such_name_is_answered_with_one_that_is() -> None:
    refused = run_command("strategi")
    assert refused.exit_code == 2
    assert "Did you mean 'strategy'?" in refused.output


def test_the_package_brings_the_games_once_they_are_asked_for() -> None:
    asked = "import sys, croupier; print(*sys.modules); print(*dir(croupier)); print(croupier.Bet)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    before, names, bet = done.stdout.splitlines()
    assert "croupier.games" not in before.split()
    assert {"Bet", "begin", "step", "waiting"} <= {*names.split()}
    assert bet == "<class 'croupier.engine.layout.Bet'>"
