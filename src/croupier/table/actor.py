"""A live table among others: one mailbox, one message at a time, commits shared with everyone.

The actor owns the table's time: real clocks come in here and nowhere else. What arrives while a
commit is on its way is taken together in the next one.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.store.errors import StoreError
from croupier.store.group import GroupCommitter
from croupier.table.commands import PlaceBets
from croupier.table.runner import Committing, Runner, Submitting, T
from croupier.table.state import TablePhase
from croupier.table.table import MOST_IN_BATCH, Reply, Request, TableLost

MOST_WAITING = 10_000
"""Messages in a mailbox; what is over that is refused, not queued."""

GATHERED_S = 0.008
"""How long a bet waits for others to share its commit: half a frame of a screen, which nobody
notices, and a crowd costs less."""
_CROWD = 8
"""So many more bets in that time are a crowd: they wait as long again, for half as many commits."""
_PATIENCE = 0.25
"""Seconds between two tries of a move that could not be stored."""

_Mail = tuple[Request, "asyncio.Future[Reply]"]
BUSY = Reply.refusal(Refused(Code.NOT_STORED, words("the table is busy; try again")))


def monotonic_ms() -> int:
    """A clock that only goes forward: betting and decisions run on it."""
    return time.monotonic_ns() // 1_000_000


def wall_ms() -> int:
    """The clock on the wall: for the journal's dates, and to tell how long a house was gone."""
    return time.time_ns() // 1_000_000


class TableActor:
    def __init__(
        self,
        runner: Runner,
        committer: GroupCommitter,
        on_commit: Callable[[Runner], None] = lambda _: None,
        submitting: Submitting | None = None,
    ) -> None:
        """`on_commit` is called whenever something new is committed, for whoever broadcasts;
        `submitting` stands in for the runner's own."""
        self.runner = runner
        self._committer = committer
        self._on_commit = on_commit
        self._submitting = submitting or runner.submitting
        self._mailbox: asyncio.Queue[_Mail | None] = asyncio.Queue(MOST_WAITING)
        """None wakes it up."""
        self._leaving = False
        self._lost = False
        self._ended = False

    async def ask(self, request: Request) -> Reply:
        """Put a command into the mailbox and wait for its answer."""
        if self._ended:
            return BUSY
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        try:
            self._mailbox.put_nowait((request, answer))
        except asyncio.QueueFull:
            return BUSY
        return await answer

    def leave(self) -> None:
        """Come to an end as soon as no round is on: somebody else will go on from there."""
        self._leaving = True
        self.wake()

    def lose(self) -> None:
        """Come to an end at once: somebody else goes on already, in the middle of a round too."""
        self._lost = True
        self.wake()

    def wake(self) -> None:
        """Something may be due now that was not."""
        with suppress(asyncio.QueueFull):
            self._mailbox.put_nowait(None)

    async def run(self) -> None:
        """Until cancelled, left or lost. Whoever still waits for an answer then is told so."""
        try:
            while not (self._leaving and self.runner.table.state.phase is not TablePhase.PLAYING):
                await self._serve(await self._mail())
                await self._tick()
                if self._lost:
                    raise TableLost(f"{self.runner.table.stream} is dealt by somebody else")
        finally:
            self._ended = True
            while not self._mailbox.empty():
                if (waiting := self._mailbox.get_nowait()) is not None:
                    waiting[1].cancel()

    async def _mail(self) -> list["_Mail"]:
        """What waits now; or the next message, if it comes before the table's own move is due."""
        try:
            first = await self._first()
        except TimeoutError:
            return []
        if first is not None and isinstance(first[0].command, PlaceBets):
            await self._gather(first[1])
        mail = [first]
        while len(mail) < MOST_IN_BATCH and not self._mailbox.empty():
            mail.append(self._mailbox.get_nowait())
        return [waiting for waiting in mail if waiting is not None]

    async def _first(self) -> "_Mail | None":
        if not self._mailbox.empty():
            return self._mailbox.get_nowait()
        due = self.runner.due()
        seconds = None if due is None else max(0, due.at - monotonic_ms()) / 1000
        return await asyncio.wait_for(self._mailbox.get(), seconds)

    async def _gather(self, first: "asyncio.Future[Reply]") -> None:
        """Give others the time to bet, too. `first` is the answer that a bet waits for already."""
        try:
            await asyncio.sleep(GATHERED_S)
            if self._mailbox.qsize() >= _CROWD:
                await asyncio.sleep(GATHERED_S)
        except asyncio.CancelledError:
            first.cancel()
            raise

    async def _serve(self, mail: list["_Mail"]) -> None:
        if not mail:
            return
        requests = [request for request, _ in mail]
        try:
            replies = await self._commit(self._submitting(requests, monotonic_ms(), wall_ms()))
        except BaseException:
            for _, answer in mail:
                answer.cancel()
            raise
        # By identity: one sender may have asked the same thing twice in a batch.
        answers = {id(request): reply for request, reply in replies}
        for request, answer in mail:
            if not answer.done():
                answer.set_result(answers[id(request)])

    async def _tick(self) -> None:
        before = self.runner.table.seq
        while await self._commit(self.runner.ticking(monotonic_ms(), wall_ms())):
            if self.runner.table.seq == before:
                # The store is in trouble: the move is still due, and is tried again in a while.
                await asyncio.sleep(_PATIENCE)
                return
            before = self.runner.table.seq
            # A table that deals to itself lets its players speak between two cards.
            if not self._mailbox.empty():
                return

    async def _commit(self, work: "Committing[T]") -> T:
        """Commit, then speak: each batch together with other tables'."""
        try:
            batch = next(work)
            while True:
                try:
                    results = await asyncio.wrap_future(self._committer.submit(batch))
                except StoreError as error:
                    batch = work.throw(error)
                else:
                    batch = work.send(results)
        except StopIteration as done:
            self._on_commit(self.runner)
            value: T = done.value
            return value
