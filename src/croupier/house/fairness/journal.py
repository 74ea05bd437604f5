"""A round's public record, taken out of its table's journal."""

import msgspec
from msgspec.structs import replace

from croupier.chance.sealed import Opening
from croupier.games import engine
from croupier.games.inputs import Burn, Input
from croupier.games.layout import Bet
from croupier.house.anonymous import renamed
from croupier.house.fairness.record import FairRecord, FairShoe, Note
from croupier.house.records.index import RoundEntry, TableIndex
from croupier.kit.cards import HIDDEN
from croupier.roundfile import write
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.table.cage import is_table
from croupier.table.config import DealerKind, TableConfig
from croupier.table.facts import (
    BetsClosed,
    BetsDisplaced,
    BetsPlaced,
    BettingOpened,
    BettingWithdrawn,
    DecidedEarly,
    EarlyDropped,
    EntropyGiven,
    Fact,
    Fed,
    OutcomesCut,
    OutcomesOpened,
    OutcomesSealed,
    ScanTakenBack,
    TableOpened,
)
from croupier.table.recovery import facts_of
from croupier.table.state import TableState

_OF_A_ROUND = (
    BetsPlaced,
    BetsDisplaced,
    BetsClosed,
    Fed,
    ScanTakenBack,
    DecidedEarly,
    EarlyDropped,
)


def fair_record(
    reader: Reader, table: str, round_number: int, index: TableIndex | None = None
) -> FairRecord | None:
    """None if there is no such round, or it is not over. With an index only what was dealt from the
    round's own shoe is read."""
    if not is_table(table):
        return None
    found, after = _Finder(round_number), 0
    if index is not None:
        known = index.rounds.get(round_number)
        if known is None:
            return None
        found.begin(known)
        after = (index.sealed_before(known) or known.first_seq) - 1
    for entry in every_entry(reader, table, after):
        for fact in facts_of(entry):
            found.see(fact, entry.seq, entry.at_ms)
        if found.complete:
            break
    return found.record()


class _Finder:
    """Goes through a table's journal; only the round that is looked for is played."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._state: TableState | None = None
        self._sealed: tuple[OutcomesSealed, int, int] | None = None
        self._here = self._past = False
        self._config: TableConfig | None = None
        self._opened = (0, 0)
        self._place = self._used = 0
        self._seats: dict[int, str] = {}
        self._bets: tuple[Bet, ...] = ()
        self._inputs: list[Input] = []
        self._opening: Opening | None = None
        self._entropy: list[str] = []
        self._cut = 0

    def begin(self, known: RoundEntry) -> None:
        """From here on, with the table as it was when the round's betting opened."""
        self._state = TableState(known.config)
        self._state.seats = dict(known.seats)

    @property
    def complete(self) -> bool:
        return self._past and (self._sealed is None or self._opening is not None)

    def see(self, fact: Fact, seq: int, at_ms: int) -> None:
        if self._state is None:
            assert isinstance(fact, TableOpened), "the first fact opens the table"
            self._state = TableState(fact.config)
        match fact:
            case BettingOpened():
                self._past = self._past or self._here
                self._here = fact.round == self._number
                self._opened = (seq, at_ms) if self._here else self._opened
            case OutcomesSealed() if self._config is None:
                self._sealed, self._place = (fact, seq, at_ms), fact.burned
                self._entropy, self._cut = [], 0
                self._opening = None
            case EntropyGiven() if self._config is None:
                self._entropy.append(fact.entropy)
            case OutcomesCut() if self._config is None:
                self._cut = fact.cut
            case OutcomesOpened() if self._sealed and self._sealed[0].name == fact.name:
                self._opening = Opening(fact.salt, fact.outcomes)
            case BetsClosed() if self._here:
                self._closed(self._state)
            case Fed() if self._here:
                self._inputs.append(fact.input)
                self._used += fact.used
            case Fed() if not self._past:
                self._place += fact.used
            case ScanTakenBack() if self._here:
                self._inputs.pop()
        if self._here or not (self._past or isinstance(fact, _OF_A_ROUND)):
            self._state.apply(fact)
        elif isinstance(fact, BetsClosed) and not self._past:
            # For who looks for another, this round was not played.
            self._state.apply(BettingWithdrawn(fact.round))

    def _closed(self, state: TableState) -> None:
        self._config, self._seats, self._bets = state.config, state.seats.copy(), state.layout.bets
        if state.config.dealer is DealerKind.HUMAN:
            self._sealed = None

    def record(self) -> FairRecord | None:
        state, config = self._state, self._config
        if state is None or config is None or state.round is None or not state.round.over:
            return None
        names = _names(self._bets, self._seats)
        file = None
        if self._opening or self._sealed is None or not self._unseen(state.round):
            file = write(
                config.game,
                (replace(bet, player=names[bet.player]) for bet in self._bets),
                (renamed(one, names) for one in self._inputs),
                settings=config.settings,
                limits=config.limits,
                seats={box: names[player] for box, player in self._seats.items()},
            )
        return FairRecord(
            config.id,
            self._number,
            config.dealer,
            *self._opened,
            self._note(),
            self._shoe(),
            file,
            tuple(replace(line, player=names[line.player]) for line in state.round.lines),
        )

    def _unseen(self, round: engine.Round) -> bool:
        """Whether nobody has seen all its cards: the rest of the shoe could be told from them."""
        shown = msgspec.json.encode(engine.view(round))
        return HIDDEN.encode() in shown or any(isinstance(one, Burn) for one in self._inputs)

    def _note(self) -> Note:
        if self._sealed is None:
            return Note.BY_HAND
        return Note.NOT_YET if self._opening is None else Note.OPENED

    def _shoe(self) -> FairShoe | None:
        if self._sealed is None:
            return None
        fact, seq, at_ms = self._sealed
        return FairShoe(
            fact.name,
            fact.commitment,
            fact.size,
            fact.burned,
            tuple(self._entropy),
            self._cut,
            self._place,
            self._used,
            seq,
            at_ms,
            self._opening,
        )


def _names(bets: tuple[Bet, ...], seats: dict[int, str]) -> dict[str, str]:
    """Nobody is named to strangers."""
    known = dict.fromkeys([*(bet.player for bet in bets), *seats.values()])
    return {player: f"player-{number}" for number, player in enumerate(known, 1)}
