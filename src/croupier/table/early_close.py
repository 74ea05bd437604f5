"""Betting closes before its time once everyone at the table has finished (LIVE 3.2, R33)."""

from croupier.table.config import DealerKind
from croupier.table.short_boxes import short_boxes
from croupier.table.state import TableState


def players_at(state: TableState) -> set[str]:
    """Who sits at the table, or has chips on the layout."""
    return {*state.seats.values(), *state.layout.players}


def awaited(state: TableState) -> set[str]:
    """Who of them has not finished betting."""
    return players_at(state) - state.finished_betting


def may_close_early(state: TableState) -> bool:
    """Not over a box under its minimum: its players have the whole time to raise their bets."""
    if not state.config.closes_early or state.layout.empty or short_boxes(state):
        return False
    # At a wheel with thousands most have not finished: that is seen without asking each of them.
    return len(state.finished_betting) >= state.layout.bettors and not awaited(state)


def may_deal_now(state: TableState, player: str) -> bool:
    """Where the house deals, a player who is alone decides when betting closes."""
    virtual = state.config.dealer is DealerKind.VIRTUAL
    ready = not state.layout.empty and not short_boxes(state)
    return virtual and ready and players_at(state) == {player}
