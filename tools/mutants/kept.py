"""What is written down by hand: mistakes to plant, and mistakes that nobody could notice."""

import ast
import tomllib
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tools.mutants.operators import Mutant, mutants

HERE = Path(__file__).parent
SOURCES = HERE.parent.parent / "src" / "croupier"
RULES = ("engine", "games/*/engine", "games/*/books")
"""The folders of the rules, in which mistakes are planted."""
PLANTED = HERE / "planted.toml"
EQUIVALENTS = HERE / "equivalents.toml"


class OutOfDate(Exception):  # noqa: N818
    """A kept list names what is no longer there."""


def files() -> list[str]:
    return sorted(
        str(path.relative_to(SOURCES))
        for folder in RULES
        for path in SOURCES.glob(f"{folder}/*.py")
    )


def slips(file: str) -> list[Mutant]:
    return mutants(SOURCES / file, file)


def planted() -> list[Mutant]:
    """The mistakes of `planted.toml`: the old text must stand in its file, and only once."""
    found = []
    for one in tomllib.loads(PLANTED.read_text(encoding="utf-8"))["mistake"]:
        text = (SOURCES / one["file"]).read_text(encoding="utf-8")
        if (times := text.count(one["old"])) != 1:
            raise OutOfDate(f"{one['name']!r}: its text stands {times} times in {one['file']}")
        line = text[: text.index(one["old"])].count("\n") + 1
        lines = range(line, line + one["old"].rstrip("\n").count("\n") + 1)
        mistaken = text.replace(one["old"], one["new"])
        plant = partial(ast.parse, mistaken)
        plant()
        found.append(Mutant(one["file"], "by hand", one["name"], lines, plant))
    return found


def equivalents(known: Sequence[Mutant]) -> dict[str, str]:
    """Mutant → why nobody could notice it, of the files in `known`; each must be there."""
    names = {mutant.name for mutant in known}
    covered = {mutant.file for mutant in known}
    found: dict[str, str] = {}
    for one in tomllib.loads(EQUIVALENTS.read_text(encoding="utf-8"))["equivalent"]:
        for change in one["changes"]:
            name = f"{one['file']} {one['function']}: {change}"
            if one["file"] not in covered:
                continue
            if name not in names:
                raise OutOfDate(f"there is no such mutant any more: {name}")
            if name in found or not one["reason"].strip():
                raise OutOfDate(f"listed twice, or without a reason: {name}")
            found[name] = one["reason"]
    return found
