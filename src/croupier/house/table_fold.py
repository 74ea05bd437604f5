"""What the house folds from a table's journal, and where it goes on from after a stop.

A checkpoint is what all of it has come to at the entry that opened a betting, kept in the store
beside the journal together with the rows of the rounds that were over by then. Opening reads it and
the entries after it, so it takes as long after a million rounds as after a hundred.
"""

from collections.abc import Iterator

import msgspec

from croupier.engine.inputs import Interrupt, Void
from croupier.house.checkpoints import Pending, begin, read_checkpoint, written
from croupier.house.equipment_watch import EquipmentWatch, Watched
from croupier.house.floor.facts import AlertKind
from croupier.house.floor.play_statistics import PlayStatistics, TableCounts
from croupier.house.records.index import SavedIndex, TableIndex
from croupier.kit.phrase import Phrase
from croupier.store.protocol import Reader, Store
from croupier.table.commands import HOUSE
from croupier.table.facts import Fact, Fed
from croupier.table.recovery import Start
from croupier.table.saved import SavedTable, may_be_saved, restore, save
from croupier.table.state import TableState
from croupier.table.table import News

FORMAT = "table 7"
"""To be changed whenever a fold of the same journal would come to another value."""
ROUNDS_BETWEEN = 32
"""After so many rounds the next checkpoint is due."""
ROUNDS_IN_MEMORY = 1_000
"""While a journal is folded from its beginning."""


class Alarm(msgspec.Struct, frozen=True):
    """Somebody of the pit should look at it."""

    text: Phrase
    kind: AlertKind = AlertKind.UNUSUAL


class SavedFold(msgspec.Struct, frozen=True):
    table: SavedTable
    index: SavedIndex
    counts: TableCounts
    watched: Watched
    evidence: bytes = b""
    """What the rounds say against players, dealers and the table, packed (`TableEvidence`). It
    follows the odds at its own pace, from the rounds of the index: no part of what the journal
    folds to, and kept so that nobody has to go over all rounds again."""

    @property
    def folded(self) -> "SavedFold":
        """What the journal comes to at that entry, and nothing else."""
        return msgspec.structs.replace(self, evidence=b"")


class _Settled(msgspec.Struct, frozen=True):
    """The last round that was paid, while it may still be found to be void."""

    round: int
    dealer: str | None
    nets: dict[str, int]


class _Moment(msgspec.Struct, frozen=True):
    """When a checkpoint could be made: nobody plays."""

    seq: int
    index: SavedIndex
    body: bytes


def index_in(reader: Reader, table: str) -> TableIndex:
    """The rounds of a table exactly as this snapshot has them, from the last checkpoint on."""
    begun = read_checkpoint(reader, table, FORMAT, SavedFold)
    if begun is None:
        return TableIndex.of(reader, table)
    index, state = TableIndex(table, reader), restore(begun.saved.table)
    index.resume(begun.saved.index, begun.seq, state)
    index.follow(reader, Start(state, begun.seq, begun.at_ms))
    return index


