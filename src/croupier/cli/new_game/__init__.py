"""`croupier new-game`: the package of a game that already runs, to be changed."""

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from string import Template

import rich_click as click
from rich.text import Text

from croupier.cli.terminal import OUT
from croupier.engine.variants import VARIANTS
from croupier.kit import registry
from croupier.kit.errors import Code, Refused

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 40
_FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "{package}/__init__.py": "game.py",
    "{package}/{file}.toml": "document.toml",
    "tests/test_{package}.py": "test.py",
}
"""File of the package → its template."""


@click.command("new-game")
@click.argument("name")
@click.option("--title", help="As players read it; otherwise made of the name.")
@click.option(
    "--in",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=Path(),
    help="Where the package's folder is made; otherwise here.",
)
def new_game(name: str, title: str | None, folder: Path) -> None:
    """Write the package of a game that already runs: rules, document, tests.

    NAME is in small letters, with hyphens: three-card-war.
    """
    words = _words(name, title)
    root = folder / name
    if root.exists():
        raise Refused(Code.BAD_SETTING, f"{root} is there already")
    for file, template in _FILES.items():
        path = root / file.format_map(words)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_written(template, words), encoding="utf-8")
        OUT.print(Text(str(path)))
    OUT.print()
    OUT.print(Text(f"pip install --editable {root}\ncroupier play {name}", style="cyan"))


def _words(name: str, title: str | None) -> Mapping[str, str]:
    """What stands in the templates."""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        message = "a name is of small letters, digits and single hyphens, such as three-card-war"
        raise Refused(Code.BAD_SETTING, message)
    package = name.replace("-", "_")
    families = {family.name for family in registry.families()}
    if name in VARIANTS or name in families:
        raise Refused(Code.BAD_SETTING, f"there is a game {name} already")
    short = _short(name)
    parts = name.split("-")
    return {
        "name": name,
        "package": package,
        "title": title or " ".join(parts).title(),
        "rules": "".join(part.title() for part in parts) + "Rules",
        "short": short,
        "file": short.lower(),
    }


def _short(name: str) -> str:
    """A short name for its document that no other document has: three-card-war is TCW."""
    letters = "".join(part[0] for part in name.split("-")).upper()
    letters = letters if len(letters) > 1 else name[:2].upper()
    taken = {*registry.documents(), "R"}
    numbered = (letters + str(number or "") for number in range(len(taken) + 1))
    return next(short for short in numbered if short not in taken)


def _written(template: str, words: Mapping[str, str]) -> str:
    text = files(__package__).joinpath("template", f"{template}.tmpl").read_text(encoding="utf-8")
    return Template(text).substitute(words)
