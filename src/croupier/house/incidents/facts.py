"""What has happened to incidents: something at a table was found wrong, and is put right."""

from enum import StrEnum
from functools import cached_property

import msgspec

from croupier.house.incidents.sheet import Due, Sheet, SheetRow
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


class RoundsChanged(_Fact, frozen=True, tag="rounds-changed"):
    """It concerns other rounds than was thought."""

    number: int
    since_round: int
    until_round: int | None
    text: str
    by: str


class SheetSettled(_Fact, frozen=True, dict=True, tag="sheet-settled"):
    """What each round should have paid is settled on. A later one takes its place."""

    number: int
    sheet: Sheet
    digest: str
    claims: bool
    """Whether players give back what they had too much; otherwise the house bears it."""
    by: str

    def left(self, row: SheetRow, made: int) -> int:
        """What is still to be moved for a row, of which so much was. What the house does not claim
        it does not take, also where an earlier sheet has paid more than this one."""
        if self.claims:
            return row.difference - made
        return max(0, max(0, row.difference) - made)

    @cached_property
    def dues(self) -> tuple[Due, ...]:
        return self.sheet.dues(claims=self.claims)


class AdjustmentsMade(_Fact, frozen=True, tag="adjustments-made"):
    """A sheet was signed by two people and carried out, as far as it could be."""

    number: int
    proposal: int
    digest: str
    paid: int
    taken: int
    by: str
    countersigned: str


class RestWaived(_Fact, frozen=True, tag="rest-waived"):
    """Two people have signed that what is still owed is not paid, or claimed."""

    number: int
    proposal: int
    owed: int
    claimed: int
    reason: str
    by: str
    countersigned: str


class LettersIssued(_Fact, frozen=True, tag="letters-issued"):
    """From now on each player finds the letter."""

    number: int
    by: str


class IncidentClosed(_Fact, frozen=True, tag="incident-closed"):
    number: int
    text: str
    by: str


IncidentFact = (
    IncidentOpened
    | RoundsChanged
    | SheetSettled
    | AdjustmentsMade
    | RestWaived
    | LettersIssued
    | IncidentClosed
)
