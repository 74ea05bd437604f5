"""Every table of the house, each with its mailbox, all on one store."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

import msgspec

from croupier.chance import RandBelow, fair
from croupier.games.inputs import Capacity, Interrupt
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.numbers import table_numbers
from croupier.house.records.index import TableIndex
from croupier.house.table_fold import ROUNDS_BETWEEN, ROUNDS_IN_MEMORY, TableFold
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.store.errors import StoreError, UnknownCommit
from croupier.store.group import GroupCommitter
from croupier.store.protocol import Store
from croupier.store.tail import tail_fault
from croupier.table.actor import TableActor, monotonic_ms, wall_ms
from croupier.table.commands import (
    HOUSE,
    Actor,
    Command,
    NumberTable,
    Reconfigure,
    ReturnBets,
    Rule,
    TableRole,
)
from croupier.table.config import TableConfig
from croupier.table.guard import Guard
from croupier.table.invariants import UNFOLDED
from croupier.table.recovery import BooksDamaged, Start
from croupier.table.runner import Runner, Submitting
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import TablePhase, TableState
from croupier.table.table import News, Reply, Table, TableLost

_LOG = logging.getLogger("croupier.tables")
_LONGEST_WHY = 200
_GONE = Reply.refusal(Refused(Code.STOPPED, words("the table has stopped; the pit knows")))


class Listener:
    """Whoever wants to know what happens at the tables; each may hear what it needs."""

    def on_entry(self, table: str, news: News, state: TableState) -> None:
        """An entry became true; also when a journal is read back at the start."""

    def on_commit(self, table: str) -> None:
        """Everything of one commit is told: time to tell others."""

    def stopped(self, table: str, error: Exception) -> None:
        """The table does not run any more."""

    def alarm(self, table: str, text: Phrase, round: int) -> None:
        """Somebody should look at what came of a round; also when a journal is read back."""

    def unbooked(self, table: str, round: int) -> None:
        """What the round pays is more than the books can hold: it ends under R4."""


class LiveTable:
    def __init__(self, live_tables: "LiveTables", config: TableConfig) -> None:
        self.id = config.id
        self._live_tables = live_tables
        self._config = config
        self.stopped = ""
        """Why it does not run any more; empty: it runs."""
        self._failed: Exception | None = None
        self._last = 0
        self.fold = TableFold(self.id, live_tables.store, live_tables.statistics)
        try:
            self.actor = self._open(self.fold.resume(live_tables.store))
        except TableLost:
            raise
        except Exception as error:
            # Its books are not in order: it stays shut, and the other tables open.
            self._stop(error)
            self.actor = self._shut()

    @property
    def state(self) -> TableState:
        return self.actor.runner.table.state

    @property
    def runner(self) -> Runner:
        return self.actor.runner

    async def ask(
        self, actor: Actor, command: Command, id: str, round: int | None = None, body: bytes = b""
    ) -> Reply:
        if self.stopped:
            return _GONE
        try:
            return await self.actor.ask(actor, command, id, round, body)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            return _GONE  # the table stopped while we waited

    async def run(self) -> None:
        """Until cancelled. An unclear commit is cleared up by reading the journal again; whatever
        else goes wrong stops this table, and no other."""
        if self._failed is not None:
            self._tell_stopped(self._failed)
        while not self.stopped:
            try:
                await self._go_on()
            except Exception as error:
                self._stop(error)
                self._tell_stopped(error)

    async def _go_on(self) -> None:
        try:
            await self.actor.run()
        except UnknownCommit as error:
            _LOG.warning("table read back", extra={"table": self.id, "why": str(error)})
            self.actor = self._open(self.fold.start(self._live_tables.store))

    def _shut(self) -> TableActor:
        """A table nobody can play at: in no journal, and closed."""
        live_tables = self._live_tables
        table = Table(TableState(self._config), live_tables.store, 0, 0)
        runner = Runner(
            table,
            SealedOutcomes(live_tables.key, live_tables.randbelow),
            live_tables.store,
            monotonic_ms(),
        )
        return TableActor(runner, live_tables.committer)

    def reopen(self) -> None:
        """Read back from its journal, as at a start of the house."""
        if not self.stopped:
            raise Refused(Code.ILLEGAL_ACTION, f"table {self.id} has not stopped")
        try:
            self.actor = self._open(self.fold.start(self._live_tables.store))
        except Exception as error:
            self._stop(error)
            self._tell_stopped(error)
            message = f"the journal of {self.id} cannot be read back; the log says why"
            raise Refused(Code.STOPPED, message) from None
        self.stopped = ""
        self._failed = None
        self._on_commit()

    def _stop(self, error: Exception) -> None:
        expected = isinstance(error, BooksDamaged | StoreError | TableLost)
        why = str(error) if expected else f"{type(error).__name__}: {error}"
        self.stopped = why[:_LONGEST_WHY]
        self._failed = error
        extra = {"table": self.id, "why": self.stopped}
        _LOG.error("table stopped", extra=extra, exc_info=None if expected else error)

    def _tell_stopped(self, error: Exception) -> None:
        self._live_tables.tell(lambda listener: listener.stopped(self.id, error))

    def _open(self, start: Start | None) -> TableActor:
        """`start` is where its journal is read from; nothing: from its first entry."""
        live_tables = self._live_tables
        if fault := tail_fault(live_tables.store, self.id):
            raise BooksDamaged(f"{fault}; `croupier verify` tells more")
        try:
            runner = Runner.open(
                live_tables.store,
                self._config,
                SealedOutcomes(live_tables.key, live_tables.randbelow),
                owner=live_tables.owner,
                now=monotonic_ms(),
                wall=wall_ms(),
                guard=live_tables.guard,
                on_entry=self._on_entry,
                start=start,
            )
        except UNFOLDED as error:
            raise BooksDamaged(f"its journal cannot be gone on with: {error}") from error
        runner.unbooked = self._unbooked
        watched = live_tables.watched
        submitting = None if watched is None else watched(runner)
        return TableActor(runner, live_tables.committer, lambda _: self._on_commit(), submitting)

    def _on_entry(self, news: News, state: TableState) -> None:
        """Each entry once, though a journal may be read back twice."""
        if news.seq <= self._last:
            return
        self._last = news.seq
        alarms = self.fold.feed(news, state)
        self._live_tables.tell(lambda listener: listener.on_entry(self.id, news, state))
        for text in alarms:
            self._alarm(text, state.round_number)
        if self.fold.due(ROUNDS_IN_MEMORY):
            store = self._live_tables.store
            self.fold.keep(store, store.head(self.id).epoch)

    def _alarm(self, text: Phrase, round: int) -> None:
        self._live_tables.tell(lambda listener: listener.alarm(self.id, text, round))

    async def keep_checkpoint(self) -> None:
        """What the books will be opened from, as far as it can be told now."""
        fold, store, epoch = self.fold, self._live_tables.store, self.runner.table.epoch
        pending = None if self.stopped else fold.pending()
        if pending is not None and await asyncio.to_thread(
            store.keep, pending.checkpoint, epoch, pending.rows
        ):
            fold.kept(pending)

    def _unbooked(self, round: int, account: str) -> None:
        _LOG.error("round not booked", extra={"table": self.id, "round": round, "full": account})
        self._live_tables.tell(lambda listener: listener.unbooked(self.id, round))

    def _on_commit(self) -> None:
        self._live_tables.tell(lambda listener: listener.on_commit(self.id))


class LiveTables:
    def __init__(
        self,
        store: Store,
        committer: GroupCommitter,
        *,
        key: bytes,
        owner: str,
        guard: Guard,
        listeners: Iterable[Listener],
        randbelow: RandBelow | None = None,
        watched: Callable[[Runner], Submitting] | None = None,
    ) -> None:
        """`watched`: what stands between each table and its mailbox, to see what becomes of it."""
        self.store = store
        self.committer = committer
        self.key = key
        self.owner = owner
        self.guard = guard
        self.randbelow = randbelow or fair()
        self.watched = watched
        self.statistics = PlayStatistics()
        self.tables: dict[str, LiveTable] = {}
        self._listeners = tuple(listeners)
        self._tasks: list[asyncio.Task[None]] = []

    def tell(self, word: Callable[[Listener], None]) -> None:
        """What has happened has happened: whoever cannot hear of it stops no table by that. Only
        while the house opens it is said aloud, so that none opens with half of its past."""
        for listener in self._listeners:
            try:
                word(listener)
            except Exception:
                if not self._tasks:
                    raise
                _LOG.exception("what happened at a table could not be told on")

    def open(self, configs: Iterable[TableConfig], *, as_written: bool) -> None:
        """Open every table, or bring it back. With `as_written` what stands in the file holds
        where it differs from the journal; otherwise what the pit has last ordered."""
        configs = tuple(configs)
        opened: dict[str, LiveTable] = {}
        for config in configs:
            if self.store.head(config.id).seq:
                opened[config.id] = LiveTable(self, config)
        borne = {id: live.state.config.number for id, live in opened.items()}
        numbers = table_numbers(configs, borne)
        for config in configs:
            number = numbers[config.id]
            known = opened.get(config.id)
            live = known or LiveTable(self, msgspec.structs.replace(config, number=number))
            self.tables[config.id] = live
            if live.stopped:
                continue
            if live.state.config.number != number:
                _give_number(live, number)
            if as_written:
                _conform(live, config)

    @property
    def indexes(self) -> dict[str, TableIndex]:
        """What was played at each table."""
        return {id: live.fold.index for id, live in self.tables.items()}

    async def keep_checkpoints(self, *, all: bool = False) -> None:
        """Of the tables where one is due; of all, when the house closes."""
        for live in self.tables.values():
            if live.fold.due(1 if all else ROUNDS_BETWEEN):
                await live.keep_checkpoint()

    def start(self) -> None:
        self._tasks = [asyncio.create_task(live.run()) for live in self.tables.values()]

    def reopen(self, id: str) -> None:
        """A table that has stopped, alone, while the others go on."""
        self.tables[id].reopen()
        self._tasks.append(asyncio.create_task(self.tables[id].run()))

    async def drain(self, seconds: float, dealer_here: Callable[[str], bool]) -> None:
        """R4: bets that wait for no round go back; rounds are finished. What is not over in time
        is interrupted: void, unless something is decided, and then it goes on at the next start.
        A held round is left as it lies: its proposal is in the books, and waits there with it."""
        await self._each(TablePhase.BETTING, ReturnBets())
        patience = asyncio.get_running_loop().time() + seconds
        while any(_goes_on(live, dealer_here) for live in self._playing()):
            if asyncio.get_running_loop().time() >= patience:
                break
            await asyncio.sleep(0.05)
        if held := [live.id for live in self._playing() if live.state.held is not None]:
            _LOG.warning("rounds left held", extra={"tables": ", ".join(held)})
        await self._each(TablePhase.PLAYING, Rule(Interrupt(Capacity.HOUSE)))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _playing(self) -> list[LiveTable]:
        return [
            live
            for live in self.tables.values()
            if live.state.phase is TablePhase.PLAYING and not live.stopped
        ]

    async def _each(self, phase: TablePhase, command: Command) -> None:
        replies: list[Awaitable[Reply]] = [
            live.ask(HOUSE, command, f"{live.id}:{self.owner}:{type(command).__name__}")
            for live in self.tables.values()
            if live.state.phase is phase and live.state.held is None
        ]
        await asyncio.gather(*replies)


def _goes_on(live: LiveTable, dealer_here: Callable[[str], bool]) -> bool:
    """Whether there is anything to wait for: not for a signature, and for cards only while there
    is somebody to deal them, or until R4's grace has passed."""
    if live.state.held is not None:
        return False
    if live.runner.due() is not None or dealer_here(live.id):
        return True
    waited = monotonic_ms() - live.runner.driver.since
    return waited <= live.state.rules.grace_seconds * 1000


def _give_number(live: LiveTable, number: int) -> None:
    request = live.runner.table.house_request(NumberTable(number))
    live.runner.submit([request], monotonic_ms(), wall_ms())


def _conform(live: LiveTable, config: TableConfig) -> None:
    """What the file says, from the next round on, and in the journal."""
    now = live.state.next_config or live.state.config
    if (now.game, now.dealer) != (config.game, config.dealer):
        raise Refused(
            Code.BAD_SETTING,
            f"table {config.id}: its journal is of {now.game} with a {now.dealer} dealer; "
            "another game needs another table id",
        )
    fields = ("limits", "settings", "clocks", "sit_out")
    if all(getattr(now, field) == getattr(config, field) for field in fields):
        return
    wanted = Reconfigure(config.limits, config.settings, config.clocks, config.sit_out)
    request = live.runner.table.house_request(wanted)
    request = msgspec.structs.replace(request, actor=Actor("tables-file", TableRole.SHIFT))
    ((_, reply),) = live.runner.submit([request], monotonic_ms(), wall_ms())
    if not reply.ok:
        raise Refused(Code.BAD_SETTING, f"table {config.id}: {reply.message}")
