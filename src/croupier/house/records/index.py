"""Where each round of a table stands in its journal, and what it came to.

The index is fed with every entry as it becomes true. Rounds that are over move on into the store's
rows with every checkpoint, so that a round of last year is found without folding what came before
it, and memory holds none but the last.
"""

import heapq
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from croupier.engine.protocol import Round
from croupier.house.people.names import is_guest
from croupier.house.records.families import outcome
from croupier.house.records.handle import Play, play_of
from croupier.house.records.kept_values import KeptValues
from croupier.house.records.outcome import RoundOutcome
from croupier.house.records.round_entry import Reversal, RoundEntry
from croupier.house.records.shoe_seen import ShoeSeen
from croupier.house.records.taken import seen_in, taken_of
from croupier.house.records.taken_blocks import BlockTaken, block_taken
from croupier.house.records.totals import BLOCK, BlockTotals, block_of, totals_of
from croupier.ledger import MOST
from croupier.store.protocol import Reader
from croupier.store.values import IndexRow
from croupier.table.config import DealerKind, TableConfig
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    Fact,
    Fed,
    OutcomesOpened,
    OutcomesRetired,
    OutcomesSealed,
    PreparedShoeInUse,
    PreparedShoeUnused,
    ShoePrepared,
)
from croupier.table.recovery import Start, fold
from croupier.table.state import TableState

VIRTUAL = "virtual"


class _Betting(msgspec.Struct, frozen=True):
    seq: int
    config: TableConfig
    seats: dict[int, str]


class _KeptRound(msgspec.Struct, frozen=True, array_like=True):
    """A round's row: the entry, with the number of its configuration."""

    first_seq: int
    config: int
    seats: dict[int, str]
    dealer: str | None
    begun_seq: int
    begun_ms: int
    ended_seq: int
    players: Play
    guests: Play
    void: bool
    result: RoundOutcome | None
    shoe: int
    taken: bytes = b""
    reversal: Reversal | None = None


class SavedIndex(msgspec.Struct, frozen=True):
    """What the index knows when all its rounds are over and kept."""

    last: int
    """The last round."""
    sealed: int
    """The entry of the last sealing."""
    config: int
    """The number of the configuration the last round was played under; 0: there was none."""
    block: int
    """The last block of rounds whose totals are kept."""
    seen: ShoeSeen = ShoeSeen()
    """The cards of the last shoe that were dealt by then."""
    prepared: int = 0
    """The last entry that prepared a shoe, or opened one that was never used."""


