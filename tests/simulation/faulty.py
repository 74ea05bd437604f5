"""A store that fails as stores do: before the commit, after it, or without saying which."""

import random
from collections import Counter
from collections.abc import Sequence

from croupier.store.errors import StoreFailed, UnknownCommit
from croupier.store.memory import MemoryStore
from croupier.store.values import Batch, Result


class FaultyStore(MemoryStore):
    def __init__(self, chosen: random.Random, rate: float) -> None:
        super().__init__()
        self.rate = rate
        self.met: Counter[str] = Counter()
        self._chosen = chosen

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        if self._chosen.random() >= self.rate:
            return super().commit(batches)
        fault = self._chosen.choice(("refused", "cut before", "cut after"))
        self.met[fault] += 1
        if fault == "refused":
            raise StoreFailed("the disk is full")
        if fault == "cut after":
            super().commit(batches)
        raise UnknownCommit("the line went dead")
