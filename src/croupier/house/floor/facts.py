"""What has happened on the floor beside the games: alerts, disputes, countersigning, the chat, and
rounds that players share."""

from enum import StrEnum

import msgspec

from croupier.engine.inputs import VoidReason
from croupier.kit.phrase import Phrase
from croupier.table.cage import HOUSE_STREAMS
from croupier.table.signed_command import SignedCommand

STREAM = f"{HOUSE_STREAMS}floor"


class AlertKind(StrEnum):
    PIT_CALLED = "pit-called"
    IMPOSSIBLE_CARD = "impossible-card"
    SCAN_TAKEN_BACK = "scan-taken-back"
    MISDEAL = "misdeal"
    VOID = "void"
    INTERRUPTION = "interruption"
    """Somebody has said that a table cannot go on."""
    STORE_TROUBLE = "store-trouble"
    SHOE = "shoe"
    TABLE_STOPPED = "table-stopped"
    CHAT_REPORT = "chat-report"
    DISPUTE = "dispute"
    STAFF = "staff"
    """One person alone has made, reset or moved an account of the staff."""
    BOOKS_DAMAGED = "books-damaged"
    """What was written long ago is not there any more as it was."""
    NOT_CLOSED = "not-closed"
    """The cards of a shoe do not come out even; an incident is open."""
    CARDS = "cards"
    """What comes out of a shoe is hardly a full set, shuffled, that nobody knows before."""
    WHEEL = "wheel"
    """A wheel hardly gives every pocket the same chance."""
    RANDOM_SOURCE = "random-source"
    """The random source has failed its health test: the virtual dealer's tables close."""
    MISPAID = "mispaid"
    """A round was paid otherwise than its cards and its rules come to."""
    UNUSUAL = "unusual"
    """The statistics are not what chance makes them."""
    NOT_APPROVED = "not-approved"
    """A table is kept closed, for its rules or the program are not approved; or what was approved
    is not what this program makes of it."""
    PROGRAM = "program"
    """Another program than the last time deals here, or its files were changed while it runs."""


ROUTINE = frozenset({AlertKind.SHOE})
"""It is as it should be, and somebody has seen it."""


class ChatLine(msgspec.Struct, frozen=True):
    id: str
    """Random, so that nobody can name a line they have not seen."""
    table: str
    player: str
    text: str
    at_ms: int


class Adjustment(msgspec.Struct, frozen=True, tag_field="proposal", tag="adjustment"):
    """A correction of a settled round (R5, BJ5 5.19)."""

    player: str
    amount: int
    """To the player, or below zero: from the player."""
    table: str
    round: int
    reason: str


class VoidAfterOutcome(msgspec.Struct, frozen=True, tag_field="proposal", tag="void-after-outcome"):
    """A round whose outcome is known is to count for nothing."""

    table: str
    round: int
    reason: VoidReason


class Interruption(msgspec.Struct, frozen=True, tag_field="proposal", tag="interruption"):
    """A round in which an outcome may be known cannot go on: R4 decides what becomes of it."""

    table: str
    round: int
    reason: str


class IncidentRemedy(msgspec.Struct, frozen=True, tag_field="proposal", tag="incident-remedy"):
    """All adjustments of an incident's sheet, signed together."""

    table: str
    incident: int
    digest: str
    """Of the sheet as it was settled on."""
    players: int
    paid: int
    """To players."""
    taken: int
    """From players."""


class IncidentWaiver(msgspec.Struct, frozen=True, tag_field="proposal", tag="incident-waiver"):
    """What an incident still leaves owed is not to be paid, or claimed."""

    table: str
    incident: int
    owed: int
    """To players."""
    claimed: int
    """From players."""
    reason: str


Proposal = Adjustment | VoidAfterOutcome | Interruption | IncidentRemedy | IncidentWaiver
"""What one person alone may not do."""


class _Fact(msgspec.Struct, frozen=True, tag_field="fact"):
    """Each kind has its own tag, so a journal can be read back."""


