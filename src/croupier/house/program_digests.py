"""The program as it lies on this machine: a digest of each of its files, and one over all of them.

Every file of the installed package counts, with the browser client that was built into it; only
what Python makes of them by itself does not. The list is written as `sha256sum` writes it, sorted
by path, and the root digest is the SHA-256 of that list: anyone can make both without us.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

import croupier
from croupier.kit.errors import Code, Refused

_MADE_BY_PYTHON = "__pycache__"
_DIGEST = 64
_MOST_FILES = 20_000


class ProgramFiles(msgspec.Struct, frozen=True):
    """Path within the package, with slashes → SHA-256."""

    files: dict[str, str]

    @property
    def listed(self) -> str:
        """As `sha256sum` has it: digest, two spaces, path; sorted by path."""
        return "".join(f"{digest}  {path}\n" for path, digest in sorted(self.files.items()))

    @property
    def root(self) -> str:
        return hashlib.sha256(self.listed.encode()).hexdigest()


class Changes(msgspec.Struct, frozen=True):
    """Between two programs."""

    changed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changed or self.added or self.gone)


PACKAGE = Path(croupier.__file__).parent
"""Where the program that runs was loaded from."""


@cache
def this_program() -> ProgramFiles:
    """The one that runs, as it was when first asked for: `program_at` measures again."""
    return program_at(PACKAGE)


def program_at(folder: Path) -> ProgramFiles:
    return ProgramFiles({path: _digest(folder / path) for path in sorted(_paths(folder))})


@cache
def program_version() -> str:
    try:
        return version("croupier")
    except PackageNotFoundError:
        return ""


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> Changes:
    both = before.keys() & now.keys()
    return Changes(
        tuple(sorted(path for path in both if before[path] != now[path])),
        tuple(sorted(now.keys() - before.keys())),
        tuple(sorted(before.keys() - now.keys())),
    )


def read_listed(text: str) -> ProgramFiles:
    """A list that was written before, or by `sha256sum`."""
    files: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        digest, _, path = line.partition("  ")
        hexadecimal = len(digest) == _DIGEST and set(digest) <= set("0123456789abcdef")
        path = path.removeprefix("./")
        if not hexadecimal or not path or path in files or number > _MOST_FILES:
            raise Refused(Code.BAD_FILE, f"line {number} is not a digest, two spaces and a path")
        files[path] = digest
    if not files:
        raise Refused(Code.BAD_FILE, "there is no digest in it")
    return ProgramFiles(files)


def _paths(folder: Path) -> Iterator[str]:
    for inside, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != _MADE_BY_PYTHON]
        for name in names:
            if not name.endswith((".pyc", ".pyo")):
                yield (Path(inside) / name).relative_to(folder).as_posix()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
