"""The README is executed as it stands: its commands print what it shows, its Python runs."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.table.config import Clocks
from tests.support.live_house import serving, table

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.split("\n")[0])
def test_commands_print_what_the_readme_shows(block: str, tmp_path: Path) -> None:
    command, *shown = block.rstrip("\n").split("\n")
    here = tmp_path / "croupier"
    here.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m croupier "$@"\n')
    here.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
    }
    run = subprocess.run(
        command.removeprefix("$ "),
        shell=True,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    printed = [line.rstrip() for line in (run.stdout + run.stderr).split("\n")]
    assert elided(printed, shown), "\n".join(printed)


def elided(printed: list[str], shown: list[str]) -> bool:
    """Whether the shown lines were printed in this order, `…` standing for any others."""
    while printed and not printed[-1]:
        printed = printed[:-1]
    at, exactly_here = 0, True
    for line in shown:
        if line == "…":
            exactly_here = False
            continue
        if line not in printed[at:] or (exactly_here and printed[at] != line):
            return False
        at = printed.index(line, at) + 1
        exactly_here = True
    return not exactly_here or at == len(printed)


@pytest.mark.parametrize(
    ("shown", "fits"),
    [
        (["a", "b", "c"], True),
        (["a", "…", "c"], True),
        (["a", "…"], True),
        (["…", "c"], True),
        (["a", "c"], False),
        (["a", "b"], False),
        (["b", "…"], False),
        (["a", "…", "x"], False),
    ],
)
def test_elision_itself(shown: list[str], fits: bool) -> None:
    assert elided(["a", "b", "c", ""], shown) is fits


def test_the_python_runs() -> None:
    found = blocks("python")
    assert len(found) == 3
    exec(compile("\n".join(found), "README.md", "exec"), {})


async def test_the_bot_plays(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = blocks("python bot")
    names: dict[str, Any] = {"__name__": "bot"}
    exec(compile(found, "README.md", "exec"), names)
    quick = [table("live-roulette", clocks=Clocks(betting=50, pause=50))]
    async with serving(quick) as house:
        balance = await names["play"](house.address)
    assert balance % 5_00 == 0
    assert 985_00 <= balance <= 1_015_00
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
