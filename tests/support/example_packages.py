"""Packages as an installer lays them down: the code, and beside it what it brings."""

import shutil
import tomllib
from pathlib import Path

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
