"""What the pit does between rounds: dealers, limits, open and closed."""

import msgspec

from croupier.engine.equipment import Cards
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import (
    Actor,
    ChangeDealer,
    CloseTable,
    NumberTable,
    OpenTable,
    Reconfigure,
    Reshuffle,
)
from croupier.table.config import DealerKind, check_limits
from croupier.table.facts import (
    BettingWithdrawn,
    ClosingOrdered,
    DealerChanged,
    Fact,
    Reconfigured,
    ReshuffleOrdered,
    TableClosed,
    TableNumbered,
    TableOpened,
)
from croupier.table.judging.common import Judged, check_phase, judged
from croupier.table.state import TablePhase, TableState


def change_dealer(state: TableState, actor: Actor, command: ChangeDealer) -> Judged:
    if state.config.dealer is DealerKind.VIRTUAL:
        raise Refused(Code.ILLEGAL_ACTION, "the house deals at this table itself")
    return judged(state, DealerChanged(command.dealer, actor.name))


def reconfigure(state: TableState, actor: Actor, command: Reconfigure) -> Judged:
    """From the next round on; a table where nobody has bet yet makes it the next at once."""
    config = state.next_config or state.config
    named = {
        field: value
        for field in ("limits", "settings", "clocks", "sit_out", "shuffle", "early_close")
        if (value := getattr(command, field)) is not None
    }
    config = msgspec.structs.replace(config, **named)
    rules = config.check()
    if command.limits is not None:
        check_limits(command.limits, rules.chip_unit)
    return judged(state, *withdrawn(state), Reconfigured(config, actor.name))


def withdrawn(state: TableState) -> tuple[Fact, ...]:
    """Betting that nobody has joined may end without a round."""
    idle = state.phase is TablePhase.BETTING and state.layout.empty
    return (BettingWithdrawn(state.round_number),) if idle else ()


def number_table(state: TableState, actor: Actor, command: NumberTable) -> Judged:
    msgspec.structs.replace(state.config, number=command.number).check()
    return judged(state, TableNumbered(command.number))


def reshuffle(state: TableState, actor: Actor, command: Reshuffle) -> Judged:
    """LIVE 2.3.2: after any round; at once where nobody has bet yet."""
    check_phase(state, TablePhase.IDLE, TablePhase.BETTING, TablePhase.PLAYING)
    if not isinstance(state.rules.equipment, Cards):
        message = words("there are no cards to shuffle at this table")
        raise Refused(Code.ILLEGAL_ACTION, message)
    if state.reshuffle:
        message = words("a shuffle is ordered already")
        raise Refused(Code.ILLEGAL_ACTION, message, state.rules.topics["shuffle"])
    return judged(state, *withdrawn(state), ReshuffleOrdered(actor.name))


def open_table(state: TableState, actor: Actor, command: OpenTable) -> Judged:
    check_phase(state, TablePhase.CLOSED)
    return judged(state, TableOpened(state.config))


def close_table(state: TableState, actor: Actor, command: CloseTable) -> Judged:
    check_phase(state, TablePhase.IDLE, TablePhase.BETTING, TablePhase.PLAYING)
    unplayed = withdrawn(state)
    if unplayed or (state.phase is TablePhase.IDLE and state.held is None):
        return judged(state, *unplayed, TableClosed(actor.name))
    return judged(state, ClosingOrdered(actor.name))
