"""Settles every round of the tables dealt here again from the books, as soon as it is over, and
tells the pit which was paid otherwise than its cards and its rules come to. A round found to be
void after that (R31) is settled again once more.

What is altered later, in rounds of long ago, is found by `BooksCheck`, at its own pace.
"""

import asyncio
import logging
from itertools import islice

import msgspec

from croupier.house.floor.facts import AlertKind
from croupier.house.live_table import LiveTable
from croupier.house.live_tables import LiveTables
from croupier.house.records.round_entry import RoundEntry
from croupier.house.verify.payments import payment_faults
from croupier.kit.phrase import Phrase
from croupier.server.alert import Alert
from croupier.store.protocol import Reader

_LOG = logging.getLogger("croupier.books")
AGAIN = 256
"""Rounds of a table that are looked at again when it is opened here, or taken over: more than end
between two checkpoints."""
AT_ONCE = 64
MOST_TOLD = 50
"""Of one table, by one process: then somebody looks, and `croupier verify` tells all."""


class _Settled(msgspec.Struct, frozen=True):
    """The last round of a table that was settled again, and the last entry of it that was known."""

    round: int
    last_seq: int = 0


class PaymentWatch:
    def __init__(self, live_tables: LiveTables, store: Reader, alert: Alert) -> None:
        self._live_tables = live_tables
        self._store = store
        self._alert = alert
        self._settled: dict[str, _Settled] = {}
        """Of each table dealt here."""
        self._told: dict[str, int] = {}

    async def follow(self) -> None:
        """All rounds that are over by now."""
        owned = self._live_tables.owned()
        self._settled = {
            live.id: self._settled.get(live.id, _Settled(live.fold.index.last - AGAIN))
            for live in owned
        }
        for live in owned:
            while await self._follow(live):
                pass

    async def _follow(self, live: LiveTable) -> bool:
        """The next rounds; whether there may be more."""
        settled, index = self._settled[live.id], live.fold.index
        last = index.round(settled.round)
        reversed_since = last is not None and last.last_seq > settled.last_seq
        after = settled.round - reversed_since
        if after >= index.last:
            return False
        found = await asyncio.to_thread(self._next, live, after)
        for entry, faults in found:
            for number, fault in enumerate(faults):
                await self._tell(live.id, entry, number, fault)
            self._settled[live.id] = _Settled(entry.number, entry.last_seq)
        return len(found) == AT_ONCE

    def _next(self, live: LiveTable, after: int) -> list[tuple[RoundEntry, list[Phrase]]]:
        rounds = islice(live.fold.index.over_after(max(after, 0)), AT_ONCE)
        return [(entry, payment_faults(self._store, live.id, entry)) for entry in rounds]

    async def _tell(self, table: str, entry: RoundEntry, number: int, fault: Phrase) -> None:
        self._told[table] = self._told.get(table, 0) + 1
        if self._told[table] <= MOST_TOLD:
            _LOG.error("round mispaid", extra={"table": table, "text": str(fault)})
            what = "mispaid" if entry.reversal is None else "misreversed"
            id = f"{what}:{table}:{entry.number}:{number}"
            await self._alert(AlertKind.MISPAID, table, fault, "house", entry.number, id=id)
