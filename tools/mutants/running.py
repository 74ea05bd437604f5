"""Each mistake meets the tests that pass its line, in a process of its own.

Tests are collected once. For each mistake the process forks, swaps the code of the functions in
place (so that every module that has imported one sees it), and runs the tests that reach the line:
first those that noticed mistakes nearby, then the fastest, until one fails. A mistake outside a
function is seen at import alone: there the tests are collected anew over the changed file.
"""

import ast
import gc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import types
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.kept import SOURCES
from tools.mutants.memory import UNNOTICED
from tools.mutants.operators import Mutant
from tools.mutants.processes import in_processes
from tools.mutants.reach import OPTIONS, Reach, Steady

MEMORY = 2 << 30
"""A mistake that never ends must not take the machine with it."""


@dataclass
class Run:
    """All mistakes of a run, and what noticed each."""

    reach: Reach
    files: list[str]
    """Of tests."""
    jobs: int
    remembered: dict[str, str]
    """Mutant → the test that noticed it last time."""
    fresh: dict[str, set[str]]
    """Mutant that all other test files have met without noticing → those that are left."""
    at_most: int | None = None
    """Tests a mistake, for a first look."""
    nearby: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    def fates(self, mutants: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
        """Each with the test that noticed it, or `UNNOTICED`."""
        inside = [one for one in mutants if not self.reach.at_import_alone(one)]
        outside = [one for one in mutants if self.reach.at_import_alone(one)]
        if inside:
            yield from self._inside(inside)
        missed = []
        for mutant, said in in_processes(outside, self._import_for_some, self.jobs):
            self.noticed(mutant, said)
            if said == UNNOTICED:
                missed.append(mutant)
            else:
                yield mutant, said
        yield from in_processes(missed, self._import_for_all, self.jobs)

    def noticed(self, mutant: Mutant, said: str) -> None:
        if said != UNNOTICED:
            near = self.nearby[mutant.file, mutant.function]
            near[:] = [said, *(one for one in near if one != said)][:12]

    def in_order(self, mutant: Mutant, candidates: list[str]) -> list[str]:
        """Whoever noticed before, then whoever noticed something near, then the fastest."""
        if (fresh := self.fresh.get(mutant.name)) is not None:
            candidates = [one for one in candidates if one.split("::")[0] in fresh]
        known = set(candidates)
        first = [self.remembered.get(mutant.name, ""), *self.nearby[mutant.file, mutant.function]]
        ordered = dict.fromkeys([*(one for one in first if one in known), *candidates])
        return list(ordered)[: self.at_most]

    def _inside(self, mutants: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
        """pytest calls us, in a process of its own: what became of each comes through a pipe."""
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(reading)
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            pytest.main([*OPTIONS, *self.files], plugins=[_Inside(self, mutants, writing)])
            os._exit(0)
        os.close(writing)
        by_name = {mutant.name: mutant for mutant in mutants}
        with os.fdopen(reading, encoding="utf-8") as pipe:
            for line in pipe:
                name, said = json.loads(line)
                yield by_name[name], said
        os.waitpid(pid, 0)

    def _import_for_some(self, mutant: Mutant) -> str:
        return _over_changed_file(self, mutant, self._likely(mutant))

    def _import_for_all(self, mutant: Mutant) -> str:
        return _over_changed_file(self, mutant, self.fresh.get(mutant.name) or self.files)

    def _likely(self, mutant: Mutant) -> list[str]:
        """The files of the tests that noticed something near, else those named like the game."""
        near = [self.remembered.get(mutant.name, ""), *self.nearby[mutant.file, mutant.function]]
        files = dict.fromkeys(one.split("::")[0] for one in near)
        if found := [one for one in files if one in self.files][:3]:
            return found
        part = next((_NAMED[one] for one in _NAMED if one in mutant.file), "")
        return [one for one in self.files if part in one]


_NAMED = {
    "rws_blackjack": "test_rws",
    "rws_baccarat": "test_knockout",
    "classic": "test_classic",
    "roulette": "test_live_roulette",
    "live": "test_live",
    "baccarat": "baccarat",
    "blackjack": "test_rws",
}
"""A part of a file's name → a part of its likely tests'."""


def _module(mutant: Mutant) -> str:
    return ".".join(["croupier", *Path(mutant.file).with_suffix("").parts])


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _limit_time(seconds: float) -> None:
    """Who is still at it then is ended; a busy machine gets ten times what it took."""
    signal.alarm(20 + int(10 * seconds))


class _Inside(Steady):
    """Takes over from pytest once the tests are collected."""

    def __init__(self, run: Run, mutants: list[Mutant], writing: int) -> None:
        self.run, self.mutants, self.writing = run, mutants, writing
        self.items: dict[str, pytest.Item] = {}
        self.shows: dict[str, set[str]] = {}
        """Test → the clauses it shows."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        for test, item in self.items.items():
            marks = item.iter_markers("clause")
            self.shows[test] = {clause for mark in marks for clause in mark.args}
        # Reckoned here, once, and not in every process that forks from this one.
        self.run.reach.ways  # noqa: B018
        gc.collect()
        gc.freeze()
        for mutant, said in in_processes(self.mutants, self._meet, self.run.jobs):
            self.run.noticed(mutant, said)
            os.write(self.writing, json.dumps([mutant.name, said]).encode() + b"\n")
        return True

    def _meet(self, mutant: Mutant) -> str:
        _limit_memory()
        code = compile(mutant.plant(), str(SOURCES / mutant.file), "exec")
        swap(sys.modules[_module(mutant)], code)
        tests = self.run.in_order(mutant, self.run.reach.of(mutant, self.shows))
        items = [self.items[test] for test in tests]
        for item, following in zip(items, [*items[1:], None], strict=False):
            _limit_time(self.run.reach.seconds[item.nodeid])
            reports = runtestprotocol(item, log=False, nextitem=following)
            if any(report.failed for report in reports):
                return item.nodeid
        return UNNOTICED


def swap(module: types.ModuleType, code: types.CodeType) -> None:
    """Every function of the module now does what it does in `code`, wherever it was imported."""
    for constant in code.co_consts:
        if not isinstance(constant, types.CodeType) or "<locals>" in constant.co_qualname:
            continue
        found: Any = module
        for name in constant.co_qualname.split("."):
            found = found.__dict__.get(name) if found is not None else None
        if isinstance(found, type):
            swap(module, constant)
            continue
        found = getattr(found, "fget", None) or getattr(found, "__wrapped__", None) or found
        found = getattr(found, "__func__", found)
        if isinstance(found, types.FunctionType):
            found.__code__ = constant


class _Changed(importlib.machinery.SourceFileLoader):
    """Imports one module from a changed tree."""

    def __init__(self, module: str, path: Path, tree: ast.Module) -> None:
        super().__init__(module, str(path))
        self.tree = tree

    def find_spec(self, name: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def get_code(self, fullname: str) -> types.CodeType:  # noqa: ARG002
        return compile(self.tree, self.path, "exec")


class _FirstFailure(Steady):
    def __init__(self, run: Run, mutant: Mutant) -> None:
        self.run, self.mutant = run, mutant
        self.said = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        super().pytest_collection_modifyitems(items)
        seconds = self.run.reach.seconds
        by_name = {item.nodeid: item for item in items}
        by_speed = sorted(by_name, key=lambda test: (seconds.get(test, 0), test))
        items[:] = [by_name[test] for test in self.run.in_order(self.mutant, by_speed)]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        _limit_time(self.run.reach.seconds.get(nodeid, 0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.said = self.said or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.said = self.said or report.nodeid


def _over_changed_file(run: Run, mutant: Mutant, tests: Iterable[str]) -> str:
    """Collect the tests over the changed file and run them until one fails."""
    _limit_memory()
    _limit_time(60)
    sys.meta_path.insert(0, _Changed(_module(mutant), SOURCES / mutant.file, mutant.plant()))
    plugin = _FirstFailure(run, mutant)
    pytest.main([*OPTIONS, "-x", *tests], plugins=[plugin])
    return plugin.said or UNNOTICED
