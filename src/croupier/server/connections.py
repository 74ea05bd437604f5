"""Sockets that come and go: who follows what through them, and how they end."""

from collections.abc import Mapping, Sequence

from croupier.house.protection.protection import Protection
from croupier.server.accounts import Accounts
from croupier.server.connection import Connection
from croupier.server.desk_feed import DeskFeed
from croupier.server.metrics import Metrics
from croupier.server.purse_feed import PurseFeed
from croupier.server.room import Room


class Connections:
    def __init__(
        self,
        accounts: Accounts,
        rooms: Mapping[str, Room],
        desk_feeds: Sequence[DeskFeed],
        purse_feed: PurseFeed,
        *,
        protection: Protection,
        metrics: Metrics,
    ) -> None:
        self._accounts = accounts
        self._rooms = rooms
        self._desk_feeds = desk_feeds
        self._purse_feed = purse_feed
        self._protection = protection
        self._metrics = metrics

    def arrive(self, connection: Connection) -> None:
        if connection.plays:
            self._protection.arrived(connection.name)
        self._metrics.sockets.inc()

    async def leave(self, connection: Connection) -> None:
        for table in tuple(connection.following):
            self._rooms[table].part(connection)
        for feed in self._desk_feeds:
            feed.part(connection)
        if self._accounts.leave(connection) and connection.plays:
            self._purse_feed.forget(connection.name)
        self._metrics.sockets.dec()
        if connection.plays:
            await self._protection.left(connection.name)

    def caught_up(self, connection: Connection) -> None:
        """A slow reader has room again: the latest of everything it follows, and its own."""
        for table in connection.following:
            self._rooms[table].catch_up(connection)
        for feed in self._desk_feeds:
            feed.catch_up(connection)
        account = self._accounts.get(connection.name)
        if account is not None and not account.catch_up(connection) and connection.bets:
            for table in connection.following:
                self._rooms[table].forget(connection.name)
                self._rooms[table].tell_you(connection.name)
            if connection.plays:
                self._purse_feed.changed(connection.name)

    def end_session(self, digest: str) -> None:
        """Those of one session, which is over."""
        for account in self._accounts.here():
            for connection in tuple(account.devices):
                if connection.who.digest == digest:
                    connection.end("logged-out", "this session has ended")

    def end_account(self, name: str, code: str, message: str) -> None:
        if (account := self._accounts.get(name)) is not None:
            for connection in tuple(account.devices):
                connection.end(code, message)

    def end_all(self, code: str, message: str) -> None:
        for account in self._accounts.here():
            for connection in tuple(account.devices):
                connection.end(code, message)
