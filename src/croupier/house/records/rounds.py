"""One round read back, from the entries of that round alone."""

from croupier.house.records.index import RoundEntry
from croupier.store.pages import every_entry
from croupier.store.protocol import PAGE, Reader
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    EntropyGiven,
    Fed,
    OutcomesCut,
    OutcomesOpened,
    OutcomesRetired,
    OutcomesSealed,
    ScanTakenBack,
)
from croupier.table.recovery import NoSuchTable, facts_of
from croupier.table.rounds import PlayedRound
from croupier.table.state import TableState

_OF_THE_SHOE = OutcomesSealed | OutcomesOpened | OutcomesRetired | OutcomesCut | EntropyGiven


def read_round(reader: Reader, table: str, entry: RoundEntry) -> PlayedRound:
    """The same as a walk through the whole journal gives: the bets, what went in, the lines."""
    state = TableState(entry.config)
    state.seats = dict(entry.seats)
    played: PlayedRound | None = None
    # As many as the round has, and the one that opens the next.
    page = min(PAGE, max(entry.ended_seq - entry.first_seq, 0) + 2)
    for one in every_entry(reader, table, entry.first_seq - 1, page):
        for fact in facts_of(one):
            if isinstance(fact, BettingOpened) and fact.round != entry.number:
                return _found(played, table, entry)
            if isinstance(fact, _OF_THE_SHOE):
                continue  # the shoe may have been sealed long before
            state.apply(fact)
            if isinstance(fact, BetsClosed):
                seats, bets = dict(state.seats), state.layout.bets
                by_staff = tuple(state.placed_for)
                played = PlayedRound(fact.round, state.config, seats, bets, [], one.at_ms, by_staff)
            if played is None or state.round is None:
                continue
            if isinstance(fact, Fed):
                played.inputs.append(fact.input)
            if isinstance(fact, ScanTakenBack):
                played.inputs.pop()
            played.lines, played.void = state.round.lines, state.round.void
            played.over = state.round.over
    return _found(played, table, entry)


def _found(played: PlayedRound | None, table: str, entry: RoundEntry) -> PlayedRound:
    if played is None:
        raise NoSuchTable(f"{table} has no round {entry.number}")
    return played
