"""Packages as an installer lays them down: the code, and beside it what it brings."""

import os
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.kit import registry

EXAMPLES = Path(__file__).parents[2] / "examples"
DRAGON_TIGER = EXAMPLES / "dragon-tiger"
TWENTY_ONE_PLUS_THREE = EXAMPLES / "twenty-one-plus-three"


def install(project: Path, site: Path) -> None:
    """From a folder with a `pyproject.toml` and one package."""
    told = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for package in project.iterdir():
        if (package / "__init__.py").exists():
            shutil.copytree(package, site / package.name, ignore=shutil.ignore_patterns("__py*"))
    lay_down(site, told["name"], told["version"], told["entry-points"])


@contextmanager
def on_path(site: Path) -> Iterator[None]:
    """The packages of a folder are installed in this process, and in those that it starts."""
    patch = pytest.MonkeyPatch()
    patch.syspath_prepend(site)
    patch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
    registry.look_again()
    try:
        yield
    finally:
        patch.undo()
        packages = {path.parent.name for path in site.glob("*/__init__.py")}
        for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
            del sys.modules[name]
        registry.look_again()


def lay_down(site: Path, name: str, version: str, entry_points: dict[str, dict[str, str]]) -> None:
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    groups = (
        f"[{group}]\n" + "".join(f"{part} = {where}\n" for part, where in points.items())
        for group, points in entry_points.items()
    )
    (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
