"""The rule documents the games follow, clause by clause, and the house's rulings on them.

Every clause is paraphrased in one line. Clauses of kind ``procedure`` and ``equipment`` say in
``why_not`` why software cannot obey them; all others are obeyed, and ``where`` names by which part.
"""

import re
from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import Any, Final, Literal

import msgspec

from croupier.kit.registry import built_in_documents, cached, documents

__all__ = [
    "RULINGS",
    "BookHead",
    "Clause",
    "Kind",
    "Rulebook",
    "Where",
    "book_head",
    "book_of",
    "clause",
    "documents_cited",
    "is_ruling",
    "rulebook",
    "rulebooks",
]

Kind = Literal["rule", "payout", "procedure", "equipment"]
Where = Literal["engine", "table", "client"]

RULINGS: Final = "R"
"""The short name of the house's own book."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause: its number in the document and what it says, in our words."""

    id: str
    kind: Kind
    says: str
    why_not: str = ""
    where: Where = "engine"
    not_yet: str = ""
    """What of it is not obeyed yet; the conformance page says so."""


class BookHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of a document but its clauses; `version` and `effective` are empty where it does not
    state them."""

    short: str
    title: str
    issuer: str
    version: str
    effective: str
    source_sha256: str = ""
    games: tuple[str, ...]
    note: str = ""
    topics: dict[str, dict[str, str | tuple[str, ...]]] = {}
    """Family of games, or one game → topic → the numbers of its clauses, or rulings."""

    def citation(self, number: str) -> str:
        """What finds the clause again: "BJ5 3.21.2", and "R13" for a ruling."""
        return number if is_ruling(number) else f"{self.short} {number}"


class Rulebook(BookHead, frozen=True, kw_only=True, rename={"clauses": "clause"}):
    """One document."""

    clauses: tuple[Clause, ...]

    def cite(self, each: Clause) -> str:
        return self.citation(each.id)


def is_ruling(citation: str) -> bool:
    return citation.startswith(RULINGS)


def _books() -> tuple[str, ...]:
    """The short names of all books, the house's rulings last."""
    return (*documents(), RULINGS)


def _ours(short: str) -> bool:
    """Asked before other packages are: to look for what they bring takes a while."""
    return short == RULINGS or short in built_in_documents()


@cached
def rulebook(short: str) -> Rulebook:
    """One book, read when it is first asked for; KeyError if there is none."""
    if not _ours(short) and short not in _books():
        raise KeyError(f"no document {short!r} among the rulebooks ({', '.join(_books())})")
    return msgspec.convert(read_toml(_file(short), _package(short)), Rulebook)


@cached
def book_head(short: str) -> BookHead:
    """A book without its clauses, which take longest to read; KeyError if there is none."""
    if not _ours(short):
        return rulebook(short)
    head = read_toml(_file(short), _package(short), leaving_out="[[clause]]")
    return msgspec.convert(head, BookHead)


def _package(short: str) -> ModuleType | None:
    """Where the file of the document lies; None is this package, for the house's own."""
    if short == RULINGS:
        return None
    documents_here = built_in_documents() if _ours(short) else documents()
    return import_module(documents_here[short])


def _file(short: str) -> str:
    return "rulings" if short == RULINGS else short.lower()


def read_toml(
    name: str, package: ModuleType | None = None, *, leaving_out: str | None = None
) -> dict[str, Any]:
    """A file of the package's folder, or of this one; if need be, without the tables of that
    heading. Opened plainly: the pure rooms know no paths."""
    import tomllib  # noqa: PLC0415 -- slow, and most odds need no document

    folder = __path__[0] if package is None else package.__path__[0]
    with open(f"{folder}/{name}.toml", encoding="utf-8") as file:  # noqa: PTH123 -- see above
        text = file.read()
    if leaving_out is not None:
        # In our files only the heading of a table begins a line with a bracket.
        tables = re.split("^(?=\\[)", text, flags=re.MULTILINE)
        text = "".join(table for table in tables if not table.startswith(leaving_out))
    return tomllib.loads(text)


@cached
def rulebooks() -> tuple[Rulebook, ...]:
    """All books, the house's rulings last."""
    return tuple(map(rulebook, _books()))


@cached
def _by_citation(short: str) -> dict[str, Clause]:
    book = rulebook(short)
    return {book.cite(each): each for each in book.clauses}


def _short(citation: str) -> str:
    """Of the book it would stand in; the rulings' for what names none."""
    short, _, number = citation.partition(" ")
    return short if number and (_ours(short) or short in _books()) else RULINGS


def clause(citation: str) -> Clause:
    """The clause cited as "BJ5 3.21.2" or "R13"; KeyError if there is none."""
    try:
        return _by_citation(_short(citation))[citation]
    except KeyError:
        raise KeyError(f"no clause {citation!r} in the rulebooks ({', '.join(_books())})") from None


def book_of(citation: str) -> Rulebook:
    """The book the cited clause stands in; KeyError if there is none."""
    clause(citation)
    return rulebook(_short(citation))


def documents_cited(citations: Iterable[str]) -> tuple[Rulebook, ...]:
    """The documents these clauses stand in, in the order of all; no other is read."""
    cited = {_short(citation) for citation in citations} - {RULINGS}
    own = built_in_documents()
    known = own if cited <= own.keys() else _books()
    return tuple(rulebook(short) for short in known if short in cited)
