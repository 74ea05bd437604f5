"""The back office: figures, whole rounds, the regulator's export, the journals themselves."""

import asyncio
import re
import shutil
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Annotated, Any

import msgspec
from msgspec import Meta

from croupier.games.inputs import Input
from croupier.games.layout import Bet
from croupier.games.lines import Line
from croupier.house.records import RoundList, export, report, round_file, round_list
from croupier.house.records.office import Figures
from croupier.house.records.sheet import day
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST
from croupier.server.house import House
from croupier.server.http.books import Turnstile, from_books, period, round_from_books
from croupier.server.http.endpoint import Answer, Visit, endpoint
from croupier.server.http.forms import PageSize, PeriodQuery, Query
from croupier.server.http.places import finished_round, index_of, number_in, table_in
from croupier.store.protocol import Reader
from croupier.store.values import Entry
from croupier.table.cage import Adjusted
from croupier.table.config import TableConfig

_OFFICE = frozenset({Role.SHIFT, Role.INSPECTOR, Role.ADMINISTRATOR})
_ROUNDS = frozenset({Role.INSPECTOR, Role.SHIFT, Role.PIT})
_EXPORTS = Turnstile(1)
STREAM = r"^[a-z0-9][a-z0-9-]{0,31}(/[a-z0-9-]{1,31})?\Z"


class Held(msgspec.Struct, frozen=True):
    figures: Figures
    hold_bp: int | None
    """Win of handle, to the nearest basis point."""


class OfficeFigures(msgspec.Struct, frozen=True):
    """Rounds that ended in the period, by the UTC day on which they ended."""

    since_ms: int
    until_ms: int
    total: Held
    tables: dict[str, Held]
    games: dict[str, Held]
    dealers: dict[str, Held]
    days: dict[str, Held]


class WholeRound(msgspec.Struct, frozen=True):
    table: str
    round: int
    config: TableConfig
    begun_ms: int
    ended_ms: int
    dealer: str | None
    void: bool
    seats: dict[int, str]
    bets: tuple[Bet, ...]
    inputs: tuple[Input, ...]
    """Everything that went in, in order: the record of the round."""
    lines: tuple[Line, ...]
    adjustments: tuple[Adjusted, ...]
    file: dict[str, Any]
    """The same as a round file."""


class RoundsQuery(PeriodQuery, frozen=True):
    before: Annotated[int, Meta(ge=1, le=MOST)] = MOST
    """`next` of the page before."""
    limit: PageSize = 50


class JournalQuery(Query, frozen=True):
    after: Annotated[int, Meta(ge=0, le=MOST)] = 0
    """`next` of the page before."""
    limit: PageSize = 100


class JournalEntry(msgspec.Struct, frozen=True):
    seq: int
    at_ms: int
    by: str | None
    hash: str
    """Over this entry and the hash of the one before."""
    body: Any


class JournalPage(msgspec.Struct, frozen=True):
    entries: tuple[JournalEntry, ...]
    next: int | None
    """None where nothing more may be read now."""
    last: int
    """The last entry that may be read now; 0, where there is none."""


@endpoint("GET", "/api/office/report", roles=_OFFICE, query=PeriodQuery, answer=OfficeFigures)
async def office_report(visit: Visit) -> Any:
    """What was staked, what the house won of it, and what it should have won."""
    since, until = period(visit)
    indexes = tuple(visit.house.listener.indexes.values())
    odds = visit.house.odds
    told = await asyncio.to_thread(report, indexes, since, until, odds.edges)
    visit.house.spawn(odds.catch_up())
    return OfficeFigures(
        told.since_ms,
        told.until_ms,
        _held(told.total),
        *(
            {name: _held(one) for name, one in part.items()}
            for part in (told.tables, told.games, told.dealers, told.days)
        ),
    )


def _held(figures: Figures) -> Held:
    exact = figures.hold_bp
    rounded = None if exact is None else round(Fraction(*exact))
    return Held(figures, rounded)


