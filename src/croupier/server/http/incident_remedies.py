"""What an incident leaves owed: paid by two signatures, or waived by two; then it is closed."""

from croupier.house.cage.cage import Cage
from croupier.house.floor.facts import IncidentRemedy, IncidentWaiver
from croupier.house.floor.floor import Floor
from croupier.house.floor.text import explained
from croupier.house.incidents.incidents import Incidents
from croupier.house.incidents.sheet import check_payable, to_and_from
from croupier.house.roles import PIT, Role
from croupier.house.stations.stations import Stations
from croupier.kit.errors import Code, Refused
from croupier.server.http.book_reader import aside
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import Body, Id, LongWords, Numbered, Words
from croupier.server.http.lookups import Tables
from croupier.server.http.stations import check_station


class Signed(Body, frozen=True):
    id: Id


class Waiver(Body, frozen=True):
    reason: Words
    id: Id


class Closing(Body, frozen=True):
    text: LongWords


@endpoint("POST", "/api/incidents/{number}/remedy", roles=PIT, signs=True)
async def propose_remedy(
    request: HttpRequest,
    body: Signed,
    incidents: Incidents,
    floor: Floor,
    cage: Cage,
    tables: Tables,
    stations: Stations,
) -> Numbered:
    """All adjustments of the sheet, proposed together; the shift manager signs them once."""
    number = request.number()
    one = incidents.get(number)
    rest = await aside(lambda: incidents.rest(number, cage.put_right))
    if one.sheet is None or one.closed is not None or not rest:
        raise Refused(Code.ILLEGAL_ACTION, f"nothing is owed for incident {number}", "R5")
    check_payable(rest)
    what = IncidentRemedy(
        one.opened.table,
        number,
        one.sheet.digest,
        len({due.player for due in rest}),
        *to_and_from(rest),
    )
    check_station(request, what.table, tables, stations)
    return Numbered(await floor.propose(what, request.by.name, body.id, signed=request.signed))


@endpoint("POST", "/api/incidents/{number}/waiver", roles=PIT, signs=True)
async def propose_waiver(
    request: HttpRequest,
    body: Waiver,
    incidents: Incidents,
    floor: Floor,
    cage: Cage,
    tables: Tables,
    stations: Stations,
) -> Numbered:
    """What is still owed is not to be paid, or claimed; the shift manager signs it."""
    number = request.number()
    one = incidents.get(number)
    if one.closed is not None or one.waived is not None:
        raise Refused(Code.STALE, f"incident {number} is closed, or waived already")
    rest = await aside(lambda: incidents.rest(number, cage.put_right))
    what = IncidentWaiver(
        one.opened.table,
        number,
        *to_and_from(rest),
        explained(body.reason),
    )
    check_station(request, what.table, tables, stations)
    return Numbered(await floor.propose(what, request.by.name, body.id, signed=request.signed))


@endpoint("POST", "/api/incidents/{number}/closing", roles=frozenset({Role.SHIFT}), signs=True)
async def close_incident(
    request: HttpRequest, body: Closing, incidents: Incidents, cage: Cage
) -> None:
    """Nothing is owed any more, or the rest is waived."""
    await incidents.close(request.number(), body.text, request.by.name, cage.put_right)
