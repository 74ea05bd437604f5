"""Claims of the conformance page: a clause, the code that cites it, and the tests that show it.

    python -m tools.mutants.claims              the breaks written down by hand
    python -m tools.mutants.claims "LIVE 2"     every claim whose clause begins so

A claim is true when its own tests fail once the code that cites its clause is broken. For each
claim mistakes are planted one at a time, on lines that its tests pass, in functions that cite the
clause and then in their files, until a test marked with the clause notices one. `claims.toml` has
the mistakes written down by hand, which come first: for claims that the small slips of
`operators.py` cannot put to the test.
"""

import ast
import gc
import json
import os
import re
import signal
import sys
import textwrap
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tools import conformance
from tools.conformance import OBEYING, SOURCES, TESTS, part_of
from tools.mutants.kept import HERE, OutOfDate
from tools.mutants.operators import Function, Mutant, mutants
from tools.mutants.processes import in_processes
from tools.mutants.reach import OPTIONS, Steady
from tools.mutants.running import swap

BREAKS = HERE / "claims.toml"
MAX_TRIES = 16
"""Mistakes planted for a claim before it counts as not shown."""
TEST_TIMEOUT_S = 60
BY_HAND = "by hand"
SHOWN = "shown"
_UNNOTICED = "unnoticed"
_SLOW = ("web/", "simulation/", "cli/", "deploy/", "enumeration/")
"""Folders whose tests are not run against breaks."""
_NO_BEHAVIOUR = r"^Code\.|-> 'no clause'$"
"""Mistakes in what a refusal cites."""


class Claim(NamedTuple):
    clause: str
    tests: frozenset[str]
    """As the page names them, `conformance/test_x.py::test_y`."""
    mistakes: tuple[Mutant, ...]


def claims(prefix: str | None = None) -> Iterator[Claim]:
    """Of the clauses that software obeys: those with breaks written by hand, or all that begin so.
    `tools.conformance` complains of claims without tests or code; `not_checked` lists the claims
    that have slow tests alone."""
    by_hand = written_breaks()
    for citation in conformance.obeyed():
        tests = _quick_tests(citation)
        asked = citation in by_hand if prefix is None else citation.startswith(prefix)
        if tests and asked:
            yield Claim(citation, tests, tuple(by_hand.get(citation) or _slips(citation)))


def not_checked(prefix: str | None = None) -> list[str]:
    """Clauses that only tests in a browser, or other slow ones, show."""
    shown = conformance.shown_by_tests()
    return [
        citation
        for citation in conformance.obeyed()
        if citation.startswith(prefix or "") and shown.get(citation) and not _quick_tests(citation)
    ]


def _quick_tests(citation: str) -> frozenset[str]:
    tests = conformance.shown_by_tests().get(citation, ())
    return frozenset(test for test in tests if not test.startswith(_SLOW))


def written_breaks() -> dict[str, list[Mutant]]:
    """Clause → the mistakes of `claims.toml`: the old text must stand in its file, and only once;
    and the file must cite the clause."""
    found: dict[str, list[Mutant]] = defaultdict(list)
    for one in tomllib.loads(BREAKS.read_text(encoding="utf-8"))["break"]:
        text = (SOURCES / one["file"]).read_text(encoding="utf-8")
        if (times := text.count(one["old"])) != 1:
            raise OutOfDate(f"{one['clause']}: its text stands {times} times in {one['file']}")
        if one["file"] not in conformance.cited_in_sources().get(one["clause"], ()):
            raise OutOfDate(f"{one['file']} does not cite {one['clause']}")
        plant = partial(ast.parse, text.replace(one["old"], one["new"]))
        plant()
        found[one["clause"]].append(Mutant(one["file"], BY_HAND, one["name"], range(0), plant))
    return found


def _slips(citation: str) -> Iterator[Mutant]:
    """Small mistakes in what cites a clause, comments and topics included: the functions first."""
    places = conformance.cited_in_sources().get(citation, ())
    obeying = [place for place in places if part_of(place) in OBEYING]
    files = [place for place in obeying if not place.startswith("notices/")] or obeying
    every = sorted((one for file in files for one in _slips_of(file)), key=_drawn)
    yield from sorted(every, key=lambda one: citation not in _citations_of(one))


@cache
def _slips_of(file: str) -> tuple[Mutant, ...]:
    return tuple(
        one
        for one in mutants(SOURCES / file, file)
        if not one.outside and not re.search(_NO_BEHAVIOUR, one.change)
    )


def _citations_of(mutant: Mutant) -> frozenset[str]:
    cites = _cited_by_function(mutant.file)
    outermost = ".".join(mutant.function.split(".")[:2])
    return cites.get(outermost) or cites.get(outermost.split(".")[0], frozenset())


@cache
def _cited_by_function(file: str) -> dict[str, frozenset[str]]:
    text = (SOURCES / file).read_text(encoding="utf-8")
    lines = text.splitlines()
    found = {}
    for node in ast.parse(text).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for one in inside:
            if isinstance(one, Function):
                body = textwrap.dedent("\n".join(lines[one.lineno - 1 : one.end_lineno]))
                found[prefix + one.name] = frozenset(conformance.cited_in(file, body))
    return found


