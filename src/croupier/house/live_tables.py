"""Every table of the house, each with its mailbox, all on one store."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress

import msgspec

from croupier.chance import RandBelow, fair
from croupier.engine.inputs import Capacity, Interrupt
from croupier.house.floor.facts import AlertKind
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.live_table import LiveTable
from croupier.house.numbers import table_numbers
from croupier.house.records.index import TableIndex
from croupier.house.table_fold import ROUNDS_BETWEEN
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.store.group import GroupCommitter
from croupier.store.protocol import Store
from croupier.table.actor import monotonic_ms, wall_ms
from croupier.table.commands import (
    HOUSE,
    TABLES_FILE,
    Command,
    NumberTable,
    Reconfigure,
    ReturnBets,
    Rule,
)
from croupier.table.config import TableConfig
from croupier.table.delays import InOtherProcesses, Priority
from croupier.table.guard import Guard
from croupier.table.runner import Runner, Submitting
from croupier.table.state import TablePhase, TableState
from croupier.table.table import News, Reply, Request

_LOG = logging.getLogger("croupier.tables")


_AGAIN_S = 0.2
MAX_DELAY_QUEUE_S = 20
"""How long a shoe's delay may have to wait for a core; twice what one takes a fast core."""
Forward = Callable[[LiveTable, Request], Awaitable[Reply]]


class Listener:
    """Whoever wants to know what happens at the tables; each may hear what it needs."""

    follows = False
    """Whether it is told of tables that another node deals at, too."""

    def on_entry(self, table: str, news: News, state: TableState) -> None:
        """An entry became true; also when a journal is read back at the start."""

    def on_commit(self, table: str) -> None:
        """Everything of one commit is told: time to tell others."""

    def dealt_anew(self, table: str) -> None:
        """Another node deals there from now on, or this one: clocks have begun anew."""

    def stopped(self, table: str, error: Exception) -> None:
        """The table does not run any more."""

    def alarm(self, table: str, text: Phrase, round: int, kind: AlertKind) -> None:
        """Somebody should look at what came of a round; also when a journal is read back."""

    def unbooked(self, table: str, round: int) -> None:
        """What the round pays is more than the books can hold: it ends under R4."""


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
        shared: bool = False,
    ) -> None:
        """`watched`: what stands between each table and its mailbox, to see what becomes of it.
        `shared`: with other nodes, of which each deals at some of the tables."""
        self.store = store
        self.committer = committer
        self.key = key
        self.owner = owner
        self.guard = guard
        self.randbelow = randbelow or fair()
        self.delays = InOtherProcesses()
        """Evaluates the delays of the tables' orders."""
        self.watched = watched
        self.shared = shared
        self.forward: Forward = _nowhere
        """Puts a request to the node that deals at a table."""
        self.know_again: Callable[[Request], Awaitable[None]] = _nothing_new
        """Looks up again what has moved in a wallet that another node stakes from, too."""
        self.cut_off: Callable[[], bool] = lambda: False
        """Whether other nodes may deal at this one's tables by now, without its knowing."""
        self.check_config: Callable[[TableConfig], None] = lambda _: None
        """Refuses a configuration that nobody may play under. What the tables file says is not put
        to it: it is set once the tables are open, and then closes those it would refuse."""
        self.statistics = PlayStatistics()
        self.tables: dict[str, LiveTable] = {}
        self._listeners = tuple(listeners)
        self._tasks: list[asyncio.Task[None]] = []

    def check_opening(self, config: TableConfig) -> None:
        """Whoever wants to open a table, or a round of it, asks what holds at that moment."""
        self.check_config(config)

    def check_delays(self, priority: Priority) -> None:
        """Refuse the first contribution to a shoe where the cores are taken for long, by delays
        asked for and by those that are coming: the shoe is dealt without a delay, on its commitment
        alone, rather than keep a table waiting. Prepared shoes do not count against those in
        use."""
        delays = [live.coming_delay for live in self.tables.values()]
        coming = [delay[1] for delay in delays if delay is not None and delay[0] <= priority]
        if self.delays.queue_s(coming, priority) > MAX_DELAY_QUEUE_S:
            text = words(
                "the house is still shuffling for other tables: contribute to the next shoe"
            )
            raise Refused(Code.BUSY, text)

    def tell(self, word: Callable[[Listener], None], *, followed: bool = False) -> None:
        """What has happened has happened: whoever cannot hear of it stops no table by that. Only
        while the house opens it is said aloud, so that none opens with half of its past."""
        for listener in self._listeners:
            if followed and not listener.follows:
                continue
            try:
                word(listener)
            except Exception:
                if not self._tasks:
                    raise
                _LOG.exception("what happened at a table could not be told on")

    def open(
        self,
        configs: Iterable[TableConfig],
        *,
        as_written: bool,
        elsewhere: Collection[str] = (),
    ) -> None:
        """Open every table, or bring it back, or follow it where another node deals. With
        `as_written` what stands in the file holds where it differs from the journal; otherwise
        what the pit has last ordered."""
        configs = tuple(configs)
        opened: dict[str, LiveTable] = {}
        for config in configs:
            if self.store.head(config.id).seq:
                follow = config.id in elsewhere
                opened[config.id] = LiveTable(self, config, follow=follow)
        borne = {id: live.state.config.number for id, live in opened.items()}
        numbers = table_numbers(configs, borne)
        for config in configs:
            number = numbers[config.id]
            known = opened.get(config.id)
            live = known or LiveTable(self, msgspec.structs.replace(config, number=number))
            self.tables[config.id] = live
            if live.stopped or not live.owned:
                continue
            if live.state.config.number != number:
                _give_number(live, number)
            if as_written:
                _conform(live, config)

    def owned(self) -> tuple[LiveTable, ...]:
        """Those that are dealt here."""
        return tuple(live for live in self.tables.values() if live.owned)

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
        loop = asyncio.get_running_loop()
        self.delays.on_done = lambda: _call_soon(loop, self._wake)
        self._tasks = [asyncio.create_task(live.run()) for live in self.tables.values()]

    def _wake(self) -> None:
        """A delay is over at one of the tables."""
        for live in self.tables.values():
            live.wake()

    async def reopen(self, id: str) -> None:
        """A table that has stopped, alone, while the others go on. One that has stopped where
        another node deals is taken over from it."""
        live = self.tables[id]
        if live.owned or not live.stopped_elsewhere:
            live.reopen()
            self._run(live)
            return
        await live.take()
        if live.stopped:
            message = f"the journal of {id} cannot be read back; the log says why"
            raise Refused(Code.STOPPED, message)

    def follow_again(self, id: str) -> None:
        """A table that had stopped here, and is another node's, or nobody's, now."""
        self.tables[id].follow_again()
        if not self.tables[id].stopped:
            self._run(self.tables[id])

    def _run(self, live: LiveTable) -> None:
        self._tasks.append(asyncio.create_task(live.run()))

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
        """Told until they have heard it: `wait_for` of Python 3.11 may lose a cancellation to a
        message that comes in the same moment."""
        running = set(self._tasks)
        while running:
            for task in running:
                task.cancel()
            _, running = await asyncio.wait(running, timeout=_AGAIN_S)
        self.delays.close()

    def _playing(self) -> list[LiveTable]:
        return [
            live
            for live in self.owned()
            if live.state.phase is TablePhase.PLAYING and not live.stopped
        ]

    async def _each(self, phase: TablePhase, command: Command) -> None:
        replies: list[Awaitable[Reply]] = [
            live.ask(HOUSE, command, f"{live.id}:{self.owner}:{type(command).__name__}")
            for live in self.owned()
            if live.state.phase is phase and live.state.held is None
        ]
        await asyncio.gather(*replies)


