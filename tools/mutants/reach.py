"""Which tests pass which lines of the rules, and how long each takes; measured once, then kept."""

import hashlib
import pickle
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import coverage
import pytest

from tools.mutants.kept import RULES, SOURCES
from tools.mutants.operators import Mutant
from tools.mutants.processes import in_processes

ROOT = SOURCES.parent.parent
FOLDER = ROOT / ".mutants"
TESTS = ("tests/conformance", "tests/properties", "tests/roundfile/test_bad_files.py")
"""The fast tests of the engine."""
LEFT_OUT = ("test_the_command_refuses_in_one_line", "test_the_command_settles_a_good_file")
"""They start the command anew each time."""
OPTIONS = ("-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(ROOT))


def digest(paths: Iterable[Path]) -> str:
    told = hashlib.sha256()
    for path in sorted(paths):
        told.update(path.read_bytes())
    return told.hexdigest()[:16]


def test_files(tests: Iterable[str]) -> list[str]:
    found = []
    for path in (ROOT / one for one in tests):
        found += sorted(path.rglob("test_*.py")) if path.is_dir() else [path]
    return [str(path.relative_to(ROOT)) for path in found]


def around() -> str:
    """What all tests share: the code under test, and their helpers."""
    helpers = [path for path in (ROOT / "tests").rglob("*.py") if path.parts[-2] in _SHARED]
    shared = [path for path in helpers if not path.name.startswith("test_")]
    return digest([*(ROOT / "src" / "croupier").rglob("*.py"), *shared])


_SHARED = ("tests", "support", "conformance", "properties")


@dataclass
class Reach:
    """Of some test files: test → seconds, and file → line → tests; the test "" is the import."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)

    def add(self, other: "Reach") -> None:
        self.seconds |= other.seconds
        for file, lines in other.lines.items():
            mine = self.lines.setdefault(file, defaultdict(list))
            for line, tests in lines.items():
                mine[line] = [*mine.get(line, ()), *tests]

    def of(self, mutant: Mutant, shows: dict[str, set[str]]) -> list[str]:
        """The tests that pass where the mistake is: first those that show a clause its function
        cites, then one for each way through the rules, then the rest; the fastest first."""
        found = self._passing(mutant) - {""}
        by_speed = sorted(found, key=lambda test: (self.seconds[test], test))
        cited = [test for test in by_speed if shows[test] & mutant.cites]
        fastest = {self.ways[test]: test for test in reversed(by_speed)}
        # Slow tests have ways of their own: they must not come before the fast ones.
        ways = [test for test in by_speed if fastest[self.ways[test]] == test]
        return list(dict.fromkeys([*cited, *ways, *by_speed]))

    @cached_property
    def ways(self) -> dict[str, int]:
        """Test → the lines it passes, as one number."""
        passed: dict[str, list[int]] = defaultdict(list)
        for file, lines in sorted(self.lines.items()):
            for line, tests in lines.items():
                place = hash((file, line))
                for test in tests:
                    passed[test].append(place)
        return {test: hash(frozenset(places)) for test, places in passed.items()}

    def at_import_alone(self, mutant: Mutant) -> bool:
        return mutant.outside or self._passing(mutant) == {""}

    def _passing(self, mutant: Mutant) -> set[str]:
        lines = self.lines.get(mutant.file, {})
        return {test for line in mutant.lines for test in lines.get(line, ())}


class Steady:
    """Property tests that look at the same examples each time, and at no simpler ones after."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        # pytest wants to import it first
        from hypothesis import Phase, settings  # noqa: PLC0415

        settings.register_profile(
            "mutants",
            settings.get_profile("patient"),
            derandomize=True,
            database=None,
            phases=(Phase.explicit, Phase.generate),
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not item.name.startswith(LEFT_OUT)]


class _Measure(Steady):
    def __init__(self) -> None:
        self.reach = Reach()
        self.failed: list[str] = []
        self.cover = coverage.Coverage(
            data_file=None, config_file=False, include=[f"{SOURCES}/{folder}/*" for folder in RULES]
        )
        self.cover.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.cover.switch_context(item.nodeid)
        began = time.perf_counter()
        result = yield
        self.reach.seconds[item.nodeid] = time.perf_counter() - began
        self.cover.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def measured(self) -> Reach:
        self.cover.stop()
        data = self.cover.get_data()
        for path in data.measured_files():
            lines = data.contexts_by_lineno(path)
            self.reach.lines[str(Path(path).relative_to(SOURCES))] = lines
        return self.reach


def measure(tests: Iterable[str], jobs: int) -> Reach:
    """What the tests reach; a test file that has not changed is not run again."""
    FOLDER.mkdir(exist_ok=True)
    shared = around()
    files = {
        file: FOLDER / f"reach-{shared}-{digest([ROOT / file])}-{Path(file).stem}"
        for file in test_files(tests)
    }
    for old in FOLDER.glob("reach-*"):
        if not old.name.startswith(f"reach-{shared}"):
            old.unlink()
    missing = [file for file, kept in files.items() if not kept.exists()]
    if missing:
        print(f"Measuring {len(missing)} test files …", file=sys.stderr)

    def run(file: str) -> str:
        plugin = _Measure()
        pytest.main([*OPTIONS, file], plugins=[plugin])
        if not plugin.failed and plugin.reach.seconds:
            files[file].write_bytes(pickle.dumps(plugin.measured()))
        return f"{plugin.failed[:3]}"

    for file, said in in_processes(missing, run, jobs):
        if not files[file].exists():
            sys.exit(f"{file} fails as it is: {said}")
    whole = Reach()
    for kept in files.values():
        whole.add(pickle.loads(kept.read_bytes()))
    return whole
