"""Statements: a player's own, and the same of any player for the inspector."""

from typing import Any

from croupier.house.records import StatementRow, statement, statement_csv
from croupier.house.records.sheet import day
from croupier.house.roles import PLAYING, Role
from croupier.server.http.books import LONGEST_STATEMENT, from_books, period
from croupier.server.http.endpoint import Answer, Visit, endpoint
from croupier.server.http.forms import PeriodQuery
from croupier.server.http.places import player_named

_INSPECTOR = frozenset({Role.INSPECTOR})
_ROWS = tuple[StatementRow, ...]


async def _sheet(visit: Visit, name: str) -> Answer:
    since, until = period(visit, LONGEST_STATEMENT)
    text = await from_books(
        visit, lambda reader: "".join(statement_csv(reader, name, since, until)).encode()
    )
    file_name = f"statement-{name}-{day(since)}-{day(until - 1)}.csv"
    return Answer(body=text, media="text/csv; charset=utf-8", file_name=file_name)


async def _rows(visit: Visit, name: str) -> _ROWS:
    since, until = period(visit, LONGEST_STATEMENT)
    return await from_books(visit, lambda reader: tuple(statement(reader, name, since, until)))


def _player(visit: Visit) -> str:
    return player_named(visit.house, visit.params["name"]).name


@endpoint("GET", "/api/me/statement", roles=PLAYING, query=PeriodQuery, media="text/csv")
async def own_sheet(visit: Visit) -> Any:
    """Every movement of your wallet in a period, for a spreadsheet."""
    return await _sheet(visit, visit.by.name)


@endpoint("GET", "/api/me/statement.json", roles=PLAYING, query=PeriodQuery, answer=_ROWS)
async def own_rows(visit: Visit) -> Any:
    """The same statement as data."""
    return await _rows(visit, visit.by.name)


@endpoint(
    "GET",
    "/api/office/players/{name}/statement",
    roles=_INSPECTOR,
    query=PeriodQuery,
    media="text/csv",
)
async def players_sheet(visit: Visit) -> Any:
    """A player's statement, as the player gets it, for a spreadsheet."""
    return await _sheet(visit, _player(visit))


@endpoint(
    "GET",
    "/api/office/players/{name}/statement.json",
    roles=_INSPECTOR,
    query=PeriodQuery,
    answer=_ROWS,
)
async def players_rows(visit: Visit) -> Any:
    """A player's statement, as the player sees it."""
    return await _rows(visit, _player(visit))
