"""A store that fails as stores do: before the commit, after it, or without saying which. One
that is given up may write all the same, later."""

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from croupier.store.errors import StoreFailed, UnknownCommit
from croupier.store.memory import MemoryStore
from croupier.store.protocol import Store
from croupier.store.sqlite import SqliteStore
from croupier.store.values import Batch, Result


class Faults:
    """Laid over a store: now and then a commit goes wrong."""

    chosen = random.Random(0)
    rate = 0.0
    met: Counter[str]
    late: list[Sequence[Batch]]
    """What was given up, and is still on its way."""

    def arrive(self) -> None:
        """It holds the locks of what it writes to: whoever wants them waits until it is written."""
        beneath: Store = super()  # type: ignore[assignment]
        late, self.late = self.late, []
        for batches in late:
            beneath.commit(batches)

    def claim(self, stream: str, owner: str) -> int:
        self.arrive()
        beneath: Store = super()  # type: ignore[assignment]
        return beneath.claim(stream, owner)

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        self.arrive()
        beneath: Store = super()  # type: ignore[assignment]
        if self.chosen.random() >= self.rate:
            return beneath.commit(batches)
        fault = self.chosen.choice(("refused", "cut before", "cut after", "late"))
        self.met[fault] += 1
        if fault == "refused":
            raise StoreFailed("the disk is full")
        if fault == "cut after":
            beneath.commit(batches)
        if fault == "late":
            self.late.append(batches)
        raise UnknownCommit("the line went dead")


class FaultyMemory(Faults, MemoryStore):
    pass


class FaultySqlite(Faults, SqliteStore):
    pass


FaultyStore = FaultyMemory | FaultySqlite


def faulty_store(seed: int, path: Path | None = None) -> FaultyStore:
    """In memory, or on a file."""
    store: FaultyStore = FaultyMemory() if path is None else FaultySqlite(path)
    store.chosen = random.Random(seed)
    store.met = Counter()
    store.late = []
    return store
