"""For anyone: was it fair? The record of a round, and what was sealed before it was played."""

from collections.abc import Iterator
from enum import StrEnum
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
from croupier.table.facts import (
    Fact,
    OutcomesOpened,
    OutcomesRetired,
    OutcomesSealed,
    PreparedShoeInUse,
    PreparedShoeUnused,
    ShoePrepared,
)
from croupier.table.recovery import facts_of

_WALKS = ConcurrencyLimit(3)
"""A record is found by a walk through the journal, and anybody may ask for one."""


class ShoesQuery(Query, frozen=True):
    before: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    """`next` of the page before."""
    limit: PageSize = 20


class ShoeStatus(StrEnum):
    NEXT = "next"
    """Prepared, and dealt after the one in use."""
    IN_USE = "in-use"
    USED = "used"
    """No card is dealt from it any more."""
    UNUSED = "unused"
    """Prepared, and never dealt from."""


class SealedShoe(msgspec.Struct, frozen=True):
    name: str
    commitment: str
    size: int
    burned: int
    sealed_entry: int
    """The commitment's number in the table's journal."""
    sealed_ms: int
    opening: Opening | None
    """Salt and order, once it is used up, or will not be used."""
    status: ShoeStatus
    why: str
    """Why it was never dealt from; empty otherwise."""


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
    """The newest first; and whether there are more."""
    shoes: list[SealedShoe] = []
    head = reader.head(index.table).seq
    for seq, at_ms in index.newest_sealings(head + 1 if before is None else before):
        (entry,) = reader.entries(index.table, seq - 1, 1)
        for fact in facts_of(entry):
            if isinstance(fact, OutcomesSealed | ShoePrepared):
                if len(shoes) == limit:
                    return tuple(shoes), True
                terms = fact.name, fact.commitment, fact.size, fact.burned
                later = _later_facts(reader, index, seq, head)
                shoes.append(SealedShoe(*terms, seq, at_ms, *_became_of(fact, later)))
    return tuple(shoes), False


def _later_facts(reader: Reader, index: TableIndex, seq: int, head: int) -> Iterator[Fact]:
    """What became of shoes after this entry, in order."""
    for later, _ in index.sealings_after(seq):
        if later > head:
            return
        (entry,) = reader.entries(index.table, later - 1, 1)
        yield from facts_of(entry)


def _became_of(
    sealed: OutcomesSealed | ShoePrepared, later: Iterator[Fact]
) -> tuple[Opening | None, ShoeStatus, str]:
    """Its opening, where it stands, and why it was never used."""
    status = ShoeStatus.NEXT if isinstance(sealed, ShoePrepared) else ShoeStatus.IN_USE
    for fact in later:
        match fact:
            case PreparedShoeInUse(name=sealed.name):
                status = ShoeStatus.IN_USE
            case PreparedShoeUnused(name=sealed.name):
                opening = Opening(fact.salt, fact.outcomes) if fact.salt else None
                return opening, ShoeStatus.UNUSED, fact.why
            case OutcomesOpened(name=sealed.name):
                return Opening(fact.salt, fact.outcomes), ShoeStatus.USED, ""
            case OutcomesRetired(name=sealed.name):
                return None, ShoeStatus.USED, ""
    return None, status, ""
