"""The floor at a glance, for the pit: every table, the open alerts and how many papers wait, told
when they change."""

from collections.abc import Mapping

from croupier.house.floor.floor import Floor
from croupier.server.desk_feed import DeskFeed
from croupier.server.projection import requests, title
from croupier.server.room import Room
from croupier.server.store_failures import StoreFailures
from croupier.table.actor import monotonic_ms
from croupier.wire.messages import AlertView, FloorMessage, Papers
from croupier.wire.views import FloorTable


class FloorFeed(DeskFeed):
    def __init__(self, floor: Floor, rooms: Mapping[str, Room], trouble: StoreFailures) -> None:
        super().__init__()
        self._floor = floor
        self._rooms = rooms
        self._trouble = trouble

    def glance(self) -> object:
        return self.tables(coarse=True), self.alerts(), self.papers()

    def message(self, feed: str, n: int) -> FloorMessage:
        return FloorMessage(feed, n, self.tables(), self.alerts(), self.papers())

    def papers(self) -> Papers:
        waiting = len(self._floor.proposals()), len(self._floor.disputes(open_only=True))
        return Papers(self._floor.changes, *waiting)

    def alerts(self) -> tuple[AlertView, ...]:
        trouble = self._trouble.alert()
        noted = (
            AlertView(
                alert.raised.number,
                alert.raised.kind,
                alert.raised.table,
                alert.raised.text,
                alert.times,
                alert.at_ms,
                alert.raised.words,
                alert.raised.round,
            )
            for alert in self._floor.open_alerts()
        )
        return (trouble, *noted) if trouble else tuple(noted)

    def tables(self, *, coarse: bool = False) -> tuple[FloorTable, ...]:
        alerts = [alert.raised.table for alert in self._floor.open_alerts()]
        now = monotonic_ms()
        tables = []
        for id, room in self._rooms.items():
            state, live = room.state, room.live
            waits = now - live.driver.since
            tables.append(
                FloorTable(
                    table=id,
                    number=state.config.number,
                    game=state.config.game,
                    title=title(state),
                    staged=room.staged,
                    limits=state.config.limits,
                    phase=state.phase,
                    round=state.round_number,
                    dealer=state.dealer,
                    dealt_by=state.config.dealer,
                    players=len(room.players()),
                    bettors=state.layout.bettors,
                    staked=state.layout.staked,
                    waits_ms=waits // 5_000 if coarse else waits,
                    alerts=alerts.count(id),
                    requests=requests(state),
                    called=state.call is not None,
                    closing=state.closing,
                    stopped=live.out_of_order,
                )
            )
        return tuple(tables)
