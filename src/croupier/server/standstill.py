"""Whether anything can happen at a table: nobody is to wait at one where nothing can."""

from croupier.house.protection.protection import Protection
from croupier.server.accounts import Accounts
from croupier.server.purse_feed import PurseFeed
from croupier.server.room import Room
from croupier.table.config import DealerKind
from croupier.table.state import TablePhase
from croupier.wire.views import Standstill


def standstill(
    accounts: Accounts, purse_feed: PurseFeed, protection: Protection, room: Room
) -> Standstill | None:
    state = room.state
    if room.live.out_of_order:
        return Standstill.STOPPED
    if state.call is not None:
        return Standstill.CALLED
    if state.held is not None:
        return Standstill.HELD
    if state.phase is TablePhase.CLOSED:
        return None
    if state.config.dealer is DealerKind.HUMAN and not dealer_here(accounts, room):
        return Standstill.DEALER
    if state.phase is TablePhase.PLAYING and state.shoe is not None and state.shoe.delayed:
        return Standstill.SHUFFLING
    if state.phase is TablePhase.BETTING and state.layout.empty and not state.config.staged:
        least = state.config.limits.min
        for player in room.players():
            balance = purse_feed.balance(player)
            enough = balance is None or balance >= least
            if enough and protection.may_stake(player, least):
                return None
        return Standstill.PLAYERS
    return None


def dealer_here(accounts: Accounts, room: Room) -> bool:
    """Whether whoever is on duty there is still at work."""
    dealer = room.state.dealer
    return dealer is not None and accounts.present(dealer)
