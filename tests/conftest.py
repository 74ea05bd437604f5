"""Settings and order of every test run."""

import gc
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.support.fixtures"]

DURATIONS = Path(__file__).with_name("durations.json")
UNKNOWN_S = 30.0
"""Assumed for a file without a recorded duration, so that it does not become the tail of a run."""

# A busy machine is no mistake of the code: no example has to be fast.
settings.register_profile(
    "patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--save-durations",
        action="store_true",
        help=f"write the seconds each file took to {DURATIONS.name}",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--save-durations") and "PYTEST_XDIST_WORKER" not in os.environ:
        config.pluginmanager.register(_DurationRecorder())


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through thousands of collected tests, and let it
    look for cycles as seldom as a running house does."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the files that take longest: short ones at the end keep every core busy until the
    last second."""
    seconds: dict[str, float] = json.loads(DURATIONS.read_text())
    items.sort(key=lambda item: -seconds.get(_file(item.nodeid), UNKNOWN_S))


class _DurationRecorder:
    """Sums setup, call and teardown of all tests by file."""

    def __init__(self) -> None:
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[_file(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        longest_first = sorted(self._seconds.items(), key=lambda item: -item[1])
        rounded = {file: round(seconds, 1) for file, seconds in longest_first}
        DURATIONS.write_text(json.dumps(rounded, indent=1) + "\n")


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


@pytest.fixture(scope="session", autouse=True)
def _odds_solved_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Gives this run an empty odds cache, shared by its workers: a cache in the home folder may
    have been written by another version."""
    base = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_CACHE", str(run / "cache"))
        yield
