"""The register of incidents: opened by the house or by staff, and journalled before it is true.

Who may do it is the caller's to check, by role.
"""

from collections.abc import Callable

from croupier.house.clock import Clock
from croupier.house.floor.text import explained
from croupier.house.incidents.book import Incident, IncidentBook, SavedIncidents
from croupier.house.incidents.facts import STREAM, Cause, IncidentFact, IncidentOpened
from croupier.house.journal import Journal, NewEntry
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase
from croupier.store.group import GroupCommitter
from croupier.store.protocol import Store

LONGEST = 1_000
"""Characters of what somebody writes about an incident."""


class Incidents:
    def __init__(
        self,
        store: Store,
        committer: GroupCommitter,
        *,
        owner: str,
        clock: Clock,
        shared: bool = False,
    ) -> None:
        self._book = IncidentBook()
        self.journal: Journal[IncidentFact, SavedIncidents] = Journal(
            store,
            committer,
            STREAM,
            IncidentFact,
            self._book,
            owner=owner,
            clock=clock,
            shared=shared,
        )

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

        opened: IncidentOpened | None = None

        def judge() -> IncidentOpened:
            nonlocal opened
            before = self._book.under(by, id)
            number = len(self._book.incidents) + 1
            rounds = since_round, until_round
            opened = (
                before.opened
                if before is not None
                else IncidentOpened(number, cause, table, *rounds, message, by, own, dealer, id)
            )
            return opened

        await self._record(by, judge, id and f"incident {id}")
        assert opened is not None, "it was recorded"
        return opened.number

    async def _record(self, by: str, judge: Callable[[], IncidentFact], id: str = "") -> None:
        await self.journal.record(lambda: NewEntry(judge(), by, id))


def _check_rounds(since_round: int, until_round: int | None) -> None:
    if since_round < 1 or (until_round is not None and until_round < since_round):
        raise Refused(Code.BAD_AMOUNT, "an incident begins at a round, and ends there or later")
