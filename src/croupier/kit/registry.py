"""Parts that go by a name: those of this package, and those that other packages bring.

A room keeps one registry of what it has for each family of games. A package of somebody else's adds
to it with an entry point, and no file here is edited:

    [project.entry-points."croupier.story"]
    dragon-tiger = "dragon_tiger.story"
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar, cast

from croupier.kit.errors import Code, Refused

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """Name → part. A part from outside is imported when it is first asked for."""

    def __init__(self, group: str, own: Mapping[str, T]) -> None:
        """`group` is that of the entry points; `own` are the parts of this package."""
        self.group = group
        self._parts = dict(own)

    def __getitem__(self, name: str) -> T:
        part = self._parts.get(name)
        if part is None:
            part = self._parts[name] = self._brought(name)
        return part

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._parts, *brought(self.group))))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def _brought(self, name: str) -> T:
        found = brought(self.group).get(name)
        if found is None:
            raise KeyError(f"{name} is not among the entry points of {self.group}")
        try:
            return cast(T, found.load())
        except Exception as error:  # somebody else's package: whatever is wrong with it
            said = f"{found.value} brings {name} to {self.group}, and cannot be loaded: {error}"
            raise Refused(Code.BAD_SETTING, said) from error


@cache
def brought(group: str) -> dict[str, EntryPoint]:
    """What other packages have entered, by name; ours are never replaced by them."""
    return {point.name: point for point in entry_points(group=group)}
