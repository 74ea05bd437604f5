"""Of the whole program: conformance, random source, fairness, audit, digests, interfaces, tests."""

import json
import platform
from collections.abc import Iterator
from importlib import metadata, resources
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec

from croupier.cli.labpack.document import (
    Absent,
    Document,
    Failed,
    Requirement,
    command_line,
    run,
)
from croupier.cli.labpack.games import Lengths
from croupier.cli.labpack.told import documents_told
from croupier.kit.errors import Code, Refused
from croupier.notices.html import filled

_PACKAGE = "croupier.cli.labpack"


class TestResults(msgspec.Struct, frozen=True):
    tests: int
    failures: int
    errors: int
    skipped: int
    seconds: float
    when: str
    wrong: tuple[str, ...]


def documents_of_program(lengths: Lengths, tests: Path | None) -> Iterator[Document]:
    yield Document(
        ("conformance.html", "conformance.json"),
        "Conformance matrix",
        "Every clause of every rule document: where the program obeys it and which tests show it,"
        " or why it is not software's to obey.",
        Requirement.RULES,
        _conformance,
        "python -m tools.conformance --write",
        "in the source tree: tests are not installed",
    )
    yield _rng(lengths)
    yield from documents_told()
    yield _digests()
    yield Document(
        ("versions.json",),
        "Versions",
        "This program, its interpreter, machine and packages.",
        Requirement.INTEGRITY,
        _versions,
        "croupier --version",
    )
    yield Document(
        ("protocol.html", "openapi.json", "socket-schema.json"),
        "Protocol",
        "Every endpoint with who may use it, and every message of the socket, written from the"
        " types that decode them.",
        Requirement.INTERFACES,
        _protocol,
        "GET /api/openapi.json\nGET /api/socket-schema.json",
        "of any house that is open",
    )
    yield Document(
        ("tests.html", "tests.xml"),
        "Test results",
        "How many tests ran, when, and which did not pass.",
        Requirement.TESTS,
        lambda folder: _tests(folder, tests),
        "python -m pytest -n auto --junitxml tests.xml",
        "in the source tree",
    )


def _conformance(folder: Path) -> None:
    text = resources.files(_PACKAGE).joinpath("conformance.json").read_text(encoding="utf-8")
    (folder / "conformance.json").write_text(text, encoding="utf-8")
    page = filled(_PACKAGE, "conformance.html", books=json.loads(text))
    (folder / "conformance.html").write_text(page, encoding="utf-8")


def _rng(lengths: Lengths) -> Document:
    words = ["rng", "--battery", "--shuffles", lengths.shuffles, "--json", "--html", "rng.html"]
    words += ["--no-dieharder"] if lengths.quick else []

    def write(folder: Path) -> None:
        (folder / "rng.json").write_text(run(words, folder), encoding="utf-8")

    return Document(
        ("rng.html", "rng.json"),
        "Random source examined",
        "Exact tests of the shuffle and the wheel, dieharder where it is installed, and the way"
        " from bytes to cards counted out. An honest source fails about one run in a hundred.",
        Requirement.RNG,
        write,
        command_line(words),
    )


def _digests() -> Document:
    def write(folder: Path) -> None:
        for name, words in (("digests.txt", ["digests"]), ("digests.json", ["digests", "--json"])):
            (folder / name).write_text(run(words, folder), encoding="utf-8")

    return Document(
        ("digests.txt", "digests.json"),
        "Digests of the program",
        "The SHA-256 of every file of the program this pack was made with.",
        Requirement.INTEGRITY,
        write,
        command_line(["digests"]),
    )


def _versions(folder: Path) -> None:
    told: dict[str, Any] = {
        "croupier": metadata.version("croupier"),
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.platform(),
        "machine": platform.machine(),
        "packages": _packages(),
    }
    (folder / "versions.json").write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def _packages() -> dict[str, str]:
    """Those it asks for, as far as they are installed."""
    found = {}
    for requirement in metadata.requires("croupier") or ():
        name = requirement.split(";")[0].split("[")[0]
        for sign in "<>=!~ ":
            name = name.split(sign)[0]
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return dict(sorted(found.items()))


def _protocol(folder: Path) -> None:
    from croupier.server.http.schema import openapi, socket_schema  # noqa: PLC0415 -- the server

    documents = {"openapi.json": openapi(), "socket-schema.json": socket_schema()}
    for name, value in documents.items():
        (folder / name).write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")
    endpoints = [
        (method.upper(), path, operation)
        for path, methods in documents["openapi.json"]["paths"].items()
        for method, operation in methods.items()
    ]
    page = filled(_PACKAGE, "protocol.html", endpoints=endpoints)
    (folder / "protocol.html").write_text(page, encoding="utf-8")


def _tests(folder: Path, file: Path | None) -> None:
    if file is None:
        raise Absent("no results were given: run the tests and give their file with --tests")
    results = read_results(file)
    (folder / "tests.xml").write_bytes(file.read_bytes())
    page = filled(_PACKAGE, "tests.html", results=results)
    (folder / "tests.html").write_text(page, encoding="utf-8")
    if results.failures or results.errors or not results.tests:
        raise Failed(f"{results.failures + results.errors} of {results.tests} tests did not pass")


def read_results(file: Path) -> TestResults:
    """Of a JUnit file; refused, if it is none."""
    try:
        root = ElementTree.fromstring(file.read_bytes())
    except OSError as error:
        raise Refused(Code.BAD_FILE, f"{str(file)!r} cannot be read: {error.strerror}") from None
    except ElementTree.ParseError as error:
        raise Refused(Code.BAD_FILE, f"{str(file)!r} is no JUnit file: {error}") from None
    suites = [root] if root.tag == "testsuite" else root.findall("testsuite")
    if not suites:
        raise Refused(Code.BAD_FILE, f"{str(file)!r} is no JUnit file: it has no test suite")
    wrong = [
        f"{case.get('classname', '')}.{case.get('name', '')}"
        for suite in suites
        for case in suite.iter("testcase")
        if case.find("failure") is not None or case.find("error") is not None
    ]
    try:
        counts = {
            name: sum(int(suite.get(name) or 0) for suite in suites)
            for name in ("tests", "failures", "errors", "skipped")
        }
        seconds = sum(float(suite.get("time") or 0) for suite in suites)
    except ValueError as error:
        raise Refused(Code.BAD_FILE, f"{str(file)!r} is no JUnit file: {error}") from None
    return TestResults(
        **counts, seconds=seconds, when=suites[0].get("timestamp") or "", wrong=tuple(wrong)
    )
