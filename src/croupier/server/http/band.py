"""What the house won beside what it should have won, and what speaks against whom."""

import asyncio
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.clock import DAY, Clock
from croupier.house.records.bands import (
    RATES,
    BandBy,
    BandQuestion,
    BandReport,
    OddsMissing,
    band_report,
)
from croupier.house.records.index import TableIndex
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.monitoring.table_evidence import ALPHA, TrailEvidence
from croupier.odds.play_figures import PlayFigures
from croupier.server.http.book_reader import ConcurrencyLimit
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import PeriodQuery, Query
from croupier.server.http.lookups import Tables
from croupier.server.odds_service import OddsService
from croupier.server.play_watch import PlayWatch
from croupier.table.config import TableConfig

_OFFICE = frozenset({Role.SHIFT, Role.INSPECTOR, Role.ADMINISTRATOR})
_FLOOR = frozenset({Role.PIT, Role.SHIFT, Role.INSPECTOR})
_BANDS = ConcurrencyLimit(2)
_STRONGEST = 8
"""Trails of a table that are told."""


class BandQuery(PeriodQuery, frozen=True):
    by: BandBy = BandBy.TABLE
    name: Annotated[str, Meta(max_length=100)] = ""
    """Whose course is told; without it: that of all together."""
    rate: float = 0.01
    """Of false alarms: 0.1, 0.05, 0.01 or 0.001."""
    guests: bool = False
    """The guests' play with play chips, instead of the players' with money: never both at once."""


class TableBandQuery(Query, frozen=True):
    guests: bool = False
    """The guests' play with play chips, instead of the players' with money."""


class TableSuspicions(msgspec.Struct, frozen=True):
    table: str
    round: int
    """The last round that is in it."""
    trails: tuple[TrailEvidence, ...]
    """Those with most evidence, the strongest first."""


class Suspicions(msgspec.Struct, frozen=True):
    alarm_at: float
    """The evidence at which the pit is called: an honest trail comes to it once in so many."""
    tables: tuple[TableSuspicions, ...]


class TableBand(msgspec.Struct, frozen=True):
    """Of the UTC day, as far as it has gone."""

    report: BandReport
    suspicions: TableSuspicions


@endpoint("GET", "/api/office/band", roles=_OFFICE)
async def office_band(
    query: BandQuery, clock: Clock, tables: Tables, odds: OddsService
) -> BandReport:
    """What the house won in a period beside the distribution of what the very bets it took should
    have brought, as a band at a rate of false alarms: by table, game, bet, dealer or player."""
    if query.rate not in RATES:
        raise Refused(Code.BAD_MESSAGE, f"a rate is one of {', '.join(map(str, RATES))}")
    since, until = query.period(clock.wall())
    asked = BandQuestion(since, until, query.by, query.rate, query.name, query.guests)
    return await _report(tuple(tables.indexes.values()), asked, odds)


@endpoint("GET", "/api/office/suspicions", roles=_OFFICE)
async def office_suspicions(tables: Tables, play_watch: PlayWatch) -> Suspicions:
    """What speaks against players, dealers and tables: evidence that may be looked at after every
    round, by table."""
    told = (_suspicions(play_watch, table) for table in tables.indexes)
    return Suspicions(round(1 / ALPHA), tuple(told))


@endpoint("GET", "/api/floor/band/{table}", roles=_FLOOR)
async def table_band(
    request: HttpRequest,
    query: TableBandQuery,
    clock: Clock,
    tables: Tables,
    odds: OddsService,
    play_watch: PlayWatch,
) -> TableBand:
    """The same of one table today."""
    index = tables.index(request.path["table"])
    now = clock.wall()
    midnight = now // DAY * DAY
    asked = BandQuestion(midnight, now + 1, BandBy.TABLE, 0.01, guests=query.guests)
    report = await _report((index,), asked, odds)
    return TableBand(report, _suspicions(play_watch, index.table))


def _suspicions(play_watch: PlayWatch, table: str) -> TableSuspicions:
    evidence = play_watch.evidence(table)
    return TableSuspicions(table, evidence.round, evidence.strongest(_STRONGEST))


async def _report(
    indexes: tuple[TableIndex, ...], asked: BandQuestion, odds: OddsService
) -> BandReport:
    # Configurations are held here, so that the id of each stays its own.
    known: dict[int, tuple[TableConfig, PlayFigures]] = {}

    def figures(config: TableConfig) -> PlayFigures | None:
        return known[id(config)][1] if id(config) in known else None

    with _BANDS:
        while True:
            try:
                return await asyncio.to_thread(band_report, indexes, asked, figures)
            except OddsMissing as missing:
                config = missing.config
                known[id(config)] = config, await odds.play(config.check())
