"""The floor at a glance, and its alerts."""

from typing import Any

import msgspec

from croupier.house.roles import PIT, Role
from croupier.server.http.endpoint import Visit, endpoint
from croupier.server.http.forms import Clearing
from croupier.server.http.places import number_in, table_in
from croupier.server.http.proposals import ProposalView, views
from croupier.wire.messages import AlertView
from croupier.wire.views import FloorTable

WATCHING = PIT | {Role.INSPECTOR}


class FloorView(msgspec.Struct, frozen=True):
    tables: tuple[FloorTable, ...]
    alerts: tuple[AlertView, ...]
    proposals: tuple[ProposalView, ...]
    """They wait for a second signature."""
    unfinished: tuple[ProposalView, ...]
    """Signed by two, and not known to be carried out: somebody has to look."""


@endpoint("GET", "/api/floor", roles=WATCHING, answer=FloorView)
async def whole_floor(visit: Visit) -> Any:
    """Every table, the open alerts, and what waits for a signature."""
    house = visit.house
    return FloorView(
        house.floor_feed.tables(),
        house.floor_feed.alerts(),
        await views(visit, house.floor.proposals()),
        await views(visit, house.floor.unfinished()),
    )


@endpoint("POST", "/api/alerts/{number}/clearing", roles=PIT, body=Clearing)
async def clear_alert(visit: Visit) -> Any:
    """Somebody has looked, and says what it was."""
    await visit.house.floor.clear_alert(number_in(visit), visit.by.name, visit.body.note)


@endpoint("POST", "/api/tables/{table}/reopening", roles=PIT)
async def reopen_table(visit: Visit) -> Any:
    """A table that has failed is read back from its journal and runs again; R4 says what becomes of
    the round it stopped in."""
    house, table = visit.house, table_in(visit)
    await house.floor.order_reopening(table, visit.by.name, house.live_tables.tables[table].stopped)
    house.live_tables.reopen(table)
    house.rooms[table].tell()
