"""Clause → where it is obeyed → which tests show it, read from the sources themselves.

    python -m tools.conformance            check, and list what is wrong
    python -m tools.conformance --write    write docs/conformance.md, and the same for labpack

A citation is `BJ5 3.21.2` or `R13`, in code and comments; or a topic that is asked of the rules,
`cite["bust"]`, which cites what each document names there. A test names the clauses it shows with
`@pytest.mark.clause("BJ5 3.21.2")`.
"""

import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from croupier.engine.variants import VARIANTS
from croupier.rulebooks import Clause, Rulebook, rulebooks
from tools.topics import families_of, topics_asked, topics_of

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "croupier"
TESTS = ROOT / "tests"
PAGE = ROOT / "docs" / "conformance.md"
WEB = ROOT / "web"
RULES = {"engine", "books"}
OBEYING = RULES | {"table", "chance", "house", "server", "wire", "roundfile", "notices"}
OBEYING |= {"guide", "records", "views"}  # of a game
"""Where rules are obeyed, rather than spoken of."""
DATA = SOURCES / "cli" / "labpack" / "conformance.json"
"""The tests are not installed: a pack has it from here."""

_BOOKS = "BJ5|BJP|NKB|LIVE|CLB"
_CITATION = re.compile(rf"\b(?:({_BOOKS}) |(R(?=\d)))")
_NUMBER = re.compile(r"(?:\d+(?:\.\d+)*[a-z]?|[A-D])\b")
_MORE = re.compile(r"(?:, | and | to |,? or )(?=\d+(?:\.\d+)+[a-z]?\b|\d{1,2}\b(?!\.\d* ?%))")

Places = dict[str, list[str]]
Test = ast.FunctionDef | ast.AsyncFunctionDef


def citations(text: str) -> Iterator[str]:
    """Every clause cited: "BJ5 3.14, 3.15" cites two."""
    for match in _CITATION.finditer(text):
        book = match.group(1)
        at = match.end()
        number = _NUMBER.match(text, at)
        if number is None:
            continue
        if book is None:
            yield f"R{number.group()}"
            continue
        yield f"{book} {number.group()}"
        while (more := _MORE.match(text, number.end())) is not None:
            number = _NUMBER.match(text, more.end())
            if number is None or ("." not in number.group() and book != "CLB"):
                break
            yield f"{book} {number.group()}"


@cache
def cited_in_sources() -> Places:
    found: Places = defaultdict(list)
    for path in sorted(SOURCES.rglob("*.py")):
        name = str(path.relative_to(SOURCES))
        for citation in cited_in(name, path.read_text(encoding="utf-8")):
            if name not in found[citation]:
                found[citation].append(name)
    for path in sorted((WEB / "src").rglob("*.svelte")):
        for citation in dict.fromkeys(citations(path.read_text(encoding="utf-8"))):
            found[citation].append(str(path.relative_to(ROOT)))
    return found


def cited_in(file: str, text: str) -> tuple[str, ...]:
    """By a part of a file, too."""
    return (*citations(text), *_by_topic(file, text))


def _by_topic(file: str, text: str) -> Iterator[str]:
    """What the topics asked in a file cite, in every variant of the families it is about."""
    asked = topics_asked(file, text)
    for rules in VARIANTS.values():
        if rules.family in families_of(file):
            yield from rules.topics.all(*sorted(asked & topics_of(rules.family)))


@cache
def shown_by_tests() -> Places:
    """Clause → tests whose mark names it."""
    found: Places = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, Test) and node.name.startswith("test_"):
                for citation in _marks(node):
                    found[citation].append(f"{path.relative_to(TESTS)}::{node.name}")
    return found


def _marks(test: Test) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
            for argument in mark.args:
                yield ast.literal_eval(argument)


def must_be_shown(clause: Clause) -> bool:
    """What software obeys, in the engine, at the live table or on a page."""
    return clause.kind in ("rule", "payout")


def obeyed() -> list[str]:
    """Every clause that software obeys."""
    return [
        book.cite(clause)
        for book in rulebooks()
        for clause in book.clauses
        if must_be_shown(clause)
    ]


def complaints() -> list[str]:
    """What is wrong: clauses no test names or no code cites, and citations of what is no clause."""
    cited, shown = cited_in_sources(), shown_by_tests()
    every = {book.cite(clause): clause for book in rulebooks() for clause in book.clauses}
    wrong = [
        f"{citation} is cited in {', '.join(places)}, but there is no such clause"
        for citation, places in sorted((cited | shown).items())
        if citation not in every
    ]
    wrong += [
        f"{citation} is to be obeyed, but no test names it"
        for citation, clause in every.items()
        if must_be_shown(clause) and citation not in shown
    ]
    wrong += [
        f"{citation} is the engine's, but no line of the rules cites it"
        for citation, clause in every.items()
        if must_be_shown(clause)
        and clause.where == "engine"
        and not any(_in_rules(place) for place in cited.get(citation, ()))
    ]
    wrong += [
        f"{citation} is the {clause.where}'s, but no line that obeys it cites it"
        for citation, clause in every.items()
        if must_be_shown(clause)
        and clause.where != "engine"
        and not any(_obeys(place, clause) for place in cited.get(citation, ()))
    ]
    return wrong