def _drawn(mutant: Mutant) -> str:
    """By lot, but the same each time."""
    return sha256(mutant.name.encode()).hexdigest()


class _Judge(Steady):
    """Takes over from pytest once the tests are collected."""

    def __init__(self, claims: list[Claim], jobs: int) -> None:
        self.claims, self.jobs = claims, jobs
        self.items: dict[str, list[pytest.Item]] = defaultdict(list)
        self.complaints: dict[str, str] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted(f"{session.testsfailed} test files cannot be imported")
        for item in session.items:
            file = Path(item.path).relative_to(TESTS)
            self.items[f"{file}::{getattr(item, 'originalname', item.name)}"].append(item)
        gc.collect()
        gc.freeze()
        for claim, said in in_processes(self.claims, self._judge, self.jobs):
            if said != SHOWN:
                self.complaints[claim.clause] = said
        return True

    def _judge(self, claim: Claim) -> str:
        """`SHOWN`, or why not. Each mistake is planted in a process of its own."""
        ((_, passed),) = in_processes([claim], self._passed, 1)
        if not passed.startswith("{"):
            return f"its tests do not pass without a break ({passed})"
        by_hand = [one for one in claim.mistakes if one.function == BY_HAND]
        if by_hand:
            complaints = (self._complaint(claim, one) for one in by_hand)
            return "; ".join(one for one in complaints if one) or SHOWN
        lines: dict[str, list[int]] = json.loads(passed)
        reached = (
            one for one in claim.mistakes if not set(one.lines).isdisjoint(lines.get(one.file, ()))
        )
        for mutant in islice(reached, MAX_TRIES):
            if self._is_test(claim, self._fate(claim, mutant)):
                return SHOWN
        files = ", ".join(sorted({one.file for one in claim.mistakes}))
        return f"no mistake tried in {files} was noticed; its tests: {_listed(claim.tests)}"

    def _complaint(self, claim: Claim, mutant: Mutant) -> str:
        """Why a break written by hand was not noticed, or nothing if it was."""
        fate = self._fate(claim, mutant)
        if self._is_test(claim, fate):
            return ""
        return f"{mutant.change!r} in {mutant.file}: {fate}; its tests: {_listed(claim.tests)}"

    def _is_test(self, claim: Claim, fate: str) -> bool:
        return any(fate == item.nodeid for test in claim.tests for item in self.items[test])

    def _fate(self, claim: Claim, mutant: Mutant) -> str:
        """The test that fails, `_UNNOTICED`, or how the process ended."""
        ((_, fate),) = in_processes([mutant], partial(self._noticed, claim), 1)
        return fate

    def _passed(self, claim: Claim) -> str:
        """File → the lines that the claim's tests pass; they have to succeed as it is."""
        files = {one.file for one in claim.mistakes}
        cover = coverage.Coverage(
            data_file=None, config_file=False, include=[str(SOURCES / file) for file in files]
        )
        # Tests that pass no line of these files show nothing, which is reported.
        cover.set_option("run:disable_warnings", ["no-data-collected"])
        cover.start()
        failed = self._first_failure(claim)
        cover.stop()
        assert failed == _UNNOTICED, failed
        data = cover.get_data()
        return json.dumps({file: data.lines(str(SOURCES / file)) or [] for file in files})

    def _noticed(self, claim: Claim, mutant: Mutant) -> str:
        name = ".".join(["croupier", *Path(mutant.file).with_suffix("").parts])
        code = compile(mutant.plant(), str(SOURCES / mutant.file), "exec")
        swap(import_module(name), code)
        return self._first_failure(claim)

    def _first_failure(self, claim: Claim) -> str:
        # A break that makes a client over a socket wait in vain is noticed at the table first.
        tests = sorted(claim.tests, key=lambda test: (test.startswith("server/"), test))
        items = [item for test in tests for item in self.items[test]]
        for item, following in zip(items, [*items[1:], None], strict=False):
            signal.alarm(TEST_TIMEOUT_S)
            reports = runtestprotocol(item, log=False, nextitem=following)
            if any(report.failed for report in reports):
                return item.nodeid
        return _UNNOTICED


def _listed(tests: Iterable[str]) -> str:
    return ", ".join(f"tests/{test}" for test in sorted(tests))


def main(prefix: str | None = None) -> int:
    judged = list(claims(prefix))
    files = sorted({test.partition("::")[0] for claim in judged for test in claim.tests})
    judge = _Judge(judged, os.cpu_count() or 1)
    pytest.main([*OPTIONS, *(str(TESTS / file) for file in files)], plugins=[judge])
    for clause, complaint in judge.complaints.items():
        print(f"{clause}: {complaint}")
    if left_out := not_checked(prefix):
        print(f"Not checked, as only slow tests show them: {', '.join(left_out)}")
    print(f"{len(judged)} claims, {len(judge.complaints)} of them not shown by their own tests")
    return 1 if judge.complaints or not judge.items else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
