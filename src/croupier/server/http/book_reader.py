"""Reading the books: in a thread of its own, all of it at one moment, and not too much at once."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from croupier.house.records.round_entry import RoundEntry
from croupier.house.records.rounds import read_round
from croupier.kit.errors import Code, Refused
from croupier.ledger import wallet
from croupier.store.errors import StoreError
from croupier.store.protocol import Reader, Store
from croupier.table.rounds import PlayedRound

T = TypeVar("T")

_THREADS = ThreadPoolExecutor(8, "books")
"""Apart from the threads that play needs: a long look at the books keeps no bet waiting."""


class BookReader:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def read(self, read: Callable[[Reader], T]) -> T:
        def reading() -> T:
            with self._store.snapshot() as reader:
                return read(reader)

        return await aside(reading)

    async def round(self, entry: RoundEntry) -> PlayedRound:
        return await self.read(lambda reader: read_round(reader, entry.config.id, entry))

    async def balance(self, player: str) -> int:
        """One figure needs no snapshot."""
        return await aside(lambda: self._store.balance(wallet(player)))


async def aside(work: Callable[[], T]) -> T:
    """In one of those threads."""
    try:
        return await asyncio.get_running_loop().run_in_executor(_THREADS, work)
    except StoreError:
        raise Refused(Code.NOT_STORED, "the books cannot be read now; try again") from None


class ConcurrencyLimit:
    """Lets so many through at a time; whoever comes then is told to come again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside = 0

    def __enter__(self) -> None:
        if self._inside >= self._most:
            raise Refused(Code.BUSY, "others are reading that now; try again in a moment")
        self._inside += 1

    def __exit__(self, *_: object) -> None:
        self._inside -= 1