def _obeys(place: str, clause: Clause) -> bool:
    """What a table shows is obeyed where it is written."""
    return part_of(place) == WEB.name if clause.where == "client" else part_of(place) in OBEYING


def part_of(place: str) -> str:
    """The package a file lies in, or the part of a game that it is."""
    package, *inside = place.split("/")
    return inside[1].removesuffix(".py") if package == "games" and inside[1:] else package


def _in_rules(place: str) -> bool:
    return part_of(place) in RULES


def page() -> str:
    cited, shown = cited_in_sources(), shown_by_tests()
    parts = [
        "# Conformance",
        "",
        "Every clause of every rule document, in our words: where the engine obeys it and which",
        "tests show it. Written by `make docs` from the rulebooks, sources and tests; a test",
        "fails when it is out of date, when a rule or payout of the engine or the live table has",
        "no test, or when a clause is cited that does not exist.",
        "",
    ]
    for book in rulebooks():
        parts += _book(book, cited, shown)
    return "\n".join(parts)


def _book(book: Rulebook, cited: Places, shown: Places) -> list[str]:
    obeyed = [clause for clause in book.clauses if must_be_shown(clause)]
    parts = [f"## {book.short}: {book.title}", "", _about(book)]
    if book.source_sha256:
        parts += [f"SHA-256 of the text read: `{book.source_sha256}`."]
    if book.note:
        parts += [book.note]
    named = sum(book.cite(clause) in shown for clause in obeyed)
    parts += [
        "",
        f"{len(book.clauses)} clauses; {len(obeyed)} are obeyed now, {named} of them with tests.",
        "",
        "| clause | kind | what it says | obeyed in | shown by |",
        "|---|---|---|---|---|",
    ]
    for clause in book.clauses:
        citation = book.cite(clause)
        places = sorted(cited.get(citation, []), key=lambda place: not _in_rules(place))
        where = ", ".join(f"`{one}`" for one in places[:3]) or _elsewhere(clause)
        tests = shown.get(citation, [])
        first = f"`{tests[0].split('::')[1]}`" if tests else ""
        more = f" and {len(tests) - 1} more" if len(tests) > 1 else ""
        says = _says(clause).replace("|", "\\|")
        parts.append(f"| {citation} | {clause.kind} | {says} | {where} | {first}{more} |")
    return [*parts, ""]


def data() -> str:
    """The whole matrix, every place and every test: a line for each clause."""
    cited, shown = cited_in_sources(), shown_by_tests()
    books = [_data(book, cited, shown) for book in rulebooks()]
    return json.dumps(books).replace('{"clause": ', '\n{"clause": ') + "\n"


def _data(book: Rulebook, cited: Places, shown: Places) -> dict[str, object]:
    return {
        "short": book.short,
        "title": book.title,
        "about": _about(book),
        "source_sha256": book.source_sha256,
        "note": book.note,
        "clauses": [
            {
                "clause": (citation := book.cite(clause)),
                "kind": clause.kind,
                "says": _says(clause),
                "obeyed": must_be_shown(clause),
                "places": sorted(cited.get(citation, []), key=lambda place: not _in_rules(place)),
                "elsewhere": _elsewhere(clause).strip("*"),
                "tests": [test.split("::")[1] for test in shown.get(citation, [])],
            }
            for clause in book.clauses
        ],
    }


def _says(clause: Clause) -> str:
    return f"{clause.says} Not yet: {clause.not_yet}" if clause.not_yet else clause.says


def _about(book: Rulebook) -> str:
    about = [book.issuer, f"version {book.version}" if book.version else ""]
    about += [f"effective {book.effective}" if book.effective else ""]
    return "; ".join(one for one in about if one) + "."


def _elsewhere(clause: Clause) -> str:
    if clause.why_not:
        return f"*not by software: {clause.why_not}*"
    return {
        "engine": "",
        "table": "*the live table*",
        "client": "*the browser client*",
    }[clause.where]


def main() -> None:
    if "--write" in sys.argv[1:]:
        for path, text in ((PAGE, page()), (DATA, data())):
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    wrong = complaints()
    print("\n".join(wrong) or "every clause that software obeys now is shown by a test")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
