"""A rules page as plain data; text, HTML and JSON are three ways to write it down.

What is said stands there twice: in English, and as a phrase for every language. A heading, or a
cell of a table, has nothing to fill in, and is its own phrase.
"""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.kit.odds import Odds
from croupier.kit.phrase import Phrase


class Statement(msgspec.Struct, frozen=True):
    """One sentence, and where it is written."""

    text: str
    clauses: tuple[str, ...] = ()
    set_by_house: tuple[str, ...] = ()
    """The settings behind it in which the house departs from the document."""
    words: Phrase | None = None


class Grid(msgspec.Struct, frozen=True):
    """A printed table; the first cell of each row is its heading."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    clauses: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True):
    heading: str
    sentences: tuple[Statement, ...]
    table: Grid | None = None


def section(heading: Phrase, sentences: Iterable[Statement], table: Grid | None = None) -> Section:
    return Section(str(heading), tuple(sentences), table)


class Pay(msgspec.Struct, frozen=True):
    """One way a bet wins, and what it then pays."""

    bet: str
    """The bet as a round file names it; a kind of bet in roulette."""
    name: str
    wins: str
    pays: str
    odds: Odds
    """The same in figures."""
    clauses: tuple[str, ...]
    set_by_house: tuple[str, ...] = ()
    name_words: Phrase | None = None
    wins_words: Phrase | None = None
    pays_words: Phrase | None = None


class LayoutWords(msgspec.Struct, frozen=True):
    """What is printed on the layout, in a few words."""

    headline: Phrase
    more: tuple[Phrase, ...]
    paying: tuple[str, ...]
    """Bets that pay in many ways: their figures are printed."""


class Setting(msgspec.Struct, frozen=True):
    name: str
    value: str
    meaning: str
    allowed: str
    clause: str
    document_value: str | None = None
    """What the document says, where the house has set something else."""


class Document(msgspec.Struct, frozen=True):
    short: str
    title: str
    issuer: str
    version: str
    effective: str
    note: str


class RulesApproval(msgspec.Struct, frozen=True):
    """Two people stand for a set of rules."""

    number: int
    """In the house's register."""
    proposed_by: str
    approved_by: str
    since_ms: int
    until_ms: int | None
    """None: until it is withdrawn."""


class Cited(msgspec.Struct, frozen=True):
    clause: str
    text: str


class RulesPage(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    title: str
    document: Document
    notices: tuple[Statement, ...]
    bets: tuple[Pay, ...]
    play: tuple[Section, ...]
    rulings: tuple[Cited, ...]
    settings: tuple[Setting, ...]
    clauses: tuple[Cited, ...]
    """Every clause of the documents that the page cites, in the order of the books."""
    felt: LayoutWords | None = None
    """None where the layout has nothing but its bets."""
    digest: str
    """The SHA-256 of the set of rules in force (docs/approved-rules.md)."""
    approval: RulesApproval | None = None
    """That holds for it now; None: there is none, or no house is asked."""


def cited(
    notices: tuple[Statement, ...],
    bets: tuple[Pay, ...],
    play: tuple[Section, ...],
    settings: tuple[Setting, ...],
) -> Iterator[str]:
    """Every citation, as often as it is made."""
    for pay in bets:
        yield from pay.clauses
    for statements in (notices, *(section.sentences for section in play)):
        for statement in statements:
            yield from statement.clauses
    for section in play:
        if section.table:
            yield from section.table.clauses
    for setting in settings:
        yield setting.clause
