"""The register of approvals in a live house.

The shift manager proposes, for the house; the inspector approves, for who looks after it: two
people, and two sides of the table. Either may withdraw an approval alone, for that opens nothing.
"""

from collections.abc import Callable

from croupier.engine.rules import Rules
from croupier.engine.rules_digest import rules_digest
from croupier.house.approvals.book import (
    Approval,
    ApprovalBook,
    SeenProgram,
    Standing,
)
from croupier.house.approvals.facts import (
    ApprovalDeclined,
    ApprovalFact,
    ApprovalProposed,
    ApprovalWithdrawn,
    Approved,
    Program,
    ProgramSeen,
    ProgramStarted,
    RuleSet,
    Subject,
)
from croupier.house.floor.text import clean, explained
from croupier.house.journal import HouseJournals, NewEntry
from croupier.house.program_digests import ProgramFiles, program_version, this_program
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.config import TableConfig

LONGEST_NOTE = 600
SHORT = 12
"""So much of a digest tells it apart where people read it."""


class Approvals:
    def __init__(
        self,
        journals: HouseJournals,
        *,
        asks_rules: bool = False,
        asks_program: bool = False,
        program: ProgramFiles | None = None,
    ) -> None:
        """`asks_rules`, `asks_program`: whether this house deals under approved ones alone."""
        self._clock = journals.clock
        self.asks_rules, self.asks_program = asks_rules, asks_program
        self.program = program or this_program()
        self.book = ApprovalBook()
        self.journal = journals.open(self.book)

    # What a table is dealt under

    def of_rules(self, rules: Rules) -> Approval | None:
        """The approval that holds for these rules now."""
        return self.book.in_force(rules_digest(rules), RuleSet, self._clock.wall())

    def of_program(self) -> Approval | None:
        return self.book.in_force(self.program.root, Program, self._clock.wall())

    def check(self, config: TableConfig) -> None:
        """Whether a table may be played at under this configuration, where the house asks for that.
        A staged table has no money on it: a lab plays there what is yet to be approved."""
        if config.staged:
            return
        if self.asks_program and self.of_program() is None:
            raise Refused(
                Code.NOT_APPROVED,
                words("the program {digest} is not approved", digest=self.program.root[:SHORT]),
            )
        if self.asks_rules and self.of_rules(rules := config.check()) is None:
            raise Refused(
                Code.NOT_APPROVED,
                words(
                    "table {table}: its set of rules {digest} is not approved",
                    table=config.id,
                    digest=rules_digest(rules)[:SHORT],
                ),
            )

    def rule_sets(self) -> list[RuleSet]:
        """Those that hold now."""
        return self.book.rule_sets(self._clock.wall())

    # The register

    def get(self, number: int) -> Approval:
        approval = self.book.approvals.get(number)
        if approval is None:
            raise Refused(Code.NOT_FOUND, f"there is no approval {number}")
        return approval

    async def propose(
        self,
        subject: Subject,
        by: str,
        id: str,
        *,
        from_ms: int = 0,
        until_ms: int | None = None,
        note: str = "",
    ) -> int:
        """Under the asker's own id: sent again it is the same proposal."""
        if until_ms is not None and until_ms <= max(from_ms, self._clock.wall()):
            raise Refused(Code.BAD_MESSAGE, "it would end before it begins")
        note = clean(note, LONGEST_NOTE) if note.strip() else ""
        await self.journal.follow()
        if (before := self._proposed(by, id)) is not None:
            return before

        def judge() -> NewEntry[ApprovalFact]:
            for before in self.book.approvals.values():
                if before.standing is Standing.PROPOSED and before.subject == subject:
                    message = f"that is proposed already, as number {before.number}"
                    raise Refused(Code.ILLEGAL_ACTION, message)
            number = self.book.last + 1
            fact = ApprovalProposed(number, subject, by, from_ms, until_ms, note, id)
            return NewEntry(fact, by, id)

        await self.journal.record(judge)
        number = self._proposed(by, id)
        assert number is not None
        return number

    def _proposed(self, by: str, id: str) -> int | None:
        for approval in self.book.approvals.values():
            if (approval.proposed_by, approval.id) == (by, id):
                return approval.number
        return None

    async def approve(self, number: int, by: str) -> None:
        def judge() -> NewEntry[ApprovalFact]:
            approval = self._waiting(number)
            if approval.proposed_by == by:
                raise Refused(Code.SAME_PERSON, "a second person has to approve it", "R30")
            return NewEntry(Approved(number, by), by)

        await self._record(judge)

    async def decline(self, number: int, by: str, reason: str) -> None:
        reason = explained(reason, LONGEST_NOTE)

        def judge() -> NewEntry[ApprovalFact]:
            self._waiting(number)
            return NewEntry(ApprovalDeclined(number, by, reason), by)

        await self._record(judge)

    async def withdraw(self, number: int, by: str, reason: str) -> None:
        reason = explained(reason, LONGEST_NOTE)

        def judge() -> NewEntry[ApprovalFact]:
            if self.get(number).standing is not Standing.APPROVED:
                raise Refused(Code.ILLEGAL_ACTION, f"{number} is not approved")
            return NewEntry(ApprovalWithdrawn(number, by, reason), by)

        await self._record(judge)

    async def _record(self, judge: Callable[[], NewEntry[ApprovalFact]]) -> None:
        """By all that other nodes have written: what is decided on may be one of theirs."""
        await self.journal.follow()
        await self.journal.record(judge)

    def _waiting(self, number: int) -> Approval:
        approval = self.get(number)
        if approval.standing is not Standing.PROPOSED:
            raise Refused(Code.ILLEGAL_ACTION, f"{number} is {approval.standing} already")
        return approval

    # The program

    @property
    def ran_before(self) -> SeenProgram | None:
        """What was started last, if it was another program."""
        starts = self.book.starts
        last = starts[-1].digest if starts else self.program.root
        return None if last == self.program.root else self.book.programs.get(last)

    async def note_start(self, node: str) -> None:
        """That this program runs here from now on, with its files if they are new."""
        root = self.program.root
        version, files = program_version(), self.program.files

        def seen() -> NewEntry[ApprovalFact]:
            return NewEntry(ProgramSeen(root, version, files), "house", f"program-{root}")

        if root not in self.book.programs:
            await self.journal.record(seen)
        await self.journal.record(lambda: NewEntry(ProgramStarted(root, node), "house"))
