"""One table of clauses a document, by topic: complete, true, and asked for."""

import ast
import fnmatch
from pathlib import Path

import msgspec
import pytest
from tools import conformance
from tools.topics import (
    asked_for_all,
    asked_for_one,
    declared,
    families_of,
    known_in,
    topics_asked,
    topics_of,
)

from croupier.engine.inputs import VoidReason
from croupier.engine.rules import Rules
from croupier.engine.variants import VARIANTS
from croupier.rulebooks import Rulebook, clause, rulebook, rulebooks
from croupier.rulebooks.topics import answered

SOURCES = {
    str(path.relative_to(conformance.SOURCES)): path.read_text(encoding="utf-8")
    for path in conformance.SOURCES.rglob("*.py")
}
DOCUMENTS = [pytest.param(book, id=book.short) for book in rulebooks() if book.short != "R"]


def with_topics(book: Rulebook, family: str, **said: str | None) -> Rulebook:
    """The document with some of its topics answered otherwise, or (None) not at all."""
    topics = book.topics[family] | {name.replace("_", "-"): said[name] for name in said}
    kept = {topic: numbers for topic, numbers in topics.items() if numbers is not None}
    return msgspec.structs.replace(book, topics=book.topics | {family: kept})


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=lambda rules: rules.game)
def test_every_topic_of_a_family_has_an_answer(rules: Rules) -> None:
    required = declared()[rules.family].required
    for topic in topics_of(rules.family):
        for citation in rules.topics.all(topic):
            clause(citation)
        assert rules.topics[topic] or topic not in required


@pytest.mark.parametrize("book", DOCUMENTS)
def test_a_document_answers_from_its_own_clauses_for_its_own_games(book: Rulebook) -> None:
    own = {one.id for one in book.clauses} | {one.id for one in rulebook("R").clauses}
    for said in book.topics.values():
        for numbers in said.values():
            assert {numbers} <= own if isinstance(numbers, str) else {*numbers} <= own
    of_its_games = {VARIANTS[game].family for game in book.games} | {*book.games}
    assert book.topics.keys() <= of_its_games


@pytest.mark.parametrize("family", declared())
def test_a_topic_is_declared_once(family: str) -> None:
    asked = declared()[family]
    assert len(topics_of(family)) == sum(map(len, msgspec.structs.astuple(asked)))


def test_a_document_that_lacks_a_topic_is_refused() -> None:
    book = with_topics(rulebook("BJ5"), "blackjack", bust=None)
    with pytest.raises(ValueError, match="BJ5: the topic 'bust' of blackjack names no clause"):
        answered(book, "blackjack", "rws-blackjack")


def test_a_document_nobody_has_is_told_by_its_name() -> None:
    rules = msgspec.structs.replace(VARIANTS["rws-blackjack"], document="XYZ")
    with pytest.raises(KeyError, match="no document 'XYZ'"):
        assert rules.topics


def test_a_document_with_a_strange_topic_is_refused() -> None:
    book = with_topics(rulebook("NKB"), "baccarat", bust="3.1")
    with pytest.raises(ValueError, match="NKB: baccarat has no topic 'bust'"):
        answered(book, "baccarat", "rws-knockout-baccarat")


def test_where_a_document_is_silent_a_ruling_holds_or_nothing() -> None:
    book = with_topics(rulebook("BJ5"), "blackjack", misdeal=None, by_staff=None)
    cite = answered(book, "blackjack", "rws-blackjack")
    assert (cite["misdeal"], cite["by-staff"], cite.all("by-staff")) == ("R28", "", ())


def test_a_document_may_speak_of_one_game_alone() -> None:
    shoe, double = VARIANTS["classic-blackjack-shoe"], VARIANTS["classic-blackjack-double"]
    assert (shoe.topics["face-down"], double.topics["face-down"]) == ("CLB 5", "CLB 6")


def test_clauses_come_in_order_and_once_and_a_ruling_stands_for_itself() -> None:
    cite = VARIANTS["rws-blackjack"].topics
    assert cite["insurance-terms"] == "BJ5 3.14.2"
    assert cite.all("insurance", "insurance-terms", "R7", "R1") == (
        *("BJ5 3.14.2", "BJ5 3.14.2a", "BJ5 3.14.2b"),
        *("R7", "R1"),
    )


# What the sources ask for ---------------------------------------------------------------------


@pytest.mark.parametrize("family", declared())
def test_every_topic_is_asked_for(family: str) -> None:
    files = [file for file in SOURCES if family in families_of(file)]
    asked = set().union(*(topics_asked(file, SOURCES[file]) for file in files))
    assert topics_of(family) - asked == set()


def test_only_known_topics_are_asked_for() -> None:
    """A misspelt topic would be an error at the table."""
    for file, text in SOURCES.items():
        tree = ast.parse(text)
        for name in (*asked_for_one(tree), *asked_for_all(tree)):
            assert fnmatch.filter(known_in(file), name), (file, name)


def test_where_one_clause_is_cited_no_document_has_two() -> None:
    for file, text in SOURCES.items():
        for name in asked_for_one(ast.parse(text)):
            for rules in VARIANTS.values():
                for topic in fnmatch.filter(topics_of(rules.family) & known_in(file), name):
                    assert len(rules.topics.all(topic)) <= 1, (file, topic, rules.game)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ('cite["bust"]', {"bust"}),
        ('self.cite["bust"]', {"bust"}),
        ('rules.topics["insurance" if a else "even-money"]', {"insurance", "even-money"}),
        ('rules.topics.all("bust", "higher", "R13")', {"bust", "higher"}),
        ('cite[f"void-{reason}"]', {f"void-{reason}" for reason in (*VoidReason, "returns")}),
        ('bets["insurance"]; say("bust"); cite["no such"]', set()),
    ],
)
def test_topics_are_found(text: str, asked: set[str]) -> None:
    assert topics_asked("games/blackjack/some.py", text) == asked


def test_every_document_in_the_folders_of_the_games_is_read() -> None:
    names = {path.stem for path in Path(conformance.SOURCES / "games").rglob("*.toml")}
    books = {book.short.lower() for book in rulebooks() if book.short != "R"}
    assert names == books | {"topics"}
