"""For whoever runs the house: is it alive, is it ready, what does it count."""

from typing import Any

import msgspec

from croupier.server.http.endpoint import Answer, Visit, endpoint
from croupier.table.state import TablePhase
from croupier.wire.views import LobbyTable


class Health(msgspec.Struct, frozen=True):
    ok: bool
    why: str = ""
    stopped: tuple[str, ...] = ()
    """Tables that have failed, each alone: the pit opens them again."""


@endpoint("GET", "/healthz", roles=None, answer=Health)
async def healthz(visit: Visit) -> Any:
    """The process answers."""
    return Health(True)


@endpoint("GET", "/readyz", roles=None, answer=Health, also={503: Health})
async def readyz(visit: Visit) -> Any:
    """Tables run, the store answers, and the house is not closing. A table that has failed is
    named; the others are open all the same."""
    why = visit.house.unready()
    value = Health(not why, why, visit.house.stopped())
    return Answer(value=value, status=200 if not why else 503)


@endpoint("GET", "/metrics", roles=None, media="text/plain")
async def metrics(visit: Visit) -> Any:
    """For Prometheus."""
    house = visit.house
    told = house.metrics
    told.accounts.set(len(house.accounts))
    told.alerts.set(len(house.floor.open_alerts()))
    phases = [room.state.phase for room in house.rooms.values()]
    for phase in TablePhase:
        told.tables.labels(phase).set(phases.count(phase))
    return Answer(body=told.text(), media="text/plain; version=0.0.4; charset=utf-8")


@endpoint("GET", "/api/lobby", roles=None, answer=tuple[LobbyTable, ...])
async def lobby(visit: Visit) -> Any:
    """Every table: game, limits, free seats, state, last results."""
    return tuple(room.lobby() for room in visit.house.rooms.values())
