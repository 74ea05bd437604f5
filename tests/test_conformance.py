"""The loop is closed by machine: clause list × citations × tests."""

import pytest
from tools import conformance


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
