"""What `make` and the container install is locked by digest, at versions that are allowed."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
PYTHONS = ("3.11", "3.12", "3.13")

_PINNED = re.compile(r"^(\S+)==(\S+?)(?: ; (.+?))? \\$")
_DIGEST = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")


def locked(name: str) -> dict[str, list[Requirement]]:
    """Pins by package; every line is a pin or a digest, and every pin has digests."""
    pins: dict[str, list[Requirement]] = {}
    digests = 1
    for line in (ROOT / "requirements" / f"{name}.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        if _DIGEST.match(line):
            digests += 1
            continue
        assert digests, f"no digest before {line}"
        assert _PINNED.match(line), line
        pin = Requirement(line.removesuffix(" \\"))
        pins.setdefault(canonicalize_name(pin.name), []).append(pin)
        digests = 0
    assert digests
    return pins


def wanted(texts: list[str]) -> list[Requirement]:
    """With what the extras of our own package stand for."""
    found: list[Requirement] = []
    for text in texts:
        one = Requirement(text)
        if one.name == "croupier":
            found += wanted([text for extra in one.extras for text in EXTRAS[extra]])
        else:
            found.append(one)
    return found


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("house", [*PROJECT["project"]["dependencies"], "croupier[pg,nats,otel]"]),
        ("test", [*PROJECT["project"]["dependencies"], "croupier[test]"]),
        ("build", [*PROJECT["build-system"]["requires"], *GROUPS["build"]]),
        ("compiler", GROUPS["compiler"]),
    ],
)
@pytest.mark.parametrize("python", PYTHONS)
def test_everything_asked_for_is_locked(name: str, texts: list[str], python: str) -> None:
    """On every Python that the project names: run `make lock` after pyproject.toml has changed."""
    environment = {"python_version": python, "python_full_version": f"{python}.0"}
    pins = locked(name)
    for one in wanted(texts):
        if one.marker and not one.marker.evaluate(environment):
            continue
        (pin,) = (
            pin
            for pin in pins[canonicalize_name(one.name)]
            if pin.marker is None or pin.marker.evaluate(environment)
        )
        (version,) = pin.specifier
        assert Version(version.version) in one.specifier, f"{one} is locked at {pin}"


def test_the_pythons_are_those_of_the_project() -> None:
    named = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["project"]["classifiers"]))
    assert tuple(named) == PYTHONS


@pytest.mark.parametrize("file", ["Makefile", "deploy/Containerfile"])
def test_nothing_is_installed_without_its_digest(file: str) -> None:
    """What is ours is built with what is there, and brings nothing."""
    text = (ROOT / file).read_text().replace("\\\n", " ")
    recipes = re.sub(r"(?m)^\w+ := .*$", "", text).replace("$(LOCKED)", "$(PIP) --require-hashes")
    commands = re.findall(r"(?:pip (?:install|wheel)|\$\(PIP\))[^&|\n]*", recipes)
    assert len(commands) > 2
    for command in commands:
        ours = "--no-deps --no-build-isolation" in command or "--no-index" in command
        assert ours or "--require-hashes" in command, command
