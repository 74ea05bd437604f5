"""Which commands were ever accepted, remembered without the database's index of them.

An index with a flipped byte does not find a command that is there, and lets it be entered again: a
deposit would be paid twice. So a store keeps a digest of the last ones in memory, read from the
rows themselves before its first commit; what two share by chance is told apart by looking through
the rows. What is asked again is asked again soon: older commands than `REMEMBERED` are left to the
index, which `croupier verify` and the house's own check hold to the rows (decision 31).
"""

from collections.abc import Iterable

from croupier.store.commit_rules import Key
from croupier.store.errors import StoreFailed

REMEMBERED = 100_000
"""At least so many commands, and at most twice as many."""


class Remembered:
    def __init__(self, commands: Iterable[Key], most: int = REMEMBERED) -> None:
        self._most = most
        self._older: set[int] = set()
        self._newer = set(map(hash, commands))

    def __contains__(self, key: Key) -> bool:
        digest = hash(key)
        return digest in self._newer or digest in self._older

    def add(self, commands: Iterable[Key]) -> None:
        self._newer.update(map(hash, commands))
        if len(self._newer) >= self._most:
            self._older, self._newer = self._newer, set()


def index_damaged(key: Key) -> StoreFailed:
    sender, id = key
    return StoreFailed(
        f"the command {id} of {sender} is in the journal, and the database's index does not find "
        "it: the index is damaged. `croupier verify` tells more; `croupier backup` and `croupier "
        "restore` into a new store build it anew",
        lasting=True,
    )
