"""The register of approvals as the fold of its facts."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.house.approvals.facts import (
    STREAM,
    ApprovalDeclined,
    ApprovalFact,
    ApprovalProposed,
    ApprovalWithdrawn,
    Approved,
    ProgramSeen,
    ProgramStarted,
    RuleSet,
    Subject,
)
from croupier.house.journal import Fold

STARTS_KEPT = 200


class Standing(StrEnum):
    PROPOSED = "proposed"
    APPROVED = "approved"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class Approval(msgspec.Struct, frozen=True):
    number: int
    subject: Subject
    proposed_by: str
    proposed_ms: int
    from_ms: int
    until_ms: int | None
    note: str
    id: str
    """The proposer's own."""
    standing: Standing = Standing.PROPOSED
    approved_by: str = ""
    approved_ms: int = 0
    ended_by: str = ""
    """Who declined or withdrew it, when and why."""
    ended_ms: int = 0
    reason: str = ""

    def in_force(self, now: int) -> bool:
        until = self.until_ms
        begun = self.standing is Standing.APPROVED and self.since_ms <= now
        return begun and (until is None or now < until)

    @property
    def since_ms(self) -> int:
        return max(self.from_ms, self.approved_ms)


class SeenProgram(msgspec.Struct, frozen=True):
    digest: str
    version: str
    files: dict[str, str]
    first_ms: int


class ProgramStart(msgspec.Struct, frozen=True):
    digest: str
    node: str
    at_ms: int


class SavedApprovals(msgspec.Struct, frozen=True):
    approvals: list[Approval]
    programs: list[SeenProgram]
    starts: list[ProgramStart]


class ApprovalBook(Fold[ApprovalFact, SavedApprovals]):
    stream, facts = STREAM, ApprovalFact
    format = "approvals 1"
    saved_as = SavedApprovals

    def __init__(self) -> None:
        self.approvals: dict[int, Approval] = {}
        self.programs: dict[str, SeenProgram] = {}
        self.starts: list[ProgramStart] = []
        """The last ones, the newest last."""

    def apply(self, fact: ApprovalFact, at_ms: int) -> None:
        match fact:
            case ApprovalProposed():
                self.approvals[fact.number] = Approval(
                    fact.number,
                    fact.subject,
                    fact.by,
                    at_ms,
                    fact.from_ms,
                    fact.until_ms,
                    fact.note,
                    fact.id,
                )
            case Approved():
                self.approvals[fact.number] = replace(
                    self.approvals[fact.number],
                    standing=Standing.APPROVED,
                    approved_by=fact.by,
                    approved_ms=at_ms,
                )
            case ApprovalDeclined() | ApprovalWithdrawn():
                declined = isinstance(fact, ApprovalDeclined)
                self.approvals[fact.number] = replace(
                    self.approvals[fact.number],
                    standing=Standing.DECLINED if declined else Standing.WITHDRAWN,
                    ended_by=fact.by,
                    ended_ms=at_ms,
                    reason=fact.reason,
                )
            case ProgramSeen():
                seen = SeenProgram(fact.digest, fact.version, fact.files, at_ms)
                self.programs[fact.digest] = seen
            case ProgramStarted():
                self.starts.append(ProgramStart(fact.digest, fact.node, at_ms))
                del self.starts[:-STARTS_KEPT]

    @property
    def last(self) -> int:
        return next(reversed(self.approvals), 0)

    def in_force(self, digest: str, kind: type[Subject], now: int) -> Approval | None:
        """The latest that holds now."""
        for approval in reversed(self.approvals.values()):
            subject = approval.subject
            if isinstance(subject, kind) and subject.digest == digest and approval.in_force(now):
                return approval
        return None

    def rule_sets(self, now: int) -> list[RuleSet]:
        """Those that hold now."""
        return [
            approval.subject
            for approval in self.approvals.values()
            if isinstance(approval.subject, RuleSet) and approval.in_force(now)
        ]

    def save(self) -> SavedApprovals:
        return SavedApprovals(
            list(self.approvals.values()), list(self.programs.values()), list(self.starts)
        )

    def resume(self, saved: SavedApprovals) -> None:
        self.approvals = {approval.number: approval for approval in saved.approvals}
        self.programs = {program.digest: program for program in saved.programs}
        self.starts = list(saved.starts)
