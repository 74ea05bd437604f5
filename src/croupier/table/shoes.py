"""When a sealed shoe is replaced, and when the next one is prepared.

The next shoe is committed to while the current one is dealt, so that its contributions are closed
and its delay is over by the time the cutting card comes (decision 46).
"""

from croupier.chance.derived import Terms
from croupier.engine.equipment import Cards
from croupier.table.config import DealerKind
from croupier.table.state import TablePhase, TableState


def sealing_terms(state: TableState) -> Terms | None:
    """What an order sealed now is bound to; None: it is drawn, without a delay."""
    config, equipment = state.config, state.rules.equipment
    window, squarings = config.shuffle.window, config.shuffle.squarings
    if not squarings or config.staged:
        return None
    if isinstance(equipment, Cards):
        # LIVE 2.3.5a and 2.3.5c.
        decks, size, burned = equipment.decks, equipment.size, equipment.burned
        return Terms(decks, 0, size, burned, window, squarings)
    return Terms(0, equipment.pockets, config.wheel_run, 0, window, squarings)


def needs_sealing(state: TableState) -> bool:
    """Between rounds: no shoe, the cut card is out, the next round might not be dealt out, the
    house wants a shuffle (LIVE 2.3.2), or a lab has said what comes next."""
    shoe = state.shoe
    if shoe is None or state.reshuffle or state.staged is not None:
        return True
    equipment = state.rules.equipment
    if isinstance(equipment, Cards):
        # The pit may have changed the number of decks.
        # LIVE 2.3.2: after the hand in which the cut card came.
        return shoe.size != equipment.size or shoe.left <= equipment.reserve
    return shoe.left < 1


def may_prepare(state: TableState) -> bool:
    """Whether the next shoe is sealed now: once half of the cards in front of the cutting card are
    dealt. That leaves many rounds for its delay; sealed sooner, it would be closed to more of the
    players who are dealt to from it."""
    shoe, equipment = state.shoe, state.rules.equipment
    if shoe is None or not shoe.ready or state.next_shoe is not None:
        return False
    if not isinstance(equipment, Cards) or sealing_terms(state) is None or _interrupted(state):
        return False
    if state.phase is TablePhase.IDLE and needs_sealing(state):
        return False  # it is sealed to be dealt at once
    in_front = equipment.size - equipment.burned - equipment.reserve
    return state.reshuffle or 2 * (shoe.left - equipment.reserve) <= in_front


def _interrupted(state: TableState) -> bool:
    """Nothing new begins while the table closes or changes, or waits for the pit."""
    pit = state.held is not None or state.call is not None
    changes = state.closing or state.next_config is not None or bool(state.restored)
    closed = state.phase is TablePhase.CLOSED or state.config.dealer is DealerKind.HUMAN
    return pit or changes or closed


def unusable(state: TableState) -> str:
    """Why the prepared shoe will never be dealt from; empty: it will, or there is none."""
    if state.next_shoe is None:
        return ""
    if state.phase is TablePhase.CLOSED:
        return CLOSED
    return OTHER_TERMS if state.next_shoe.terms != sealing_terms(state) else ""


CLOSED = "the table was closed before it was used"
OTHER_TERMS = "the table deals under other terms now"
