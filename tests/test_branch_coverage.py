"""Branch coverage with floors: what is counted, when a run fails, and how a floor rises."""

import json
from pathlib import Path

# pytester forgets what the run inside has imported, and an extension is imported only once.
import coverage.tracer  # noqa: F401
import pytest

pytest_plugins = ["pytester"]

CONFTEST = """
from pathlib import Path
from tests.branch_coverage import BranchCoverage, pytest_addoption

def pytest_configure(config):
    root = Path(__file__).parent
    plugin = BranchCoverage(config, root, root / "floors.json", ("checks/",), ("checks/slow",))
    config.pluginmanager.register(plugin)
"""
RULES = """
def payout(stake, wins):
    if wins:
        return 2 * stake
    return 0
"""
WIN = """
from engine.rules import payout

def test_win():
    assert payout(5, True) == 10
"""
LOSS = """
from engine.rules import payout

def test_loss():
    assert payout(5, False) == 0
"""
THREAD = """
import threading
from engine.rules import payout

def test_loss_in_a_thread():
    thread = threading.Thread(target=payout, args=(5, False))
    thread.start()
    thread.join()
"""
PROPERTY = """
from hypothesis import given, strategies
from engine.rules import payout

@given(strategies.integers())
def test_loss(stake):
    assert payout(stake, False) == 0
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A package with one decision, and a test of one of its two branches."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    # A worker of this run must not be taken for a worker of the run inside.
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    pytester.makeconftest(CONFTEST)
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function")
    write(pytester, "engine/rules.py", RULES)
    write(pytester, "checks/test_win.py", WIN)
    return pytester


def write(project: pytest.Pytester, path: str, text: str) -> None:
    file = project.path / path
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


def run(project: pytest.Pytester, floor: float, *options: str) -> pytest.RunResult:
    write(project, "floors.json", json.dumps({"engine": floor}))
    return project.runpytest_inprocess("-p", "no:cacheprovider", *options)


def row(result: pytest.RunResult) -> list[str]:
    """Branches, covered, percent and floor, as printed."""
    (line,) = (line for line in result.outlines if line.startswith("engine "))
    return line.split()[1:]


def raised_floor(project: pytest.Pytester) -> float:
    floors: dict[str, float] = json.loads((project.path / "floors.json").read_text())
    return floors["engine"]


def test_a_missed_branch_fails_the_run_below_the_floor(project: pytest.Pytester) -> None:
    result = run(project, 60)
    assert row(result) == ["2", "1", "50.0", "60.0"]
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["Below the floor: engine.*"])


def test_a_package_at_its_floor_passes(project: pytest.Pytester) -> None:
    result = run(project, 50)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.no_fnmatch_line("Below the floor*")


def test_branches_taken_in_different_workers_are_added_up(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Workers start in half the time without the plugins that this project does not use.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    write(project, "checks/test_loss.py", LOSS)
    result = run(project, 100, "-p", "xdist", "-n", "2", "--dist", "loadfile", "-v")
    assert row(result) == ["2", "2", "100.0", "100.0"]
    assert result.ret == pytest.ExitCode.OK
    assert {line[:5] for line in result.outlines if " PASSED " in line} == {"[gw0]", "[gw1]"}


def test_branches_taken_in_a_thread_count(project: pytest.Pytester) -> None:
    write(project, "checks/test_thread.py", THREAD)
    assert row(run(project, 100)) == ["2", "2", "100.0", "100.0"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("others/test_loss.py", LOSS),
        ("checks/slow/test_loss.py", LOSS),
        ("checks/test_property.py", PROPERTY),
    ],
    ids=["other folder", "left out", "property test"],
)
def test_other_tests_are_run_without_being_measured(
    project: pytest.Pytester, path: str, text: str
) -> None:
    write(project, path, text)
    result = run(project, 50)
    result.assert_outcomes(passed=2)
    assert row(result) == ["2", "1", "50.0", "50.0"]


def test_a_package_without_branches_has_been_moved_and_fails(project: pytest.Pytester) -> None:
    (project.path / "engine" / "rules.py").write_text("def payout(stake, wins): return 2 * stake")
    assert run(project, 50).ret == pytest.ExitCode.TESTS_FAILED


def test_a_floor_is_raised_to_below_what_is_measured(project: pytest.Pytester) -> None:
    write(project, "others/test_loss.py", LOSS)
    result = run(project, 20, "--raise-floors")
    result.assert_outcomes(passed=1, deselected=1)
    assert raised_floor(project) == 49.5
    result.stdout.fnmatch_lines(["*engine/rules.py: 3"])


def test_a_floor_is_never_lowered(project: pytest.Pytester) -> None:
    result = run(project, 60, "--raise-floors")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert raised_floor(project) == 60
