"""The journals themselves, for the inspector: in order, or from the newest back, or searched."""

import re
from collections.abc import Iterator
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta

from croupier.house.floor.facts import FloorFact
from croupier.house.people.facts import PeopleFact
from croupier.house.protection.facts import ProtectionFact
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST
from croupier.server.house import House
from croupier.server.http.books import from_books, period
from croupier.server.http.endpoint import Visit, endpoint
from croupier.server.http.forms import AccountName, PageSize, PeriodQuery
from croupier.store.protocol import PAGE, Reader
from croupier.store.values import Entry
from croupier.table.cage import CageFact
from croupier.table.facts import Fact

STREAM = r"^[a-z0-9][a-z0-9-]{0,31}(/[a-z0-9-]{1,31})?\Z"
MOST_READ = 20 * PAGE
"""Entries looked through for one page: a search goes on where the page before has stopped."""
_KINDS = {
    "house/people": PeopleFact,
    "house/cage": CageFact,
    "house/floor": FloorFact,
    "house/protection": ProtectionFact,
}


class JournalQuery(PeriodQuery, frozen=True):
    after: Annotated[int, Meta(ge=0, le=MOST)] = 0
    """In order: `next` of the page before."""
    before: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    """The newest first, from before this entry back: `next` of the page before."""
    kind: Annotated[str, Meta(pattern=r"^[a-z-]{1,40}\Z")] | None = None
    """Only entries with such a fact."""
    person: AccountName | None = None
    """Only entries that somebody made, or is named in."""
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
    """Where to go on, in the direction that was asked for; None where there is nothing more. A
    search may have something more to look through though this page is not full."""
    last: int
    """The last entry that may be read now; 0, where there is none."""
    kinds: tuple[str, ...]
    """The facts there may be in this journal."""


@endpoint(
    "GET",
    "/api/office/journal/{stream:path}",
    roles=frozenset({Role.INSPECTOR}),
    query=JournalQuery,
    answer=JournalPage,
)
async def journal(visit: Visit) -> Any:
    """A journal as it is written, in order or the newest first, or what of it is about a fact, a
    person, a time: a table's, or `house/people`, `house/cage`, `house/floor` and
    `house/protection`. A round that is going on is not in it yet."""
    asked: JournalQuery = visit.query
    stream = visit.params["stream"]
    if not re.fullmatch(STREAM, stream):
        raise Refused(Code.NOT_FOUND, "there is no such journal")
    unfinished = _unfinished(visit.house, stream)
    times = range(*period(visit)) if asked.since or asked.until else None

    def read(reader: Reader) -> JournalPage:
        head = reader.head(stream)
        if not head.epoch:
            raise Refused(Code.NOT_FOUND, "there is no such journal")
        last = min(head.seq, unfinished - 1)
        found: list[JournalEntry] = []
        seq, end = 0, 1 if asked.before else last
        for looked, one in enumerate(_walk(reader, stream, asked, last)):
            if len(found) == asked.limit or looked == MOST_READ:
                break
            seq = one.seq
            if (times is None or one.at_ms in times) and _is_meant(one, asked):
                found.append(_entry(one))
        return JournalPage(tuple(found), seq if seq not in (0, end) else None, last, _kinds(stream))

    return await from_books(visit, read)


def _walk(reader: Reader, stream: str, asked: JournalQuery, last: int) -> Iterator[Entry]:
    """What may be read, in the direction that was asked for; the store only knows forwards."""
    size = asked.limit if _unsearched(asked) else PAGE
    if asked.before is None:
        after = asked.after
        while after < last and (page := reader.entries(stream, after, min(size, last - after))):
            yield from page
            after = page[-1].seq
        return
    before = min(asked.before, last + 1)
    while before > 1:
        first = max(1, before - size)
        yield from reversed(reader.entries(stream, first - 1, before - first))
        before = first


def _unsearched(asked: JournalQuery) -> bool:
    return asked.kind is asked.person is asked.since is asked.until is None


def _is_meant(one: Entry, asked: JournalQuery) -> bool:
    if asked.kind is None and asked.person is None:
        return True
    body = msgspec.json.decode(one.body)
    facts = body.get("facts", [body])
    if asked.kind is not None and all(fact.get("fact") != asked.kind for fact in facts):
        return False
    by = one.command.sender if one.command else None
    return asked.person is None or asked.person == by or _names(body, asked.person)


def _names(told: Any, person: str) -> bool:
    """Whether a name stands anywhere in it."""
    if isinstance(told, dict):
        return any(_names(one, person) for one in told.values())
    if isinstance(told, list):
        return any(_names(one, person) for one in told)
    return bool(told == person)


def _kinds(stream: str) -> tuple[str, ...]:
    kinds = get_args(_KINDS.get(stream, Fact))
    return tuple(sorted(str(kind.__struct_config__.tag) for kind in kinds))


def _unfinished(house: House, stream: str) -> int:
    """Where a round begins that is not over: its hole card is nobody's to read."""
    index = house.listener.indexes.get(stream)
    return (index.held_back if index else None) or MOST


def _entry(one: Entry) -> JournalEntry:
    by = one.command.sender if one.command else None
    return JournalEntry(one.seq, one.at_ms, by, one.hash.hex(), msgspec.Raw(one.body))
