"""The rulebooks are well formed, complete in themselves and consistent with each other."""

import re
from collections import Counter
from typing import get_args

import msgspec
import pytest

from croupier.rulebooks import (
    Clause,
    Kind,
    Rulebook,
    Where,
    book_head,
    book_of,
    clause,
    documents_cited,
    rulebooks,
)

GAMES = {
    "rws-blackjack",
    "rws-blackjack-plus",
    "live-blackjack",
    "classic-blackjack-shoe",
    "classic-blackjack-double",
    "classic-blackjack-single",
    "live-baccarat",
    "rws-knockout-baccarat",
    "live-roulette",
}
CLAUSE_ID = re.compile(r"\d+(\.\d+)*[a-z]?|[A-Z]|R\d+[a-z]?")
CITATION = re.compile(r"\b(?:BJ5|BJP|NKB|LIVE|CLB) (?:\d+(?:\.\d+)*[a-z]?|[A-Z]\b)|\bR\d+[a-z]?\b")
# In a document's own clauses a bare number such as 4.1.1 refers to the same document.
OWN_NUMBER = re.compile(r"(?<![\w.])[1-5](?:\.\d+)+[a-z]?\b")

BOOKS = [pytest.param(book, id=book.short) for book in rulebooks()]


def natural(clause_id: str) -> list[tuple[int, int, str]]:
    """A sort key that puts 3.9 before 3.10, a number before its letters, appendices last."""
    parts = re.findall(r"\d+|[A-Za-z]", clause_id.removeprefix("R"))
    return [
        (0, int(part), "") if part.isdigit() else (2 if part.isupper() else 1, 0, part)
        for part in parts
    ]


def test_the_books() -> None:
    assert [book.short for book in rulebooks()] == ["BJ5", "BJP", "LIVE", "CLB", "NKB", "R"]


def test_the_documents_that_are_cited_come_in_their_order() -> None:
    cited = documents_cited(["R13", "LIVE 2.1", "BJ5 3.21.2", "LIVE 2.2", "no such"])
    assert [book.short for book in cited] == ["BJ5", "LIVE"]


@pytest.mark.parametrize("book", BOOKS)
def test_the_head_of_a_book_is_all_of_it_but_the_clauses(book: Rulebook) -> None:
    whole = msgspec.to_builtins(book)
    assert whole.pop("clause")
    assert msgspec.to_builtins(book_head(book.short)) == whole


def test_each_game_has_exactly_one_book() -> None:
    assert Counter(game for book in rulebooks() for game in book.games) == Counter(GAMES)


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_names_its_source(book: Rulebook) -> None:
    assert book.title
    assert book.issuer
    if book.short == "R":
        assert not book.source_sha256
        assert not book.games
    else:
        assert re.fullmatch(r"[0-9a-f]{64}", book.source_sha256)
    # Nothing is left blank without a word about it.
    assert (book.version and book.effective) or book.note


@pytest.mark.parametrize("book", BOOKS)
def test_clauses_are_unique_and_in_order(book: Rulebook) -> None:
    ids = [each.id for each in book.clauses]
    assert len(set(ids)) == len(ids)
    assert ids == sorted(ids, key=natural)


@pytest.mark.parametrize("book", BOOKS)
def test_no_number_is_skipped(book: Rulebook) -> None:
    """Every number and letter but a first one has its predecessor, every point its parent."""
    ids = {each.id.removeprefix("R") for each in book.clauses}
    for one in ids:
        *stem, last = re.findall(r"\d+|[A-Za-z]|\.", one)
        parent = "".join(stem).removesuffix(".")
        if "." in parent or last.islower():
            assert parent in ids, f"{one} has no parent"
        if last not in {"1", "a", "A"}:
            previous = str(int(last) - 1) if last.isdigit() else chr(ord(last) - 1)
            assert "".join(stem) + previous in ids, f"{one} has no predecessor"


@pytest.mark.parametrize("book", BOOKS)
def test_clauses_are_well_formed(book: Rulebook) -> None:
    for each in book.clauses:
        citation = book.cite(each)
        assert CLAUSE_ID.fullmatch(each.id), citation
        assert each.kind in get_args(Kind), citation
        assert each.where in get_args(Where), citation
        assert each.says.strip() == each.says != "", citation
        assert len(each.says.splitlines()) == 1, citation
        assert len(each.says) <= (500 if book.short == "R" else 240), citation
        assert len(each.why_not.splitlines()) <= 1, citation


@pytest.mark.parametrize("book", BOOKS)
def test_only_what_software_cannot_obey_says_why(book: Rulebook) -> None:
    for each in book.clauses:
        beyond_software = each.kind in {"procedure", "equipment"}
        assert bool(each.why_not) == beyond_software, book.cite(each)
        if beyond_software:  # `where` is for clauses that are obeyed
            assert each.where == "engine", book.cite(each)


@pytest.mark.parametrize("book", BOOKS)
def test_what_a_clause_cites_exists(book: Rulebook) -> None:
    for each in book.clauses:
        text = f"{each.says} {each.why_not}"
        for citation in CITATION.findall(text):
            clause(citation)
        if book.short != "R":
            for number in OWN_NUMBER.findall(text):
                clause(f"{book.short} {number}")


def test_the_rulings_are_complete() -> None:
    rulings = book_of("R1")
    expected = [f"R{n}" for n in range(1, 34)]
    expected.insert(3, "R3a")
    assert [each.id for each in rulings.clauses] == expected
    assert {each.kind for each in rulings.clauses} == {"rule"}


def test_notes_cite_what_exists() -> None:
    for book in rulebooks():
        for citation in CITATION.findall(book.note):
            clause(citation)


def test_finding_a_clause() -> None:
    assert clause("BJ5 3.21.2").id == "3.21.2"
    assert clause("LIVE 2.5.2.12").id == "2.5.2.12"
    assert clause("R3a").kind == "rule"
    assert book_of("NKB 3.8").short == "NKB"
    assert book_of("R13").short == "R"
    assert book_of("CLB 17").cite(clause("CLB 17")) == "CLB 17"


@pytest.mark.parametrize("citation", ["BJ5 9.9", "R99", "BJ5", "", "XYZ 1", "R 13", "bj5 3.1"])
def test_an_unknown_clause_is_a_key_error(citation: str) -> None:
    with pytest.raises(KeyError, match="no clause"):
        clause(citation)
    with pytest.raises(KeyError, match="no clause"):
        book_of(citation)


def test_books_are_immutable_and_read_once() -> None:
    assert rulebooks() is rulebooks()
    with pytest.raises(AttributeError):
        rulebooks()[0].clauses[0].says = "something else"  # type: ignore[misc]


def test_a_misspelt_field_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"id": "1", "kind": "rule", "says": "x", "wherr": "table"}, Clause)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"id": "1", "kind": "custom", "says": "x"}, Clause)
