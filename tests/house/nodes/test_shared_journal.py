"""A journal that several nodes write to: whoever is overtaken is judged again by what is true."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

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


class CageNode:
    """What a node knows of limits and cash."""

    def __init__(self, store: MemoryStore, committer: GroupCommitter, name: str) -> None:
        clock = HandClock(ms(2026, 5, 4))
        journals = HouseJournals(store, committer, owner=name, clock=clock, shared=True)
        self.protection = Protection(journals)
        self.cage = Cage(journals, protection=self.protection)

    async def deposit(self, amount: int, id: str) -> str:
        try:
            await self.cage.deposit("ann", amount, "kim", id)
        except Refused as refused:
            return str(refused.code)
        return ""


@contextmanager
def two_nodes() -> Iterator[tuple[MemoryStore, CageNode, CageNode]]:
    store = MemoryStore()
    with ExitStack() as stack:
        nodes = [CageNode(store, stack.enter_context(GroupCommitter(store)), name) for name in "ab"]
        yield store, nodes[0], nodes[1]
        assert list(house_complaints(store)) == []


async def test_both_write_and_each_learns_what_the_other_has_written() -> None:
    with two_nodes() as (store, a, b):
        answers = await asyncio.gather(
            *(
                node.deposit(10_00, f"{name}{n}")
                for n in range(20)
                for name, node in (("a", a), ("b", b))
            )
        )
        assert set(answers) == {""}
        assert store.balance(wallet("ann")) == 400_00
        for node in (a, b):
            await node.cage.journal.follow()
            assert node.cage.deposited("ann")[Window.DAY] == 400_00


async def test_a_limit_holds_for_two_nodes_that_take_the_last_of_it_at_once() -> None:
    with two_nodes() as (store, a, b):
        await a.protection.set_limit("ann", Kind.DEPOSIT, Window.DAY, 50_00, "limit")
        await b.protection.journal.follow()
        for n in range(10):
            await asyncio.gather(a.deposit(30_00, f"a{n}"), b.deposit(30_00, f"b{n}"))
        assert store.balance(wallet("ann")) == 30_00


async def test_what_was_answered_is_not_done_again_by_the_other_node() -> None:
    with two_nodes() as (store, a, b):
        assert await a.deposit(30_00, "same") == ""
        assert await b.deposit(30_00, "same") == ""
        assert await b.deposit(40_00, "same") == Code.OTHER_COMMAND
        assert store.balance(wallet("ann")) == 30_00


class CutOnce(MemoryStore):
    """The next commit is cut off before anything is written."""

    cut = False

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        if self.cut:
            self.cut = False
            raise UnknownCommit("the line went dead")
        return super().commit(batches)


async def test_a_repetition_is_not_taken_for_what_an_unclear_commit_wrote() -> None:
    store = CutOnce()
    with GroupCommitter(store) as committer:
        node = CageNode(store, committer, "a")
        assert await node.deposit(30_00, "same") == ""
        store.cut = True
        assert await node.deposit(30_00, "same") == ""
        assert node.cage.deposited("ann")[Window.DAY] == 30_00
        # What the cut commit would have written is written by the next try.
        store.cut = True
        assert await node.deposit(20_00, "other") == ""
        assert node.cage.deposited("ann")[Window.DAY] == 50_00
    assert store.balance(wallet("ann")) == 50_00


async def test_the_house_s_own_entries_of_two_nodes_have_ids_of_their_own() -> None:
    with two_nodes() as (store, a, b):
        await asyncio.gather(
            a.protection.set_reality_check("ann", 30), b.protection.set_reality_check("bob", 60)
        )
        stream = a.protection.journal.stream
        ids = [entry.command and entry.command.id for entry in every_entry(store, stream)]
        assert len(set(ids)) == 2


async def test_whoever_takes_the_house_alone_shuts_both_out() -> None:
    with two_nodes() as (store, a, _):
        store.claim(a.cage.journal.stream, "a house alone")
        with pytest.raises(Exception, match="StaleOwner"):
            await a.deposit(10_00, "late")
