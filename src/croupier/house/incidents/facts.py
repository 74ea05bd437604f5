"""What has happened to incidents: something at a table was found wrong, and is put right."""

from enum import StrEnum

import msgspec

from croupier.kit.phrase import Phrase
from croupier.table.cage import HOUSE_STREAMS

STREAM = f"{HOUSE_STREAMS}incidents"


class Cause(StrEnum):
    """What was found wrong."""

    SHOE = "shoe"
    """Cards missing, extra, foreign, repeated or unshuffled."""
    WHEEL = "wheel"
    DEALER = "dealer"
    RULE = "rule"
    """The table was dealt, or paid, by a rule or setting that should not have held."""
    OTHER = "other"


class _Fact(msgspec.Struct, frozen=True, tag_field="fact"):
    """Each kind has its own tag, so a journal can be read back."""


class IncidentOpened(_Fact, frozen=True, tag="incident-opened"):
    number: int
    cause: Cause
    table: str
    since_round: int
    """The first round it may concern."""
    until_round: int | None
    """The last; None: it goes on."""
    text: str
    by: str
    words: Phrase | None = None
    """The text for every language; none where somebody wrote it."""
    dealer: str = ""
    """Only the rounds this dealer dealt; empty: all of them."""
    id: str = ""
    """By which what is opened twice is one incident; the house's own, or the opener's."""


IncidentFact = IncidentOpened
