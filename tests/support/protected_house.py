"""A house with player protection and a cage on one store, its clock turned by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from croupier.engine.lines import Line, Result
from croupier.house.cage.cage import Cage
from croupier.house.journal import HouseJournals
from croupier.house.protection.limits import Kind
from croupier.house.protection.protection import Protection
from croupier.house.protection.view import LimitView
from croupier.house.protection.windows import Window
from croupier.ledger import Transfer, wallet
from croupier.store.group import GroupCommitter
from croupier.store.memory import MemoryStore
from croupier.store.protocol import Store
from croupier.table.money import reversal_moves, settlement_moves, stake_moves
from tests.support.clock import HandClock


def ms(*date: int) -> int:
    """Year, month, day, hour, minute, second in UTC."""
    return int(datetime(*date, tzinfo=UTC).timestamp()) * 1_000  # type: ignore[misc, arg-type]


@dataclass
class Protected:
    clock: HandClock
    store: Store
    protection: Protection
    cage: Cage
    posted: list[tuple[int, Transfer]] = field(default_factory=list)
    """What the tables have moved."""
    ids: int = 0

    async def limit(self, player: str, kind: Kind, window: Window, amount: int | None) -> None:
        self.ids += 1
        await self.protection.set_limit(player, kind, window, amount, f"limit-{self.ids}")

    def come(self, *players: str) -> None:
        for player in players:
            self.protection.load(player, self.postings(player))

    def postings(self, player: str) -> list[tuple[int, Transfer]]:
        purse = wallet(player)
        return [(at, one) for at, one in self.posted if purse in {one.payer, one.payee}]

    def move(self, *transfers: Transfer) -> None:
        self.posted.extend((self.clock.wall_ms, one) for one in transfers)
        self.protection.moved(transfers)

    def commit(self, player: str, amount: int, table: str = "t1", round: int = 1) -> None:
        """A stake that was reserved is in the books now."""
        self.move(*stake_moves(table, round, {}, {player: amount}))

    def stake(self, player: str, amount: int, table: str = "t1", round: int = 1) -> None:
        self.protection.reserve(player, amount, f"{table}:{round}")
        self.commit(player, amount, table, round)

    def take_back(self, player: str, amount: int, table: str = "t1", round: int = 1) -> None:
        self.move(*stake_moves(table, round, {player: amount}, {}))

    def settle(self, *results: tuple[str, int, int], table: str = "t1", round: int = 1) -> None:
        """The round is over: for each player what was staked and what comes back."""
        self.move(*settlement_moves(table, round, _lines(results)))

    def late_void(self, *results: tuple[str, int, int], table: str = "t1", round: int = 1) -> None:
        """The round was settled like that, and is void after all (R31)."""
        self.move(*reversal_moves(table, round, _lines(results)))

    def row(self, player: str, kind: Kind, window: Window) -> LimitView:
        view = self.protection.view(player, self.cage.deposited(player))
        (row,) = (one for one in view.limits if (one.kind, one.window) == (kind, window))
        return row


def _lines(results: tuple[tuple[str, int, int], ...]) -> tuple[Line, ...]:
    return tuple(
        Line(player, "bet", staked, back, Result.WIN, "R1") for player, staked, back in results
    )


@contextmanager
def open_protected_house(
    at: int = ms(2026, 3, 11, 12), store: Store | None = None
) -> Iterator[Protected]:
    """Opens at noon on a Wednesday; on a store with journals, with what they hold."""
    clock, store = HandClock(at), store or MemoryStore()
    with GroupCommitter(store) as committer:
        journals = HouseJournals(store, committer, owner="test", clock=clock)
        protection = Protection(journals)
        yield Protected(clock, store, protection, Cage(journals, protection=protection))
