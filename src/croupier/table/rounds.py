"""The rounds of a table, taken out of its journal one by one."""

from collections.abc import Iterator

import msgspec

from croupier.games.inputs import Input
from croupier.games.layout import Bet
from croupier.games.lines import Line
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.table.config import TableConfig
from croupier.table.facts import BetsClosed, BettingOpened, Fed, ScanTakenBack
from croupier.table.recovery import NoSuchTable, facts_of
from croupier.table.state import PlacedFor, TableState


class PlayedRound(msgspec.Struct):
    """One round as it was played: enough to write it as a round file."""

    number: int
    config: TableConfig
    seats: dict[int, str]
    bets: tuple[Bet, ...]
    inputs: list[Input]
    begun_ms: int
    placed_for: tuple[PlacedFor, ...] = ()
    """Bets that staff placed, and under which consent (BJ5 5.18)."""
    lines: tuple[Line, ...] = ()
    void: bool = False
    over: bool = False


def rounds(reader: Reader, stream: str) -> Iterator[PlayedRound]:
    """Every round that was closed for betting, in order; the last may still be going on."""
    state: TableState | None = None
    current: PlayedRound | None = None
    for entry in every_entry(reader, stream):
        for fact in facts_of(entry):
            if state is None:
                config = getattr(fact, "config", None)
                if not isinstance(config, TableConfig):
                    raise NoSuchTable(f"{stream} is not a table's journal")
                state = TableState(config)
            if isinstance(fact, BettingOpened) and current is not None:
                yield current
                current = None
            state.apply(fact)
            if isinstance(fact, BetsClosed):
                current = PlayedRound(
                    fact.round,
                    state.config,
                    dict(state.seats),
                    state.layout.bets,
                    [],
                    entry.at_ms,
                    tuple(state.placed_for),
                )
            if isinstance(fact, Fed) and current is not None:
                current.inputs.append(fact.input)
            if isinstance(fact, ScanTakenBack) and current is not None:
                current.inputs.pop()
            if current is not None and state.round is not None:
                current.lines, current.void = state.round.lines, state.round.void
                current.over = state.round.over
    if state is None:
        raise NoSuchTable(f"there is no table {stream}")
    if current is not None:
        yield current
