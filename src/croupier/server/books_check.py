"""A house that is open goes through its own books, over and over, so slowly that nobody notices;
the pit is told what is wrong with them, of each thing once."""

import asyncio
import logging
import time

from croupier.house.clock import SECOND, Clock
from croupier.house.floor.facts import AlertKind
from croupier.house.verify.slow_check import SlowCheck
from croupier.kit.phrase import words
from croupier.server.alert import Alert
from croupier.server.metrics import Metrics
from croupier.store.errors import StoreFailed
from croupier.store.invariants import Complaint, balance_complaints
from croupier.store.protocol import WALLETS, Store
from croupier.table.cage import is_table

_LOG = logging.getLogger("croupier.books")
BEGIN_AFTER_S = 30.0
"""A house that opens has other things to do."""
LEAST_REST_S = 0.05
AGAIN_S = 20.0
"""After the store could not be read, and between two passes."""
MOST_TOLD = 50
"""Complaints that the pit is told of by one process; `croupier verify` tells all."""
_LONGEST_NAME, _LONGEST = 70, 170
"""Of what an alert has room for."""


class BooksCheck:
    def __init__(
        self, store: Store, alert: Alert, metrics: Metrics, clock: Clock, *, percent: float
    ) -> None:
        self._store = store
        self._check = SlowCheck(store)
        self._alert = alert
        self._metrics = metrics
        self._clock = clock
        self._percent = percent
        self._told: set[Complaint] = set()

    async def run(self) -> None:
        await self.check_balances()
        if self._percent <= 0:
            return
        await asyncio.sleep(BEGIN_AFTER_S)
        while True:
            await asyncio.sleep(await self.step())

    async def check_balances(self) -> None:
        """All of them at once, right after the start: a balance that is not what its postings come
        to was altered in the database, and the wallet pays nothing until the next start."""
        try:
            complaints = await asyncio.to_thread(self._balances)
        except StoreFailed as error:
            _LOG.warning("balances cannot be checked", extra={"why": str(error)})
            return
        for complaint in complaints:
            await self._tell(complaint, "")

    def _balances(self) -> list[Complaint]:
        with self._store.snapshot() as reader:
            complaints = list(balance_complaints(reader))
        wrong = {complaint.where for complaint in complaints}
        self._store.frozen = frozenset(name for name in wrong if name.startswith(WALLETS))
        return complaints

    @property
    def passes(self) -> int:
        """How often all journals have been gone through."""
        return self._check.passes

    async def step(self) -> float:
        """The next few entries; for how many seconds to rest after them."""
        entries, passes = self._check.entries, self._check.passes
        complaints, spent = await asyncio.to_thread(self._timed)
        self._metrics.checked.inc(self._check.entries - entries)
        for complaint in complaints:
            await self._tell(complaint, _table(complaint.where))
        if self._check.passes > passes:
            self._metrics.checked_through.set(self._clock.wall() / SECOND)
        if self._check.failing or self._check.passes > passes:
            return AGAIN_S
        return max(LEAST_REST_S, spent * (100 / self._percent - 1))

    def _timed(self) -> tuple[list[Complaint], float]:
        """And what it cost of a core."""
        begun = time.thread_time()
        complaints = self._check.step()
        return complaints, time.thread_time() - begun

    async def _tell(self, complaint: Complaint, table: str) -> None:
        if complaint in self._told or len(self._told) >= MOST_TOLD:
            return
        self._told.add(complaint)
        self._metrics.complaints.inc()
        where = complaint.where
        _LOG.error("the books are damaged", extra={"where": where, "what": complaint.what})
        text = words(
            "The books are not as they were written, at {where}: {what}",
            where=_shown(where, _LONGEST_NAME),
            what=_shown(complaint.what, _LONGEST),
        )
        await self._alert(AlertKind.BOOKS_DAMAGED, table, text, "house")


def _shown(text: str, longest: int) -> str:
    """What stands in damaged books may be anything."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:longest])


def _table(where: str) -> str:
    """At which table the pit should look; none: it is not one table's."""
    stream, _, seq = where.rpartition(" ")
    stream = stream if seq.isdigit() else where
    return stream if is_table(stream) and stream != "store" else ""
