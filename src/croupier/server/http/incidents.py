"""The register of incidents: what was found wrong, the sheet, what remains owed, the letters."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.cage.cage import Cage
from croupier.house.floor.facts import IncidentRemedy, IncidentWaiver
from croupier.house.floor.floor import Floor
from croupier.house.floor.text import explained
from croupier.house.incidents.book import Incident, Step
from croupier.house.incidents.facts import Cause, IncidentOpened
from croupier.house.incidents.incidents import Incidents
from croupier.house.incidents.letter import Letter, letter_to, letters_html, letters_to
from croupier.house.incidents.reading import read_sheet
from croupier.house.incidents.remedies import Remedies
from croupier.house.incidents.sheet import PlayerTotal, Sheet, SheetRow
from croupier.house.roles import PIT, PLAYING, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.ledger import MOST
from croupier.server.broadcast import Broadcast
from croupier.server.http.book_reader import BookReader, ConcurrencyLimit
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.forms import (
    AccountName,
    Body,
    Id,
    LongWords,
    NewestQuery,
    Numbered,
    PageSize,
    Query,
    Round,
    TableId,
    Words,
)
from croupier.server.http.lookups import Tables
from croupier.wire.messages import NoticeCode

_READING = PIT | {Role.INSPECTOR, Role.ADMINISTRATOR}
_MANAGER = frozenset({Role.SHIFT})
_SHEETS = ConcurrencyLimit(2)
"""Rounds are played again for each."""


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


class SheetDraft(Body, frozen=True):
    remedies: Remedies = Remedies()
    claims: bool = False


class SheetChoice(Body, frozen=True):
    remedies: Remedies
    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    """Of the draft that was looked at."""
    claims: bool = False
    """Whether players give back what they had too much."""


class Signed(Body, frozen=True):
    id: Id


class Waiver(Body, frozen=True):
    reason: Words
    id: Id


class Closing(Body, frozen=True):
    text: LongWords


class RowsQuery(Query, frozen=True):
    after: Annotated[int, Meta(ge=0, le=MOST)] = 0
    """How many rows of the sheet come before."""
    limit: PageSize = 100


class IncidentsQuery(NewestQuery, frozen=True):
    open: bool = False
    """Only those that are not closed."""


class Owed(msgspec.Struct, frozen=True):
    """What an incident comes to by now."""

    due: int = 0
    """To players, by the sheet that is settled on."""
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


class SheetPage(msgspec.Struct, frozen=True):
    digest: str
    rounds: int
    since_round: int
    until_round: int
    untold: tuple[int, ...]
    """Rounds of which the engine cannot tell what they should have paid."""
    totals: tuple[PlayerTotal, ...]
    rows: tuple[SheetRow, ...]
    of: int
    """How many rows there are."""


class OwnLetter(msgspec.Struct, frozen=True):
    incident: int
    table: str
    at_ms: int


@endpoint("GET", "/api/incidents", roles=_READING)
async def incidents(
    query: IncidentsQuery, incidents: Incidents, cage: Cage
) -> tuple[IncidentView, ...]:
    """The register, the newest first, with what each still leaves owed."""
    meant = [one for one in incidents.all() if one.closed is None or not query.open]
    page = query.page(meant, lambda incident: incident.opened.number)
    return tuple(_view(one, incidents, cage) for one in page)


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


@endpoint("GET", "/api/incidents/{number}", roles=_READING)
async def incident(request: HttpRequest, incidents: Incidents, cage: Cage) -> IncidentPage:
    """One incident: what is settled on, for whom, and all that happened to it."""
    one = incidents.get(request.number())
    settled = one.sheet
    return IncidentPage(
        _view(one, incidents, cage),
        settled.sheet.remedies if settled else None,
        settled.claims if settled else False,
        settled.digest if settled else "",
        settled.sheet.totals() if settled else (),
        len(settled.sheet.rows) if settled else 0,
        tuple(one.steps),
    )


@endpoint("POST", "/api/incidents/{number}/rounds", roles=PIT)
async def change_rounds(request: HttpRequest, body: OtherRounds, incidents: Incidents) -> None:
    """It concerns other rounds than was thought."""
    await incidents.change_rounds(
        request.number(), body.since_round, body.until_round, body.text, request.by.name
    )


# The sheet -----------------------------------------------------------------------------------


@endpoint("POST", "/api/incidents/{number}/draft", roles=_READING)
async def draft_sheet(
    request: HttpRequest,
    body: SheetDraft,
    incidents: Incidents,
    tables: Tables,
    books: BookReader,
    cage: Cage,
) -> SheetPage:
    """What each round would have paid under these remedies; nothing is kept of it. At most 200
    rows are told."""
    one = incidents.get(request.number())
    sheet = await _read(one, body.remedies, tables, books, cage)
    return _page(sheet, RowsQuery(0, 200))


@endpoint("POST", "/api/incidents/{number}/settlement", roles=_MANAGER, signs=True)
async def settle_sheet(
    request: HttpRequest,
    body: SheetChoice,
    incidents: Incidents,
    tables: Tables,
    books: BookReader,
    cage: Cage,
) -> None:
    """This is what it comes to, as the draft showed it."""
    number = request.number()
    sheet = await _read(incidents.get(number), body.remedies, tables, books, cage)
    if sheet.digest != body.digest:
        raise Refused(Code.STALE, "the sheet is another one by now: look at it again", "R5")
    await incidents.settle_sheet(number, sheet, claims=body.claims, by=request.by.name)


@endpoint("GET", "/api/incidents/{number}/sheet", roles=_READING)
async def settled_sheet(request: HttpRequest, query: RowsQuery, incidents: Incidents) -> SheetPage:
    """The sheet that is settled on, a page at a time."""
    return _page(_settled(incidents, request.number()), query)


@endpoint("GET", "/api/incidents/{number}/sheet.csv", roles=_READING, media="text/csv")
async def sheet_as_csv(request: HttpRequest, incidents: Incidents) -> Answer[None]:
    """All of it, for a spreadsheet."""
    number = request.number()
    text = _settled(incidents, number).csv()
    return Answer(body=text.encode(), file_name=f"incident-{number}.csv")


@endpoint("GET", "/api/incidents/{number}/sheet.json", roles=_READING)
async def sheet_as_json(request: HttpRequest, incidents: Incidents) -> Answer[Sheet]:
    """All of it; its SHA-256 is the digest in the register."""
    number = request.number()
    return Answer(_settled(incidents, number), file_name=f"incident-{number}.json")


# Two signatures ------------------------------------------------------------------------------


@endpoint("POST", "/api/incidents/{number}/remedy", roles=PIT, signs=True)
async def propose_remedy(
    request: HttpRequest, body: Signed, incidents: Incidents, floor: Floor, cage: Cage
) -> Numbered:
    """All adjustments of the sheet, proposed together; the shift manager signs them once."""
    number = request.number()
    one = incidents.get(number)
    rest = incidents.rest(number, cage.put_right)
    if one.sheet is None or one.closed is not None or not rest:
        raise Refused(Code.ILLEGAL_ACTION, f"nothing is owed for incident {number}", "R5")
    what = IncidentRemedy(
        one.opened.table,
        number,
        one.sheet.digest,
        len({due.player for due in rest}),
        sum(max(due.amount, 0) for due in rest),
        -sum(min(due.amount, 0) for due in rest),
    )
    return Numbered(await floor.propose(what, request.by.name, body.id))


@endpoint("POST", "/api/incidents/{number}/waiver", roles=PIT, signs=True)
async def propose_waiver(
    request: HttpRequest, body: Waiver, incidents: Incidents, floor: Floor, cage: Cage
) -> Numbered:
    """What is still owed is not to be paid, or claimed; the shift manager signs it."""
    number = request.number()
    one = incidents.get(number)
    if one.closed is not None or one.waived is not None:
        raise Refused(Code.STALE, f"incident {number} is closed, or waived already")
    rest = incidents.rest(number, cage.put_right)
    what = IncidentWaiver(
        one.opened.table,
        number,
        sum(max(due.amount, 0) for due in rest),
        -sum(min(due.amount, 0) for due in rest),
        explained(body.reason),
    )
    return Numbered(await floor.propose(what, request.by.name, body.id))


@endpoint("POST", "/api/incidents/{number}/closing", roles=_MANAGER, signs=True)
async def close_incident(
    request: HttpRequest, body: Closing, incidents: Incidents, cage: Cage
) -> None:
    """Nothing is owed any more, or the rest is waived."""
    await incidents.close(request.number(), body.text, request.by.name, cage.put_right)


# Letters -------------------------------------------------------------------------------------


@endpoint("POST", "/api/incidents/{number}/letters", roles=_MANAGER)
async def issue_letters(request: HttpRequest, incidents: Incidents, broadcast: Broadcast) -> None:
    """From now on each player finds the letter, and is told so."""
    number = request.number()
    await incidents.issue_letters(number, request.by.name)
    one = incidents.get(number)
    text = words(
        "There is a letter for you about incident {incident} at {table}.",
        incident=number,
        table=one.opened.table,
    )
    for player in sorted({row.player for row in _settled(incidents, number).rows}):
        broadcast.notice(player, NoticeCode.LETTER, text)


@endpoint("GET", "/api/incidents/{number}/letters", roles=_READING)
async def letters(
    request: HttpRequest, incidents: Incidents, tables: Tables, cage: Cage
) -> tuple[Letter, ...]:
    """To everyone with a bet in the rounds, as they are by now."""
    one = incidents.get(request.number())
    return tuple(letters_to(one, _game(tables, one), cage.put_right))


@endpoint("GET", "/api/incidents/{number}/letters.html", roles=_READING, media="text/html")
async def printed_letters(
    request: HttpRequest, incidents: Incidents, tables: Tables, cage: Cage
) -> Answer[None]:
    """All of them in one file, in English, a page each."""
    one = incidents.get(request.number())
    html = letters_html(letters_to(one, _game(tables, one), cage.put_right))
    return Answer(body=html.encode(), file_name=f"incident-{one.opened.number}-letters.html")


@endpoint("GET", "/api/me/letters", roles=PLAYING)
async def own_letters(request: HttpRequest, incidents: Incidents) -> tuple[OwnLetter, ...]:
    """Letters of the house about incidents in your rounds, the newest first."""
    return tuple(
        OwnLetter(one.opened.number, one.opened.table, one.letters_ms)
        for one in reversed(incidents.all())
        if one.letters_ms and _concerns(one, request.by.name)
    )


@endpoint("GET", "/api/me/letters/{number}", roles=PLAYING)
async def own_letter(
    request: HttpRequest, incidents: Incidents, tables: Tables, cage: Cage
) -> Letter:
    """One of them: your rounds, what was paid, what should have been, and what was done."""
    found = next((one for one in incidents.all() if one.opened.number == request.number()), None)
    if found is None or not found.letters_ms or not _concerns(found, request.by.name):
        raise Refused(Code.NOT_FOUND, words("there is no such letter"))
    return letter_to(found, request.by.name, _game(tables, found), cage.put_right)


# ----------------------------------------------------------------------------------------------


async def _read(
    one: Incident, remedies: Remedies, tables: Tables, books: BookReader, cage: Cage
) -> Sheet:
    index = tables.index(one.opened.table)
    with _SHEETS:
        return await books.read(
            lambda reader: read_sheet(reader, index, one.opened, remedies, cage.adjustments)
        )


def _settled(incidents: Incidents, number: int) -> Sheet:
    settled = incidents.get(number).sheet
    if settled is None:
        raise Refused(Code.NOT_FOUND, f"no sheet of incident {number} is settled on")
    return settled.sheet


def _page(sheet: Sheet, query: RowsQuery) -> SheetPage:
    return SheetPage(
        sheet.digest,
        sheet.rounds,
        sheet.since_round,
        sheet.until_round,
        sheet.untold,
        sheet.totals(),
        sheet.rows[query.after : query.after + query.limit],
        len(sheet.rows),
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
    if one.sheet is None:
        return Owed()
    dues = [due.amount for due in one.sheet.dues]
    rest = [due.amount for due in incidents.rest(one.opened.number, cage.put_right)]
    due, claims = sum(max(one, 0) for one in dues), -sum(min(one, 0) for one in dues)
    left, unclaimed = sum(max(one, 0) for one in rest), -sum(min(one, 0) for one in rest)
    over = -sum(min(row.difference, 0) for row in one.sheet.sheet.rows)
    borne = 0 if one.sheet.claims else over
    return Owed(due, claims, due - left, claims - unclaimed, borne, left, unclaimed)


def _concerns(one: Incident, player: str) -> bool:
    return one.sheet is not None and any(row.player == player for row in one.sheet.sheet.rows)


def _game(tables: Tables, one: Incident) -> str:
    return tables.room(one.opened.table).state.config.game
