"""The rounds of a table, read back from its journal: the one place that says where a round begins
and ends, what it opened with, what went into it and what it paid."""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.engine import protocol as engine
from croupier.engine.inputs import Input
from croupier.engine.layout import Bet
from croupier.engine.lines import Line
from croupier.engine.protocol import Round
from croupier.store.pages import every_entry
from croupier.store.protocol import PAGE, Reader
from croupier.store.values import Entry
from croupier.table.config import TableConfig
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    ContributionsClosed,
    DelayPassed,
    EntropyGiven,
    Fed,
    OutcomesCut,
    OutcomesOpened,
    OutcomesRetired,
    OutcomesSealed,
    PreparedShoeInUse,
    PreparedShoeUnused,
    RulingWithdrawn,
    ScanTakenBack,
    ShoePrepared,
)
from croupier.table.recovery import NoSuchTable, facts_of, opened_by
from croupier.table.state import PlacedFor, TableState

_OF_THE_SHOE = (
    OutcomesSealed
    | ShoePrepared
    | PreparedShoeInUse
    | PreparedShoeUnused
    | OutcomesOpened
    | OutcomesRetired
    | OutcomesCut
    | EntropyGiven
    | ContributionsClosed
    | DelayPassed
)
"""A shoe is sealed before a round and opened after it, and is no part of it."""


class PlayedRound(msgspec.Struct):
    """One round as it was played: enough to play it again, or write it as a round file."""

    number: int
    config: TableConfig
    seats: dict[int, str]
    bets: tuple[Bet, ...]
    begun_ms: int
    placed_for: tuple[PlacedFor, ...]
    """Bets that staff placed, and under which consent (BJ5 5.18)."""
    opening: Round
    """The round at "No more bets"."""
    round: Round
    """As it is after every input."""
    inputs: list[Input] = []
    used: int = 0
    """How many outcomes were taken from the shoe, or from the run of the wheel."""

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.round.lines

    @property
    def void(self) -> bool:
        return self.round.void

    @property
    def over(self) -> bool:
        return self.round.over

    def replay(self) -> Iterator[tuple[Round, Input, Round]]:
        """Every input, with the round it went into and the round it made."""
        round = self.opening
        for input in self.inputs:
            after = engine.step(round, input).round
            yield round, input, after
            round = after


def rounds(reader: Reader, stream: str) -> Iterator[PlayedRound]:
    """Every round that was closed for betting, in order; the last may still be going on."""
    yield from _played(stream, every_entry(reader, stream))


def round_from(
    reader: Reader, stream: str, seq: int, before: TableState, page: int = PAGE
) -> PlayedRound | None:
    """The round whose betting was opened in this entry, with the table as it was before: of the
    journal no more is read than the round itself."""
    return next(_played(stream, every_entry(reader, stream, seq - 1, page), before), None)


def _played(
    stream: str, entries: Iterable[Entry], state: TableState | None = None
) -> Iterator[PlayedRound]:
    """A round is done with once betting on the next opens: until then cards may be thrown away
    and lines corrected. `state`: the table before the first of the entries, unless they are the
    journal from its beginning."""
    played: PlayedRound | None = None
    for entry in entries:
        for fact in facts_of(entry):
            if isinstance(fact, _OF_THE_SHOE):
                continue
            if state is None:
                state = opened_by(stream, fact)
            if isinstance(fact, BettingOpened) and played is not None:
                yield played
                played = None
            state.apply(fact)
            if isinstance(fact, BetsClosed):
                played = _begun(state, entry.at_ms)
            if played is None or state.round is None:
                continue
            if isinstance(fact, Fed):
                played.inputs.append(fact.input)
                played.used += fact.used
            if isinstance(fact, ScanTakenBack | RulingWithdrawn):
                played.inputs.pop()
            played.round = state.round
    if state is None:
        raise NoSuchTable(f"there is no table {stream}")
    if played is not None:
        yield played


def _begun(state: TableState, at_ms: int) -> PlayedRound:
    assert state.round is not None
    return PlayedRound(
        state.round_number,
        state.config,
        dict(state.seats),
        state.layout.bets,
        at_ms,
        tuple(state.placed_for),
        state.round,
        state.round,
    )
