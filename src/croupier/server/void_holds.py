"""A round that may be void stands still until two people have said so, or one of them no.

Proposals are the floor's facts and a held round is its table's: two journals, so the one is made to
agree with the other whenever either may have changed, and again every now and then.
"""

import asyncio
import secrets
from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.house.floor.book import Signing
from croupier.house.floor.facts import AlertKind, VoidAfterOutcome
from croupier.kit.errors import Refused
from croupier.kit.phrase import words
from croupier.table.commands import HOUSE, Hold, Release
from croupier.table.state import TablePhase, TableState

if TYPE_CHECKING:
    from croupier.server.house import House


class VoidHolds:
    def __init__(self, house: "House") -> None:
        self._house = house
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def settle_all(self) -> None:
        for table in self._house.live_tables.tables:
            await self.settle(table)

    async def settle(self, table: str) -> None:
        """Held while a void of the running round waits for its signature, and not a moment longer;
        a proposal that its round has overtaken is gone."""
        async with self._turns[table]:
            await self._drop_overtaken(table)
            if not await self._hold(table):
                # It ended before it could be held.
                await self._drop_overtaken(table)

    def round_over(self, table: str, state: TableState) -> None:
        """Told of everything that happens at a table."""
        waiting = (one for one in self._voids(table) if one.countersigned is None)
        if any(not _running(one, state) for one in waiting):
            self._house.spawn(self.settle(table))

    def _voids(self, table: str) -> list[Signing]:
        """Proposed, or signed and not known to be carried out."""
        floor = self._house.floor
        return [
            one
            for one in (*floor.proposals(), *floor.unfinished())
            if isinstance(one.what, VoidAfterOutcome) and one.what.table == table
        ]

    async def _hold(self, table: str) -> bool:
        live = self._house.live_tables.tables[table]
        state = live.state
        pending = [one for one in self._voids(table) if _running(one, state)]
        if bool(pending) is (state.held is not None):
            return True
        command = Hold(pending[0].by) if pending else Release()
        id = f"{table}:{self._house.run}:{secrets.token_hex(8)}"
        return (await live.ask(HOUSE, command, id, state.round_number)).ok

    async def _drop_overtaken(self, table: str) -> None:
        house, state = self._house, self._house.live_tables.tables[table].state
        for one in self._voids(table):
            if one.countersigned is not None or _running(one, state):
                continue
            with suppress(Refused):  # somebody was quicker; or the books say no, and it comes round
                await house.floor.overtaken(one.number, "the round is over")
                said = words(
                    "the void of round {round} proposed by {name} fell through: it is over",
                    round=one.what.round,
                    name=one.by,
                )
                await house.alert(AlertKind.VOID, table, said, one.by, one.what.round)


def _running(one: Signing, state: TableState) -> bool:
    return state.phase is TablePhase.PLAYING and state.round_number == one.what.round
