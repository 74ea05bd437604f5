"""What a lab takes home from a staged table: each round, with its lines."""

import asyncio
from typing import Any

import msgspec

from croupier.engine.lines import Line
from croupier.house.records import RoundList, round_file, round_list
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST
from croupier.server.http.book_reader import BookReader
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.lookups import Tables

_TESTING = frozenset({Role.LAB, Role.PIT, Role.SHIFT, Role.INSPECTOR})
_ROUNDS_TOLD = 50


class StagedRound(msgspec.Struct, frozen=True):
    table: str
    round: int
    staged: bool
    rules: str
    """The digest of the rules it was played by."""
    void: bool
    file: dict[str, Any]
    """As a round file: `croupier settle` plays it again."""
    lines: tuple[Line, ...]


@endpoint("GET", "/api/staged/{table}/rounds", roles=_TESTING)
async def staged_rounds(request: HttpRequest, tables: Tables) -> RoundList:
    """The last rounds of a staged table, newest first."""
    index = tables.index(_staged(request, tables))
    return await asyncio.to_thread(round_list, index, 0, MOST, MOST, _ROUNDS_TOLD)


@endpoint("GET", "/api/staged/{table}/rounds/{round}", roles=_TESTING)
async def staged_round(request: HttpRequest, tables: Tables, books: BookReader) -> StagedRound:
    """A round of a staged table that is over: its round file, and every line of its settlement."""
    table = _staged(request, tables)
    entry = await tables.finished_round(table, request.number("round"))
    played = await books.round(entry)
    return StagedRound(
        table, played.number, True, entry.rules, played.void, round_file(played), played.lines
    )


def _staged(request: HttpRequest, tables: Tables) -> str:
    room = tables.room(request.path["table"])
    if not room.staged:
        raise Refused(Code.NOT_FOUND, "this table is not staged")
    return room.table
