"""Where each round of a table stands in its journal, and what it came to.

A journal is only read from its beginning when a house opens. The index is fed in that same pass and
then live, so that a round of last year is found without folding what came before it.
"""

from collections.abc import Iterable

import msgspec

from croupier.games.engine import Round
from croupier.house.people.names import is_guest
from croupier.house.records.families import outcome
from croupier.house.records.handle import NO_PLAY, Play, play_of
from croupier.house.records.outcome import RoundOutcome
from croupier.store.protocol import Reader
from croupier.table.config import DealerKind, TableConfig
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    Fact,
    Fed,
    OutcomesOpened,
    OutcomesRetired,
    OutcomesSealed,
)
from croupier.table.recovery import fold
from croupier.table.state import TableState

VIRTUAL = "virtual"


class RoundEntry(msgspec.Struct, frozen=True):
    """One round. It is replaced, never changed, so another thread may read it at any time."""

    number: int
    first_seq: int
    """The entry that opened its betting."""
    config: TableConfig
    seats: dict[int, str]
    """As they were when betting opened."""
    dealer: str | None
    """On duty at "No more bets"."""
    begun_seq: int
    """The entry that said "No more bets", and when it did."""
    begun_ms: int
    ended_seq: int = 0
    """The entry that ended it; none, while it goes on."""
    ended_ms: int = 0
    players: Play = NO_PLAY
    """For money."""
    guests: Play = NO_PLAY
    """For play chips: no part of what the house wins."""
    void: bool = False
    result: RoundOutcome | None = None
    """None where it is void, or goes on."""

    @property
    def over(self) -> bool:
        return self.ended_seq > 0


class _Betting(msgspec.Struct, frozen=True):
    seq: int
    config: TableConfig
    seats: dict[int, str]


class TableIndex:
    def __init__(self, table: str) -> None:
        self.table = table
        self.rounds: dict[int, RoundEntry] = {}
        """Every round that was closed for betting, in order."""
        self.sealings: list[tuple[int, int]] = []
        """The entries in which outcomes were sealed or opened, and when."""
        self.configs: list[TableConfig] = []
        """What the rounds were played under, one after another."""
        self._betting: _Betting | None = None
        self._seats: dict[int, str] = {}

    @classmethod
    def of(cls, reader: Reader, table: str) -> "TableIndex":
        """From the journal alone, for whoever has no live table."""
        index = cls(table)
        fold(
            reader,
            table,
            on_entry=lambda news, state: index.feed(
                news.seq, news.at_ms, news.recorded.facts, state
            ),
        )
        return index

    def feed(self, seq: int, at_ms: int, facts: Iterable[Fact], state: TableState) -> None:
        """The next entry's facts; `state` is the table right after them."""
        for fact in facts:
            match fact:
                case BettingOpened():
                    self._betting = _Betting(seq, state.config, self._shared(state.seats))
                case BetsClosed():
                    self._begin(seq, at_ms, fact.round, state)
                case Fed() if state.round is not None and state.round.over:
                    self._end(seq, at_ms, state, state.round)
                case OutcomesSealed() | OutcomesOpened() | OutcomesRetired():
                    if not self.sealings or self.sealings[-1][0] != seq:
                        self.sealings.append((seq, at_ms))

    @property
    def held_back(self) -> int | None:
        """The first entry of a round that is not over: its hole card is nobody's to read, and a
        hash over it could be guessed at. None: all may be read."""
        last = self.rounds.get(self.last)
        return None if last is None or last.over else last.first_seq

    def held_back_at(self, head: int) -> int | None:
        """The same, of the journal as it stood at this entry: the index may be further on."""
        begun = (self.rounds[number] for number in reversed(tuple(self.rounds)))
        last = next((entry for entry in begun if entry.begun_seq <= head), None)
        return None if last is None or 0 < last.ended_seq <= head else last.first_seq

    def sealed_before(self, entry: RoundEntry) -> int:
        """The entry that sealed what the round was dealt from; 0: nothing was."""
        before = [seq for seq, _ in self.sealings if seq < entry.first_seq]
        return before[-1] if before else 0

    def in_use(self, entry: RoundEntry) -> bool:
        """Whether what the round was dealt from is still dealt from, so that a card nobody has seen
        must not be told. Of a shoe made by hand the house cannot say."""
        sealed = self.sealings and entry.config.dealer is DealerKind.VIRTUAL
        return not sealed or self.sealings[-1][0] < entry.first_seq

    def finished(self, since_ms: int, until_ms: int) -> list[RoundEntry]:
        """The rounds that ended in a period."""
        return [
            entry
            for entry in list(self.rounds.values())
            if entry.over and since_ms <= entry.ended_ms < until_ms
        ]

    def beside(self, number: int) -> tuple[int | None, int | None]:
        """The rounds before and after one that are over."""
        rounds = self.rounds
        older = (n for n in range(number - 1, 0, -1) if n in rounds and rounds[n].over)
        newer = (n for n in range(number + 1, self.last + 1) if n in rounds and rounds[n].over)
        return next(older, None), next(newer, None)

    @property
    def last(self) -> int:
        """The last round that was closed for betting; 0 before the first."""
        return next(reversed(self.rounds), 0)

    def _shared(self, seats: dict[int, str]) -> dict[int, str]:
        """Seats seldom change: rounds played under the same, taken in the same order, share one
        value."""
        if list(seats.items()) != list(self._seats.items()):
            self._seats = dict(seats)
        return self._seats

    def _begin(self, seq: int, at_ms: int, number: int, state: TableState) -> None:
        betting = self._betting
        assert betting is not None, "bets were closed that were never opened"
        if not self.configs or self.configs[-1] is not betting.config:
            self.configs.append(betting.config)
        virtual = betting.config.dealer is DealerKind.VIRTUAL
        self.rounds[number] = RoundEntry(
            number,
            betting.seq,
            betting.config,
            betting.seats,
            VIRTUAL if virtual else state.dealer,
            seq,
            at_ms,
        )

    def _end(self, seq: int, at_ms: int, state: TableState, round: Round) -> None:
        """The end itself, or what came after it: a card thrown away, a correction."""
        number = state.round_number
        entry = self.rounds[number]
        self.rounds[number] = msgspec.structs.replace(
            entry,
            ended_seq=entry.ended_seq or seq,
            ended_ms=entry.ended_ms if entry.over else at_ms,
            players=play_of(round, lambda name: not is_guest(name)),
            guests=play_of(round, is_guest),
            void=round.void,
            result=outcome(round),
        )
