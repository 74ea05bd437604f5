"""Walking through pages without holding more than one."""

from collections.abc import Iterator

from croupier.ledger import Transfer
from croupier.store.protocol import PAGE, Reader
from croupier.store.values import Entry, IndexRow, Movement, Posted

_STRETCH = 100_000
"""Places that one statement may go through: less than a second's work."""


def stretches(places: range) -> Iterator[range]:
    for begin in range(places.start, places.stop, _STRETCH):
        yield range(begin, min(begin + _STRETCH, places.stop))


def every_stream(reader: Reader, page: int = PAGE) -> Iterator[str]:
    after = ""
    while names := reader.streams(after, page):
        yield from names
        after = names[-1]


def every_entry(reader: Reader, stream: str, after: int = 0, page: int = PAGE) -> Iterator[Entry]:
    while entries := reader.entries(stream, after, page):
        yield from entries
        after = entries[-1].seq


def entries_backwards(reader: Reader, stream: str, last: int, page: int = PAGE) -> Iterator[Entry]:
    """From the entry `last` to the first."""
    while last:
        after = max(0, last - page)
        yield from reversed(reader.entries(stream, after, last - after))
        last = after


def every_balance(reader: Reader, prefix: str = "", page: int = PAGE) -> Iterator[tuple[str, int]]:
    after = ""
    while balances := reader.balances(prefix, after, page):
        yield from balances
        after = balances[-1][0]


def every_vault_key(reader: Reader, page: int = PAGE) -> Iterator[str]:
    after = ""
    while keys := reader.vault_keys(after, page):
        yield from keys
        after = keys[-1]


def every_row(
    reader: Reader,
    stream: str,
    kind: str,
    after: int | None = None,
    page: int = PAGE,
    *,
    newest_first: bool = False,
) -> Iterator[IndexRow]:
    """What is indexed of a journal, by number."""
    while rows := reader.indexed(stream, kind, after, page, newest_first=newest_first):
        yield from rows
        after = rows[-1].number


def every_row_between(
    reader: Reader,
    stream: str,
    kind: str,
    page: int = PAGE,
    *,
    since_ms: int,
    until_ms: int,
    newest_first: bool = False,
) -> Iterator[IndexRow]:
    """The same, by time."""
    after = None
    while rows := reader.indexed_between(
        stream,
        kind,
        after,
        page,
        since_ms=since_ms,
        until_ms=until_ms,
        newest_first=newest_first,
    ):
        yield from rows
        after = rows[-1].at_ms, rows[-1].number


def every_posting(reader: Reader, place: int = 0, page: int = PAGE) -> Iterator[Posted]:
    """Every transfer of the store, beyond a place."""
    after = (place + 1, 0)
    while posted := reader.ledger(after, page):
        yield from posted
        after = (posted[-1].place, posted[-1].n)


def every_movement(
    reader: Reader,
    account: str,
    after: tuple[int, int] | None = None,
    page: int = PAGE,
    *,
    newest_first: bool = False,
    since_ms: int | None = None,
    until_ms: int | None = None,
) -> Iterator[Movement]:
    """What moved in and out of a wallet."""
    while moved := reader.postings(
        account, after, page, newest_first=newest_first, since_ms=since_ms, until_ms=until_ms
    ):
        yield from moved
        after = (moved[-1].place, moved[-1].n)


def whole_journal(
    reader: Reader, page: int = PAGE, *, after: int = 0
) -> Iterator[tuple[Entry, tuple[Transfer, ...]]]:
    """Every entry of the store beyond a place with its transfers, in the order of their places."""
    postings = every_posting(reader, after, page)
    posted = next(postings, None)
    while entries := reader.journal(after, page):
        for entry in entries:
            moved = []
            while posted and posted.place == entry.place:
                moved.append(posted.transfer)
                posted = next(postings, None)
            yield entry, tuple(moved)
        after = entries[-1].place


def journal_page(
    reader: Reader, stream: str, after: int, limit: int
) -> list[tuple[Entry, tuple[Transfer, ...]]]:
    """The next entries of a stream, with the transfers they posted; nothing is kept open."""
    entries = reader.entries(stream, after, limit)
    moved: dict[int, list[Transfer]] = {entry.seq: [] for entry in entries}
    at = (after + 1, 0)
    while entries and at[0] <= entries[-1].seq and (page := reader.transfers(stream, at, limit)):
        for posted in page:
            moved.setdefault(posted.seq, []).append(posted.transfer)
        at = (page[-1].seq, page[-1].n)
    return [(entry, tuple(moved[entry.seq])) for entry in entries]
