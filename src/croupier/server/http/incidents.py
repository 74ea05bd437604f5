"""The register of incidents: what was found wrong, what was done, and what remains owed."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.cage.cage import Cage
from croupier.house.floor.floor import Floor
from croupier.house.incidents.book import Incident, Step
from croupier.house.incidents.facts import Cause, IncidentOpened
from croupier.house.incidents.incidents import Incidents
from croupier.house.incidents.remedies import Remedies
from croupier.house.incidents.sheet import PlayerTotal, to_and_from
from croupier.house.people.names import is_guest
from croupier.house.roles import PIT, Role
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST
from croupier.server.http.book_reader import aside
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import (
    AccountName,
    Body,
    Id,
    LongWords,
    NewestQuery,
    Numbered,
    Round,
    TableId,
)
from croupier.server.http.lookups import Tables

READING = PIT | {Role.INSPECTOR, Role.ADMINISTRATOR}
"""Who may look at incidents."""


class NewIncident(Body, frozen=True):
    cause: Cause
    table: TableId
    since_round: Round
    text: LongWords
    id: Id
    until_round: Round | None = None
    """None: it goes on."""
    dealer: AccountName | None = None
    """Only the rounds this dealer dealt."""
    alert: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    """The alert it is opened from, which is cleared with it."""


class OtherRounds(Body, frozen=True):
    since_round: Round
    text: LongWords
    until_round: Round | None = None


class IncidentsQuery(NewestQuery, frozen=True):
    open: bool = False
    """Only those that are not closed."""


class Owed(msgspec.Struct, frozen=True):
    """What an incident comes to by now."""

    due: int = 0
    """To players, by the sheet that is settled on."""
    play_chips: int = 0
    """Of that, to guests, who have no money."""
    claims: int = 0
    """From players."""
    paid: int = 0
    taken: int = 0
    borne: int = 0
    """What players had too much, and keep."""
    left: int = 0
    """To players, and not paid yet."""
    unclaimed: int = 0
    """From players, and not taken yet."""


class IncidentView(msgspec.Struct, frozen=True):
    opened: IncidentOpened
    at_ms: int
    owed: Owed
    settled: bool
    waived: bool
    letters_ms: int
    closed: bool


class IncidentPage(msgspec.Struct, frozen=True):
    incident: IncidentView
    remedies: Remedies | None
    claims: bool
    digest: str
    """Of the sheet that is settled on; empty: none is."""
    totals: tuple[PlayerTotal, ...]
    rows: int
    steps: tuple[Step, ...]


@endpoint("GET", "/api/incidents", roles=READING)
async def incidents(
    query: IncidentsQuery, incidents: Incidents, cage: Cage
) -> tuple[IncidentView, ...]:
    """The register, the newest first, with what each still leaves owed."""
    meant = [one for one in incidents.all() if one.closed is None or not query.open]
    page = query.page(meant, lambda incident: incident.opened.number)
    return await aside(lambda: tuple(_view(one, incidents, cage) for one in page))


@endpoint("POST", "/api/incidents", roles=PIT)
async def open_incident(
    request: HttpRequest, body: NewIncident, incidents: Incidents, tables: Tables, floor: Floor
) -> Numbered:
    """Something at a table was found wrong: since which round, and why."""
    if tables.room(body.table).staged:
        raise Refused(Code.ILLEGAL_ACTION, "no money lies on a staged table")
    number = await incidents.open_incident(
        body.cause,
        body.table,
        body.since_round,
        body.until_round,
        body.text,
        request.by.name,
        dealer=body.dealer or "",
        id=body.id,
    )
    if any(alert.raised.number == body.alert for alert in floor.open_alerts()):
        assert body.alert is not None
        await floor.clear_alert(body.alert, request.by.name, f"incident {number}")
    return Numbered(number)


@endpoint("GET", "/api/incidents/{number}", roles=READING)
async def incident(request: HttpRequest, incidents: Incidents, cage: Cage) -> IncidentPage:
    """One incident: what is settled on, for whom, and all that happened to it."""
    one = incidents.get(request.number())
    return await aside(lambda: _page(one, incidents, cage))


@endpoint("POST", "/api/incidents/{number}/rounds", roles=PIT)
async def change_rounds(request: HttpRequest, body: OtherRounds, incidents: Incidents) -> None:
    """It concerns other rounds than was thought."""
    await incidents.change_rounds(
        request.number(), body.since_round, body.until_round, body.text, request.by.name
    )


def _page(one: Incident, incidents: Incidents, cage: Cage) -> IncidentPage:
    settled = one.sheet
    return IncidentPage(
        _view(one, incidents, cage),
        settled.sheet.remedies if settled else None,
        settled.claims if settled else False,
        settled.digest if settled else "",
        settled.sheet.totals if settled else (),
        len(settled.sheet.rows) if settled else 0,
        tuple(one.steps),
    )


def _view(one: Incident, incidents: Incidents, cage: Cage) -> IncidentView:
    return IncidentView(
        one.opened,
        one.at_ms,
        _owed(one, incidents, cage),
        one.sheet is not None,
        one.waived is not None,
        one.letters_ms,
        one.closed is not None,
    )


def _owed(one: Incident, incidents: Incidents, cage: Cage) -> Owed:
    settled = one.sheet
    if settled is None:
        return Owed()
    moved = incidents.moved(one.opened.number, cage.put_right)
    due, claims = to_and_from(settled.dues)
    left, unclaimed = to_and_from(incidents.rest(one.opened.number, cage.put_right))
    chips, _ = to_and_from([owed for owed in settled.dues if is_guest(owed.player)])
    return Owed(
        due=due,
        play_chips=chips,
        claims=claims,
        paid=sum(max(made, 0) for _, made in moved),
        taken=-sum(min(made, 0) for _, made in moved),
        # Also what was paid by an earlier sheet, and is not due by this one.
        borne=0 if settled.claims else sum(max(0, made - row.difference) for row, made in moved),
        left=left,
        unclaimed=unclaimed,
    )
