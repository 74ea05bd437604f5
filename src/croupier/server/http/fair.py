"""For anyone: was it fair? The record of a round, and what was sealed before it was played."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.chance.sealed import Opening
from croupier.house.fairness import FairRecord, fair_record
from croupier.house.live_tables import LiveTables
from croupier.house.records.index import TableIndex
from croupier.house.stations.stations import Stations
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST
from croupier.server.http.book_reader import BookReader, ConcurrencyLimit
from croupier.server.http.ended_rounds import EndedAtTable, ended_at_table
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import PageSize, Query
from croupier.server.http.lookups import Tables
from croupier.store.protocol import Reader
from croupier.table.facts import OutcomesOpened, OutcomesSealed
from croupier.table.recovery import facts_of

_WALKS = ConcurrencyLimit(3)
"""A record is found by a walk through the journal, and anybody may ask for one."""


class ShoesQuery(Query, frozen=True):
    before: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    """`next` of the page before."""
    limit: PageSize = 20


class SealedShoe(msgspec.Struct, frozen=True):
    name: str
    commitment: str
    size: int
    burned: int
    sealed_entry: int
    """The commitment's number in the table's journal."""
    sealed_ms: int
    opening: Opening | None
    """Salt and order, once it is used up."""


class ShoesPage(msgspec.Struct, frozen=True):
    shoes: tuple[SealedShoe, ...]
    next: int | None
    """None on the last page."""
    rounds: int
    """How many were played at the table."""
    ended: tuple[EndedAtTable, ...]
    """How often each person, who is not named, has ended one of them before its time."""


@endpoint("GET", "/api/fair/{table}/{round}", roles=None)
async def fair_round(
    request: HttpRequest, tables: Tables, books: BookReader, stations: Stations
) -> FairRecord:
    """The public record of a round that is over; nobody is named in it."""
    table = request.path["table"]
    index, record = tables.index(table), None
    number = request.number("round")
    if (await tables.round(table, number)).over:
        with _WALKS:
            record = await books.read(
                lambda reader: fair_record(reader, index, number, stations.all())
            )
    if record is None:
        raise Refused(Code.NOT_FOUND, f"round {number} is not over")
    return record


@endpoint("GET", "/api/fair/{table}", roles=None)
async def sealed_shoes(
    request: HttpRequest,
    query: ShoesQuery,
    tables: Tables,
    books: BookReader,
    live_tables: LiveTables,
) -> ShoesPage:
    """What was committed to at a table and, once used up, opened; the newest first. And how often
    its rounds were ended by people."""
    index = tables.index(request.path["table"])
    with _WALKS:
        shoes, more = await books.read(
            lambda reader: _shoes(reader, index, query.before, query.limit)
        )
    statistics = live_tables.statistics
    rounds, ended = statistics.of(index.table).rounds, ended_at_table(statistics, index.table)
    return ShoesPage(shoes, shoes[-1].sealed_entry if more else None, rounds, ended)


def _shoes(
    reader: Reader, index: TableIndex, before: int | None, limit: int
) -> tuple[tuple[SealedShoe, ...], bool]:
    """Backwards: a shoe is opened after it was sealed, so its opening is met first. And whether
    there are more."""
    shoes: list[SealedShoe] = []
    openings: dict[str, Opening] = {}
    head = reader.head(index.table).seq
    for seq, at_ms in index.newest_sealings(head if before is None else before):
        (entry,) = reader.entries(index.table, seq - 1, 1)
        for fact in facts_of(entry):
            if isinstance(fact, OutcomesOpened):
                openings[fact.name] = Opening(fact.salt, fact.outcomes)
            elif isinstance(fact, OutcomesSealed) and seq != before:
                if len(shoes) == limit:
                    return tuple(shoes), True
                shoes.append(
                    SealedShoe(
                        fact.name,
                        fact.commitment,
                        fact.size,
                        fact.burned,
                        seq,
                        at_ms,
                        openings.get(fact.name),
                    )
                )
    return tuple(shoes), False
