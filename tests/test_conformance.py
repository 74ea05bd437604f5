"""The loop is closed by machine: clause list × citations × tests."""

import pytest
from tools import conformance

from croupier.rulebooks import rulebooks


def test_every_engine_clause_is_shown_and_every_citation_exists() -> None:
    assert conformance.complaints() == []


def test_the_page_is_up_to_date() -> None:
    assert conformance.PAGE.read_text(encoding="utf-8") == conformance.page(), "run: make docs"
    assert conformance.DATA.read_text(encoding="utf-8") == conformance.data(), "run: make docs"


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("# BJ5 3.21.2: aces once", ["BJ5 3.21.2"]),
        ("BJ5 3.14, 3.15 and 3.16, R13", ["BJ5 3.14", "BJ5 3.15", "BJ5 3.16", "R13"]),
        ("CLB 9, 10", ["CLB 9", "CLB 10"]),
        ("LIVE 2.2.5 a player may", ["LIVE 2.2.5"]),
        ("BJ5 5.1.1: 3 to 2 on 250", ["BJ5 5.1.1"]),
        ("ROUND 5 and RULES", []),
        ("R3a", ["R3a"]),
        ('"LIVE 2.1.5a"', ["LIVE 2.1.5a"]),
    ],
)
def test_citations_are_found(text: str, cited: list[str]) -> None:
    assert list(conformance.citations(text)) == cited


def test_a_clause_of_the_live_table_that_no_code_cites_is_a_complaint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not even where a page speaks of it."""
    cited = conformance.cited_in_sources()
    spoken = {"LIVE 2.2.1f": ["story/telling.py"], "LIVE 2.3.6b": ["server/app.py"]}
    monkeypatch.setattr(conformance, "cited_in_sources", lambda: cited | spoken)
    assert conformance.complaints() == [
        "LIVE 2.2.1f is the table's, but no line that obeys it cites it",
        "LIVE 2.3.6b is the client's, but no line that obeys it cites it",
    ]


def test_what_is_not_obeyed_yet_is_said_beside_the_clause() -> None:
    rows = [row for row in conformance.page().splitlines() if "Not yet: " in row]
    every = {book.cite(one): one for book in rulebooks() for one in book.clauses}
    gaps = [citation for citation, clause in every.items() if clause.not_yet]
    assert [row.split("|")[1].strip() for row in rows] == gaps
