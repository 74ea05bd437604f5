"""The rounds a player has played, newest first, told by what moved in and out of the wallet."""

from collections.abc import Mapping

import msgspec

from croupier.house.records.causes import round_of
from croupier.house.records.index import TableIndex
from croupier.house.records.round_entry import RoundEntry
from croupier.ledger import Reason, bank, wallet
from croupier.store.pages import every_movement
from croupier.store.protocol import PAGE, Reader
from croupier.store.values import Movement
from croupier.table.cage import is_table

Indexes = Mapping[str, TableIndex]
Key = tuple[str, int]
"""A table and a round of it."""


class RoundSummary(msgspec.Struct, frozen=True):
    table: str
    game: str
    round: int
    at_ms: int
    """When it ended."""
    staked: int
    returned: int
    void: bool

    @property
    def net(self) -> int:
        return self.returned - self.staked


class Cursor(msgspec.Struct, frozen=True):
    """Where the next page begins, and which rounds, played at several tables at once, reach across
    from the pages before."""

    before: tuple[int, int]
    newest: tuple[int, int]
    """The first page's first posting: what has moved since is not this history's."""
    told: tuple[Key, ...]


class HistoryPage(msgspec.Struct, frozen=True):
    rounds: tuple[RoundSummary, ...]
    next: Cursor | None
    """None on the last page."""


class _Own(msgspec.Struct):
    """A round as far as it was read."""

    entry: RoundEntry
    staked: int = 0
    returned: int = 0

    def add(self, moved: Movement) -> None:
        """Chips that come back before the end were taken down again, and never at stake."""
        amount = moved.transfer.amount
        if moved.transfer.reason is Reason.STAKE:
            self.staked += amount
        elif moved.transfer.reason is Reason.REVERSAL and moved.transfer.payee == bank(
            moved.stream
        ):
            self.returned -= amount
        elif moved.seq >= self.entry.ended_seq:
            self.returned += amount
        else:
            self.staked -= amount


def rounds_of(
    reader: Reader, indexes: Indexes, player: str, cursor: Cursor | None = None, limit: int = 50
) -> HistoryPage:
    """At most `limit` rounds that are over. Adjustments at the cage are no part of a round."""
    return _Walk(reader, indexes, limit, cursor).page(player)


class _Walk:
    """Back through the wallet. A round counts from its newest posting, and is whole once the walk
    has come to where its betting was opened."""

    def __init__(self, reader: Reader, indexes: Indexes, limit: int, cursor: Cursor | None) -> None:
        self._reader = reader
        self._indexes = indexes
        self._limit = limit
        self._before = cursor.before if cursor else None
        self._newest = cursor.newest if cursor else None
        self._passed: set[Key] = set(cursor.told) if cursor else set()
        self._own: dict[Key, _Own] = {}
        self._floor = 0
        self._opened: dict[Key, int] = {}

    def page(self, player: str) -> HistoryPage:
        more = False
        size = min(PAGE, 4 * self._limit)
        purse = wallet(player)
        if self._newest is not None:
            self._pass_since(purse, self._newest)
        for moved in every_movement(self._reader, purse, self._before, size, newest_first=True):
            self._newest = self._newest or (moved.place, moved.n)
            key = _key(moved)
            if key is None or key in self._passed:
                continue
            if len(self._own) == self._limit and moved.place <= self._floor:
                more = True
                break
            if key not in self._own:
                if len(self._own) == self._limit:
                    more = True
                    continue
                self._before = (moved.place, moved.n)
                if (entry := self._over(key)) is None:
                    self._passed.add(key)
                    continue
                self._own[key] = _Own(entry)
                self._floor = min(self._place(key), self._floor or self._place(key))
            self._own[key].add(moved)
        rounds = tuple(_summary(key, own) for key, own in self._own.items() if own.staked)
        return HistoryPage(rounds, self._next() if more else None)

    def _pass_since(self, purse: str, newest: tuple[int, int]) -> None:
        """A round that went on after the first page was asked for would be told by half."""
        since = every_movement(self._reader, purse, newest)
        self._passed |= {key for moved in since if (key := _key(moved)) is not None}

    def _over(self, key: Key) -> RoundEntry | None:
        """A round that this reader sees ended: the index may be ahead of a snapshot."""
        table, number = key
        index = self._indexes.get(table)
        entry = index.round(number) if index else None
        if entry is None or not entry.over or entry.ended_seq > self._reader.head(table).seq:
            return None
        return entry

    def _place(self, key: Key) -> int:
        """Where the betting of a round that is over was opened."""
        if key not in self._opened:
            table, number = key
            first = self._indexes[table].rounds[number].first_seq
            (opening,) = self._reader.entries(table, first - 1, 1)
            self._opened[key] = opening.place
        return self._opened[key]

    def _next(self) -> Cursor:
        assert self._before is not None
        assert self._newest is not None
        seen = (*self._passed, *self._own)
        reaching = (key for key in seen if self._reaches(key, self._before[0]))
        return Cursor(self._before, self._newest, tuple(sorted(reaching)))

    def _reaches(self, key: Key, place: int) -> bool:
        """Whether older postings of the round may follow; one that goes on now may be over when the
        next page is asked for."""
        if self._over(key):
            return self._place(key) < place
        table, number = key
        index = self._indexes.get(table)
        return index is not None and (number in index.rounds or number > index.last)


def _key(moved: Movement) -> Key | None:
    return round_of(moved.transfer.cause) if is_table(moved.stream) else None


def _summary(key: Key, own: _Own) -> RoundSummary:
    entry = own.entry
    return RoundSummary(
        key[0], entry.config.game, key[1], entry.ended_ms, own.staked, own.returned, entry.void
    )
