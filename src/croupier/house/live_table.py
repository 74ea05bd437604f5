"""A table that is played at now: dealt by this process, or followed while another node deals."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from croupier.chance import SourceFailed
from croupier.house.followed_table import AT_ONCE, FollowedTable, Time, written_after
from croupier.house.table_fold import ROUNDS_IN_MEMORY, Alarm, TableFold
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.store.errors import StoreError
from croupier.store.tail import tail_fault
from croupier.table.actor import TableActor, monotonic_ms, wall_ms
from croupier.table.commands import Actor, Command, GiveEntropy
from croupier.table.config import TableConfig
from croupier.table.delays import Priority
from croupier.table.driver import TableDriver
from croupier.table.invariants import UNFOLDED
from croupier.table.recovery import BooksDamaged, Start
from croupier.table.runner import Runner
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.signed_command import SignedCommand
from croupier.table.state import TablePhase, TableState
from croupier.table.table import OVERTAKEN, UNCLEAR, News, Reply, Request, Table, TableLost

if TYPE_CHECKING:
    from croupier.house.live_tables import Listener, LiveTables

_LOG = logging.getLogger("croupier.tables")
_LONGEST_WHY = 200
_MOST_OVERTAKEN = 5
"""How often a request is judged anew because its player has just staked elsewhere."""
_AGAIN_S = 0.5
"""Between two tries to read a journal back."""
_CUT_OFF = Reply.refusal(
    Refused(Code.NOT_STORED, words("the table is being moved to another machine; try again"))
)
_GONE = Reply.refusal(Refused(Code.STOPPED, words("the table has stopped; the pit knows")))


class LiveTable:
    def __init__(
        self, live_tables: "LiveTables", config: TableConfig, *, follow: bool = False
    ) -> None:
        """`follow`: another node deals there."""
        self.id = config.id
        self._live_tables = live_tables
        self._config = config
        self.owned = not follow
        """Whether it is dealt here."""
        self.stopped = ""
        """Why it does not run any more; empty: it runs."""
        self.stopped_elsewhere = ""
        """The same of the node that deals there, as it was last heard."""
        self.contributing = 0
        """Contributions to its shoe that are on their way to the journal."""
        self._unclear: set[tuple[str, str]] = set()
        """Senders and ids of commands that may have been stored, though nobody has said so yet."""
        self._failed: Exception | None = None
        self._last = self._last_at = 0
        self._turn = asyncio.Lock()
        """One at a time reads its journal on, or takes it over."""
        self._taken = asyncio.Event()
        self.fold = TableFold(self.id, live_tables.store, live_tables.statistics)
        self._table: TableActor | FollowedTable
        try:
            start = self.fold.resume(live_tables.store)
            self._last_at = start.at_ms if start else 0
            self._table = self._read_on(start) if follow else self._open(start)
        except TableLost:
            raise
        except Exception as error:
            # Its books are not in order: it stays shut, and the other tables open.
            self._stop(error)
            self.owned = True
            self._table = self._shut()

    @property
    def state(self) -> TableState:
        table = self._table
        return table.state if isinstance(table, FollowedTable) else table.runner.table.state

    @property
    def driver(self) -> TableDriver:
        table = self._table
        return table.driver if isinstance(table, FollowedTable) else table.runner.driver

    @property
    def out_of_order(self) -> str:
        """Why nobody can play there now."""
        return self.stopped or ("" if self.owned else self.stopped_elsewhere)

    @property
    def runner(self) -> Runner:
        """Of a table that is dealt here."""
        assert isinstance(self._table, TableActor), f"{self.id} is dealt elsewhere"
        return self._table.runner

    @property
    def seq(self) -> int:
        """Its last entry that is known here."""
        table = self._table
        return table.seq if isinstance(table, FollowedTable) else table.runner.table.seq

    async def ask(
        self,
        actor: Actor,
        command: Command,
        id: str,
        round: int | None = None,
        body: bytes = b"",
        *,
        signed: SignedCommand | None = None,
    ) -> Reply:
        request = Request(actor, command, id, round, body, signed)
        reply = await self._ask(request)
        key = (actor.name, id)
        if reply.code == Code.UNCLEAR:
            self._unclear.add(key)
        elif reply.code != Code.NOT_STORED:
            self._unclear.discard(key)
        return UNCLEAR if key in self._unclear else reply

    async def _ask(self, request: Request) -> Reply:
        overtaken = 0
        while not self.stopped:
            table = self._table
            if isinstance(table, FollowedTable):
                return await self._live_tables.forward(self, request)
            if self._live_tables.cut_off():
                return _CUT_OFF
            try:
                reply = await self._put(table, request)
                if reply != OVERTAKEN or overtaken == _MOST_OVERTAKEN:
                    return reply
                overtaken += 1
                await self._live_tables.know_again(request)
            except asyncio.CancelledError:
                self._unclear.add((request.actor.name, request.id))
                task = asyncio.current_task()
                if task is not None and task.cancelling():
                    raise
                # It has stopped while we waited; or is read back, or dealt elsewhere now.
        return _GONE

    async def _put(self, table: TableActor, request: Request) -> Reply:
        if not isinstance(request.command, GiveEntropy):
            return await table.ask(request)
        shoe = self.state.sealed_shoe(request.command.shoe)
        first = shoe is not None and shoe.fresh and not shoe.entropy and not self.contributing
        if first and shoe is not None and shoe.terms is not None:
            prepared = shoe is self.state.next_shoe
            self._live_tables.check_delays(Priority.PREPARED if prepared else Priority.IN_USE)
        self.contributing += 1
        try:
            return await table.ask(request)
        finally:
            self.contributing -= 1

    @property
    def coming_delay(self) -> tuple[Priority, int] | None:
        """Priority and squarings of the delay that begins when contributions to a shoe are closed.
        A next shoe is prepared only once those to the shoe in use are."""
        state = self.state
        shoes = (state.shoe, Priority.IN_USE), (state.next_shoe, Priority.PREPARED)
        for shoe, priority in shoes if self.owned else ():
            if shoe is not None and shoe.terms is not None and not shoe.closed:
                coming = shoe.entropy or self.contributing
                return (priority, shoe.terms.squarings) if coming else None
        return None

    @property
    def order_due_ms(self) -> int | None:
        """How long until the order of the cards is known, about; None: no round waits for it, or
        only the node that deals here can say."""
        state, shoe = self.state, self.state.shoe
        if state.phase is not TablePhase.PLAYING or shoe is None or shoe.terms is None:
            return None
        if not self.owned or not shoe.delayed:
            return None
        digest, squarings = bytes.fromhex(shoe.digest), shoe.terms.squarings
        return int(self._live_tables.delays.left_s(digest, squarings) * 1000)

    async def run(self) -> None:
        """Until cancelled. An unclear commit is cleared up by reading the journal again, as soon as
        the store lets us; whatever else goes wrong stops this table, and no other."""
        if self._failed is not None:
            self._tell_stopped(self._failed)
        while not self.stopped:
            try:
                if isinstance(self._table, TableActor):
                    await self._deal(self._table)
                else:
                    await self._taken.wait()
            except Exception as error:
                self._stop(error)
                self._tell_stopped(error)

    async def _deal(self, actor: TableActor) -> None:
        table = actor.runner.table
        try:
            await actor.run()
        except StoreError as error:
            # An unclear commit, or a store that could not be asked what it has kept.
            _LOG.warning("table read back", extra={"table": self.id, "why": str(error)})
            if self._live_tables.shared:
                await self._follow_on()  # the next look at who deals where says whose it is
            else:
                await self._read_back()
        except TableLost:
            if not self._live_tables.shared:
                raise
            _LOG.warning("table is dealt elsewhere now", extra={"table": self.id})
            await self._follow_on()
        else:
            # It was left, so nothing is on its way: what is true here is what is in the books.
            start = Start(table.state, table.seq, self._last_at)
            self._follow(FollowedTable(start, monotonic_ms()))
            await self._release(table.epoch)

    async def _read_back(self) -> None:
        """What became of the last commit stands in the books, as soon as they can be read."""
        while True:
            try:
                self._table = self._open(self.fold.start(self._live_tables.store))
            except StoreError as error:
                await _wait_for_store(error)
            else:
                return

    # Several nodes: one deals, the others follow

    async def follow(self, to: int | None = None) -> None:
        """Let happen what another node has written; `to`: nothing, if this entry is known by the
        time it is our turn."""
        async with self._turn:
            if to is not None and self.seq >= to:
                return
            if isinstance(table := self._table, FollowedTable) and not self.stopped:
                with self._stopping():
                    await self._read_further(table)

    async def take(self) -> None:
        """Deal here from now on. R4 says what becomes of a round that stood still too long."""
        async with self._turn:
            if isinstance(table := self._table, FollowedTable) and not self.stopped:
                with self._stopping():
                    store, owner = self._live_tables.store, self._live_tables.owner
                    epoch = await asyncio.to_thread(store.claim, self.id, owner)
                    # Nobody else writes any more: what is there now is all there is.
                    await self._read_further(table)
                    await self._go_on_from(table.start, epoch)

    async def _go_on_from(self, start: Start, epoch: int) -> None:
        self.owned = True
        try:
            self._table = self._open(start, epoch)
        except (StoreError, TableLost) as error:
            # What it did first may be in the books or not, and `start` has gone on with it.
            await self._read_anew()
            if isinstance(error, StoreError):
                raise
        else:
            self.stopped_elsewhere = ""
            self._taken.set()
            self._on_commit()
            self._tell_dealt_anew()

    async def _read_further(self, table: FollowedTable) -> None:
        store, more = self._live_tables.store, True
        while more:
            news = await asyncio.to_thread(written_after, store, self.id, table.seq)
            time = _time()
            for written in news:
                self._on_entry(table.feed(written, time), table.state)
            if news:
                self._on_commit()
            more = len(news) == AT_ONCE

    @contextmanager
    def _stopping(self) -> Iterator[None]:
        """What goes wrong stops this table, unless it is the store, which may be there again."""
        try:
            yield
        except StoreError:
            raise
        except Exception as error:
            self._stop(error)
            self._tell_stopped(error)

    def follow_again(self) -> None:
        """It had stopped here, and is not ours any more."""
        try:
            self._follow(self._read_on(self._start()))
        except StoreError:
            raise
        except Exception as error:
            self._stop(error)
        else:
            self.stopped, self._failed = "", None

    def dealt_anew(self, epoch: int) -> None:
        """Another node deals here from now on, under this epoch."""
        table = self._table
        if isinstance(table, FollowedTable) and table.dealt_anew(epoch, monotonic_ms()):
            self._tell_dealt_anew()

    def _tell_dealt_anew(self) -> None:
        self._tell(lambda listener: listener.dealt_anew(self.id))

    def give_up(self) -> None:
        """Let another node deal here, as soon as no round is on."""
        if isinstance(self._table, TableActor):
            self._table.leave()

    def wake(self) -> None:
        """Look what is due."""
        if isinstance(self._table, TableActor):
            self._table.wake()

    def lose(self) -> None:
        """Another node deals here by now, as the books say: follow it."""
        if isinstance(self._table, TableActor):
            self._table.lose()

    async def release(self, epoch: int) -> None:
        """Claimed under this epoch and not dealt: nobody is to wait for us."""
        await asyncio.to_thread(self._live_tables.store.release, self.id, epoch)

    def _follow(self, table: FollowedTable) -> None:
        self._taken.clear()
        self.owned = False
        self._table = table

    async def _follow_on(self) -> None:
        """What was judged here and never committed is forgotten: the journal is read again."""
        await self._read_anew()
        with suppress(StoreError):  # then it is read on later, as any other
            await self.follow()

    async def _read_anew(self) -> None:
        while True:
            try:
                self._follow(self._read_on(self._start()))
            except StoreError as error:
                await _wait_for_store(error)
            else:
                return

    async def _release(self, epoch: int) -> None:
        """Until that is done nobody else takes the table: the books name this node."""
        while True:
            try:
                await self.release(epoch)
            except StoreError as error:
                await _wait_for_store(error)
            else:
                return

    def _start(self) -> Start | None:
        """Where its journal is read back from. Never from what another node has kept of entries
        that nobody was told of here."""
        start = self.fold.start(self._live_tables.store)
        return None if start is not None and start.seq > self._last else start

    def _read_on(self, start: Start | None) -> FollowedTable:
        """As far as it was known here before; what came since is news, and is followed."""
        store, to = self._live_tables.store, self._last or None
        return FollowedTable.read(store, self.id, start, _time(), to=to, on_entry=self._on_entry)

    # Opening and stopping

    def _shut(self) -> TableActor:
        """A table nobody can play at: in no journal, and closed."""
        live_tables = self._live_tables
        table = Table(TableState(self._config), live_tables.store, 0, 0)
        runner = Runner(
            table,
            SealedOutcomes(live_tables.key, live_tables.randbelow, live_tables.delays),
            live_tables.store,
            monotonic_ms(),
        )
        return TableActor(runner, live_tables.committer)

    def reopen(self) -> None:
        """Read back from its journal, as at a start of the house."""
        if not self.stopped:
            raise Refused(Code.ILLEGAL_ACTION, f"table {self.id} has not stopped")
        try:
            self._table = self._open(self._start())
        except Exception as error:
            self._stop(error)
            self._tell_stopped(error)
            message = f"the journal of {self.id} cannot be read back; the log says why"
            raise Refused(Code.STOPPED, message) from None
        self.stopped = ""
        self._failed = None
        self._on_commit()

    def _stop(self, error: Exception) -> None:
        expected = isinstance(error, BooksDamaged | StoreError | TableLost | SourceFailed)
        why = str(error) if expected else f"{type(error).__name__}: {error}"
        self.stopped = why[:_LONGEST_WHY]
        self._failed = error
        extra = {"table": self.id, "why": self.stopped}
        _LOG.error("table stopped", extra=extra, exc_info=None if expected else error)

    def _tell_stopped(self, error: Exception) -> None:
        self._live_tables.tell(lambda listener: listener.stopped(self.id, error))

    def _open(self, start: Start | None, epoch: int | None = None) -> TableActor:
        """`start` is where its journal is read from; nothing: from its first entry. `epoch`: under
        which it was claimed already."""
        live_tables = self._live_tables
        if fault := tail_fault(live_tables.store, self.id):
            raise BooksDamaged(f"{fault}; `croupier verify` tells more")
        try:
            runner = Runner.open(
                live_tables.store,
                self._config,
                SealedOutcomes(live_tables.key, live_tables.randbelow, live_tables.delays),
                owner=live_tables.owner,
                now=monotonic_ms(),
                wall=wall_ms(),
                guard=live_tables.guard,
                on_entry=self._on_entry,
                start=start,
                epoch=epoch,
            )
        except UNFOLDED as error:
            raise BooksDamaged(f"its journal cannot be gone on with: {error}") from error
        runner.unbooked = self._unbooked
        runner.table.check_config = live_tables.check_opening
        watched = live_tables.watched
        submitting = None if watched is None else watched(runner)
        return TableActor(runner, live_tables.committer, lambda _: self._on_commit(), submitting)

    # What happens

    def _on_entry(self, news: News, state: TableState) -> None:
        """Each entry once, though a journal may be read back twice."""
        if news.seq <= self._last:
            return
        self._last, self._last_at = news.seq, news.at_ms
        alarms = self.fold.feed(news, state)
        self._tell(lambda listener: listener.on_entry(self.id, news, state))
        for alarm in alarms if self.owned else ():
            self._alarm(alarm, state.round_number)
        if self.fold.due(ROUNDS_IN_MEMORY):
            store = self._live_tables.store
            self.fold.keep(store, store.head(self.id).epoch)

    def _alarm(self, alarm: Alarm, round: int) -> None:
        self._live_tables.tell(
            lambda listener: listener.alarm(self.id, alarm.text, round, alarm.kind)
        )

    async def keep_checkpoint(self) -> None:
        """What the books will be opened from, as far as it can be told now."""
        pending = None if self.stopped else self.fold.pending()
        if pending is None:
            return
        store = self._live_tables.store
        epoch = self.runner.table.epoch if self.owned else store.head(self.id).epoch
        if await asyncio.to_thread(store.keep, pending.checkpoint, epoch, pending.rows):
            self.fold.kept(pending)

    def _unbooked(self, round: int, account: str) -> None:
        _LOG.error("round not booked", extra={"table": self.id, "round": round, "full": account})
        self._live_tables.tell(lambda listener: listener.unbooked(self.id, round))

    def _on_commit(self) -> None:
        self._tell(lambda listener: listener.on_commit(self.id))

    def _tell(self, word: Callable[["Listener"], None]) -> None:
        self._live_tables.tell(word, followed=not self.owned)


def _time() -> Time:
    return Time(monotonic_ms(), wall_ms())


async def _wait_for_store(error: StoreError) -> None:
    """It may be there again in a moment, unless it says otherwise."""
    if getattr(error, "lasting", False):
        raise error
    await asyncio.sleep(_AGAIN_S)
