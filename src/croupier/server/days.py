"""The gaming day: when a new one begins, tables where cards are dealt by hand are told, and what is
due once a day is due again (LIVE 2.1.7)."""

from collections.abc import Iterator, Mapping

from croupier.house.clock import Clock
from croupier.house.live_table import LiveTable
from croupier.house.records.sheet import day
from croupier.server.room import Room
from croupier.table.actor import monotonic_ms, wall_ms
from croupier.table.commands import HOUSE, BeginDay
from croupier.table.config import DealerKind


class Days:
    def __init__(self, rooms: Mapping[str, Room], clock: Clock, *, run: str) -> None:
        self._rooms = rooms
        self._clock = clock
        self._run = run

    def open(self) -> None:
        """Before anybody is there: no round of the new day begins without it."""
        for live, command in self._due():
            request = live.runner.table.house_request(command)
            live.runner.submit([request], monotonic_ms(), wall_ms())

    async def settle(self) -> None:
        for live, command in self._due():
            await live.ask(HOUSE, command, f"{live.id}:{command.day}:{self._run}")

    def _due(self) -> Iterator[tuple[LiveTable, BeginDay]]:
        today = day(self._clock.wall())
        for room in self._rooms.values():
            live, state = room.live, room.state
            by_hand = state.config.dealer is DealerKind.HUMAN and state.rules.deck_count
            if by_hand and live.owned and not live.stopped and state.handling.day != today:
                yield live, BeginDay(today)
