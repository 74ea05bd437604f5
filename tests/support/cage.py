"""Money for tests and benchmarks, straight into the books: a cage without a server around it."""

import hashlib

import msgspec

from croupier.store.protocol import Store
from croupier.store.values import Batch, Command, Done, Repeated, Write
from croupier.table.cage import STREAM, CashMoved, cage_moves


class Cage:
    def __init__(self, store: Store, owner: str) -> None:
        self._store = store
        self._epoch = store.claim(STREAM, owner)

    def buy_in(self, player: str, amount: int, *, by: str, id: str, wall: int) -> None:
        self._move(CashMoved(player, amount, by), id, wall)

    def cash_out(self, player: str, amount: int, *, by: str, id: str, wall: int) -> None:
        self._move(CashMoved(player, -amount, by), id, wall)

    def _move(self, fact: CashMoved, id: str, wall: int) -> None:
        entry = msgspec.json.encode(fact)
        command = Command(fact.by, id, hashlib.sha256(entry).digest())
        write = Write(entry, cage_moves(fact), command, b"{}")
        after = self._store.head(STREAM).seq
        result = self._store.commit((Batch(STREAM, self._epoch, after, (write,), wall),))[0][0]
        assert isinstance(result, Done | Repeated), result
