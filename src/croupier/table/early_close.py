"""Betting closes before its time once everyone at the table has finished (LIVE 3.2, R33)."""

from croupier.table.config import DealerKind
from croupier.table.state import TableState


def players_at(state: TableState) -> set[str]:
    """Who sits at the table, or has chips on the layout."""
    return {*state.seats.values(), *state.layout.players}


def awaited(state: TableState) -> set[str]:
    """Who of them has not finished betting."""
    return players_at(state) - state.finished_betting


def may_close_early(state: TableState) -> bool:
    if not state.config.closes_early or state.layout.empty:
        return False
    # At a wheel with thousands most have not finished: that is seen without asking each of them.
    return len(state.finished_betting) >= state.layout.bettors and not awaited(state)


def may_deal_now(state: TableState, player: str) -> bool:
    """Where the house deals, a player who is alone decides when betting closes."""
    virtual = state.config.dealer is DealerKind.VIRTUAL
    return virtual and not state.layout.empty and players_at(state) == {player}
