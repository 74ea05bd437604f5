"""Which commands were ever accepted, remembered without the database's index of them.

An index with a flipped byte does not find a command that is there, and lets it be entered again: a
deposit would be paid twice. So a store keeps a digest of the last ones in memory, read from the
rows themselves before its first commit; what two share by chance is told apart by looking through
the rows. What is asked again is asked again soon: older commands than `REMEMBERED` are left to the
index, which `croupier verify` and the house's own check hold to the rows (decision 31).
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence

from croupier.store.commit_rules import Key
from croupier.store.errors import StoreFailed
from croupier.store.values import Batch, Done, Result

REMEMBERED = 100_000
"""At least so many commands, and at most twice as many."""


class Remembered:
    def __init__(self, commands: Iterable[Key], most: int = REMEMBERED) -> None:
        self._most = most
        self._older, self._newer = _Digests(most), _Digests(most)
        self.add(commands)

    def __contains__(self, key: Key) -> bool:
        digest = hash(key)
        return digest in self._newer or digest in self._older

    def add(self, commands: Iterable[Key]) -> None:
        for key in commands:
            if len(self._newer) == self._most:
                self._older, self._newer = self._newer, _Digests(self._most)
            self._newer.add(hash(key))


class _Digests:
    """A set of up to `capacity` digests in 16 to 32 bytes each. All of it is allocated at once: a
    set of integers takes twice that, and would grow for days until it is full."""

    def __init__(self, capacity: int) -> None:
        slots = 1 << (2 * capacity).bit_length()
        self._mask = slots - 1
        self._slots = array("q", bytes(8 * slots))
        """Each digest is in the first free slot from its own on; 0: free."""
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, digest: int) -> bool:
        return self._slots[self._slot_of(digest)] != 0

    def add(self, digest: int) -> None:
        slot = self._slot_of(digest)
        self._count += not self._slots[slot]
        self._slots[slot] = digest or 1

    def _slot_of(self, digest: int) -> int:
        """The slot it is in, or would be put into: half of them are always free."""
        slots, mask, digest = self._slots, self._mask, digest or 1
        slot = digest & mask
        while slots[slot] not in (0, digest):
            slot = (slot + 1) & mask
        return slot


def accepted(batches: Iterable[Batch], results: Iterable[Sequence[Result]]) -> Iterator[Key]:
    """The commands that a commit has entered. A refused one is new whenever it is asked again."""
    for batch, said in zip(batches, results, strict=True):
        for write, result in zip(batch.writes, said, strict=True):
            if write.command is not None and isinstance(result, Done):
                yield write.command.sender, write.command.id


def index_damaged(key: Key) -> StoreFailed:
    sender, id = key
    return StoreFailed(
        f"the command {id} of {sender} is in the journal, and the database's index does not find "
        "it: the index is damaged. `croupier verify` tells more; `croupier backup` and `croupier "
        "restore` into a new store build it anew",
        lasting=True,
    )
