"""On which topic a document says what: the one table from which clauses are cited.

`topics.toml` declares the topics of each family of games; a document's own file answers them. A
document that leaves out one it must speak of is refused when it is first asked.
"""

from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from croupier.kit.registry import cached
from croupier.rulebooks import BookHead, book_head, is_ruling, read_toml

EVERY = "every"
"""The topics that all families share."""


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
def families() -> dict[str, Family]:
    """Family → all its topics, those shared by every family among them."""
    return {name: _with(_shared(), family) for name, family in _declared().items() if name != EVERY}


@cache
def _declared() -> dict[str, Family]:
    return msgspec.convert(read_toml("topics"), dict[str, Family])


def _shared() -> Family:
    return _declared()[EVERY]


def _with(shared: Family, own: Family) -> Family:
    """What a family says itself comes before what all say."""
    optional = (*shared.optional, *own.optional)
    return Family(
        own.required,
        tuple(topic for topic in optional if topic not in own.required),
        shared.ruled | own.ruled,
    )


@cached
def topics(document: str, family: str, game: str) -> Topics:
    """The topics of a game of this family, as its document answers them."""
    return answered(book_head(document), family, game)


def answered(book: BookHead, family: str, game: str) -> Topics:
    """What the book says, then what it says of this game alone; a ruling where it is silent. A
    family from another package asks what its document answers."""
    answers = book.topics.get(family, {}) | book.topics.get(game, {})
    questions = families().get(family) or _with(_shared(), Family(required=tuple(answers)))
    known = {*questions.required, *questions.optional, *questions.ruled}
    if strange := sorted(answers.keys() - known):
        raise ValueError(f"{book.short}: {family} has no topic {strange[0]!r}")
    if missing := [topic for topic in questions.required if topic not in answers]:
        raise ValueError(f"{book.short}: the topic {missing[0]!r} of {family} names no clause")
    silent = dict.fromkeys(questions.optional, ()) | {
        topic: (ruling,) for topic, ruling in questions.ruled.items()
    }
    return Topics(silent | {topic: _cited(book, answers[topic]) for topic in answers})


def _cited(book: BookHead, numbers: str | tuple[str, ...]) -> tuple[str, ...]:
    each: Iterable[str] = (numbers,) if isinstance(numbers, str) else numbers
    return tuple(book.citation(number) for number in each)
