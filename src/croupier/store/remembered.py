"""Which commands were ever accepted, remembered without the database's index of them.

An index with a flipped byte does not find a command that is there, and lets it be entered again: a
deposit would be paid twice. So a store keeps a digest of each in memory, read from the rows
themselves before its first commit. Eight bytes a command; what two share by chance is told apart by
looking through the rows.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable

from croupier.store.commit_rules import Key
from croupier.store.errors import StoreFailed


class Remembered:
    def __init__(self, commands: Iterable[Key]) -> None:
        self._old = array("q", sorted(map(hash, commands)))
        self._new: set[int] = set()

    def __contains__(self, key: Key) -> bool:
        digest = hash(key)
        if digest in self._new:
            return True
        at = bisect_left(self._old, digest)
        return at < len(self._old) and self._old[at] == digest

    def add(self, commands: Iterable[Key]) -> None:
        self._new.update(map(hash, commands))


def index_damaged(key: Key) -> StoreFailed:
    sender, id = key
    return StoreFailed(
        f"the command {id} of {sender} is in the journal, and the database's index does not find "
        "it: the index is damaged. `croupier verify` tells more; `croupier backup` and `croupier "
        "restore` into a new store build it anew",
        lasting=True,
    )