class AlertRaised(_Fact, frozen=True, tag="alert-raised"):
    number: int
    """Of a new alert, or of an open one that this is once more."""
    kind: AlertKind
    table: str
    text: str
    by: str
    round: int | None = None
    words: Phrase | None = None
    """The text for every language; none where somebody wrote it."""


class AlertCleared(_Fact, frozen=True, tag="alert-cleared"):
    number: int
    by: str
    note: str


class DisputeOpened(_Fact, frozen=True, tag="dispute-opened"):
    number: int
    alert: int
    """It raises this alert too."""
    player: str
    table: str
    round: int
    text: str


class DisputeClosed(_Fact, frozen=True, tag="dispute-closed"):
    number: int
    by: str
    answer: str
    upheld: bool


class Proposed(_Fact, frozen=True, tag="proposed", omit_defaults=True):
    number: int
    what: Proposal
    by: str
    id: str = ""
    """The proposer's own."""
    signed: SignedCommand | None = None
    """The request, as a station has signed it."""


class Countersigned(_Fact, frozen=True, tag="countersigned", omit_defaults=True):
    number: int
    by: str
    signed: SignedCommand | None = None
    """The request, as a station of the second person has signed it: with what was proposed."""


class ProposalWithdrawn(_Fact, frozen=True, tag="proposal-withdrawn"):
    number: int
    by: str


class CarriedOut(_Fact, frozen=True, tag="carried-out"):
    """What two people signed is done."""

    number: int


class FellThrough(_Fact, frozen=True, tag="fell-through"):
    """What was proposed, or signed by two, could not be done any more."""

    number: int
    why: str


class QuestionRuled(_Fact, frozen=True, tag="question-ruled", omit_defaults=True):
    """What the rules leave open, a case or a reading, is decided (BJ5 5.19, R30)."""

    number: int
    table: str
    round: int | None
    """The round it is about; none: a reading that holds from now on."""
    text: str
    by: str
    id: str = ""
    """The shift manager's own."""
    signed: SignedCommand | None = None
    """The request, as a station has signed it."""


class Muted(_Fact, frozen=True, tag="muted"):
    player: str
    until_ms: int
    by: str
    reason: str


class Unmuted(_Fact, frozen=True, tag="unmuted"):
    player: str
    by: str


class ChatBlocked(_Fact, frozen=True, tag="chat-blocked"):
    player: str
    by: str
    reason: str


class ChatUnblocked(_Fact, frozen=True, tag="chat-unblocked"):
    player: str
    by: str


class WordBarred(_Fact, frozen=True, tag="word-barred"):
    """The chat of this house does not show it."""

    word: str
    by: str


class WordAllowed(_Fact, frozen=True, tag="word-allowed"):
    """The chat of this house shows it, whatever list it stood in."""

    word: str
    by: str


class LineReported(_Fact, frozen=True, tag="line-reported"):
    """Abuse was reported: the line, and what was said before it, as they stood."""

    number: int
    alert: int
    """It raises this alert too."""
    line: ChatLine
    before: tuple[ChatLine, ...]
    by: str
    reason: str


class ReportClosed(_Fact, frozen=True, tag="report-closed"):
    number: int
    by: str
    note: str


class RoundShared(_Fact, frozen=True, tag="round-shared"):
    """Whoever has the link may look at this round of the player's."""

    number: int
    player: str
    table: str
    round: int
    named: bool
    """Whether the player's name stands there."""


class ShareWithdrawn(_Fact, frozen=True, tag="share-withdrawn"):
    number: int
    player: str


class ReopeningOrdered(_Fact, frozen=True, tag="reopening-ordered"):
    """A table that had failed is to be read back from its journal, and to run again."""

    table: str
    by: str
    why: str
    """What it had failed for."""


FloorFact = (
    AlertRaised
    | AlertCleared
    | DisputeOpened
    | DisputeClosed
    | Proposed
    | Countersigned
    | ProposalWithdrawn
    | CarriedOut
    | FellThrough
    | QuestionRuled
    | Muted
    | Unmuted
    | ChatBlocked
    | ChatUnblocked
    | WordBarred
    | WordAllowed
    | LineReported
    | ReportClosed
    | ReopeningOrdered
    | RoundShared
    | ShareWithdrawn
)