@endpoint("GET", "/api/office/rounds/{table}", roles=_ROUNDS, query=RoundsQuery, answer=RoundList)
async def office_rounds(visit: Visit) -> Any:
    """A table's rounds that ended in a period, newest first, each with what it came to."""
    asked: RoundsQuery = visit.query
    since, until = period(visit)
    index = index_of(visit.house, table_in(visit))
    return await asyncio.to_thread(round_list, index, since, until, asked.before, asked.limit)


@endpoint(
    "GET",
    "/api/office/rounds/{table}/{round}",
    roles=_ROUNDS,
    answer=WholeRound,
)
async def whole_round(visit: Visit) -> Any:
    """A round that is over, with every name, every input and every line."""
    table = table_in(visit)
    entry = finished_round(visit.house, table, number_in(visit, "round"))
    played = await round_from_books(visit, table, entry)
    return WholeRound(
        table,
        played.number,
        played.config,
        played.begun_ms,
        entry.ended_ms,
        entry.dealer,
        played.void,
        played.seats,
        played.bets,
        tuple(played.inputs),
        played.lines,
        visit.house.cage.adjustments(table, played.number),
        round_file(played),
    )


@endpoint(
    "GET",
    "/api/office/export",
    roles=frozenset({Role.INSPECTOR, Role.SHIFT}),
    query=PeriodQuery,
    media="application/zip",
)
async def office_export(visit: Visit) -> Any:
    """Everything of a period in one file that proves itself, for the regulator."""
    since, until = period(visit)
    indexes = dict(visit.house.listener.indexes)

    def write(reader: Reader) -> IO[bytes]:
        """Into a file without a name, which goes when it is closed, whoever closes it."""
        with TemporaryDirectory(prefix="croupier-export-") as folder:
            path = Path(folder) / "export.zip"
            export(reader, indexes, since, until, path)
            file: IO[bytes] = TemporaryFile()  # noqa: SIM115 -- closed when it has been sent
            with path.open("rb") as written:
                shutil.copyfileobj(written, file)
        file.seek(0)
        return file

    with _EXPORTS:
        file = await from_books(visit, write)
    name = f"croupier-{day(since)}-{day(until - 1)}.zip"
    return Answer(file=file, media="application/zip", file_name=name)


@endpoint(
    "GET",
    "/api/office/journal/{stream:path}",
    roles=frozenset({Role.INSPECTOR}),
    query=JournalQuery,
    answer=JournalPage,
)
async def journal(visit: Visit) -> Any:
    """A journal as it is written: a table's, or `house/people`, `house/cage`, `house/floor` and
    `house/protection`. A round that is going on is not in it yet."""
    asked: JournalQuery = visit.query
    stream = visit.params["stream"]
    if not re.fullmatch(STREAM, stream):
        raise Refused(Code.NOT_FOUND, "there is no such journal")
    unfinished = _unfinished(visit.house, stream)

    def read(reader: Reader) -> JournalPage:
        head = reader.head(stream)
        if not head.epoch:
            raise Refused(Code.NOT_FOUND, "there is no such journal")
        last = min(head.seq, unfinished - 1)
        found = reader.entries(stream, asked.after, asked.limit)
        told = tuple(_entry(one) for one in found if one.seq <= last)
        more = told and told[-1].seq < last
        return JournalPage(told, told[-1].seq if more else None, last)

    return await from_books(visit, read)


def _unfinished(house: House, stream: str) -> int:
    """Where a round begins that is not over: its hole card is nobody's to read."""
    index = house.listener.indexes.get(stream)
    return (index.held_back if index else None) or MOST


def _entry(one: Entry) -> JournalEntry:
    by = one.command.sender if one.command else None
    return JournalEntry(one.seq, one.at_ms, by, one.hash.hex(), msgspec.Raw(one.body))
