"""The register as the fold of its facts. What may happen is judged in `incidents`; here it has."""

import msgspec
from msgspec.structs import replace

from croupier.house.incidents.facts import (
    STREAM,
    AdjustmentsMade,
    IncidentClosed,
    IncidentFact,
    IncidentOpened,
    LettersIssued,
    RestWaived,
    RoundsChanged,
    SheetSettled,
)
from croupier.house.journal import Fold

StepFact = (
    RoundsChanged | SheetSettled | AdjustmentsMade | RestWaived | LettersIssued | IncidentClosed
)


class Step(msgspec.Struct, frozen=True):
    """Something that happened to an incident, and when."""

    at_ms: int
    fact: StepFact


class Incident(msgspec.Struct):
    opened: IncidentOpened
    """With the rounds it concerns by now."""
    at_ms: int
    sheet: SheetSettled | None = None
    waived: RestWaived | None = None
    letters_ms: int = 0
    """When the letters were issued; 0: they are not."""
    closed: IncidentClosed | None = None
    steps: list[Step] = []
    """Since it was opened, in order; of the sheets none has its rows here."""


class SavedIncidents(msgspec.Struct, frozen=True):
    incidents: dict[int, Incident]
    changes: int


class IncidentBook(Fold[IncidentFact, SavedIncidents]):
    stream, facts = STREAM, IncidentFact
    format = "incidents 1"
    saved_as = SavedIncidents

    def __init__(self) -> None:
        self.incidents: dict[int, Incident] = {}
        self.changes = 0
        """Goes up with everything that happens to an incident."""

    def apply(self, fact: IncidentFact, at_ms: int) -> None:
        self.changes += 1
        if isinstance(fact, IncidentOpened):
            self.incidents[fact.number] = Incident(fact, at_ms)
            return
        incident = self.incidents[fact.number]
        match fact:
            case RoundsChanged():
                rounds = {"since_round": fact.since_round, "until_round": fact.until_round}
                incident.opened = replace(incident.opened, **rounds)
            case SheetSettled():
                incident.sheet, incident.waived = fact, None
                fact = replace(fact, sheet=replace(fact.sheet, rows=()))
            case RestWaived():
                incident.waived = fact
            case LettersIssued():
                incident.letters_ms = at_ms
            case IncidentClosed():
                incident.closed = fact
        incident.steps.append(Step(at_ms, fact))

    def under(self, by: str, id: str) -> Incident | None:
        """The one that was opened by somebody under this id."""
        for incident in self.incidents.values():
            if id and (incident.opened.by, incident.opened.id) == (by, id):
                return incident
        return None

    def save(self) -> SavedIncidents:
        return SavedIncidents(self.incidents, self.changes)

    def resume(self, saved: SavedIncidents) -> None:
        self.incidents, self.changes = saved.incidents, saved.changes
