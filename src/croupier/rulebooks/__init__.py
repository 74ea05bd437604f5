"""The rule documents the games follow, clause by clause, and the house's rulings on them.

Every clause is paraphrased in one line. Clauses of kind ``procedure`` and ``equipment`` say in
``why_not`` why software cannot obey them; all others are obeyed, and ``where`` names by which part.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final, Literal

import msgspec

__all__ = ["Clause", "Kind", "Rulebook", "Where", "book_of", "clause", "rulebooks"]

Kind = Literal["rule", "payout", "procedure", "equipment"]
Where = Literal["engine", "table", "client"]

_RULINGS: Final = "R"
_FILES: Final = ("bj5", "bjp", "nkb", "live", "clb", "rulings")


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause: its number in the document and what it says, in our words."""

    id: str
    kind: Kind
    says: str
    why_not: str = ""
    where: Where = "engine"


class Rulebook(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    rename={"clauses": "clause"},
):
    """One document; `version` and `effective` are empty where it does not state them."""

    short: str
    title: str
    issuer: str
    version: str
    effective: str
    source_sha256: str = ""
    games: tuple[str, ...]
    note: str = ""
    clauses: tuple[Clause, ...]

    def cite(self, each: Clause) -> str:
        """The citation that finds the clause again: "BJ5 3.21.2", and "R13" for a ruling."""
        return each.id if self.short == _RULINGS else f"{self.short} {each.id}"


@cache
def rulebooks() -> tuple[Rulebook, ...]:
    """All books, the house's rulings last."""
    folder = files(__name__)
    return tuple(
        msgspec.convert(
            tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")), Rulebook
        )
        for name in _FILES
    )


@cache
def _by_citation() -> dict[str, tuple[Rulebook, Clause]]:
    return {book.cite(each): (book, each) for book in rulebooks() for each in book.clauses}


def _find(citation: str) -> tuple[Rulebook, Clause]:
    try:
        return _by_citation()[citation]
    except KeyError:
        shorts = ", ".join(book.short for book in rulebooks())
        raise KeyError(f"no clause {citation!r} in the rulebooks ({shorts})") from None


def clause(citation: str) -> Clause:
    """The clause cited as "BJ5 3.21.2" or "R13"; KeyError if there is none."""
    return _find(citation)[1]


def book_of(citation: str) -> Rulebook:
    """The book the cited clause stands in; KeyError if there is none."""
    return _find(citation)[0]
