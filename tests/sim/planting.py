"""Mistakes planted in what plays and settles simulated rounds.

All that plays simulated rounds is imported anew with one text changed, and with kernels that are
not compiled but run as the Python they are written in: so a mistake is tried in no time.
"""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

import croupier

SOURCES = Path(croupier.__file__).parent
PLANTED = Path(__file__).parent / "planted.toml"
COMPARED = "croupier.games.blackjack.sim.compare_engine"
FRESH = (
    "numba",
    "cffi",
    "croupier.sim",
    "croupier.games.blackjack.sim",
)
"""Modules that are imported over the mistake, with all in them."""


def _is_fresh(module: str) -> bool:
    return any(module == one or module.startswith(f"{one}.") for one in FRESH)


class Mistake(NamedTuple):
    name: str
    file: str
    old: str
    new: str
    games: tuple[str, ...] = ()
    """Where it is met soonest; none: in any."""
    settings: dict[str, Any] = {}
    kinds: tuple[int, ...] = ()
    """Of samples in which it can be met; none: all but those of strategies with names."""

    def planted(self, source: str) -> str:
        times = source.count(self.old)
        assert times == 1, f"{self.name!r}: its text stands {times} times in {self.file}"
        return source.replace(self.old, self.new)


def mistakes() -> list[Mistake]:
    kept = tomllib.loads(PLANTED.read_text(encoding="utf-8"))["mistake"]
    return [_mistake(fields) for fields in kept]


def _mistake(fields: dict[str, Any]) -> Mistake:
    tuples: dict[str, Any] = {
        name: tuple(value) for name, value in fields.items() if isinstance(value, list)
    }
    return Mistake(**fields | tuples)


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, mistake: Mistake | None) -> None:
        super().__init__(fullname, path)
        self.mistake = mistake

    def get_code(self, fullname: str) -> Any:
        if self.mistake and Path(self.path) == SOURCES / self.mistake.file:
            source = Path(self.path).read_text(encoding="utf-8")
            return compile(self.mistake.planted(source), self.path, "exec")
        return _unchanged(fullname, self.path)


@cache
def _unchanged(fullname: str, path: str) -> Any:
    return SourceFileLoader(fullname, path).get_code(fullname)


class _Finder(MetaPathFinder):
    def __init__(self, mistake: Mistake | None) -> None:
        self.mistake = mistake

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if not _is_fresh(fullname):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _Loader(fullname, spec.origin, self.mistake)
        return spec


def _not_compiled() -> dict[str, ModuleType]:
    numba, cffi = ModuleType("numba"), ModuleType("cffi")
    numba.njit = lambda **_: lambda function: function  # type: ignore[attr-defined]
    numba.uint64 = np.uint64  # type: ignore[attr-defined]

    class Pointers:
        def from_buffer(self, array: Any) -> Any:
            return array.reshape(-1)

    cffi.FFI = Pointers  # type: ignore[attr-defined]
    return {"numba": numba, "cffi": cffi}


@contextmanager
def planted(mistake: Mistake | None) -> Iterator[Any]:
    """What compares kernel and engine, with the mistake in it."""
    before = {name: module for name, module in sys.modules.items() if _is_fresh(name)}
    sim = getattr(croupier, "sim", None)
    finder = _Finder(mistake)
    for name in before:
        del sys.modules[name]
    sys.modules.update(_not_compiled())
    sys.meta_path.insert(0, finder)
    try:
        yield import_module(COMPARED)
    finally:
        sys.meta_path.remove(finder)
        for name in [*sys.modules]:
            if _is_fresh(name):
                del sys.modules[name]
        sys.modules.update(before)
        if sim is not None:
            croupier.sim = sim
