"""Letters to the players whom an incident concerns: for the office, and for each player."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.cage.cage import Cage
from croupier.house.incidents.book import Incident
from croupier.house.incidents.incidents import Incidents
from croupier.house.incidents.letter import Letter, letter_to, letters_html, letters_to
from croupier.house.roles import PLAYING, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.ledger import MOST
from croupier.server.broadcast import Broadcast
from croupier.server.http.book_reader import aside
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.forms import PageSize, Query
from croupier.server.http.incidents import READING
from croupier.server.http.lookups import Tables
from croupier.wire.messages import NoticeCode


class LettersQuery(Query, frozen=True):
    after: Annotated[int, Meta(ge=0, le=MOST)] = 0
    """How many players, by name, come before."""
    limit: PageSize = 20


class OwnLetter(msgspec.Struct, frozen=True):
    incident: int
    table: str
    at_ms: int


@endpoint("POST", "/api/incidents/{number}/letters", roles=frozenset({Role.SHIFT}))
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
    for player in one.sheet.sheet.by_player if one.sheet else ():
        broadcast.notice(player, NoticeCode.LETTER, text)


@endpoint("GET", "/api/incidents/{number}/letters", roles=READING)
async def letters(
    request: HttpRequest, query: LettersQuery, incidents: Incidents, tables: Tables, cage: Cage
) -> tuple[Letter, ...]:
    """To everyone with a bet in the rounds, by name, as they are by now."""
    one = incidents.get(request.number())
    game, some = _game(tables, one), slice(query.after, query.after + query.limit)
    return await aside(lambda: tuple(letters_to(one, game, cage.put_right, some)))


@endpoint("GET", "/api/incidents/{number}/letters.html", roles=READING, media="text/html")
async def printed_letters(
    request: HttpRequest, incidents: Incidents, tables: Tables, cage: Cage
) -> Answer[None]:
    """All of them in one file, in English, a page each."""
    one = incidents.get(request.number())
    game = _game(tables, one)
    html = await aside(lambda: letters_html(letters_to(one, game, cage.put_right)))
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


def _concerns(one: Incident, player: str) -> bool:
    return one.sheet is not None and player in one.sheet.sheet.by_player


def _game(tables: Tables, one: Incident) -> str:
    return tables.room(one.opened.table).state.config.game
