"""Whether anything can happen at a table: nobody is to wait at one where nothing can."""

from typing import TYPE_CHECKING

from croupier.table.config import DealerKind
from croupier.table.state import TablePhase
from croupier.wire.views import Standstill

if TYPE_CHECKING:
    from croupier.server.house import House


def standstill(house: "House", table: str) -> Standstill | None:
    live = house.live_tables.tables[table]
    state = live.state
    if live.stopped:
        return Standstill.STOPPED
    if state.call is not None:
        return Standstill.CALLED
    if state.held is not None:
        return Standstill.HELD
    if state.phase is TablePhase.CLOSED:
        return None
    if state.config.dealer is DealerKind.HUMAN and not house.dealer_here(table):
        return Standstill.DEALER
    if state.phase is TablePhase.BETTING and state.layout.empty:
        least = state.config.limits.min
        players = (one.name for one in house.rooms[table].followers if one.plays)
        if not any(_may_bet(house, player, least) for player in players):
            return Standstill.PLAYERS
    return None


def _may_bet(house: "House", player: str, amount: int) -> bool:
    balance = house.purse_feed.balance(player)
    enough = balance is None or balance >= amount
    return enough and house.protection.may_stake(player, amount)
