"""Statements: a player's own, and the same of any player for the inspector."""

from croupier.house.clock import Clock
from croupier.house.people.people import People
from croupier.house.records import StatementRow, statement, statement_csv
from croupier.house.records.sheet import day
from croupier.house.roles import PLAYING, Role
from croupier.server.http.book_reader import BookReader
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.forms import LONGEST_STATEMENT, PeriodQuery
from croupier.server.http.lookups import player_named

_INSPECTOR = frozenset({Role.INSPECTOR})
_CSV = "text/csv; charset=utf-8"


async def _sheet(name: str, query: PeriodQuery, clock: Clock, books: BookReader) -> Answer[None]:
    since, until = query.period(clock.wall(), LONGEST_STATEMENT)
    text = await books.read(
        lambda reader: "".join(statement_csv(reader, name, since, until)).encode()
    )
    return Answer(body=text, file_name=f"statement-{name}-{day(since)}-{day(until - 1)}.csv")


async def _rows(
    name: str, query: PeriodQuery, clock: Clock, books: BookReader
) -> tuple[StatementRow, ...]:
    since, until = query.period(clock.wall(), LONGEST_STATEMENT)
    return await books.read(lambda reader: tuple(statement(reader, name, since, until)))


@endpoint("GET", "/api/me/statement", roles=PLAYING, media=_CSV)
async def own_sheet(
    request: HttpRequest, query: PeriodQuery, clock: Clock, books: BookReader
) -> Answer[None]:
    """Every movement of your wallet in a period, for a spreadsheet."""
    return await _sheet(request.by.name, query, clock, books)


@endpoint("GET", "/api/me/statement.json", roles=PLAYING)
async def own_rows(
    request: HttpRequest, query: PeriodQuery, clock: Clock, books: BookReader
) -> tuple[StatementRow, ...]:
    """The same statement as data."""
    return await _rows(request.by.name, query, clock, books)


@endpoint("GET", "/api/office/players/{name}/statement", roles=_INSPECTOR, media=_CSV)
async def players_sheet(
    request: HttpRequest, query: PeriodQuery, people: People, clock: Clock, books: BookReader
) -> Answer[None]:
    """A player's statement, as the player gets it, for a spreadsheet."""
    return await _sheet(player_named(people, request.path["name"]).name, query, clock, books)


@endpoint("GET", "/api/office/players/{name}/statement.json", roles=_INSPECTOR)
async def players_rows(
    request: HttpRequest, query: PeriodQuery, people: People, clock: Clock, books: BookReader
) -> tuple[StatementRow, ...]:
    """A player's statement, as the player sees it."""
    return await _rows(player_named(people, request.path["name"]).name, query, clock, books)
