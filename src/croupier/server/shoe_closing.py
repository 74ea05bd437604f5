"""Every shoe that is done with gets its certificate, and one that does not close an incident.

It is looked at every few seconds, by how many shoes each table has had and how many are certified:
so nothing is missed when a process ends in between, or another node takes a table over.
"""

import asyncio
import logging
from collections.abc import Mapping
from functools import partial

from croupier.house.closures.accounting import (
    ShoeSpan,
    ShoeTerms,
    account_for,
    ended_shoes,
    shoe_spans,
)
from croupier.house.closures.certificate import Closure, Verdict, certified
from croupier.house.closures.closures import Closures
from croupier.house.floor.facts import AlertKind
from croupier.house.house_signature import HouseSignature
from croupier.house.incidents.facts import Cause
from croupier.house.incidents.incidents import Incidents
from croupier.house.live_table import LiveTable
from croupier.house.records.index import TableIndex
from croupier.kit.phrase import Phrase, words
from croupier.server.alert import Alert
from croupier.store.protocol import Store
from croupier.table.cage import HOUSE
from croupier.table.config import TableConfig
from croupier.table.invariants import UNFOLDED

_LOG = logging.getLogger("croupier.house")
MOST_BACK = 20
"""Shoes of a table that are certified late; older ones were before there were certificates."""


class ShoeClosing:
    def __init__(
        self,
        store: Store,
        tables: Mapping[str, LiveTable],
        *,
        closures: Closures,
        incidents: Incidents,
        alert: Alert,
        signature: HouseSignature,
    ) -> None:
        self._store = store
        self._tables = tables
        self._closures = closures
        self._incidents = incidents
        self._alert = alert
        self._signature = signature
        self._turn = asyncio.Lock()
        self._unreadable: dict[str, int] = {}
        """Tables whose journal could not be read for it, and up to which shoe."""

    async def settle(self) -> None:
        """Certify what is done with, at the tables that are dealt here."""
        async with self._turn:
            await self._certify_ended()

    async def _certify_ended(self) -> None:
        for live in tuple(self._tables.values()):
            done, last = ended_shoes(live.state), self._closures.last(live.id)
            waits = done > last and self._unreadable.get(live.id) != done
            if waits and live.owned and not live.stopped:
                account = partial(self._account, live, done, max(last, done - MOST_BACK), live.seq)
                try:
                    closures = await asyncio.to_thread(account)
                except UNFOLDED:
                    # The other tables' shoes are certified all the same; `verify` tells more.
                    self._unreadable[live.id] = done
                    _LOG.exception("shoe not accounted for", extra={"table": live.id})
                    continue
                for closure in closures:
                    await self._certify(closure)

    def _account(self, live: LiveTable, done: int, last: int, seq: int) -> list[Closure]:
        """Of the shoes after `last` up to `done`, the oldest first."""
        closures: list[Closure] = []
        with self._store.snapshot() as reader:
            for span in shoe_spans(reader, live.id, done, seq):
                if span.number <= last:
                    break
                config = _played_under(live.fold.index, span) or live.state.config
                closures.append(account_for(reader, ShoeTerms.of(config), span))
        return closures[::-1]

    async def _certify(self, closure: Closure) -> None:
        """The incident and the alert come first: the certificate says that all is done. At a staged
        table nobody has lost anything."""
        if closure.verdict is Verdict.NOT and not closure.staged:
            said = _said(closure)
            rounds = [dealt.round for dealt in closure.rounds] or [1]
            await self._incidents.open_incident(
                Cause.SHOE,
                closure.table,
                max(1, rounds[0]),
                max(1, rounds[-1]),
                said,
                HOUSE,
                id=f"{closure.table}/{closure.shoe}",
            )
            await self._alert(AlertKind.NOT_CLOSED, closure.table, said, HOUSE, rounds[-1])
        await self._closures.record(certified(closure, self._signature))


def _played_under(index: TableIndex, span: ShoeSpan) -> TableConfig | None:
    """What the last round from the shoe was played under; None: none was."""
    for entry in index.newest_first():
        if entry.first_seq < span.last:
            return entry.config if entry.first_seq > span.first else None
    return None


def _said(closure: Closure) -> Phrase:
    if closure.spoiled:
        return words(
            "shoe {shoe} does not close: it was taken out of use in the middle", shoe=closure.shoe
        )
    if closure.extra or len(closure.missing) > closure.burned_unseen:
        return words(
            "shoe {shoe} does not close: {missing} cards are missing, {extra} too many",
            shoe=closure.shoe,
            missing=max(0, len(closure.missing) - closure.burned_unseen),
            extra=len(closure.extra),
        )
    accounted = closure.dealt + closure.burned + (closure.left or 0)
    return words(
        "shoe {shoe} does not close: {accounted} of {cards} cards are accounted for",
        shoe=closure.shoe,
        accounted=accounted,
        cards=closure.cards,
    )
