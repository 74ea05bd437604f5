"""A journal of the house when many ask at once: few commits, and nobody is judged by what is not
true yet."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from threading import Event

import pytest

from croupier.house.cage.cage import Cage
from croupier.house.journal import HouseJournals
from croupier.house.protection.limits import Kind
from croupier.house.protection.protection import Protection
from croupier.house.protection.windows import Window
from croupier.kit.errors import Code, Refused
from croupier.ledger import wallet
from croupier.store.errors import UnknownCommit
from croupier.store.group import GroupCommitter
from croupier.store.memory import MemoryStore
from croupier.store.pages import every_entry
from croupier.store.values import Batch, Result
from croupier.table.invariants import house_complaints
from tests.support.clock import HandClock
from tests.support.protected_house import ms

CAGE = "house/cage"
CROWD = [f"guest-{n}" for n in range(200)]


class Disk(MemoryStore):
    """It writes when it is let, and may be cut off before it or after it."""

    def __init__(self) -> None:
        super().__init__()
        self.free = Event()
        self.free.set()
        self.commits: list[int] = []
        """How many entries of the cage were handed in with each."""
        self.cut = ""

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        self.free.wait()
        if handed := sum(len(batch.writes) for batch in batches if batch.stream == CAGE):
            self.commits.append(handed)
        cut = self.cut if handed > 1 else ""
        if cut:
            self.cut = ""
        if cut == "before":
            raise UnknownCommit("the line went dead")
        results = super().commit(batches)
        if cut == "after":
            raise UnknownCommit("the line went dead")
        return results


class Desk:
    def __init__(self, disk: Disk, committer: GroupCommitter, *, shared: bool = False) -> None:
        clock = HandClock(ms(2026, 5, 4))
        journals = HouseJournals(disk, committer, owner="a", clock=clock, shared=shared)
        self.disk = disk
        self.protection = Protection(journals)
        self.cage = Cage(journals, protection=self.protection)

    async def moves(self, player: str, amount: int, id: str = "") -> str:
        """What came of it; empty: done."""
        id = id or f"{player} {amount}"
        try:
            if amount > 0:
                await self.cage.deposit(player, amount, "kim", id)
            else:
                await self.cage.withdraw(player, -amount, "kim", id)
        except Refused as refused:
            return str(refused.code)
        return ""

    async def at_once(self, *asked: tuple[str, int]) -> list[str]:
        """All of it is asked for before the first of it is written."""
        self.disk.free.clear()
        answers = [asyncio.ensure_future(self.moves(*one)) for one in asked]
        for _ in range(5):
            await asyncio.sleep(0)
        self.disk.free.set()
        return await asyncio.gather(*answers)

    def in_step(self) -> bool:
        """Memory and books say the same."""
        known = {player: self.cage.deposited(player)[Window.DAY] for player in CROWD}
        clock = HandClock(ms(2026, 5, 4))
        with GroupCommitter(self.disk) as committer:
            journals = HouseJournals(self.disk, committer, owner="next", clock=clock, shared=True)
            anew = Cage(journals, protection=Protection(journals))
        folded = {player: anew.deposited(player)[Window.DAY] for player in CROWD}
        return known == folded and self.cage.journal.seq == anew.journal.seq


@asynccontextmanager
async def opened(*, shared: bool = False) -> AsyncIterator[Desk]:
    disk = Disk()
    with GroupCommitter(disk) as committer:
        desk = Desk(disk, committer, shared=shared)
        yield desk
        assert desk.in_step()
        assert list(house_complaints(disk)) == []


async def test_a_crowd_shares_a_few_commits() -> None:
    async with opened() as desk:
        answers = await desk.at_once(*((player, 10_00) for player in CROWD))
        assert set(answers) == {""}
        assert sum(desk.disk.commits) == len(CROWD)
        assert len(desk.disk.commits) <= 3
        written = [entry.seq for entry in every_entry(desk.disk, CAGE)]
        assert written == list(range(1, len(CROWD) + 1))


async def test_what_concerns_one_player_is_judged_one_after_the_other() -> None:
    async with opened() as desk:
        await desk.protection.set_limit("guest-0", Kind.DEPOSIT, Window.DAY, 50_00, "limit")
        answers = await desk.at_once(
            ("guest-1", 40_00), ("guest-0", 40_00), ("guest-0", 30_00), ("guest-2", 40_00)
        )
        assert answers == ["", "", Code.DEPOSIT_LIMIT, ""]
        assert desk.disk.balance(wallet("guest-0")) == 40_00


async def test_who_is_refused_takes_nobody_along() -> None:
    """By the judge, and by the books."""
    async with opened() as desk:
        await desk.protection.set_limit("guest-0", Kind.DEPOSIT, Window.DAY, 50_00, "limit")
        answers = await desk.at_once(
            ("guest-1", 10_00), ("guest-0", 60_00), ("guest-2", -10_00), ("guest-3", 10_00)
        )
        assert answers == ["", Code.DEPOSIT_LIMIT, Code.SHORT_OF_FUNDS, ""]
        assert desk.disk.balance(wallet("guest-3")) == 10_00


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("cut", ["before", "after"])
async def test_an_unclear_commit_of_many_is_cleared_up_for_each(cut: str, shared: bool) -> None:
    """Of some of whom nothing is in the books, because they are refused."""
    async with opened(shared=shared) as desk:
        assert await desk.moves("guest-5", 10_00) == ""
        desk.disk.cut = cut
        answers = await desk.at_once(
            ("guest-9", 10_00),
            ("guest-1", 10_00),
            ("guest-2", -10_00),
            ("guest-3", 10_00),
            ("guest-5", 10_00),
        )
        assert desk.disk.cut == ""
        # The last was done before, under the same id: that is what it hears again.
        assert answers == ["", "", Code.SHORT_OF_FUNDS, "", ""]
        for player in ("guest-1", "guest-3", "guest-5", "guest-9"):
            assert desk.cage.deposited(player)[Window.DAY] == 10_00
            assert desk.disk.balance(wallet(player)) == 10_00


async def test_two_nodes_write_for_crowds_at_once() -> None:
    disk = Disk()
    with GroupCommitter(disk) as one, GroupCommitter(disk) as two:
        a, b = Desk(disk, one, shared=True), Desk(disk, two, shared=True)
        answers = await asyncio.gather(
            *(node.moves(player, 10_00, f"{player} 10_00") for player in CROWD for node in (a, b))
        )
        assert set(answers) == {""}
        for node in (a, b):
            await node.cage.journal.follow()
            assert node.in_step()
        assert all(disk.balance(wallet(player)) == 10_00 for player in CROWD)
    assert list(house_complaints(disk)) == []
