"""On which topic a document says what: the one table from which clauses are cited.

`topics.toml` declares the topics of every game, and a file of the same name those of one family;
a document's own file answers them. A document that leaves out one it must speak of is refused when
it is first asked.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module

import msgspec

from croupier.kit import registry
from croupier.kit.registry import cached
from croupier.rulebooks import BookHead, book_head, is_ruling, read_toml


class Questions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a family of games asks its documents."""

    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    ruled: dict[str, str] = {}
    """Topic → the ruling, or another document's clause, that holds where a document is silent."""


class Topics:
    """The clauses of one variant, by topic."""

    __slots__ = ("_clauses", "_first")

    def __init__(self, clauses: Mapping[str, tuple[str, ...]]) -> None:
        self._clauses = clauses
        self._first = {topic: next(iter(each), "") for topic, each in clauses.items()}

    def __getitem__(self, topic: str) -> str:
        """The clause to cite; empty where there is none."""
        return self._first[topic]

    def all(self, *topics: str) -> tuple[str, ...]:
        """Every clause on these topics, in order, each once; a ruling stands for itself."""
        cited = ((topic,) if is_ruling(topic) else self._clauses[topic] for topic in topics)
        return tuple(dict.fromkeys(clause for clauses in cited for clause in clauses))


@cache
def shared() -> Questions:
    """What all families ask."""
    return msgspec.convert(read_toml("topics"), Questions)


@cached
def questions(family: str) -> Questions | None:
    """All that a family asks, with what all families ask; None if it declares no topics."""
    package = registry.family(family).topics
    if not package:
        return None
    return _with_shared(msgspec.convert(read_toml("topics", import_module(package)), Questions))


def _with_shared(own: Questions) -> Questions:
    """What a family says itself comes before what all say."""
    optional = (*shared().optional, *own.optional)
    return Questions(
        own.required,
        tuple(topic for topic in optional if topic not in own.required),
        shared().ruled | own.ruled,
    )


@cached
def topics(document: str, family: str, game: str) -> Topics:
    """The topics of a game of this family, as its document answers them."""
    return answered(book_head(document), family, game)


def answered(book: BookHead, family: str, game: str) -> Topics:
    """What the book says, then what it says of this game alone; a ruling where it is silent. A
    family that declares no topics asks what its document answers."""
    answers = book.topics.get(family, {}) | book.topics.get(game, {})
    asked = questions(family) or _with_shared(Questions(required=tuple(answers)))
    known = {*asked.required, *asked.optional, *asked.ruled}
    if strange := sorted(answers.keys() - known):
        raise ValueError(f"{book.short}: {family} has no topic {strange[0]!r}")
    if missing := [topic for topic in asked.required if topic not in answers]:
        raise ValueError(f"{book.short}: the topic {missing[0]!r} of {family} names no clause")
    silent = dict.fromkeys(asked.optional, ()) | {
        topic: (ruling,) for topic, ruling in asked.ruled.items()
    }
    return Topics(silent | {topic: _cited(book, answers[topic]) for topic in answers})


def _cited(book: BookHead, numbers: str | tuple[str, ...]) -> tuple[str, ...]:
    each: Iterable[str] = (numbers,) if isinstance(numbers, str) else numbers
    return tuple(book.citation(number) for number in each)