def _call_soon(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """From any thread; nobody is there to hear it any more when the loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)


async def _nothing_new(request: Request) -> None:
    raise AssertionError(f"nobody else could have moved the wallet of {request.actor.name}")


async def _nowhere(live: LiveTable, request: Request) -> Reply:
    raise AssertionError(f"{live.id} is dealt elsewhere, and nobody was named to ask")


def _goes_on(live: LiveTable, dealer_here: Callable[[str], bool]) -> bool:
    """Whether there is anything to wait for: not for a signature, and for cards only while there
    is somebody to deal them, or until R4's grace has passed."""
    if live.state.held is not None:
        return False
    if live.driver.due() is not None or dealer_here(live.id):
        return True
    waited = monotonic_ms() - live.driver.since
    return waited <= live.state.rules.grace_seconds * 1000


def _give_number(live: LiveTable, number: int) -> None:
    request = live.runner.table.house_request(NumberTable(number))
    live.runner.submit([request], monotonic_ms(), wall_ms())


def _conform(live: LiveTable, config: TableConfig) -> None:
    """What the file says, from the next round on, and in the journal."""
    now = live.state.next_config or live.state.config
    if now.staged is not config.staged:
        message = f"table {config.id}: a table is staged from its first round on, or never"
        raise Refused(Code.BAD_SETTING, message)
    if (now.game, now.dealer) != (config.game, config.dealer):
        raise Refused(
            Code.BAD_SETTING,
            f"table {config.id}: its journal is of {now.game} with a {now.dealer} dealer; "
            "another game needs another table id",
        )
    fields = ("limits", "settings", "clocks", "sit_out", "shuffle", "early_close")
    if all(getattr(now, field) == getattr(config, field) for field in fields):
        return
    wanted = Reconfigure(**{field: getattr(config, field) for field in fields})
    request = live.runner.table.house_request(wanted)
    request = msgspec.structs.replace(request, actor=TABLES_FILE)
    ((_, reply),) = live.runner.submit([request], monotonic_ms(), wall_ms())
    if not reply.ok:
        raise Refused(Code.BAD_SETTING, f"table {config.id}: {reply.message}")
