"""Parts that go by a name: those of this package, and those that other packages bring.

A room keeps one registry of what it has for each family of games. A package of somebody else's adds
to it with an entry point, and no file here is edited:

    [project.entry-points."croupier.story"]
    dragon-tiger = "dragon_tiger.story:Story"
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from croupier.kit.errors import Code, Refused

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """Name → part. What this package has under a name is never replaced by another's."""

    def __init__(self, group: str, own: Mapping[str, T]) -> None:
        """`group` is that of the entry points; `own` are the parts of this package."""
        self.group = group
        self.own = own

    def __getitem__(self, name: str) -> T:
        part = self.own.get(name)
        return cast(T, loaded(self.group, name)) if part is None else part

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from (name for name in brought(self.group) if name not in self.own)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def brought(group: str) -> "dict[str, EntryPoint]":
    """What other packages have entered, by name: every installed one is looked at."""
    if not _mentioned(group):
        return {}
    from importlib.metadata import entry_points  # noqa: PLC0415 -- slow, and hardly ever needed

    return {point.name: point for point in entry_points(group=group)}


def _mentioned(group: str) -> bool:
    """Whether any installed package may bring something: a glance, where reading all that they say
    of themselves takes a fifth of a command's time."""
    heading = f"[{group}]".encode()
    for folder in map(Path, sys.path):
        if folder.is_file():
            return True  # an archive: not for a glance
        with suppress(OSError):
            for said in folder.glob("*.*-info/entry_points.txt"):
                if heading in said.read_bytes():
                    return True
    return False


@cache
def loaded(group: str, name: str) -> Any:
    """A part from outside, imported when it is first asked for."""
    point = brought(group).get(name)
    if point is None:
        raise KeyError(f"{name} is not among the entry points of {group}")
    try:
        return point.load()
    except Exception as error:  # somebody else's package: whatever is wrong with it
        message = f"{point.value} brings {name} to {group}, and cannot be loaded: {error}"
        raise Refused(Code.BAD_SETTING, message) from error


def look_again() -> None:
    """Packages were installed or removed meanwhile."""
    brought.cache_clear()
    loaded.cache_clear()
