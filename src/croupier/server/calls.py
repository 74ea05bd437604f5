"""A dealer's call is the table's fact; that the pit hears of it is the floor's.

The alert is raised once the table stands still, and is gone once the call is answered or taken
back. If it gets lost in between, the floor still shows that the table waits for the pit.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.house.floor.facts import AlertKind
from croupier.kit.errors import Refused
from croupier.table.facts import CallWithdrawn, Fact, PitAnswered, TableClosed

if TYPE_CHECKING:
    from croupier.server.house import House

_ENDS = PitAnswered | CallWithdrawn | TableClosed


class Calls:
    def __init__(self, house: "House") -> None:
        self._house = house

    async def called(self, table: str) -> None:
        """The table stands still already: now the pit is told."""
        call = self._house.live_tables.tables[table].state.call
        if call is not None:  # else it was answered meanwhile
            await self._house.alert(AlertKind.PIT_CALLED, table, call.text, call.by)

    def on_entry(self, table: str, facts: Iterable[Fact]) -> None:
        """Told of everything that happens at a table."""
        for fact in facts:
            if isinstance(fact, _ENDS):
                note = getattr(fact, "note", "") or _NOTES.get(type(fact), "")
                self._house.spawn(self._ended(table, fact.by, note))

    async def _ended(self, table: str, by: str, note: str) -> None:
        floor = self._house.floor
        for one in floor.open_alerts():
            if (one.raised.kind, one.raised.table) == (AlertKind.PIT_CALLED, table):
                with suppress(Refused):  # somebody was quicker
                    await floor.clear_alert(one.raised.number, by, note)


_NOTES = {
    PitAnswered: "answered",
    CallWithdrawn: "taken back by the dealer",
    TableClosed: "the table is closed",
}
