"""`croupier rng` as a laboratory meets it."""

import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.chance import shuffle
from croupier.chance.derived import Terms, derived_order, word_below
from croupier.chance.examination import dieharder
from croupier.chance.source import repeatable_bytes
from croupier.kit.cards import shoe
from tests.support.command_line import run_command

BATTERY = ("rng", "--battery", "--shuffles", "1000", "--no-dieharder", "--seed", "3")


def run(*arguments: str) -> tuple[int, str, str]:
    ended = run_command(*arguments)
    return ended.exit_code, ended.stdout, ended.stderr


def test_the_bytes_come_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "bytes.bin"
    status, said, _ = run(
        "rng", "--bytes", "200000", "--seed", "9", "--stream", "system", "--out", str(file)
    )
    assert (status, said) == (0, "")
    alike = repeatable_bytes(9)
    assert file.read_bytes()[: 1 << 16] == alike(1 << 16)
    assert file.stat().st_size == 200_000


def test_the_stream_of_the_orders_is_what_a_shoe_is_dealt_from(tmp_path: Path) -> None:
    """Four bytes a number, as a house derives the order of its first shoe from its seed."""
    file = tmp_path / "bytes.bin"
    run("rng", "--bytes", "1660", "--seed", "9", "--out", str(file))
    seed, terms = repeatable_bytes(9)(32).hex(), Terms(8, 0, 416, 0, 0, 1)
    words = struct.iter_unpack(">I", file.read_bytes())
    order = shuffle(shoe(8), lambda bound: word_below((word for (word,) in words), bound))
    assert tuple(order) == derived_order("rng/1", seed, "", terms)


def test_the_source_of_the_house_gives_other_bytes_each_time() -> None:
    command = [sys.executable, "-m", "croupier", "rng", "--bytes", "64"]
    first, second = (subprocess.run(command, capture_output=True, check=True) for _ in "ab")
    assert len(first.stdout) == len(second.stdout) == 64
    assert first.stdout != second.stdout


def test_a_terminal_is_spared() -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "croupier", "rng", "--bytes", "64"]
    ended = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, check=False)
    os.close(theirs)
    os.close(ours)
    assert ended.returncode == 2
    assert b"not for a terminal" in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "--bytes N, or runs the --battery"),
        (("--bytes", "5", "--battery"), "--bytes N, or runs the --battery"),
        (("--bytes", "many"), "bytes are a whole number"),
        (("--bytes", "5", "--out", "/no/such/folder/file"), "cannot be written"),
        (("--battery", "--shuffles", "10"), "fewest"),
        (("--battery", "--shuffles", "1e9"), "at most"),
        (("--battery", "--decks", "9"), "1 to 8 decks"),
        (("--battery", "--html", "/no/such/folder/page.html"), "no folder"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    status, _, error = run("rng", *arguments)
    assert status == 2
    assert said in error
    assert error.startswith("croupier: ")
    assert error.count("\n") == 1


def test_the_report(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    status, said, _ = run(*BATTERY, "--html", str(page))
    assert status == 0
    assert "every card in every place" in said
    assert "Not run: dieharder: not asked for." in said
    assert said.rstrip().endswith("Passed.")
    assert "rising sequences" in page.read_text()
    assert "<td>128</td>" in page.read_text()


def test_the_report_for_machines() -> None:
    status, said, _ = run(*BATTERY, "--json")
    battery = json.loads(said)
    assert status == 0
    assert {test["name"] for test in battery["tests"]} > {"cycles", "riffle residues"}
    assert all(test["passed"] for test in battery["tests"])
    assert all(one["even"] for one in battery["counted"])


def test_dieharder_is_named_where_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dieharder, "installed", lambda: None)
    arguments = [word for word in BATTERY if word != "--no-dieharder"]
    status, said, _ = run(*arguments)
    assert status == 0
    assert "dieharder: it is not installed here" in said


def test_what_dieharder_says_is_read() -> None:
    told = "   diehard_birthdays,   0,0.80980066\n            sts_runs,   2,0.00000003\nrubbish\n"
    first, second = dieharder._read(told)
    assert [first.name, second.name] == ["dieharder: diehard_birthdays", "dieharder: sts_runs (2)"]
    assert first.p == pytest.approx(0.38039868)
    assert second.p == pytest.approx(6e-8)
