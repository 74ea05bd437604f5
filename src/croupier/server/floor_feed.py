"""The floor at a glance, for the pit: every table, the open alerts and how many papers wait, told
when they change."""

import asyncio
from typing import TYPE_CHECKING

from croupier.server.connection import Connection
from croupier.server.feeds import Feed
from croupier.server.frames import Frame
from croupier.server.projection import requests
from croupier.table.actor import monotonic_ms
from croupier.wire.messages import AlertView, FloorMessage, Papers
from croupier.wire.views import FloorTable

if TYPE_CHECKING:
    from croupier.server.house import House

EVERY_S = 0.5


class FloorFeed:
    def __init__(self, house: "House") -> None:
        self._house = house
        self._feed = Feed(kept=1)
        self.watchers: set[Connection] = set()

    async def run(self) -> None:
        before: object = None
        while True:
            await asyncio.sleep(EVERY_S)
            if not self.watchers:
                continue
            told = self.tables(coarse=True), self.alerts(), self.papers()
            if told != before:
                before = told
                frame = self._feed.frame(self._message)
                for one in self.watchers:
                    one.send(frame)

    def join(self, one: Connection) -> None:
        self.watchers.add(one)
        self.catch_up(one)

    def catch_up(self, one: Connection) -> None:
        """The latest, for who watches."""
        if one in self.watchers:
            one.send(Frame.of(self._message(self._feed.name, self._feed.n)))

    def part(self, one: Connection) -> None:
        self.watchers.discard(one)

    def _message(self, feed: str, n: int) -> FloorMessage:
        return FloorMessage(feed, n, self.tables(), self.alerts(), self.papers())

    def papers(self) -> Papers:
        floor = self._house.floor
        waiting = len(floor.proposals()), len(floor.disputes(open_only=True))
        return Papers(floor.changes, *waiting)

    def alerts(self) -> tuple[AlertView, ...]:
        trouble = self._house.trouble.alert()
        noted = (
            AlertView(
                one.raised.number,
                one.raised.kind,
                one.raised.table,
                one.raised.text,
                one.times,
                one.at_ms,
                one.raised.words,
            )
            for one in self._house.floor.open_alerts()
        )
        return (trouble, *noted) if trouble else tuple(noted)

    def tables(self, *, coarse: bool = False) -> tuple[FloorTable, ...]:
        alerts = [one.raised.table for one in self._house.floor.open_alerts()]
        now = monotonic_ms()
        found = []
        for id, room in self._house.rooms.items():
            state, live = room.state, self._house.live_tables.tables[id]
            waits = now - live.runner.driver.since
            found.append(
                FloorTable(
                    table=id,
                    number=state.config.number,
                    game=state.config.game,
                    phase=state.phase,
                    round=state.round_number,
                    dealer=state.dealer,
                    dealt_by=state.config.dealer,
                    players=len({one.name for one in room.followers if one.plays}),
                    bettors=state.layout.bettors,
                    staked=state.layout.staked,
                    waits_ms=waits // 5_000 if coarse else waits,
                    alerts=alerts.count(id),
                    requests=requests(state),
                    called=state.call is not None,
                    closing=state.closing,
                    stopped=live.stopped,
                )
            )
        return tuple(found)
