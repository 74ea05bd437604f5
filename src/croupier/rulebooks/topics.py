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
from croupier.rulebooks import BookHead, Rulebook, book_head, is_ruling, read_toml


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
    if found := complaints(book, family, game):
        raise ValueError("; ".join(found))
    answers, asked = _answers(book, family, game), _asked(book, family, game)
    silent = dict.fromkeys(asked.optional, ()) | {
        topic: (ruling,) for topic, ruling in asked.ruled.items()
    }
    return Topics(silent | {topic: _cited(book, answers[topic]) for topic in answers})


def complaints(
    book: BookHead, family: str, game: str, settings: Iterable[str] = ()
) -> tuple[str, ...]:
    """All that a document lacks, so that it can be put right in one go. `settings`: of the game,
    each of which needs a clause. Clauses are looked up where the whole book is given."""
    answers, asked = _answers(book, family, game), _asked(book, family, game)
    known = {*asked.required, *asked.optional, *asked.ruled}
    clauses = {one.id for one in book.clauses} if isinstance(book, Rulebook) else None
    unclear = {
        topic: number
        for topic, numbers in answers.items()
        for number in _numbers(numbers)
        if clauses is not None and not is_ruling(number) and number not in clauses
    }
    missing = [topic for topic in asked.required if topic not in answers]
    missing += [name for name in settings if name not in known]
    strange = sorted(answers.keys() - known)
    where = f"{book.short.lower()}.toml: [topics.{family}]"
    return (
        *([f"{where} names no clause for {', '.join(missing)}"] if missing else ()),
        *([f"{where} has {', '.join(strange)}, which {family} does not ask"] if strange else ()),
        *(
            f"{where} names {number} for {topic}, and the document has no such clause"
            for topic, number in unclear.items()
        ),
    )


def _answers(book: BookHead, family: str, game: str) -> dict[str, str | tuple[str, ...]]:
    return book.topics.get(family, {}) | book.topics.get(game, {})


def _asked(book: BookHead, family: str, game: str) -> Questions:
    answers = _answers(book, family, game)
    return questions(family) or _with_shared(Questions(required=tuple(answers)))


def _numbers(numbers: str | tuple[str, ...]) -> tuple[str, ...]:
    return (numbers,) if isinstance(numbers, str) else numbers


def _cited(book: BookHead, numbers: str | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(book.citation(number) for number in _numbers(numbers))
