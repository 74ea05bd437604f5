"""The register of incidents: opened by the house or by staff, and journalled before it is true.

Who may do it is the caller's to check, by role.
"""

from collections.abc import Callable
from contextlib import suppress

from croupier.house.floor.text import explained
from croupier.house.incidents.book import Incident, IncidentBook
from croupier.house.incidents.facts import (
    AdjustmentsMade,
    Cause,
    IncidentClosed,
    IncidentFact,
    IncidentOpened,
    LettersIssued,
    RestWaived,
    RoundsChanged,
    SheetSettled,
)
from croupier.house.incidents.sheet import Due, Sheet, SheetRow, check_payable
from croupier.house.journal import HouseJournals, NewEntry
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase

PutRight = Callable[[int, str, str, int], int]
"""What was paid for an incident: to a player, at a table, in a round; below zero: taken."""
_HOUSE = "house"
LONGEST = 1_000
"""Characters of what somebody writes about an incident."""


class Incidents:
    def __init__(self, journals: HouseJournals) -> None:
        self._book = IncidentBook()
        self.journal = journals.open(self._book)

    @property
    def changes(self) -> int:
        """How often anything has happened to an incident: who has read them reads them again."""
        return self._book.changes

    def all(self) -> tuple[Incident, ...]:
        """The oldest first."""
        return tuple(self._book.incidents.values())

    def get(self, number: int) -> Incident:
        incident = self._book.incidents.get(number)
        if incident is None:
            raise Refused(Code.NOT_FOUND, f"the register has no incident {number}")
        return incident

    async def open_incident(  # noqa: PLR0917 -- in the order in which it is said
        self,
        cause: Cause,
        table: str,
        since_round: int,
        until_round: int | None,
        text: str | Phrase,
        by: str,
        *,
        dealer: str = "",
        id: str = "",
    ) -> int:
        """Its number. Under an id of the opener's own, what is opened again is the same incident.
        `until_round` None: it goes on."""
        message, own = explained(str(text), LONGEST), text if isinstance(text, Phrase) else None
        _check_rounds(since_round, until_round)

        number = 0

        def judge() -> IncidentOpened:
            nonlocal number
            if (known := self._book.under(by, id)) is not None:
                number = known.opened.number
                raise _Known
            number = len(self._book.incidents) + 1
            rounds = since_round, until_round
            return IncidentOpened(number, cause, table, *rounds, message, by, own, dealer, id)

        await self._record_once(by, judge)
        return number

    async def change_rounds(
        self, number: int, since_round: int, until_round: int | None, text: str, by: str
    ) -> None:
        """It concerns other rounds than was thought."""
        text = explained(text, LONGEST)
        _check_rounds(since_round, until_round)

        def judge() -> IncidentFact:
            self._open(number)
            return RoundsChanged(number, since_round, until_round, text, by)

        await self._record(by, judge)

    async def settle_sheet(self, number: int, sheet: Sheet, *, claims: bool, by: str) -> str:
        """The digest. Only once it is told for every round what it should have paid."""
        if sheet.untold:
            rounds = ", ".join(map(str, sheet.untold[:10]))
            message = f"it cannot be told what these rounds should have paid: {rounds}"
            raise Refused(Code.ILLEGAL_ACTION, message, "BJ5 5.19")
        check_payable(sheet.dues(claims=claims))

        def judge() -> IncidentFact:
            self._open(number)
            return SheetSettled(number, sheet, sheet.digest, claims, by)

        await self._record(by, judge)
        return sheet.digest

    def check_settled(self, number: int, digest: str) -> SheetSettled:
        """The sheet that is settled on, if that is still this one."""
        settled = self._open(number).sheet
        if settled is None or settled.digest != digest:
            raise Refused(Code.STALE, f"the sheet of incident {number} is another one by now", "R5")
        return settled

    def moved(self, number: int, put_right: PutRight) -> list[tuple[SheetRow, int]]:
        """Each row of the sheet that is settled on, with what the books say was moved for it."""
        incident = self.get(number)
        if incident.sheet is None:
            return []
        table, rows = incident.opened.table, incident.sheet.sheet.rows
        return [(row, put_right(number, row.player, table, row.round)) for row in rows]

    def rest(self, number: int, put_right: PutRight) -> tuple[Due, ...]:
        """What is still to be moved, by what the books say was."""
        settled = self.get(number).sheet
        if settled is None:
            return ()
        left = (
            Due(row.player, row.round, settled.left(row, made))
            for row, made in self.moved(number, put_right)
        )
        return tuple(due for due in left if due.amount)

    async def adjustments_made(self, fact: AdjustmentsMade) -> None:
        """Signed by two and carried out; told once for each proposal."""

        def judge() -> IncidentFact:
            self._check_new(fact)
            return fact

        await self._record_once(_HOUSE, judge)

    async def waive(self, fact: RestWaived) -> None:
        """Signed by two; once for each proposal."""

        def judge() -> IncidentFact:
            self._check_new(fact)
            self._open(fact.number)
            return fact

        await self._record_once(_HOUSE, judge)

    def _check_new(self, fact: AdjustmentsMade | RestWaived) -> None:
        """The proposal was not carried out before, or by another node."""
        for step in self.get(fact.number).steps:
            told = step.fact
            if isinstance(told, type(fact)) and told.proposal == fact.proposal:
                raise _Known

    async def issue_letters(self, number: int, by: str) -> None:
        def judge() -> IncidentFact:
            if self._open(number).sheet is None:
                raise Refused(Code.ILLEGAL_ACTION, "letters need a sheet that is settled on")
            return LettersIssued(number, by)

        await self._record(by, judge)

    async def close(self, number: int, text: str, by: str, put_right: PutRight) -> None:
        """When nothing is owed any more, or two people have waived the rest."""
        text = explained(text, LONGEST)

        def judge() -> IncidentFact:
            incident = self._open(number)
            if incident.waived is None and incident.sheet is None:
                message = "settle on a sheet first, or have it waived by two"
                raise Refused(Code.ILLEGAL_ACTION, message, "R5")
            if incident.waived is None and self.rest(number, put_right):
                raise Refused(Code.ILLEGAL_ACTION, "something is owed: pay it, or waive it", "R5")
            return IncidentClosed(number, text, by)

        await self._record(by, judge)

    def _open(self, number: int) -> Incident:
        incident = self.get(number)
        if incident.closed is not None:
            raise Refused(Code.STALE, f"incident {number} is closed")
        return incident

    async def _record(self, by: str, judge: Callable[[], IncidentFact]) -> None:
        await self.journal.record(lambda: NewEntry(judge(), by))

    async def _record_once(self, by: str, judge: Callable[[], IncidentFact]) -> None:
        """The same, of what may have happened already."""
        with suppress(_Known):
            await self._record(by, judge)


class _Known(Exception):  # noqa: N818 -- what happened, not what went wrong
    """A judge finds that it has happened already."""


def _check_rounds(since_round: int, until_round: int | None) -> None:
    if since_round < 1 or (until_round is not None and until_round < since_round):
        raise Refused(Code.BAD_AMOUNT, "an incident begins at a round, and ends there or later")
