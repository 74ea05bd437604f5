"""The sheet of an incident: drafted, settled on, read page by page, and given out as a file."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.cage.cage import Cage
from croupier.house.incidents.incidents import Incidents
from croupier.house.incidents.page import sheet_page
from croupier.house.incidents.remedies import Remedies
from croupier.house.incidents.sheet import PlayerTotal, Sheet, SheetRow, check_payable
from croupier.house.roles import Role
from croupier.kit.decode_errors import FORM
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST
from croupier.server.http.book_reader import aside
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.forms import Body, PageSize, Query
from croupier.server.http.incidents import READING
from croupier.server.http.lookups import Tables
from croupier.server.sheet_reckoning import SheetReckoner

_MANAGER = frozenset({Role.SHIFT})
_HTML = "text/html; charset=utf-8"
_DRAFTED = 200
"""Rows of a draft that are told."""


class SheetDraft(Body, frozen=True):
    remedies: Remedies = Remedies()
    claims: bool = False


class SheetChoice(Body, frozen=True):
    remedies: Remedies
    digest: Annotated[
        str,
        Meta(
            pattern=r"^[0-9a-f]{64}\Z",
            extra={FORM: "a SHA-256 digest of 64 lower-case hexadecimal digits"},
        ),
    ]
    """Of the draft that was looked at."""
    claims: bool = False
    """Whether players give back what they had too much."""


class RowsQuery(Query, frozen=True):
    after: Annotated[int, Meta(ge=0, le=MOST)] = 0
    """How many rows of the sheet come before."""
    limit: PageSize = 100


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


class DraftedSheet(msgspec.Struct, frozen=True):
    """A draft, or how far it has come: who asks for the same again goes on waiting for it."""

    done: int
    """Rounds that were looked at by now."""
    of: int
    sheet: SheetPage | None


@endpoint("POST", "/api/incidents/{number}/draft", roles=READING)
async def draft_sheet(
    request: HttpRequest,
    body: SheetDraft,
    incidents: Incidents,
    tables: Tables,
    sheets: SheetReckoner,
) -> DraftedSheet:
    """What each round would have paid under these remedies; nothing is kept of it. At most 200
    rows are told. What takes longer than a second is asked for again."""
    opened = incidents.get(request.number()).opened
    progress, sheet = await sheets.draft(opened, body.remedies, tables.index(opened.table))
    if sheet is not None:
        check_payable(sheet.dues(claims=body.claims))
    page = None if sheet is None else _page(sheet, RowsQuery(0, _DRAFTED))
    return DraftedSheet(progress.done, progress.of, page)


@endpoint("POST", "/api/incidents/{number}/settlement", roles=_MANAGER, signs=True)
async def settle_sheet(
    request: HttpRequest,
    body: SheetChoice,
    incidents: Incidents,
    tables: Tables,
    sheets: SheetReckoner,
) -> None:
    """This is what it comes to, as the draft showed it."""
    opened = incidents.get(request.number()).opened
    sheet = await sheets.sheet(opened, body.remedies, tables.index(opened.table))
    if sheet.digest != body.digest:
        raise Refused(Code.STALE, "the sheet is another one by now: look at it again", "R5")
    await incidents.settle_sheet(opened.number, sheet, claims=body.claims, by=request.by.name)


@endpoint("GET", "/api/incidents/{number}/sheet", roles=READING)
async def settled_sheet(request: HttpRequest, query: RowsQuery, incidents: Incidents) -> SheetPage:
    """The sheet that is settled on, a page at a time."""
    sheet = _settled(incidents, request.number())
    return await aside(lambda: _page(sheet, query))


@endpoint("GET", "/api/incidents/{number}/sheet.csv", roles=READING, media="text/csv")
async def sheet_as_csv(request: HttpRequest, incidents: Incidents) -> Answer[None]:
    """All of it, for a spreadsheet."""
    number = request.number()
    text = await aside(_settled(incidents, number).csv)
    return Answer(body=text.encode(), file_name=f"incident-{number}.csv")


@endpoint("GET", "/api/incidents/{number}/sheet.json", roles=READING)
async def sheet_as_json(request: HttpRequest, incidents: Incidents) -> Answer[Sheet]:
    """All of it; its SHA-256 is the digest in the register."""
    number = request.number()
    return Answer(_settled(incidents, number), file_name=f"incident-{number}.json")


@endpoint("GET", "/api/incidents/{number}/sheet.html", roles=READING, media=_HTML)
async def sheet_as_page(request: HttpRequest, incidents: Incidents, cage: Cage) -> Answer[None]:
    """The same as a page to be printed and filed, with its signatures."""
    one = incidents.get(request.number())
    _settled(incidents, one.opened.number)
    number, made = one.opened.number, cage.put_right
    page = await aside(lambda: sheet_page(one, incidents.rest(number, made)))
    return Answer(body=page.encode(), file_name=f"incident-{one.opened.number}.html")


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
        sheet.totals,
        sheet.rows[query.after : query.after + query.limit],
        len(sheet.rows),
    )
