"""Writes to a store: buy-ins, bets and losses, and a table that owns its stream."""

from croupier.ledger import CAGE, Reason, Transfer, bank, escrow, wallet
from croupier.store import Batch, Command, Done, Result, Store, Write, complaints

NOW_MS = 1_800_000_000_000


def command(id: str, sender: str = "ann", body: bytes = b"body") -> Command:
    return Command(sender, id, body)


def buy_in(player: str, amount: int, id: str | None = None) -> Write:
    moved = Transfer(CAGE, wallet(player), amount, Reason.BUY_IN, "the cage")
    asked = command(id, player) if id else None
    return Write(b'{"bought":"in"}', (moved,), asked, b"welcome")


def bet(
    player: str, amount: int, id: str | None = None, *, table: str = "t1", body: bytes = b"body"
) -> Write:
    moved = Transfer(wallet(player), escrow(table, "r1"), amount, Reason.STAKE, "BJ5 3.1")
    asked = Command(player, id, body) if id else None
    answer = f"{player} has bet {amount}".encode()
    return Write(f'{{"bet":{amount}}}'.encode(), (moved,), asked, answer)


def loss(amount: int, table: str = "t1") -> Write:
    moved = Transfer(escrow(table, "r1"), bank(table), amount, Reason.LOSS, "BJ5 3.2")
    return Write(b'{"lost":true}', (moved,))


NOTE = Write(b'{"said":"no more bets"}')


class StoreTable:
    """Owns a stream, and follows its head as a live table would."""

    def __init__(self, store: Store, stream: str = "t1", owner: str = "node 1") -> None:
        self.store = store
        self.stream = stream
        self.epoch = store.claim(stream, owner)
        self.after = store.head(stream).seq
        self.now_ms = NOW_MS

    def batch(self, *writes: Write) -> Batch:
        return Batch(self.stream, self.epoch, self.after, writes, self.now_ms)

    def write(self, *writes: Write) -> tuple[Result, ...]:
        (results,) = self.store.commit([self.batch(*writes)])
        self.after = max([self.after, *(one.seq for one in results if isinstance(one, Done))])
        return results


def open_house(store: Store, **purses: int) -> StoreTable:
    """A table, and players with money."""
    if purses:
        StoreTable(store, "cage").write(
            *(buy_in(player, amount) for player, amount in purses.items())
        )
    return StoreTable(store)


def assert_store_sound(store: Store) -> None:
    with store.snapshot() as reader:
        assert list(complaints(reader)) == []
