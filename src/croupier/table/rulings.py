"""What may be ruled at a table now, and what a round of it may be void for."""

from croupier.games import engine
from croupier.games.inputs import VoidReason
from croupier.table.state import TableState


def rulings_now(state: TableState) -> tuple[str, ...]:
    """By the names of the round file; nothing while the round is held, and no void without a cause
    that can happen in this game (R26)."""
    if state.round is None or state.held is not None:
        return ()
    rulings = engine.waiting(state.round).rulings
    if engine.void_causes(state.rules):
        return rulings
    return tuple(one for one in rulings if one != "void")


def void_causes_now(state: TableState) -> tuple[VoidReason, ...]:
    return engine.void_causes(state.rules) if "void" in rulings_now(state) else ()