class TableFold:
    def __init__(self, table: str, reader: Reader, statistics: PlayStatistics) -> None:
        """`statistics` are those of the house: what somebody wins is added up over its tables."""
        self.table = table
        self._reader = reader
        self._statistics = statistics
        self.index = TableIndex(table, reader)
        self.equipment = EquipmentWatch()
        self.evidence = b""
        """As far as somebody has followed the rounds."""
        self._settled: _Settled | None = None
        self._moment: _Moment | None = None
        self._kept_round = 0

    def start(self, store: Store) -> Start | None:
        """Where to begin reading the journal: at the last checkpoint, or at its first entry."""
        begun = begin(store, self.table, FORMAT, SavedFold)
        return None if begun is None else Start(restore(begun.saved.table), begun.seq, begun.at_ms)

    def kept_evidence(self, store: Store) -> bytes:
        """As it was kept last, by whichever node dealt then."""
        begun = begin(store, self.table, FORMAT, SavedFold)
        return b"" if begun is None else begun.saved.evidence

    def resume(self, store: Store) -> Start | None:
        """The same, once, when the house opens: with everything else that was folded so far."""
        begun = begin(store, self.table, FORMAT, SavedFold)
        if begun is None:
            return None
        return Start(self.resume_at(begun.seq, begun.saved), begun.seq, begun.at_ms)

    def resume_at(self, seq: int, saved: SavedFold) -> TableState:
        """What was folded up to this entry, and is kept; the table as it stood there."""
        state = restore(saved.table)
        self._statistics.tables[self.table] = saved.counts
        self.equipment.resume(saved.watched)
        self.evidence = saved.evidence
        self.index.resume(saved.index, seq, state)
        self._kept_round = saved.index.last
        return state

    def feed(self, news: News, state: TableState, *, savable: bool = True) -> list[Alarm]:
        """The next entry; the alarms it raises. Not `savable`: nobody will ask for what is pending
        right after it, so nothing is encoded."""
        facts = news.recorded.facts
        self.index.feed(news.seq, news.at_ms, facts, state)
        alarms = [Alarm(text) for fact in facts for text in self._count(fact, state)]
        kind = AlertKind.CARDS if state.rules.deck_count else AlertKind.WHEEL
        alarms += [Alarm(text, kind) for text in self.equipment.feed(facts, state)]
        if savable and may_be_saved(state, facts):
            counts = self._statistics.of(self.table)
            watched = self.equipment.watched
            fold = SavedFold(save(state), self.index.saved(), counts, watched, self.evidence)
            self._moment = _Moment(news.seq, fold.index, msgspec.msgpack.encode(fold))
        return alarms

    def _count(self, fact: Fact, state: TableState) -> Iterator[Phrase]:
        """Every round once, as it ends; and once more if it is found to be void after that."""
        round, counts = state.round, self._statistics.of(self.table)
        if not isinstance(fact, Fed) or round is None or state.config.staged:
            return
        if isinstance(fact.input, Void | Interrupt) and fact.by != HOUSE.name:
            by = [name for name in (fact.by, fact.countersigned) if name]
            self._statistics.ended(self.table, by, void=isinstance(fact.input, Void))
        if not round.over:
            return
        number, settled = state.round_number, self._settled
        if round.void and settled is not None and settled.round == number:
            self._settled = None
            yield from self._statistics.last_is_void(self.table, settled.dealer, settled.nets)
        if counts.last_over == number:
            return
        counts.last_over = number
        nets: dict[str, int] = {}
        for line in round.lines:
            nets[line.player] = nets.get(line.player, 0) + line.net
        self._settled = None if round.void else _Settled(number, state.dealer, nets)
        yield from self._statistics.round_over(self.table, state.dealer, round.void, nets)

    # Checkpoints

    @property
    def rounds_since(self) -> int:
        """How many rounds have begun since the last checkpoint."""
        return self.index.last - self._kept_round

    def due(self, rounds: int = ROUNDS_BETWEEN) -> bool:
        """Whether so many rounds have ended since the last one."""
        return self._moment is not None and self._moment.index.last - self._kept_round >= rounds

    def pending(self) -> Pending[SavedIndex] | None:
        """What is to be kept now; None: nothing new."""
        moment = self._moment
        if moment is None:
            return None
        checkpoint = written(self._reader, self.table, moment.seq, FORMAT, moment.body)
        if checkpoint is None:
            return None
        return Pending(checkpoint, self.index.rows(moment.index), moment.index)

    def kept(self, pending: Pending[SavedIndex]) -> None:
        self.index.leave(pending.saved)
        self._kept_round = pending.saved.last
        if self._moment is not None and self._moment.seq == pending.checkpoint.seq:
            self._moment = None

    def keep(self, store: Store, epoch: int) -> bool:
        """At once; whether the store has taken it."""
        pending = self.pending()
        if pending is None or not store.keep(pending.checkpoint, epoch, pending.rows):
            return False
        self.kept(pending)
        return True
