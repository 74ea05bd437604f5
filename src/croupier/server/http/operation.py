"""For whoever runs the house: is it alive, is it ready, what does it count."""

import msgspec

from croupier.house.floor.floor import Floor
from croupier.server.accounts import Accounts
from croupier.server.house import House
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.lookups import Tables
from croupier.server.metrics import Metrics
from croupier.table.state import TablePhase
from croupier.wire.views import LobbyTable


class Health(msgspec.Struct, frozen=True):
    ok: bool
    why: str = ""
    stopped: tuple[str, ...] = ()
    """Tables that have failed, each alone: the pit opens them again."""
    delays: int = 0
    """Delays of shoes that are being evaluated, or wait for a core."""
    oldest_delay_s: int = 0
    """How long ago the oldest of them was asked for."""


@endpoint("GET", "/healthz", roles=None)
async def healthz() -> Health:
    """The process answers."""
    return Health(True)


@endpoint("GET", "/readyz", roles=None, also={503: Health})
async def readyz(house: House) -> Answer[Health]:
    """Tables run, the store answers, and the house is not closing. A table that has failed is
    named; the others are open all the same."""
    why = house.unready()
    delays = house.live_tables.delays
    health = Health(not why, why, house.stopped(), delays.unfinished, int(delays.oldest_s))
    return Answer(health, status=200 if not why else 503)


@endpoint("GET", "/metrics", roles=None, media="text/plain; version=0.0.4; charset=utf-8")
async def metrics(
    metrics: Metrics, accounts: Accounts, floor: Floor, tables: Tables, house: House
) -> Answer[None]:
    """For Prometheus."""
    metrics.ready.set(not house.unready())
    metrics.stopped.set(len(house.stopped()))
    metrics.dealt.set(len(house.live_tables.owned()))
    metrics.nodes.set(1 if house.node is None else len(house.node.ownership.alive))
    metrics.heartbeat_age.set(
        0 if house.node is None else house.node.ownership.heartbeat_age_ms() / 1000
    )
    metrics.source_failed.set(bool(house.source.failed))
    metrics.random_bytes.set(house.source.drawn)
    metrics.delays.set(house.live_tables.delays.unfinished)
    metrics.oldest_delay.set(house.live_tables.delays.oldest_s)
    metrics.accounts.set(len(accounts))
    metrics.alerts.set(len(floor.open_alerts()))
    phases = [room.state.phase for room in tables.rooms.values()]
    for phase in TablePhase:
        metrics.tables.labels(phase).set(phases.count(phase))
    return Answer(body=metrics.text())


@endpoint("GET", "/api/lobby", roles=None)
async def lobby(request: HttpRequest, tables: Tables) -> tuple[LobbyTable, ...]:
    """Every table: game, limits, free seats, state, last results."""
    rooms = tables.shown_to(request.who)
    return tuple(room.lobby() for room in rooms)
