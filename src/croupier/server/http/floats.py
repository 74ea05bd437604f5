"""Fills and credits: the pit asks for a change of a table's float, the cage gives it."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.cage.cage import Cage
from croupier.house.cage.floats import FloatChange
from croupier.house.days.figures import Floats
from croupier.house.roles import PIT, Role
from croupier.house.table_floats import table_floats
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST
from croupier.server.http.book_reader import BookReader
from croupier.server.http.cage import check_money
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import Body, Id, TableId, Words
from croupier.server.http.lookups import Tables
from croupier.server.play_chips import PlayChips

_CASHIER = frozenset({Role.CASHIER})


class FloatWish(Body, frozen=True):
    table: TableId
    amount: Annotated[int, Meta(ge=-MOST, le=MOST)]
    """A fill, or below zero: a credit."""
    reason: Words
    id: Id


class FloatsView(msgspec.Struct, frozen=True):
    banks: dict[str, Floats]
    """What each table's bank holds now, the tables in the order of the floor."""
    changes: tuple[FloatChange, ...]
    """The newest first; those without a decision wait."""


@endpoint("GET", "/api/cage/floats", roles=PIT | _CASHIER | {Role.INSPECTOR})
async def floats(cage: Cage, tables: Tables, books: BookReader) -> FloatsView:
    """The tables' banks, and what was asked of the cage for them."""
    names = [name for name, room in tables.rooms.items() if not room.staged]
    banks = await books.read(lambda reader: table_floats(reader, names))
    return FloatsView(banks, tuple(reversed(cage.floats.all())))


@endpoint("POST", "/api/cage/floats", roles=PIT, signs=True)
async def ask_float(
    request: HttpRequest, body: FloatWish, play_chips: PlayChips, tables: Tables, cage: Cage
) -> FloatChange:
    """A fill of a table's float, or a credit; it moves when a cashier has given it."""
    check_money(play_chips)
    if tables.room(body.table).staged:
        raise Refused(Code.ILLEGAL_ACTION, "no money lies on a staged table")
    return await cage.ask_float(body.table, body.amount, body.reason, request.by.name, body.id)


@endpoint("POST", "/api/cage/floats/{number}/approval", roles=_CASHIER, signs=True)
async def move_float(request: HttpRequest, books: BookReader, cage: Cage) -> FloatChange:
    """The second person: it moves at once. Only money does, none of the guests' play chips."""
    number = request.number()
    table = cage.floats.get(number).asked.table
    held = await books.read(lambda reader: table_floats(reader, [table]))
    return await cage.move_float(number, request.by.name, held[table])


@endpoint("DELETE", "/api/cage/floats/{number}", roles=PIT | _CASHIER)
async def decline_float(request: HttpRequest, cage: Cage) -> FloatChange:
    """It is not to be moved: declined by the cage, or withdrawn by the pit."""
    return await cage.decline_float(request.number(), request.by.name)
