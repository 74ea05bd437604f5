"""Reading the books: in a thread of its own, all of it at one moment, and not too much at once."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import TypeVar

from croupier.house.clock import DAY
from croupier.house.records.index import RoundEntry
from croupier.house.records.rounds import read_round
from croupier.kit.errors import Code, Refused
from croupier.ledger import wallet
from croupier.server.http.endpoint import Visit
from croupier.server.http.forms import PeriodQuery
from croupier.store.errors import StoreError
from croupier.store.protocol import Reader
from croupier.table.rounds import PlayedRound

T = TypeVar("T")
LONGEST_STATEMENT = 366 * DAY
_USUAL = 31 * DAY
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


_READERS = ThreadPoolExecutor(8, "books")
"""Apart from the threads that play needs: a long look at the books keeps no bet waiting."""


async def from_books(visit: Visit, read: Callable[[Reader], T]) -> T:
    def reading() -> T:
        with visit.house.store.snapshot() as reader:
            return read(reader)

    return await _aside(reading)


async def balance_of(visit: Visit, player: str) -> int:
    """One figure needs no snapshot."""
    return await _aside(lambda: visit.house.store.balance(wallet(player)))


async def _aside(work: Callable[[], T]) -> T:
    try:
        return await asyncio.get_running_loop().run_in_executor(_READERS, work)
    except StoreError:
        raise Refused(Code.NOT_STORED, "the books cannot be read now; try again") from None


async def round_from_books(visit: Visit, table: str, entry: RoundEntry) -> PlayedRound:
    return await from_books(visit, lambda reader: read_round(reader, table, entry))


class Turnstile:
    """Lets so many through at a time; whoever comes then is told to come again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside = 0

    def __enter__(self) -> None:
        if self._inside >= self._most:
            raise Refused(Code.BUSY, "others are reading that now; try again in a moment")
        self._inside += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._inside -= 1


def period(visit: Visit, longest: int | None = None) -> tuple[int, int]:
    """From when, and until when it is not any more."""
    asked: PeriodQuery = visit.query
    now = visit.house.clock.wall()
    until = _moment(asked.until) if asked.until else now - now % DAY + DAY
    since = _moment(asked.since) if asked.since else max(0, until - _USUAL)
    if since >= until:
        raise Refused(Code.BAD_MESSAGE, "the period ends before it begins")
    if longest is not None and until - since > longest:
        raise Refused(Code.BAD_MESSAGE, f"a period has at most {longest // DAY} days")
    return since, until


def _moment(text: str) -> int:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(Code.BAD_MESSAGE, "there is no such day or time") from None
    milliseconds = (at.replace(tzinfo=UTC) - _EPOCH) // _MILLISECOND
    if milliseconds < 0:
        raise Refused(Code.BAD_MESSAGE, "that is before any house had books")
    return milliseconds
