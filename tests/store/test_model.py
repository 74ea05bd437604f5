"""The store against a plain model: any order of claims, bets, repeats, crashes of the owner."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from croupier.ledger import Reason, Transfer, may_owe
from croupier.store import (
    Batch,
    Command,
    Done,
    OtherBody,
    Repeated,
    Result,
    ShortOfFunds,
    StaleOwner,
    Store,
    VaultTaken,
    Write,
    WrongSequence,
    complaints,
    open_store,
)
from croupier.store.memory import MemoryStore

ACCOUNTS = ["cage", "bank:t1", "wallet:ann", "wallet:bob", "escrow:t1:r1"]
STREAMS = ["t1", "t2"]

transfers = st.builds(
    lambda pair, amount: Transfer(pair[0], pair[1], amount, Reason.ADJUSTMENT, ""),
    st.permutations(ACCOUNTS),
    st.integers(1, 50),
)
writes = st.builds(
    Write,
    st.binary(max_size=3),
    st.lists(transfers, max_size=3).map(tuple),
    st.none()
    | st.builds(
        Command,
        st.sampled_from(["ann", "bob"]),
        st.sampled_from(["c1", "c2", "c3"]),
        st.sampled_from([b"one", b"two"]),
    ),
    st.binary(max_size=3),
    st.lists(st.sampled_from(["k1", "k2", "k3"]), max_size=2, unique=True).map(
        lambda keys: tuple((key, b"secret") for key in keys)
    ),
)
plans = st.lists(
    st.tuples(
        st.sampled_from(STREAMS),
        st.sampled_from([0, 0, 0, 0, -1]),
        st.sampled_from([0, 0, 0, 0, -1, 1]),
        st.lists(writes, min_size=1, max_size=4).map(tuple),
    ),
    max_size=3,
)


class House(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.store = self.make()
        self.epochs = dict.fromkeys(STREAMS, 0)
        self.journals: dict[str, list[Write]] = {name: [] for name in STREAMS}
        self.balances = dict.fromkeys(ACCOUNTS, 0)
        self.answers: dict[tuple[str, str], tuple[bytes, Repeated]] = {}
        self.vault: dict[str, bytes] = {}

    def make(self) -> Store:
        return MemoryStore()

    @rule(stream=st.sampled_from(STREAMS))
    def claim(self, stream: str) -> None:
        self.epochs[stream] += 1
        assert self.store.claim(stream, "somebody") == self.epochs[stream]

    @rule(plan=plans)
    def commit(self, plan: list[tuple[str, int, int, tuple[Write, ...]]]) -> None:
        # The model goes first, and says from which head each batch has to start.
        batches, expected = [], []
        for stream, epoch_off, after_off, these in plan:
            epoch = self.epochs[stream] + epoch_off
            after = max(0, len(self.journals[stream]) + after_off)
            batches.append(Batch(stream, epoch, after, these, 7))
            expected.append(self.expect(batches[-1]))
        found = self.store.commit(batches)
        assert [[plain(one) for one in batch] for batch in found] == expected

    def expect(self, batch: Batch) -> list[Result | int]:
        journal = self.journals[batch.stream]
        if not self.epochs[batch.stream] or batch.epoch != self.epochs[batch.stream]:
            return [StaleOwner(self.epochs[batch.stream])] * len(batch.writes)
        known = [
            w.command and (w.command.sender, w.command.id) in self.answers for w in batch.writes
        ]
        if batch.after != len(journal) and not all(known):
            return [WrongSequence(len(journal))] * len(batch.writes)
        return [self.one(batch.stream, write) for write in batch.writes]

    def one(self, stream: str, write: Write) -> Result | int:
        asked = write.command
        if asked and (asked.sender, asked.id) in self.answers:
            body, repeated = self.answers[asked.sender, asked.id]
            return repeated if body == asked.body_hash else OtherBody()
        for key, _ in write.vault:
            if key in self.vault:
                return VaultTaken(key)
        after = dict(self.balances)
        for moved in write.transfers:
            after[moved.payer] -= moved.amount
            after[moved.payee] += moved.amount
        for moved in write.transfers:
            for account in (moved.payer, moved.payee):
                if after[account] < 0 and not may_owe(account):
                    return ShortOfFunds(account)
        self.balances = after
        self.journals[stream].append(write)
        self.vault.update(write.vault)
        seq = len(self.journals[stream])
        if asked:
            told = Repeated(write.answer, stream, seq)
            self.answers[asked.sender, asked.id] = (asked.body_hash, told)
        return seq

    @invariant()
    def agrees_with_the_model(self) -> None:
        for account, balance in self.balances.items():
            assert self.store.balance(account) == balance
        for stream, journal in self.journals.items():
            assert [entry.body for entry in self.store.entries(stream)] == [
                w.entry for w in journal
            ]
            moved = [moved for write in journal for moved in write.transfers]
            assert [posted.transfer for posted in self.store.transfers(stream)] == moved
            assert self.store.head(stream).epoch == self.epochs[stream]
        for (sender, id), (body, told) in self.answers.items():
            answer = self.store.answer(sender, id)
            assert answer
            assert (answer.body_hash, answer.answer, answer.seq) == (body, told.answer, told.seq)
        assert self.store.vault_keys() == tuple(sorted(self.vault))

    def teardown(self) -> None:
        assert list(complaints(self.store)) == []
        self.store.close()


def plain(result: Result) -> Result | int:
    """A model knows the sequence number, not the hash."""
    return result.seq if isinstance(result, Done) else result


class OnSqlite(House):
    def make(self) -> Store:
        self._folder = tempfile.TemporaryDirectory()
        self.path = Path(self._folder.name) / "house.db"
        return open_store(str(self.path))

    @rule()
    def open_again(self) -> None:
        self.store.close()
        self.store = open_store(str(self.path))

    def teardown(self) -> None:
        super().teardown()
        self._folder.cleanup()


@pytest.mark.parametrize(("house", "examples"), [(House, 80), (OnSqlite, 50)])
def test_the_store_is_as_its_model(house: type[House], examples: int) -> None:
    run_state_machine_as_test(
        house,
        settings=settings(
            max_examples=examples,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
