"""The journals themselves, for the inspector: in order, or from the newest back, or searched."""

import re
from collections.abc import Iterator
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta

from croupier.house.clock import Clock
from croupier.house.house_books import HOUSE_BOOKS
from croupier.house.roles import Role
from croupier.kit.decode_errors import FORM
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST
from croupier.server.http.book_reader import BookReader
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import AccountName, PageSize, PeriodQuery
from croupier.server.http.lookups import Tables
from croupier.store.archive.notes import PeriodArchived
from croupier.store.protocol import PAGE, Reader
from croupier.store.values import Entry
from croupier.table.facts import Fact

STREAM = r"^[a-z0-9][a-z0-9-]{0,31}(/[a-z0-9-]{1,31})?\Z"
MOST_READ = 20 * PAGE
"""Entries looked through for one page: a search goes on where the page before has stopped."""
_FACTS = {stream: book.facts for stream, book in HOUSE_BOOKS.items()} | {
    "house/archive": PeriodArchived
}


class JournalQuery(PeriodQuery, frozen=True):
    after: Annotated[int, Meta(ge=0, le=MOST)] = 0
    """In order: `next` of the page before."""
    before: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    """The newest first, from before this entry back: `next` of the page before."""
    kind: (
        Annotated[
            str,
            Meta(
                pattern=r"^[a-z-]{1,40}\Z", extra={FORM: "1 to 40 lower-case letters and hyphens"}
            ),
        ]
        | None
    ) = None
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
    house: tuple[str, ...]
    """The house's own journals, beside those of its tables."""


@endpoint("GET", "/api/office/journal/{stream:path}", roles=frozenset({Role.INSPECTOR}))
async def journal(
    request: HttpRequest, query: JournalQuery, tables: Tables, clock: Clock, books: BookReader
) -> JournalPage:
    """A journal as it is written, in order or the newest first, or what of it is about a fact, a
    person, a time: a table's, or one of the house's own, such as `house/people`. A round that is
    going on is not in it yet."""
    stream = check_stream(request)
    held_back = unfinished(tables, stream)
    times = range(*query.period(clock.wall())) if query.since or query.until else None

    def read(reader: Reader) -> JournalPage:
        head = reader.head(stream)
        if not head.epoch:
            raise Refused(Code.NOT_FOUND, "there is no such journal")
        last = min(head.seq, held_back - 1)
        page: list[JournalEntry] = []
        seq, end = 0, 1 if query.before else last
        for looked_at, entry in enumerate(_walk(reader, stream, query, last)):
            if len(page) == query.limit or looked_at == MOST_READ:
                break
            seq = entry.seq
            if (times is None or entry.at_ms in times) and _is_meant(entry, query):
                page.append(_view(entry))
        house = tuple(own for own in _FACTS if reader.head(own).epoch)
        next = seq if seq not in (0, end) else None
        return JournalPage(tuple(page), next, last, _kinds(stream), house)

    return await books.read(read)


def check_stream(request: HttpRequest) -> str:
    """The journal that the path names."""
    stream = request.path["stream"]
    if not re.fullmatch(STREAM, stream):
        raise Refused(Code.NOT_FOUND, "there is no such journal")
    return stream


def _walk(reader: Reader, stream: str, query: JournalQuery, last: int) -> Iterator[Entry]:
    """What may be read, in the direction that was asked for; the store only knows forwards."""
    size = query.limit if _unsearched(query) else PAGE
    if query.before is None:
        after = query.after
        while after < last and (page := reader.entries(stream, after, min(size, last - after))):
            yield from page
            after = page[-1].seq
        return
    before = min(query.before, last + 1)
    while before > 1:
        first = max(1, before - size)
        yield from reversed(reader.entries(stream, first - 1, before - first))
        before = first


def _unsearched(query: JournalQuery) -> bool:
    return query.kind is query.person is query.since is query.until is None


def _is_meant(entry: Entry, query: JournalQuery) -> bool:
    if query.kind is None and query.person is None:
        return True
    body = msgspec.json.decode(entry.body)
    facts = body.get("facts", [body])
    if query.kind is not None and all(fact.get("fact") != query.kind for fact in facts):
        return False
    return query.person is None or query.person == _sender(entry) or _names(body, query.person)


def _names(value: Any, person: str) -> bool:
    """Whether a name stands anywhere in it."""
    if isinstance(value, dict):
        return any(_names(part, person) for part in value.values())
    if isinstance(value, list):
        return any(_names(part, person) for part in value)
    return bool(value == person)


def _kinds(stream: str) -> tuple[str, ...]:
    facts = _FACTS.get(stream, Fact)
    kinds = get_args(facts) or (facts,)
    return tuple(sorted(str(kind.__struct_config__.tag) for kind in kinds))


def unfinished(tables: Tables, stream: str) -> int:
    """Where a round begins that is not over: its hole card is nobody's to read."""
    index = tables.indexes.get(stream)
    return (index.held_back if index else None) or MOST


def _sender(entry: Entry) -> str | None:
    return entry.command.sender if entry.command else None


def _view(entry: Entry) -> JournalEntry:
    body = msgspec.Raw(entry.body)
    return JournalEntry(entry.seq, entry.at_ms, _sender(entry), entry.hash.hex(), body)
