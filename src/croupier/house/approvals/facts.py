"""What has happened in the register of approvals."""

import msgspec

STREAM = "house/approvals"


class BetFigure(msgspec.Struct, frozen=True):
    """What a bet was worth when its rules were proposed, as text: nothing is lost on the way."""

    bet: str
    ev: str
    """Per unit: in lowest terms where every way the cards can fall was counted, else a decimal."""
    stddev: str


class RuleSet(msgspec.Struct, frozen=True, tag_field="what", tag="rules"):
    """Rules a table may be dealt by."""

    digest: str
    """SHA-256 of the rules in force (`games/rules_digest.py`)."""
    game: str
    document: str
    version: str
    """The document's; empty where it states none."""
    source: str
    """The SHA-256 of the document itself; empty where it is not known."""
    settings: dict[str, bool | int | str]
    """All in force, as a round file writes them."""
    figures: tuple[BetFigure, ...]


class Program(msgspec.Struct, frozen=True, tag_field="what", tag="program"):
    """The program that deals."""

    digest: str
    """The root digest of its files (`house/program_digests.py`)."""
    version: str


Subject = RuleSet | Program
"""What is approved."""


class _Fact(msgspec.Struct, frozen=True, tag_field="fact"):
    """Each kind has its own tag, so a journal can be read back."""


class ApprovalProposed(_Fact, frozen=True, tag="approval-proposed"):
    number: int
    subject: Subject
    by: str
    from_ms: int
    """Not before that, whenever it is approved."""
    until_ms: int | None
    """Not any more from then on; none: until it is withdrawn."""
    note: str = ""
    id: str = ""
    """The proposer's own."""


class Approved(_Fact, frozen=True, tag="approved"):
    number: int
    by: str


class ApprovalDeclined(_Fact, frozen=True, tag="approval-declined"):
    """By the second person; or taken back by the first."""

    number: int
    by: str
    reason: str


class ApprovalWithdrawn(_Fact, frozen=True, tag="approval-withdrawn"):
    """It was approved, and is not any more: tables close when their round is over."""

    number: int
    by: str
    reason: str


class ProgramSeen(_Fact, frozen=True, tag="program-seen"):
    """A program that has never run here before is about to, with the digest of each file."""

    digest: str
    version: str
    files: dict[str, str]


class ProgramStarted(_Fact, frozen=True, tag="program-started"):
    digest: str
    node: str
    """Which of several; empty: the house is one process."""


ApprovalFact = (
    ApprovalProposed
    | Approved
    | ApprovalDeclined
    | ApprovalWithdrawn
    | ProgramSeen
    | ProgramStarted
)
