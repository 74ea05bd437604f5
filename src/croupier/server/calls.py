"""A dealer's call is the table's fact; that the pit hears of it is the floor's.

The alert is raised once the table stands still, and is gone once the call is answered or taken
back. If it gets lost in between, the floor still shows that the table waits for the pit.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from croupier.house.floor.facts import AlertKind
from croupier.house.floor.floor import Floor
from croupier.kit.errors import Refused
from croupier.server.alert import Alert
from croupier.server.background import Background
from croupier.server.room import Room
from croupier.table.facts import CallWithdrawn, Fact, PitAnswered, TableClosed

_ENDS = PitAnswered | CallWithdrawn | TableClosed


class Calls:
    def __init__(
        self, rooms: Mapping[str, Room], floor: Floor, alert: Alert, spawn: Background
    ) -> None:
        self._rooms = rooms
        self._floor = floor
        self._alert = alert
        self._spawn = spawn

    async def called(self, table: str) -> None:
        """The table stands still already: now the pit is told."""
        call = self._rooms[table].state.call
        if call is not None:  # else it was answered meanwhile
            await self._alert(AlertKind.PIT_CALLED, table, call.text, call.by)

    def on_entry(self, table: str, facts: Iterable[Fact]) -> None:
        """Told of everything that happens at a table."""
        for fact in facts:
            if isinstance(fact, _ENDS):
                note = getattr(fact, "note", "") or _NOTES.get(type(fact), "")
                self._spawn(self._ended(table, fact.by, note))

    async def _ended(self, table: str, by: str, note: str) -> None:
        for alert in self._floor.open_alerts():
            if (alert.raised.kind, alert.raised.table) == (AlertKind.PIT_CALLED, table):
                with suppress(Refused):  # somebody was quicker
                    await self._floor.clear_alert(alert.raised.number, by, note)


_NOTES = {
    PitAnswered: "answered",
    CallWithdrawn: "taken back by the dealer",
    TableClosed: "the table is closed",
}
