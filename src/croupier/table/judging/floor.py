"""What the pit and a human dealer do between rounds: shoes, dealers, limits, open and closed."""

import msgspec

from croupier.kit.errors import Code, Refused
from croupier.table.commands import (
    Actor,
    ChangeDealer,
    ChangeShoe,
    CloseTable,
    OpenTable,
    Reconfigure,
)
from croupier.table.config import DealerKind, check_limits
from croupier.table.facts import (
    BettingWithdrawn,
    ClosingOrdered,
    DealerChanged,
    Fact,
    Reconfigured,
    ShoeChanged,
    TableClosed,
    TableOpened,
)
from croupier.table.judging.common import Judged, check_phase, decks_of, judged
from croupier.table.state import TablePhase, TableState


def change_shoe(state: TableState, actor: Actor, command: ChangeShoe) -> Judged:
    check_phase(state, TablePhase.IDLE)
    if state.config.dealer is DealerKind.VIRTUAL:
        raise Refused(Code.ILLEGAL_ACTION, "the virtual dealer seals its own shoes")
    record, decks = command.record, decks_of(state)
    if record.decks != decks or not decks:
        raise Refused(
            Code.ILLEGAL_ACTION, f"this table plays with {decks} decks, not {record.decks}", "R26"
        )
    if not (record.inspected and record.shuffled and record.cut):
        # LIVE 2.3.1 to 2.3.3; an unshuffled shoe voids the round it is found in (R26).
        raise Refused(Code.ILLEGAL_ACTION, "a shoe is inspected, shuffled and cut first", "R26")
    burned = getattr(state.rules, "burn_after_shuffle", 0)
    if record.burned != burned:
        raise Refused(
            Code.ILLEGAL_ACTION,
            f"{burned} cards are burned after a shuffle, not {record.burned}",
            state.rules.cites.get("burn_after_shuffle"),
        )
    return judged(state, ShoeChanged(actor.name, record))


def change_dealer(state: TableState, actor: Actor, command: ChangeDealer) -> Judged:
    if state.config.dealer is DealerKind.VIRTUAL:
        raise Refused(Code.ILLEGAL_ACTION, "the house deals at this table itself")
    return judged(state, DealerChanged(command.dealer, actor.name))


def reconfigure(state: TableState, actor: Actor, command: Reconfigure) -> Judged:
    """From the next round on; a table where nobody has bet yet makes it the next at once."""
    config = state.next_config or state.config
    named = {
        field: value
        for field in ("limits", "settings", "clocks", "sit_out")
        if (value := getattr(command, field)) is not None
    }
    config = msgspec.structs.replace(config, **named)
    rules = config.check()
    if command.limits is not None:
        check_limits(command.limits, rules.chip_unit)
    return judged(state, *_withdrawn(state), Reconfigured(config, actor.name))


def _withdrawn(state: TableState) -> tuple[Fact, ...]:
    """Betting that nobody has joined may end without a round."""
    idle = state.phase is TablePhase.BETTING and state.layout.empty
    return (BettingWithdrawn(state.round_number),) if idle else ()


def open_table(state: TableState, actor: Actor, command: OpenTable) -> Judged:
    check_phase(state, TablePhase.CLOSED)
    return judged(state, TableOpened(state.config))


def close_table(state: TableState, actor: Actor, command: CloseTable) -> Judged:
    check_phase(state, TablePhase.IDLE, TablePhase.BETTING, TablePhase.PLAYING)
    withdrawn = _withdrawn(state)
    if state.phase is TablePhase.IDLE or withdrawn:
        return judged(state, *withdrawn, TableClosed(actor.name))
    return judged(state, ClosingOrdered(actor.name))
