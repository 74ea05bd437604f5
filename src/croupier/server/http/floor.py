"""The floor at a glance, and its alerts."""

import msgspec

from croupier.house.cage.cage import Cage
from croupier.house.clock import Clock
from croupier.house.floor.floor import Floor
from croupier.house.live_tables import LiveTables
from croupier.house.records.today import TableToday, table_today
from croupier.house.roles import PIT, Role
from croupier.server.floor_feed import FloorFeed
from croupier.server.http.book_reader import BookReader, aside
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import Clearing
from croupier.server.http.lookups import Tables
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


@endpoint("GET", "/api/floor", roles=WATCHING)
async def whole_floor(
    floor: Floor, floor_feed: FloorFeed, tables: Tables, cage: Cage, books: BookReader
) -> FloorView:
    """Every table, the open alerts, and what waits for a signature."""
    return FloorView(
        floor_feed.tables(),
        floor_feed.alerts(),
        await views(floor.proposals(), tables, cage, books),
        await views(floor.unfinished(), tables, cage, books),
    )


@endpoint("GET", "/api/floor/today", roles=WATCHING)
async def floor_today(clock: Clock, tables: Tables) -> dict[str, TableToday]:
    """Each table's turnover of the day, and how many rounds it has dealt in the last hour."""
    indexes, now = dict(tables.indexes), clock.wall()
    return await aside(lambda: {id: table_today(index, now) for id, index in indexes.items()})


@endpoint("POST", "/api/alerts/{number}/clearing", roles=PIT)
async def clear_alert(request: HttpRequest, body: Clearing, floor: Floor) -> None:
    """Somebody has looked, and says what it was."""
    await floor.clear_alert(request.number(), request.by.name, body.note)


@endpoint("POST", "/api/tables/{table}/reopening", roles=PIT)
async def reopen_table(
    request: HttpRequest, floor: Floor, live_tables: LiveTables, tables: Tables
) -> None:
    """A table that has failed is read back from its journal and runs again; R4 says what becomes of
    the round it stopped in."""
    room = tables.room(request.path["table"])
    stopped = live_tables.tables[room.table].out_of_order
    await floor.order_reopening(room.table, request.by.name, stopped)
    await live_tables.reopen(room.table)
    room.tell()
