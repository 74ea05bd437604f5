"""`croupier explain`: for people, for machines, and when there is nothing to explain."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from croupier.rulebooks import clause
from tests.support.command_line import run_command
from tests.support.notation import round_file

ROUND = round_file("rws-blackjack", "ann 1 100", "TS 6D 8H TC 9D", "ann 1 stand")


def explain(file: dict[str, Any] | str, *options: str) -> Result:
    text = file if isinstance(file, str) else json.dumps(file)
    return run_command("explain", "-", *options, input=text)


def test_for_people() -> None:
    result = explain(ROUND)
    assert result.exit_code == 0
    assert result.stdout.startswith("RWS Blackjack (Version 5): settled\n")
    assert "ann stands on box 1 with 18." in result.stdout
    assert "BJ5 3.23.1 — A dealer's bust" in result.stdout
    assert "\x1b" not in result.stdout
    assert all(line == line.rstrip() for line in result.stdout.splitlines())


def test_no_line_is_wider_than_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.cli.explain.OUT._width", 300)
    wide = explain(ROUND)
    assert max(map(len, wide.stdout.splitlines())) <= 100


def test_names_are_no_markup() -> None:
    result = explain(round_file("live-roulette", "[red]ann[/red] red 10", pocket=1))
    assert "[red]ann[/red] bets 10 on red." in result.stdout


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND))
    result = run_command("explain", str(path))
    assert result.exit_code == 0


def test_for_machines() -> None:
    result = explain(ROUND, "--json")
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert list(data) == ["game", "status", "chapters", "clauses"]
    assert (data["game"], data["status"]) == ("rws-blackjack", "settled")
    sentences = [one for chapter in data["chapters"] for one in chapter["sentences"]]
    assert all(set(one) == {"text", "clauses"} for one in sentences)
    assert {"heading", "sentences"} == set(data["chapters"][0])
    cited = {citation for one in sentences for citation in one["clauses"]}
    assert data["clauses"] == {one: clause(one).says for one in data["clauses"]}
    assert set(data["clauses"]) == cited


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("{", "bad-file"),
        (round_file("rws-blackjack", "ann 1 100", "TS 6D 8H"), "decision-missing"),
        (round_file("live-roulette", "ann red 10", pocket=None), "card-missing"),
    ],
)
def test_what_cannot_be_played(file: dict[str, Any] | str, code: str) -> None:
    result = explain(file)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"croupier: {code}: ")
    assert result.stderr.count("\n") == 1
    machine = explain(file, "--json")
    assert machine.exit_code == 2
    assert json.loads(machine.stdout)["error"]["code"] == code


def test_no_such_file() -> None:
    result = run_command("explain", "/nowhere/round.json")
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr
