"""What the rules leave open, the shift manager decides; the table hears it, and it is kept."""

from croupier.house.floor.book import ManagerRuling
from croupier.house.floor.floor import Floor
from croupier.house.roles import EVERYONE, PIT, Role
from croupier.house.stations.stations import Stations
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import (
    Body,
    Id,
    LongWords,
    NewestQuery,
    Numbered,
    Round,
    TableId,
)
from croupier.server.http.lookups import Tables
from croupier.server.http.stations import check_station
from croupier.server.projection import ruling_view
from croupier.wire.views import RulingView

_ON_A_TABLE = 20
"""Of the latest, for whoever plays there."""


class NewRuling(Body, frozen=True):
    table: TableId
    text: LongWords
    id: Id
    round: Round | None = None
    """The round it is about; without one it is a reading that holds from now on."""


class RulingsQuery(NewestQuery, frozen=True):
    table: TableId | None = None


class SignedRuling(RulingView, frozen=True):
    by: str


@endpoint("POST", "/api/rulings", roles=frozenset({Role.SHIFT}), signs=True)
async def rule(
    request: HttpRequest, body: NewRuling, tables: Tables, floor: Floor, stations: Stations
) -> Numbered:
    """BJ5 5.19, R30: a ruling on what the rules leave open; everyone at the table is told."""
    room = tables.room(body.table)
    check_station(request, body.table, tables, stations)
    if body.round is not None and body.round != room.state.round_number:
        await tables.round(body.table, body.round)  # it has been played
    ruling = await floor.rule(
        body.table, body.round, body.text, request.by.name, body.id, signed=request.signed
    )
    room.publish(ruling)
    return Numbered(ruling.ruled.number)


@endpoint("GET", "/api/rulings", roles=PIT | {Role.INSPECTOR})
async def rulings(query: RulingsQuery, floor: Floor) -> tuple[SignedRuling, ...]:
    """Every ruling of a shift manager, newest first, and who made it."""
    page = query.page(floor.rulings(query.table), lambda ruling: ruling.ruled.number)
    return tuple(map(_signed, page))


@endpoint("GET", "/api/tables/{table}/rulings", roles=EVERYONE)
async def rulings_on_table(
    request: HttpRequest, tables: Tables, floor: Floor
) -> tuple[RulingView, ...]:
    """The latest rulings of the shift manager on this table, newest first."""
    latest = floor.rulings(tables.room(request.path["table"]).table)[-_ON_A_TABLE:]
    return tuple(map(ruling_view, reversed(latest)))


def _signed(ruling: ManagerRuling) -> SignedRuling:
    fact = ruling.ruled
    return SignedRuling(fact.number, fact.table, fact.round, fact.text, ruling.at_ms, by=fact.by)
