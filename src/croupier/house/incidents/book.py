"""The register as the fold of its facts. What may happen is judged in `incidents`; here it has."""

import msgspec

from croupier.house.incidents.facts import IncidentFact, IncidentOpened
from croupier.house.journal import Fold


class Incident(msgspec.Struct):
    opened: IncidentOpened
    at_ms: int


class SavedIncidents(msgspec.Struct, frozen=True):
    incidents: dict[int, Incident]
    changes: int


class IncidentBook(Fold[IncidentFact, SavedIncidents]):
    format = "incidents 1"
    saved_as = SavedIncidents

    def __init__(self) -> None:
        self.incidents: dict[int, Incident] = {}
        self.changes = 0
        """Goes up with everything that happens to an incident."""

    def apply(self, fact: IncidentFact, at_ms: int) -> None:
        self.changes += 1
        match fact:
            case IncidentOpened():
                self.incidents[fact.number] = Incident(fact, at_ms)

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
