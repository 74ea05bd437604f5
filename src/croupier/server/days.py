"""The gaming day: when a new one begins, tables where cards are dealt by hand are told, and what is
due once a day is due again (LIVE 2.1.7)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from croupier.house.live_tables import LiveTable
from croupier.house.records.sheet import day
from croupier.table.actor import monotonic_ms, wall_ms
from croupier.table.commands import HOUSE, BeginDay
from croupier.table.config import DealerKind

if TYPE_CHECKING:
    from croupier.server.house import House


class Days:
    def __init__(self, house: "House") -> None:
        self._house = house

    def open(self) -> None:
        """Before anybody is there: no round of the new day begins without it."""
        for live, command in self._due():
            request = live.runner.table.house_request(command)
            live.runner.submit([request], monotonic_ms(), wall_ms())

    async def settle(self) -> None:
        for live, command in self._due():
            await live.ask(HOUSE, command, f"{live.id}:{command.day}:{self._house.run}")

    def _due(self) -> Iterator[tuple[LiveTable, BeginDay]]:
        today = day(self._house.clock.wall())
        for live in self._house.live_tables.tables.values():
            state = live.state
            by_hand = state.config.dealer is DealerKind.HUMAN and state.rules.deck_count
            if by_hand and not live.stopped and state.handling.day != today:
                yield live, BeginDay(today)