class TableIndex:
    def __init__(self, table: str, kept: Reader | None = None) -> None:
        """`kept` is the store that holds what has left memory; none: nothing does."""
        self.table = table
        self.seq = 0
        """The last entry it was fed with."""
        self._rounds: KeptValues[RoundEntry] = KeptValues(
            kept, table, "round", encode=self._encode, decode=self._decode
        )
        self._sealings: KeptValues[int] = KeptValues(
            kept, table, "sealing", encode=lambda _: b"", decode=lambda row: row.at_ms
        )
        """When what is dealt from was sealed, put in use or opened, by the entry."""
        self._prepared: KeptValues[int] = KeptValues(
            kept, table, "prepared", encode=lambda _: b"", decode=lambda row: row.at_ms
        )
        """When the next shoe was sealed, or opened because it will not be used, by the entry: what
        is dealt from goes on."""
        self._configs: KeptValues[TableConfig] = KeptValues(
            kept, table, "config", encode=msgspec.json.encode, decode=_config
        )
        """What rounds were played under, by the entry that opened the first of them."""
        self._totals: KeptValues[BlockTotals] = KeptValues(
            kept, table, "totals", encode=msgspec.msgpack.encode, decode=_block
        )
        """Of blocks of rounds that are over, by their number."""
        self._taken: KeptValues[BlockTaken] = KeptValues(
            kept, table, "taken", encode=msgspec.msgpack.encode, decode=_block_taken
        )
        """The bets of the same blocks."""
        self._read: dict[int, TableConfig] = {}
        """Those that were asked for: of each there is one value."""
        self._saved = SavedIndex(0, 0, 0, 0)
        self._config: tuple[int, TableConfig] | None = None
        """Of the last round."""
        self._betting: _Betting | None = None
        self._seats: dict[int, str] = {}
        self._seen = ShoeSeen()

    @classmethod
    def of(cls, reader: Reader, table: str) -> "TableIndex":
        """From the journal alone, all of it in memory."""
        index = cls(table)
        index.follow(reader)
        return index

    def follow(self, reader: Reader, start: Start | None = None) -> None:
        """Read on to the last entry of the journal, from its first or from `start`."""
        fold(
            reader,
            self.table,
            on_entry=lambda news, state: self.feed(
                news.seq, news.at_ms, news.recorded.facts, state
            ),
            start=start,
        )

    # As it happens

    def feed(self, seq: int, at_ms: int, facts: Iterable[Fact], state: TableState) -> None:
        """The next entry's facts; `state` is the table right after them."""
        for fact in facts:
            match fact:
                case BettingOpened():
                    self._open(seq, state)
                case BetsClosed():
                    self._begin(seq, at_ms, fact.round, state)
                case Fed() if state.round is not None and state.round.over:
                    self._end(seq, at_ms, state, state.round)
                case OutcomesSealed() | OutcomesOpened() | OutcomesRetired() | PreparedShoeInUse():
                    self._sealings.put(seq, at_ms, at_ms)
                case ShoePrepared() | PreparedShoeUnused():
                    self._prepared.put(seq, at_ms, at_ms)
        self.seq = seq

    # Into the store and back

    def saved(self) -> SavedIndex:
        """To be asked when the betting was opened: all rounds are over."""
        config = self._config[0] if self._config else 0
        return SavedIndex(
            self.last,
            self._last_sealing,
            config,
            self.last_block,
            self._seen,
            next(reversed(self._prepared.recent), self._saved.prepared),
        )

    def rows(self, upto: SavedIndex) -> list[IndexRow]:
        """What was in no row yet at that moment."""
        return [
            *self._rounds.rows(upto.last),
            *self._sealings.rows(upto.sealed),
            *self._prepared.rows(upto.prepared),
            *self._configs.rows(upto.config),
            *self._totals.rows(upto.block),
            *self._taken.rows(upto.block),
        ]

    def leave(self, saved: SavedIndex) -> None:
        """They are kept."""
        self._saved = saved
        self._rounds.leave(saved.last)
        self._sealings.leave(saved.sealed)
        self._prepared.leave(saved.prepared)
        self._configs.leave(saved.config)
        self._totals.leave(saved.block)
        self._taken.leave(saved.block)

    def resume(self, saved: SavedIndex, seq: int, state: TableState) -> None:
        """From a checkpoint, made at the entry that opened the betting."""
        self._saved = saved
        self.seq = seq
        self._seen = saved.seen
        if saved.config:
            self._config = saved.config, self.config_of(saved.config)
        self._open(seq, state)

    # What is asked of it

    @property
    def rounds(self) -> "Rounds":
        """Every round that was closed for betting, in order."""
        return Rounds(self)

    def round(self, number: int) -> RoundEntry | None:
        return self._rounds.get(number)

    def oldest_first(self) -> Iterator[RoundEntry]:
        return (entry for _, entry in self._rounds.oldest_first())

    def newest_first(self) -> Iterator[RoundEntry]:
        return (entry for _, entry in self._rounds.newest_first())

    def over_after(self, number: int) -> Iterator[RoundEntry]:
        """The rounds after one that are over, the oldest first."""
        return (entry for _, entry in self._rounds.oldest_first(number) if entry.over)

    def finished(
        self, since_ms: int, until_ms: int, *, newest_first: bool = False
    ) -> Iterator[RoundEntry]:
        """The rounds that ended in a period."""
        within = self._rounds.between(since_ms, until_ms, newest_first=newest_first)
        return (entry for _, _, entry in within if entry.over)

    def beside(self, number: int) -> tuple[int | None, int | None]:
        """The rounds before and after one that are over."""
        older = (entry.number for _, entry in self._rounds.newest_first(number) if entry.over)
        newer = (entry.number for _, entry in self._rounds.oldest_first(number) if entry.over)
        return next(older, None), next(newer, None)

    @property
    def last(self) -> int:
        """The last round that was closed for betting; 0 before the first."""
        return next(reversed(self._rounds.recent), self._saved.last)

    @property
    def configs(self) -> list[TableConfig]:
        """What the rounds were played under, one after another."""
        return [self.config_of(number) for number, _ in self._configs.oldest_first()]

    @property
    def held_back(self) -> int | None:
        """The first entry of a round that is not over: its hole card is nobody's to read, and a
        hash over it could be guessed at. None: all may be read."""
        _, last = self._rounds.recent.get(self.last, (0, None))
        return None if last is None or last.over else last.first_seq

    def held_back_at(self, head: int) -> int | None:
        """The same, of the journal as it stood at this entry: the index may be further on."""
        last = next((entry for entry in self.newest_first() if entry.begun_seq <= head), None)
        return None if last is None or 0 < last.ended_seq <= head else last.first_seq

    def sealings(self, since_ms: int, until_ms: int) -> Iterator[tuple[int, int]]:
        """The entries of a period in which outcomes were sealed or opened, also those of a prepared
        shoe, and when."""
        both = (self._sealings, self._prepared)
        return heapq.merge(
            *(
                ((seq, at_ms) for seq, at_ms, _ in values.between(since_ms, until_ms))
                for values in both
            )
        )

    def newest_sealings(self, before: int | None = None) -> Iterator[tuple[int, int]]:
        """The same of all time, or before an entry, the newest first."""
        both = (self._sealings, self._prepared)
        return heapq.merge(*(values.newest_first(before) for values in both), reverse=True)

    def sealings_after(self, seq: int) -> Iterator[tuple[int, int]]:
        """The same after an entry, the oldest first."""
        return heapq.merge(self._sealings.oldest_first(seq), self._prepared.oldest_first(seq))

    def prepared_before(self, seq: int) -> Iterator[int]:
        """The entries before one in which the next shoe was sealed, or given up, newest first."""
        return (entry for entry, _ in self._prepared.newest_first(seq))

    def sealed_before(self, entry: RoundEntry) -> int:
        """The entry that sealed what the round was dealt from, or put in use what was prepared; 0:
        nothing was."""
        sealed = self._sealings.before(entry.first_seq)
        return sealed[0] if sealed else 0

    def sealed_after(self, entry: RoundEntry) -> int | None:
        """The first entry after "No more bets" that opened what the round was dealt from, or gave
        it up."""
        sealed = self._sealings.after(entry.begun_seq)
        return sealed[0] if sealed else None

    def blocks(self, since_ms: int) -> Iterator[tuple[int, BlockTotals]]:
        """What rounds came to together, by block, where any of them ended since then."""
        return ((number, block) for number, _, block in self._totals.between(since_ms, MOST))

    def taken(self, since_ms: int, until_ms: int) -> Iterator[tuple[int, BlockTaken]]:
        """The bets of blocks whose last round ended in a period."""
        return ((number, block) for number, _, block in self._taken.between(since_ms, until_ms))

    def block(self, number: int) -> Iterator[RoundEntry]:
        """The rounds of a block, one by one."""
        first = (number - 1) * BLOCK
        for round, entry in self._rounds.oldest_first(first):
            if round > first + BLOCK:
                break
            yield entry

    def after_block(self, number: int) -> Iterator[RoundEntry]:
        """The rounds after one."""
        return (entry for _, entry in self._rounds.oldest_first(number * BLOCK))

    @property
    def last_block(self) -> int:
        """The last whose totals are known."""
        return next(reversed(self._totals.recent), self._saved.block)

    @property
    def _last_sealing(self) -> int:
        return next(reversed(self._sealings.recent), self._saved.sealed)

    def in_use(self, entry: RoundEntry) -> bool:
        """Whether what the round was dealt from is still dealt from, so that a card nobody has seen
        must not be told. Of a shoe made by hand the house cannot say."""
        sealed = self._last_sealing and entry.config.dealer is DealerKind.VIRTUAL
        return not sealed or self._last_sealing < entry.first_seq

    # Rounds as rows

    def _encode(self, entry: RoundEntry) -> bytes:
        assert entry.over, "a round goes on while the next is opened"
        return msgspec.msgpack.encode(
            _KeptRound(
                entry.first_seq,
                self.number_of(entry),
                entry.seats,
                entry.dealer,
                entry.begun_seq,
                entry.begun_ms,
                entry.ended_seq,
                entry.players,
                entry.guests,
                entry.void,
                entry.result,
                entry.shoe,
                entry.taken_bytes,
                entry.reversal,
            )
        )

    def _decode(self, row: IndexRow) -> RoundEntry:
        kept = msgspec.msgpack.decode(row.body, type=_KeptRound)
        return RoundEntry(
            row.number,
            kept.first_seq,
            self.config_of(kept.config),
            kept.seats,
            kept.dealer,
            kept.begun_seq,
            kept.begun_ms,
            kept.ended_seq,
            row.at_ms,
            kept.players,
            kept.guests,
            kept.void,
            kept.result,
            kept.shoe,
            kept.taken,
            kept.reversal,
        )

    def number_of(self, entry: RoundEntry) -> int:
        """Of its configuration."""
        config = self._config
        if config is None or config[0] > entry.first_seq:
            config = self._configs.before(entry.first_seq + 1)
        assert config is not None
        return config[0]

    def config_of(self, number: int) -> TableConfig:
        if number not in self._read:
            config = self._configs.get(number)
            assert config is not None, f"{self.table} has no configuration {number}"
            self._read[number] = config
        return self._read[number]

    def _open(self, seq: int, state: TableState) -> None:
        """All rounds before are over: of whole blocks of them the totals can be told."""
        for number in range(self.last_block + 1, block_of(state.round_number)):
            rounds = [(entry, self.number_of(entry)) for entry in self.block(number)]
            block = totals_of(rounds)
            self._totals.put(number, block.last_ms, block)
            self._taken.put(number, block.last_ms, block_taken(rounds))
        self._betting = _Betting(seq, state.config, self._shared(state.seats))

    def _shared(self, seats: dict[int, str]) -> dict[int, str]:
        """Seats seldom change: rounds played under the same, taken in the same order, share one
        value."""
        if list(seats.items()) != list(self._seats.items()):
            self._seats = dict(seats)
        return self._seats

    def _begin(self, seq: int, at_ms: int, number: int, state: TableState) -> None:
        betting = self._betting
        assert betting is not None, "bets were closed that were never opened"
        if self._config is None or self._config[1] != betting.config:
            self._config = betting.seq, betting.config
            self._configs.put(betting.seq, at_ms, betting.config)
        virtual = betting.config.dealer is DealerKind.VIRTUAL
        entry = RoundEntry(
            number,
            betting.seq,
            self._config[1],
            betting.seats,
            VIRTUAL if virtual else state.dealer,
            seq,
            at_ms,
        )
        self._rounds.put(number, 0, entry)

    def _end(self, seq: int, at_ms: int, state: TableState, round: Round) -> None:
        """The end itself, or what came after it: a card thrown away, a correction."""
        number = state.round_number
        _, entry = self._rounds.recent[number]
        before = self._seen.before(state.shoes, number)
        self._seen = before.plus(*seen_in(round))
        reversal = entry.reversal
        if entry.over and round.void and not entry.void:  # R31
            reversal = Reversal(seq, at_ms, entry.players, entry.guests)
        ended = msgspec.structs.replace(
            entry,
            ended_seq=entry.ended_seq or seq,
            ended_ms=entry.ended_ms if entry.over else at_ms,
            players=play_of(round, lambda name: not is_guest(name)),
            guests=play_of(round, is_guest),
            void=round.void,
            result=outcome(round),
            shoe=state.shoes,
            taken_bytes=msgspec.msgpack.encode(taken_of(round, before)),
            reversal=reversal,
        )
        self._rounds.put(number, ended.ended_ms, ended)


class Rounds(Mapping[int, RoundEntry]):
    """The rounds of an index by their numbers, read as they are asked for."""

    def __init__(self, index: TableIndex) -> None:
        self._index = index

    def __getitem__(self, number: int) -> RoundEntry:
        entry = self._index.round(number)
        if entry is None:
            raise KeyError(number)
        return entry

    def __iter__(self) -> Iterator[int]:
        return (entry.number for entry in self._index.oldest_first())

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _block(row: IndexRow) -> BlockTotals:
    return msgspec.msgpack.decode(row.body, type=BlockTotals)


def _block_taken(row: IndexRow) -> BlockTaken:
    return msgspec.msgpack.decode(row.body, type=BlockTaken)


def _config(row: IndexRow) -> TableConfig:
    return msgspec.json.decode(row.body, type=TableConfig)
