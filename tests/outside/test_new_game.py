"""`croupier new-game` writes a package that runs as it is."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.kit.errors import Refused
from tests.outside.command import croupier as command
from tests.support.command_line import run_command
from tests.support.example_packages import install


@pytest.fixture
def created(tmp_path: Path) -> Path:
    """A folder in which the package of a new game is installed."""
    done = run_command("new-game", "night-duel", "--in", str(tmp_path))
    assert done.exit_code == 0, done.stderr
    site = tmp_path / "installed"
    install(tmp_path / "night-duel", site)
    return site


def test_the_game_is_listed_and_has_a_rules_page(created: Path) -> None:
    games = json.loads(command("games", "--json", site=created).stdout)
    (game,) = (one for one in games if one["game"] == "night-duel")
    assert (game["title"], game["document"]["short"]) == ("Night Duel", "ND")
    assert "ND 3" in command("rules", "night-duel", site=created).stdout


def test_a_round_is_settled_under_its_document(created: Path) -> None:
    file = created / "round.json"
    bets = [{"player": "ann", "bet": "higher", "amount": "10"}]
    round = {"game": "night-duel", "bets": bets, "cards": ["9S", "5H"]}
    file.write_text(json.dumps(round), encoding="utf-8")
    (line,) = json.loads(command("settle", str(file), "--json", site=created).stdout)["settlements"]
    assert (line["returned"], line["clause"]) == ("20", "ND 3")


def test_its_odds_are_exact(created: Path) -> None:
    """Of 415 other cards of eight decks, 31 are of the first card's rank."""
    told = json.loads(command("odds", "night-duel", "--json", site=created).stdout)
    evs = {bet["bet"]: bet["ev_exact"] for bet in told["bets"]}
    assert evs == {"higher": "-31/415", "equal": "10/83"}


def test_its_own_tests_pass(created: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=created.parent / "night-duel",
        env=os.environ | {"PYTHONPATH": str(created), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Night Duel", "a name is of small letters, digits and single hyphens"),
        ("night--duel", "a name is of small letters, digits and single hyphens"),
        ("n" * 41, "a name is of small letters, digits and single hyphens"),
        ("roulette", "there is a game roulette already"),
        ("live-baccarat", "there is a game live-baccarat already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, reason: str, tmp_path: Path) -> None:
    done = run_command("new-game", name, "--in", str(tmp_path))
    assert isinstance(done.exception, Refused)
    assert reason in done.exception.message
    assert not [*tmp_path.iterdir()]


def test_nothing_is_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "night-duel"
    folder.mkdir()
    done = run_command("new-game", "night-duel", "--in", str(tmp_path))
    assert isinstance(done.exception, Refused)
    assert "is there already" in done.exception.message
    assert not [*folder.iterdir()]


def test_a_document_has_a_short_name_of_its_own(tmp_path: Path) -> None:
    assert run_command("new-game", "dark-tower", "--in", str(tmp_path)).exit_code == 0
    # DT is Dragon Tiger's.
    assert (tmp_path / "dark-tower" / "dark_tower" / "dt1.toml").exists()
