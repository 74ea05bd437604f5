"""A floor on a store in memory, with a clock that is turned by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from croupier.house.floor import Floor
from croupier.house.journal import HouseJournals
from croupier.store.group import GroupCommitter
from croupier.store.memory import MemoryStore
from tests.support.clock import HandClock


@dataclass
class OpenFloor:
    store: MemoryStore
    committer: GroupCommitter
    clock: HandClock
    floor: Floor

    def again(self) -> Floor:
        """The floor of a process that starts anew on the same store."""
        return Floor(HouseJournals(self.store, self.committer, owner="other", clock=self.clock))


@contextmanager
def open_floor() -> Iterator[OpenFloor]:
    store, clock = MemoryStore(), HandClock()
    with GroupCommitter(store) as committer:
        journals = HouseJournals(store, committer, owner="one", clock=clock)
        yield OpenFloor(store, committer, clock, Floor(journals))
