"""What the rules leave open, the shift manager decides; the table hears it, and it is kept."""

from typing import Annotated, Any

from msgspec import Meta

from croupier.house.floor.book import ManagerRuling
from croupier.house.roles import EVERYONE, PIT, Role
from croupier.ledger import MOST
from croupier.server.http.disputes import LongWords
from croupier.server.http.endpoint import Visit, endpoint
from croupier.server.http.forms import Body, Id, Numbered, PageSize, Query, Round, TableId
from croupier.server.http.places import room_of, round_at, table_in
from croupier.server.projection import ruling_view
from croupier.wire.views import RulingView

_ON_A_TABLE = 20
"""Of the latest, for whoever plays there."""


class Decision(Body, frozen=True):
    table: TableId
    text: LongWords
    id: Id
    round: Round | None = None
    """The round it is about; without one it is a reading that holds from now on."""


class RulingsQuery(Query, frozen=True):
    table: TableId | None = None
    before: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    """The lowest number of the page before."""
    limit: PageSize = 100


class SignedRuling(RulingView, frozen=True):
    by: str


@endpoint(
    "POST",
    "/api/rulings",
    roles=frozenset({Role.SHIFT}),
    body=Decision,
    answer=Numbered,
    signs=True,
)
async def rule(visit: Visit) -> Any:
    """BJ5 5.19, R30: a ruling on what the rules leave open; everyone at the table is told."""
    asked: Decision = visit.body
    house = visit.house
    room = room_of(house, asked.table)
    if asked.round is not None and asked.round != room.state.round_number:
        round_at(house, asked.table, asked.round)  # it has been played
    ruled = await house.floor.rule(asked.table, asked.round, asked.text, visit.by.name, asked.id)
    room.publish(ruled)
    return Numbered(ruled.ruled.number)


@endpoint(
    "GET",
    "/api/rulings",
    roles=PIT | {Role.INSPECTOR},
    query=RulingsQuery,
    answer=tuple[SignedRuling, ...],
)
async def rulings(visit: Visit) -> Any:
    """Every ruling of a shift manager, newest first, and who made it."""
    asked: RulingsQuery = visit.query
    before = asked.before or MOST + 1
    found = [one for one in _newest(visit, asked.table) if one.ruled.number < before]
    return tuple(_signed(one) for one in found[: asked.limit])


@endpoint("GET", "/api/tables/{table}/rulings", roles=EVERYONE, answer=tuple[RulingView, ...])
async def rulings_on_table(visit: Visit) -> Any:
    """The latest rulings of the shift manager on this table, newest first."""
    found = _newest(visit, table_in(visit))
    return tuple(ruling_view(one) for one in found[:_ON_A_TABLE])


def _newest(visit: Visit, table: str | None) -> list[ManagerRuling]:
    return list(reversed(visit.house.floor.rulings(table)))


def _signed(one: ManagerRuling) -> SignedRuling:
    said = one.ruled
    return SignedRuling(said.number, said.table, said.round, said.text, one.at_ms, by=said.by)
