"""What the house does with the news of its tables: rooms and purses tell it on."""

from collections.abc import Callable, Mapping

from croupier.house.journal import TAKEN_OVER
from croupier.house.live_tables import Listener
from croupier.house.protection.protection import Protection
from croupier.ledger import Reason
from croupier.server.calls import Calls
from croupier.server.interrupted import Interrupted
from croupier.server.metrics import Metrics
from croupier.server.purse_feed import PurseFeed
from croupier.server.returned_bets import returned_bet_notices
from croupier.server.room import Room
from croupier.server.seats import seat_notices
from croupier.server.table_events import own_bet
from croupier.server.void_holds import VoidHolds
from croupier.store.protocol import WALLETS
from croupier.table.state import TableState
from croupier.table.table import News, TableLost


class HouseListener(Listener):
    def __init__(
        self,
        rooms: Mapping[str, Room],
        purse_feed: PurseFeed,
        metrics: Metrics,
        *,
        protection: Protection,
        interrupted: Interrupted,
        void_holds: VoidHolds,
        calls: Calls,
        lose: Callable[[str], None],
    ) -> None:
        self._rooms = rooms
        self._purse_feed = purse_feed
        self._metrics = metrics
        self._interrupted = interrupted
        self._void_holds = void_holds
        self._calls = calls
        self._lose = lose
        self._protection = protection
        self.live = False
        """Whether this happens now; before, journals are read back."""

    follows = True

    def on_entry(self, table: str, news: News, state: TableState) -> None:
        facts, room = news.recorded.facts, self._rooms[table]
        if self.live and (player := own_bet(facts)) is not None:
            self._bet(table, news, player)
            return
        room.remember(news, state)
        if self.live:
            self._interrupted.on_entry(table, news)
            room.on_entry(news, state)
            for fact in facts:
                notices = (*seat_notices(fact, state), *returned_bet_notices(fact, state))
                for player, code, text in notices:
                    self._purse_feed.notice(player, code, text)
            if room.live.owned:
                self._purse_feed.moved(news.transfers)
            else:
                self._moved_elsewhere(table, news)
            lost = any(transfer.reason is Reason.LOSS for transfer in news.transfers)
            if state.round is not None and lost:
                # Who has lost everything is paid nothing, and yet stands otherwise now.
                self._purse_feed.stands({line.player for line in state.round.lines})
            if room.live.owned:
                if not room.staged:
                    self._metrics.facts(facts)
                self._void_holds.round_over(table, state)
                self._calls.on_entry(table, facts)

    def _bet(self, table: str, news: News, player: str) -> None:
        """Most of what happens: chips that their player has laid down, or taken up. Nobody else
        has to be asked whether it is news to them."""
        room = self._rooms[table]
        room.on_bet(player)
        if room.live.owned:
            self._purse_feed.moved(news.transfers)
            if not room.staged:
                self._metrics.facts(news.recorded.facts)
        else:
            self._moved_elsewhere(table, news)

    def _moved_elsewhere(self, table: str, news: News) -> None:
        """By another node: a purse that was read since has it already, so it is read again."""
        self._protection.followed(table, news.seq, news.transfers)
        for account in {side for moved in news.transfers for side in (moved.payer, moved.payee)}:
            if account.startswith(WALLETS):
                self._purse_feed.changed(account.removeprefix(WALLETS))

    def on_commit(self, table: str) -> None:
        if self.live:
            self._rooms[table].on_commit()

    def dealt_anew(self, table: str) -> None:
        if self.live:
            self._rooms[table].tell()

    def stopped(self, table: str, error: Exception) -> None:
        if isinstance(error, TableLost):
            self._lose(TAKEN_OVER)
        self._rooms[table].tell()
