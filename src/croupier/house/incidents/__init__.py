"""The register of incidents: what was found wrong at a table, whom it cost what, and how it was put
right."""

from croupier.house.incidents.facts import Cause
from croupier.house.incidents.incidents import Incidents

__all__ = ["Cause", "Incidents"]
