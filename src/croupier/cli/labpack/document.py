"""What a pack is made of: documents, each with what it shows and how it is made again."""

import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from croupier.kit.errors import Refused

Write = Callable[[Path], None]
"""Writes into a folder that is there; raises `Failed` where it cannot."""


class Failed(Exception):  # noqa: N818 -- what became of a document
    """It could not be made, and why, in a line."""


class Absent(Exception):  # noqa: N818
    """It was not asked for, and what to do for it."""


class Requirement(StrEnum):
    """What is asked of a table-games system, in our words."""

    RULES = "Game rules: what is dealt and settled is what the document says"
    PAYOUTS = "Payouts and theoretical return: what every bet is worth, exactly"
    SIMULATION = "Simulation: play over many rounds comes to what was calculated"
    RNG = "Random source: unpredictable, unbiased, and watched"
    FAIRNESS = "Outcomes fixed before bets, and provable afterwards"
    MONITORING = "Monitoring: results and equipment are watched, false alarms counted"
    AUDIT = "Audit trail: nothing lost, nothing changed, every cent accounted for"
    INTEGRITY = "Software identification: which program this is, file by file"
    INTERFACES = "Interfaces: who may ask for what"
    TESTS = "Test evidence: what was tried, and with what result"


class Document(msgspec.Struct, frozen=True):
    files: tuple[str, ...]
    """The first is the one to read."""
    title: str
    shows: str
    answers: Requirement
    write: Write
    repeat: str = ""
    """The command that makes it again."""
    where: str = ""
    """Where that can be run, if not anywhere."""


class Made(msgspec.Struct, frozen=True):
    """What became of a document."""

    document: Document
    files: tuple[str, ...] = ()
    failed: str = ""
    absent: str = ""


def make(document: Document, folder: Path) -> Made:
    try:
        for name in document.files:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        document.write(folder)
    except Failed as failed:
        files = tuple(name for name in document.files if (folder / name).is_file())
        return Made(document, files, failed=str(failed))
    except Absent as absent:
        return Made(document, absent=str(absent))
    except (Refused, OSError) as error:
        return Made(document, failed=" ".join(str(error).split()))
    return Made(document, tuple(name for name in document.files if (folder / name).is_file()))


def command_line(words: Sequence[str]) -> str:
    return shlex.join(["croupier", *words])


def run(words: Sequence[str], folder: Path) -> str:
    """What a command of ours prints, run as anyone would run it again."""
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        why = said[-1].removeprefix("croupier: ") if said else "it said nothing"
        raise Failed(f"{command_line(words)} ended with status {done.returncode}: {why}")
    return done.stdout
