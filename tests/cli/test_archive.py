"""`croupier archive`, and the other commands afterwards."""

import json
import shutil
import signal
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from croupier.store import open_store
from tests.support import fork_server
from tests.support.command_line import run_command
from tests.support.recorded_evening import GAMES, record_evening

WHEEL = "live-roulette"
BEFORE = "2000-01-01"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("evening")
    record_evening(str(data / "house.db"))
    return data


@pytest.fixture
def data(evening: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(evening, tmp_path / "data"))


def croupier(*arguments: object, exits: int = 0) -> str:
    result = run_command(*arguments)
    assert result.exit_code == exits, result.output
    return result.output


def test_commands_say_the_same_before_and_after(data: Path, tmp_path: Path) -> None:
    store = ("--store", data / "house.db")
    asked: list[tuple[object, ...]] = [
        ("replay", WHEEL, *store),
        ("replay", WHEEL, *store, "--to", 30),
        ("replay", "rws-blackjack", *store, "--round", 1),
        ("export", *store, "--what", "rounds"),
        ("export", *store, "--what", "transfers"),
        ("export", *store, "--what", "lines"),
    ]
    before = [croupier(*one) for one in asked]
    said = croupier("archive", "--before", BEFORE, "--data", data)
    assert all(f"{game} 1 to " in said for game in GAMES)
    assert f"have left the store, in {len(GAMES)} files" in said
    assert len(list((data / "archive").iterdir())) == len(GAMES)
    assert [croupier(*one) for one in asked] == before
    assert "all is well" in croupier("verify", *store, "--jobs", 1)
    croupier("backup", tmp_path / "copy", *store)
    restored = ("--store", tmp_path / "restored.db")
    croupier("restore", tmp_path / "copy", *restored, "--accept-unsigned")
    assert "all is well" in croupier("verify", *restored, "--jobs", 1)
    rounds = croupier("export", *restored, "--what", "rounds").splitlines()
    assert [json.loads(line)["round"] for line in rounds] == [
        json.loads(line)["round"] for line in before[3].splitlines()
    ]
    assert "0 journal entries have left" in croupier("archive", "--before", BEFORE, "--data", data)


def test_a_folder_of_one_s_own(data: Path, tmp_path: Path) -> None:
    store = ("--store", data / "house.db")
    croupier("archive", "--before", BEFORE, *store, "--to", tmp_path / "shelf")
    assert len(list((tmp_path / "shelf").iterdir())) == len(GAMES)
    assert "all is well" in croupier("verify", *store, "--jobs", 1)
    (lost, *_) = (tmp_path / "shelf").iterdir()
    lost.unlink()
    said = croupier("verify", *store, "--jobs", 1, exits=1).splitlines()
    assert f"archive: the archive's file {lost} is not there" in said
    assert f"{lost.name} is not there" in croupier("export", *store, "--what", "rounds", exits=2)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--store", "memory:"), "memory has no archive"),
        ((), "say --data or --store"),
        (("--store", "postgresql://nowhere/house"), "say --data or --to"),
    ],
)
def test_what_is_refused(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.delenv("CROUPIER_STORE", raising=False)
    assert told in croupier("archive", "--before", BEFORE, *arguments, exits=2)


def test_a_house_that_is_not_there(tmp_path: Path) -> None:
    said = croupier("archive", "--before", BEFORE, "--data", tmp_path, exits=2)
    assert "there is no store" in said


def test_what_is_too_young(data: Path) -> None:
    said = croupier("archive", "--before", "2999-01-01", "--data", data, exits=2)
    assert "40 days ago" in said
    assert not (data / "archive").exists()


def test_a_folder_that_cannot_be(data: Path) -> None:
    said = croupier(
        "archive", "--before", BEFORE, "--data", data, "--to", data / "house.db" / "x", exits=2
    )
    assert "cannot make the archive's folder" in said


def test_not_while_a_house_has_it_open(data: Path) -> None:
    holder = fork_server.start(
        "tests.store.holder",
        f"sqlite:{data / 'house.db'}",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "holds\n"
        said = croupier("archive", "--before", BEFORE, "--data", data, exits=2)
        assert f"in use by pid {holder.pid}" in said
    finally:
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
    with closing(open_store(str(data / "house.db"))) as store:
        assert store.archive_head(WHEEL).seq == 0
