"""What became of every card of a shoe: the certificates."""

from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.closures.certificate import Certificate, Closure, Verdict
from croupier.house.closures.closures import Closures
from croupier.house.roles import PIT, Role
from croupier.ledger import MOST
from croupier.server.http.book_reader import aside
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.forms import PageSize, Query, TableId

_READING = PIT | {Role.INSPECTOR, Role.ADMINISTRATOR}


class ClosuresQuery(Query, frozen=True):
    table: TableId | None = None
    unclosed: bool = False
    """Only those that do not close."""
    before: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    """The lowest number of the page before."""
    limit: PageSize = 50


class ClosureView(msgspec.Struct, frozen=True):
    number: int
    closure: Closure
    key: str


@endpoint("GET", "/api/closures", roles=_READING)
async def closures(query: ClosuresQuery, closures: Closures) -> tuple[ClosureView, ...]:
    """Shoes that are done with, the newest first, and whether every card is accounted for."""

    def read() -> tuple[ClosureView, ...]:
        meant = (
            ClosureView(number, one.closure, one.key)
            for number, one in closures.newest_first(query.before)
            if query.table in (None, one.closure.table)
            and (one.closure.verdict is Verdict.NOT or not query.unclosed)
        )
        return tuple(islice(meant, query.limit))

    return await aside(read)


@endpoint("GET", "/api/closures/{number}", roles=_READING)
async def closure(request: HttpRequest, closures: Closures) -> Answer[Certificate]:
    """One certificate, as a file that `croupier closure` checks."""
    number = request.number()
    certificate = await aside(lambda: closures.get(number))
    name = f"{certificate.closure.table}-shoe-{certificate.closure.shoe}.json"
    return Answer(certificate, file_name=name)
