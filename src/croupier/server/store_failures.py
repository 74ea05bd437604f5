"""When the books cannot be written, the pit is told at once, though nothing can be noted of it; and
once they can, it is noted as every other alert is. Until then the house is not ready, and says why.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from croupier.house.clock import Clock
from croupier.house.floor.facts import AlertKind
from croupier.house.floor.floor import Floor
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.background import Background
from croupier.store.errors import StoreError, StoreFailed
from croupier.store.group import GroupCommitter, Results
from croupier.store.mark import Mark
from croupier.store.protocol import Store
from croupier.store.values import Batch, Done
from croupier.table.table import UNCLEAR
from croupier.wire.messages import AlertView

_LOG = logging.getLogger("croupier.books")
_LONGEST = 300
AGAIN_S = 1.0
"""Between two tries to note it."""
_DAMAGED = words(
    "The books cannot be written any more, and the house stops. Repeat no deposit and no payout: "
    "the operator reads the log and runs `croupier verify`."
)
_SAID = words("The books could not be written: what was asked meanwhile was refused, or is unclear")


def store_refusal(*, changes: bool) -> Refused:
    """What is answered when the store failed in the middle of it: where something may have been
    written, nobody knows yet."""
    if changes:
        assert UNCLEAR.words is not None
        return Refused(Code.UNCLEAR, UNCLEAR.words)
    return Refused(Code.NOT_STORED, "the books cannot be read now; try again")


class StoreFailures:
    def __init__(
        self,
        clock: Clock,
        spawn: Background,
        *,
        lose: Callable[[str], None],
        closing: Callable[[], bool],
    ) -> None:
        self._clock = clock
        self._spawn = spawn
        self._lose = lose
        self._closing = closing
        self._floor: Floor | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._since: int | None = None
        self._kind, self._text = AlertKind.STORE_TROUBLE, _SAID
        self.why = ""
        """What the store said, as long as nothing could be written since."""

    def start(self, floor: Floor) -> None:
        """`floor`: where it is noted, once it can be."""
        self._floor = floor
        self._loop = asyncio.get_running_loop()

    def met(self, error: StoreError) -> None:
        """From the thread that writes."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._tell, error)

    def alert(self) -> AlertView | None:
        """As long as it could not be noted: without a number, for nobody can clear it."""
        if self._since is None:
            return None
        return AlertView(0, self._kind, "", str(self._text), 1, self._since, self._text)

    def _tell(self, error: StoreError) -> None:
        if getattr(error, "lasting", False):
            # Writing on could say that something is kept which is not.
            self._kind, self._text = AlertKind.BOOKS_DAMAGED, _DAMAGED
            self._lose(f"the books cannot be written any more: {error}")
        if self._since is None and not self._closing():
            self._since, self.why = self._clock.wall(), str(error)[:_LONGEST]
            _LOG.error("the books cannot be written", extra={"why": self.why})
            self._spawn(self._note())

    async def _note(self) -> None:
        assert self._floor is not None
        while True:
            try:
                await self._floor.raise_alert(self._kind, "", self._text, "house")
            except (Refused, StoreError):
                await asyncio.sleep(AGAIN_S)
            else:
                self._since, self.why = None, ""
                _LOG.warning("the books are written again")
                return


class WatchedCommitter(GroupCommitter):
    """Whoever's commit fails, a table's or the cage's, it is the whole house's trouble."""

    def __init__(self, store: Store, trouble: StoreFailures, mark: Mark | None = None) -> None:
        self._trouble = trouble
        self._mark = mark
        self.written: Callable[[str, int], None] = lambda *_: None
        """Called from the thread that writes: how far a journal is now."""
        super().__init__(store)

    def submit(self, batch: Batch) -> "Future[Results]":
        future = super().submit(batch)
        future.add_done_callback(self._look)
        return future

    def _look(self, done: "Future[Any]") -> None:
        if not done.cancelled() and isinstance(error := done.exception(), StoreError):
            self._trouble.met(error)

    def _committed(self, batches: Sequence[Batch], results: Sequence[Results]) -> None:
        """What is acknowledged is marked as such, apart from the books, before anyone is told."""
        for batch, outcome in zip(batches, results, strict=True):
            if done := [result for result in outcome if isinstance(result, Done)]:
                self._reached(batch.stream, done[-1])

    def _reached(self, stream: str, last: Done) -> None:
        if self._mark is not None:
            try:
                self._mark.reached(stream, last.seq, last.hash)
            except StoreFailed as error:
                self._trouble.met(error)
        self.written(stream, last.seq)
