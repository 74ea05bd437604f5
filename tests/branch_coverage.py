"""Branch coverage of the engine, the tables, the ledger and the stores, with a floor per package.

pytest -p tests.branch_coverage            measures, prints a table, fails below a floor
pytest -p tests.branch_coverage --raise-floors
                                           runs only the measured tests, lists the lines of missed
                                           branches, and raises the floors that can be raised

Tracing slows Python down, so it is on only during the tests that address these packages directly,
and not during their setup. A branch that runs on import counts as missed.
"""

import json
import math
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import pytest
from coverage import Coverage

FLOORS = Path(__file__).with_suffix(".json")
"""Package, or a pattern of packages → the minimum percentage of branches; written by
`make coverage`."""
MEASURED = (
    "tests/cli/test_restore.py",
    "tests/conformance/",
    "tests/house/test_cage",
    "tests/house/test_rules_digest.py",
    "tests/house/test_tables_file.py",
    "tests/ledger/",
    "tests/outside/test_broken.py",
    "tests/outside/test_families.py",
    "tests/properties/test_layout.py",
    "tests/store/",
    "tests/table/",
)
"""Folders and files whose tests count."""
LEFT_OUT = (
    "tests/conformance/test_knockout_third_card.py",
    "tests/store/test_archive.py::test_a_backup_holds",
    "tests/store/test_archive.py::test_everything_reads",
    "tests/store/test_archive.py::test_killed",
    "tests/store/test_model.py",
    "tests/store/test_power_loss.py",
    "tests/store/test_processes.py",
    "tests/table/test_books.py",
    "tests/table/test_killed.py",
)
"""Long or random tests, which take more time to measure than they add."""
MARGIN = 0.5
"""Percentage points between what is measured and the floor: a branch that depends on timing may be
missed on a busy machine."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--raise-floors",
        action="store_true",
        help="run only the tests that are measured, and raise the floors of branch coverage",
    )


def pytest_configure(config: pytest.Config) -> None:
    spec = find_spec("croupier")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    source = Path(spec.submodule_search_locations[0])
    config.pluginmanager.register(BranchCoverage(config, source, FLOORS, MEASURED, LEFT_OUT))


def floor_of(percent: float) -> float:
    """Rounds down to half percentage points."""
    return max(0.0, math.floor(2 * (percent - MARGIN)) / 2)


class BranchCoverage:
    """Measures in every process that runs tests; the process that started them adds it up."""

    def __init__(
        self,
        config: pytest.Config,
        source: Path,
        floors: Path,
        measured: tuple[str, ...],
        left_out: tuple[str, ...] = (),
    ) -> None:
        self._config = config
        self._source = source
        self._path = floors
        self._floors: dict[str, float] = json.loads(floors.read_text())
        self._measured = measured
        self._left_out = left_out
        self._coverage = Coverage(
            data_file=None,
            config_file=False,
            branch=True,
            include=[f"{source / package}/*" for package in self._floors],
        )
        # The same tracer on every Python, so that the same branches are seen.
        self._coverage.set_option("run:core", "ctrace")
        # A worker may have run no measured test.
        self._coverage.set_option("run:disable_warnings", ["no-data-collected"])
        self._branches: dict[str, tuple[int, int]] = {}
        self._missed: list[str] = []

    def _is_measured(self, item: pytest.Item) -> bool:
        """Leaves out property tests: their examples differ from run to run."""
        return (
            item.nodeid.startswith(self._measured)
            and not item.nodeid.startswith(self._left_out)
            and item.get_closest_marker("hypothesis") is None
        )

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self._config.getoption("--raise-floors"):
            left_out = [item for item in items if not self._is_measured(item)]
            items[:] = [item for item in items if self._is_measured(item)]
            self._config.hook.pytest_deselected(items=left_out)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        if not self._is_measured(item):
            return (yield)
        with self._coverage.collect():
            return (yield)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Adds what a worker has measured; one that crashed has sent nothing."""
        output = getattr(node, "workeroutput", None) or {}
        self._coverage.get_data().add_arcs(output.get("branch_coverage", {}))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        data = self._coverage.get_data()
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            output["branch_coverage"] = {
                file: list(data.arcs(file) or ()) for file in data.measured_files()
            }
            return
        for package in self._floors:
            self._branches[package] = self._count(package)
        if self._config.getoption("--raise-floors"):
            self._raise_floors()
        if self._below() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _count(self, package: str) -> tuple[int, int]:
        """Branches of a package, and how many of them were taken."""
        branches = taken = 0
        for path in sorted(self._source.glob(f"{package}/**/*.py")):
            lines = self._coverage.branch_stats(str(path))
            branches += sum(exits for exits, _ in lines.values())
            taken += sum(passed for _, passed in lines.values())
            missed = sorted(line for line, (exits, passed) in lines.items() if passed < exits)
            if missed:
                listed = ", ".join(map(str, missed))
                self._missed.append(f"{path.relative_to(self._source)}: {listed}")
        return branches, taken

    def _percent(self, package: str) -> float:
        branches, taken = self._branches[package]
        return 100 * taken / branches if branches else 0.0

    def _below(self) -> list[str]:
        """The packages below their floor; one that was moved or renamed has no branches left."""
        return [name for name, floor in self._floors.items() if self._percent(name) < floor]

    def _raise_floors(self) -> None:
        for package, floor in self._floors.items():
            self._floors[package] = max(floor, floor_of(self._percent(package)))
        self._path.write_text(json.dumps(self._floors, indent=1) + "\n")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        write = terminalreporter.write_line
        terminalreporter.section("branch coverage")
        write(f"{'package':16}{'branches':>9}{'covered':>9}{'%':>7}{'floor':>7}")
        for package, floor in self._floors.items():
            branches, taken = self._branches[package]
            row = f"{package:16}{branches:9}{taken:9}{self._percent(package):7.1f}{floor:7.1f}"
            write(row, red=package in self._below())
        if self._config.getoption("--raise-floors"):
            write("Lines with a branch that no measured test takes:")
            for line in self._missed:
                write(f"  {line}")
        if below := self._below():
            write(f"Below the floor: {', '.join(below)}. `make coverage` lists missed branches.")
