"""The house's books, through its commands: verify, replay, export, backup and restore."""

import csv
import json
import sqlite3
from pathlib import Path

import pytest

from croupier.roundfile import play, read
from croupier.store.memory import MemoryStore
from croupier.store.sqlite import SqliteStore
from croupier.table.commands import LaidBet, PlaceBets
from croupier.table.invariants import house_complaints
from croupier.table.rounds import rounds
from tests.support.command_line import run_command
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import GAMES, VirtualHouse, player


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house that has played a few rounds of every game, and closed."""
    path = tmp_path_factory.mktemp("house") / "house.db"
    store = SqliteStore(path)
    house = VirtualHouse(store, seed=11)
    for game in GAMES:
        house.table(game)
        for _ in range(4):
            house.play_round(game)
    store.close()
    return path


def run(*args: str, exits: int = 0) -> str:
    result = run_command(*args)
    assert result.exit_code == exits, result.output
    return result.output


def test_verify_finds_nothing_wrong(books: Path) -> None:
    assert "9 tables" in run("verify", "--store", str(books))
    assert "all is well" in run("verify", "--store", str(books), "--jobs", "2")


def test_a_replayed_round_settles_to_the_lines_the_table_paid(books: Path) -> None:
    store = SqliteStore(books)
    for game in GAMES:
        for played in rounds(store, game):
            text = run("replay", game, "--store", str(books), "--round", str(played.number))
            assert play(read(text)).lines == played.lines
    store.close()


def test_replay_tells_the_state_hash(books: Path) -> None:
    whole = json.loads(run("replay", "live-roulette", "--store", str(books)))
    again = json.loads(run("replay", "live-roulette", "--store", str(books)))
    part = json.loads(run("replay", "live-roulette", "--store", str(books), "--to", "5"))
    assert whole == again
    assert part["entries"] == 5
    assert part["state_hash"] != whole["state_hash"]


@pytest.mark.parametrize("what", ["journal", "rounds", "transfers"])
def test_export_writes_json_lines(books: Path, what: str) -> None:
    lines = run("export", "--store", str(books), "--what", what).splitlines()
    assert len(lines) > 30
    assert all(isinstance(json.loads(line), dict) for line in lines)


def test_export_writes_csv(books: Path) -> None:
    lines = run("export", "--store", str(books), "--what", "lines").splitlines()
    assert lines[0].startswith("table,round,player")
    assert any("BJ5" in line for line in lines)


def test_no_name_in_a_csv_is_a_formula(tmp_path: Path) -> None:
    name, game = "=cmd|'/C calc'!A0", "live-roulette"
    store = SqliteStore(tmp_path / "house.db")
    house = VirtualHouse(store, seed=11)
    house.table(game)
    house.cage.buy_in(name, 100 * UNIT, by="cashier", id="in", wall=0)
    house.wait_for_betting(game)
    house.ask(game, player(name), PlaceBets((LaidBet("red", 10 * UNIT),)))
    house.play_round(game)
    store.close()
    lines = run("export", "--store", str(tmp_path / "house.db"), "--what", "lines").splitlines()
    written = {row["player"] for row in csv.DictReader(lines)}
    assert f"'{name}" in written
    assert name not in written


def test_backup_and_restore_keep_everything(books: Path, tmp_path: Path) -> None:
    copy, again = tmp_path / "copy.gz", tmp_path / "again.db"
    run("backup", "--store", str(books), str(copy))
    run("restore", str(copy), "--store", str(again), "--accept-unsigned")
    assert "all is well" in run("verify", "--store", str(again))
    one = json.loads(run("replay", "live-blackjack", "--store", str(books)))
    to = str(one["entries"])
    assert json.loads(run("replay", "live-blackjack", "--store", str(again), "--to", to)) == one
    # And it says that it is a copy.
    told = json.loads(run("replay", "live-blackjack", "--store", str(again)))
    assert told["entries"] == one["entries"] + 1
    words = ("restore", str(copy), "--store", str(again), "--accept-unsigned")
    assert "not empty" in run(*words, exits=2)


def tampered(books: Path, tmp_path: Path, *statements: str) -> Path:
    path = tmp_path / "tampered.db"
    source, target = sqlite3.connect(books), sqlite3.connect(path)
    source.backup(target)
    triggers = [
        row[0] for row in target.execute("SELECT name FROM sqlite_master WHERE type='trigger'")
    ]
    for trigger in triggers:
        target.execute(f"DROP TRIGGER {trigger}")
    for statement in statements:
        target.execute(statement)
    target.commit()
    source.close()
    target.close()
    return path


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        (
            "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), 'ann', 'bob') AS BLOB) "
            "WHERE CAST(body AS TEXT) LIKE '%bets-placed%ann%'",
            "I6",
        ),
        ("UPDATE transfers SET amount = amount + 1 WHERE payee LIKE 'escrow:%'", "I3"),
        ("UPDATE accounts SET balance = balance + 100 WHERE name = 'wallet:ann'", "I1"),
        ("DELETE FROM entries WHERE place = 20", "I9"),
        ("UPDATE entries SET epoch = 0 WHERE place = 30", "I9"),
    ],
)
def test_verify_finds_what_was_changed_behind_its_back(
    books: Path, tmp_path: Path, statement: str, found: str
) -> None:
    path = tampered(books, tmp_path, "PRAGMA foreign_keys = OFF", statement)
    assert found in run("verify", "--store", str(path), exits=1)


def test_a_store_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    for command in (["verify"], ["replay", "x"], ["export"]):
        output = run(*command, "--store", str(tmp_path / "none.db"), exits=2)
        assert output.count("\n") == 1
        assert not (tmp_path / "none.db").exists()


def test_every_table_invariant_holds_while_a_house_plays() -> None:
    for seed in range(3):
        house = VirtualHouse(MemoryStore(), seed=seed)
        for game in GAMES:
            house.table(game)
            for _ in range(3):
                house.play_round(game)
                assert list(house_complaints(house.store)) == []
