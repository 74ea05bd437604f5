"""One node of the simulated house: the parts of a real one that tables, limits and cash depend on,
with lines to the store and to the bus that fail."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from contextvars import Context, copy_context
from functools import partial
from typing import Any, cast

import msgspec

from croupier.bus.authenticated import AuthenticatedBus, message_key
from croupier.bus.memory import MemoryExchange
from croupier.chance import repeatable
from croupier.house.cage.cage import Cage
from croupier.house.clock import RealClock
from croupier.house.deadline import Deadlines
from croupier.house.journal import HouseJournals
from croupier.house.live_table import LiveTable
from croupier.house.live_tables import Listener, LiveTables
from croupier.house.nodes.following import Followed, Following
from croupier.house.nodes.forwarding import Forwarding
from croupier.house.nodes.ownership import Ownership, alive, owner_of
from croupier.house.nodes.subjects import Subjects
from croupier.house.protection.protection import Protection
from croupier.ledger import wallet
from croupier.server.players import Players, load, movements, staking_unasked
from croupier.store.errors import StoreError, StoreFailed, UnknownCommit
from croupier.store.group import GroupCommitter, Results
from croupier.store.nodes import MemoryNodes, Node
from croupier.store.values import Batch, Done
from croupier.table.actor import wall_ms
from croupier.table.commands import TableRole
from croupier.table.config import TableConfig
from croupier.table.state import TableState
from croupier.table.table import News, Request
from tests.simulation.faulty import FaultyStore
from tests.simulation.virtual_time import Machine, VirtualLoop

KEY = bytes(range(32))
_CHANGES = {"claim", "share", "release", "renew", "keep", "discard", "sign", "leave"}
"""Of the store and of the list of nodes: what may have been done though no answer came."""


GIVE_UP_S = 4.0
"""How long a node waits for a store that does not answer, before it gives up the connection. From
then on everything fails at once, until the store answers again."""


class Silent(StoreFailed):
    """Raised by a call to a store that does not answer; a thread hears of it after `held_s`."""

    def __init__(self, held_s: float) -> None:
        super().__init__("the store does not answer")
        self.held_s = held_s


class Line:
    """A node's connection to the database."""

    def __init__(self, chosen: random.Random) -> None:
        self._chosen = chosen
        self.rate = 0.0
        """How often a call other than a commit goes wrong; commits fail in the store."""
        self.cut = False
        self.silent_since: float | None = None
        """It accepts everything, and answers nothing."""

    def wait_s(self) -> float:
        """How long a call to a silent store waits from now on."""
        assert self.silent_since is not None
        known_at = self.silent_since + GIVE_UP_S
        return max(0.0, known_at - asyncio.get_running_loop().time())

    def arrives(self) -> bool:
        """Whether what was sent into silence is written all the same."""
        return not self.cut and self._chosen.random() < 0.5

    def to(self, beneath: Any) -> Any:
        return _Through(self, beneath)

    def call(self, name: str, do: Callable[[], Any]) -> Any:
        if self.cut:
            raise UnknownCommit("the line is cut") if name == "commit" else StoreFailed("no line")
        if self.silent_since is not None and name != "commit":
            if name in _CHANGES and self._chosen.random() < 0.5:
                do()
            raise Silent(self.wait_s())
        if name != "commit" and self._chosen.random() < self.rate:
            if name in _CHANGES and self._chosen.random() < 0.5:
                do()
            raise StoreFailed("the line went dead")
        return do()


class _Through:
    """Everything that is asked of something at the other end of a line."""

    def __init__(self, line: Line, beneath: Any) -> None:
        self._line = line
        self._beneath = beneath

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._beneath, name)
        return lambda *args, **named: self._line.call(name, partial(method, *args, **named))


class Exchange(MemoryExchange):
    """In the loop's time; what reaches a node happens there."""

    def __init__(self, loop: VirtualLoop, chosen: random.Random) -> None:
        self._loop = loop
        self.machines: dict[str, Machine] = {}
        self.mute: set[str] = set()
        """Nodes that hear and act, and of which nobody hears."""
        super().__init__(chosen=chosen)

    @property
    def now(self) -> float:
        return self._loop.time()

    @now.setter
    def now(self, _: float) -> None:
        pass

    def at(self, due: float, action: Callable[[], None]) -> None:
        self._loop.from_outside(due - self.now, action)

    def carry(self, sender: str, receiver: str, deliver: Callable[[], None]) -> None:
        if sender in self.mute and receiver != sender:
            return
        machine = self.machines[receiver]

        def arrive() -> None:
            self._loop.call_soon(deliver, context=machine.context)

        super().carry(sender, receiver, arrive)


class BusWitness:
    """What the nodes have sent, and what they have accepted: nothing else, and nothing twice."""

    def __init__(self, troubles: list[str]) -> None:
        self.sent: list[tuple[str, bytes]] = []
        """By subject, as it went over the bus."""
        self._sent: set[bytes] = set()
        self._accepted: set[tuple[str, bytes]] = set()
        self._troubles = troubles

    def on_sent(self, subject: str, frame: bytes) -> None:
        self.sent.append((subject, frame))
        self._sent.add(frame)

    def on_accepted(self, receiver: str, frame: bytes) -> None:
        if frame not in self._sent:
            self._troubles.append(f"{receiver} has accepted a message that no node sent")
        if (receiver, frame) in self._accepted:
            self._troubles.append(f"{receiver} has accepted a message twice")
        self._accepted.add((receiver, frame))


class WitnessedBus(AuthenticatedBus):
    """The bus of a node; a witness is told of every message that was sent and accepted."""

    witness: BusWitness

    def _seal(self, kind: Any, subject: str, *more: Any) -> tuple[bytes, bytes]:
        frame, mac = super()._seal(kind, subject, *more)
        self.witness.on_sent(subject, frame)
        return frame, mac

    def _open(self, subject: str, frame: bytes, *kinds: Any) -> Any:
        message = super()._open(subject, frame, *kinds)
        if message is not None:
            self.witness.on_accepted(f"{self._node}/{self._run}", frame)
        return message


class LoopCommitter(GroupCommitter):
    """Commits in the loop's time, where a real one has a thread: sent by its machine, and written
    at the other end of the line."""

    def __init__(
        self, store: Any, line: Line, loop: VirtualLoop, written: Callable[[Batch, Done], None]
    ) -> None:
        self._store = store
        self._line = line
        self._loop = loop
        self._written = written
        self._waiting: list[tuple[Any, Future[Any]]] = []
        self._sent: list[tuple[Any, Future[Any]]] = []
        self._on_its_way = False

    @property
    def busy(self) -> bool:
        return self._on_its_way

    def unsent(self) -> list[str]:
        """The streams for which something waits that has not left the machine yet."""
        return [work.stream for work, _ in self._waiting if isinstance(work, Batch)]

    def _put(self, work: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self._waiting.append((work, future))
        self._set_out()
        return future

    def _set_out(self) -> None:
        if self._waiting and not self._on_its_way:
            self._on_its_way = True
            self._loop.call_later(self._loop.latency_s(), self._send)

    def _send(self) -> None:
        batches = 0
        while batches < len(self._waiting) and isinstance(self._waiting[batches][0], Batch):
            batches += 1
        group, self._waiting = self._waiting[: batches or 1], self._waiting[batches or 1 :]
        self._sent = group
        self._loop.from_outside(self._loop.latency_s(), self.arrive, copy_context())

    def arrive(self, context: Context) -> None:
        """What was sent is written, if it has not been. A silent store may write it too; but then
        nobody is told, and who waits for it gives up."""
        if self._line.silent_since is not None and not self._line.cut:
            self._loop.from_outside(self._line.wait_s(), self._give_up, context)
            return
        group, self._sent = self._sent, []
        self._write(group)
        self._loop.call_soon(self._go_on, context=context)

    def _give_up(self, context: Context) -> None:
        group, self._sent = self._sent, []
        batches = [work for work, _ in group if isinstance(work, Batch)]
        if batches and self._line.arrives():
            with suppress(StoreError):  # nobody hears of a fault either
                self._store.commit(batches)
        for work, future in group:
            unknown = isinstance(work, Batch)
            if future.set_running_or_notify_cancel():
                error = UnknownCommit("no answer") if unknown else StoreFailed("no answer")
                future.set_exception(error)
        self._loop.call_soon(self._go_on, context=context)

    def _go_on(self) -> None:
        self._on_its_way = False
        self._set_out()

    def _committed(self, batches: Sequence[Batch], results: Sequence[Results]) -> None:
        for batch, outcome in zip(batches, results, strict=True):
            if done := [result for result in outcome if isinstance(result, Done)]:
                self._written(batch, done[-1])

    def close(self) -> None:
        pass


class _Moved(Listener):
    """As the house's own listener: what another node has moved counts towards limits here."""

    follows = True
    live = False

    def __init__(self, node: "SimulatedNode") -> None:
        self._node = node
        self._last: dict[str, int] = {}

    def on_entry(self, table: str, news: News, state: TableState) -> None:  # noqa: ARG002
        node, last = self._node, self._last.get(table)
        assert last in (None, news.seq - 1), f"{table} {news.seq} comes after {last}"
        self._last[table] = news.seq
        if self.live and not node.live_tables.tables[table].owned:
            node.protection.followed(table, news.seq, news.transfers)


async def _believed(live: LiveTable, request: Request) -> Request:
    """There are no accounts here by which it could be checked."""
    return request


class SimulatedNode:
    def __init__(
        self,
        node: Node,
        store: FaultyStore,
        registry: MemoryNodes,
        exchange: Exchange,
        loop: VirtualLoop,
        *,
        chosen: random.Random,
        wrote: Callable[[str, Batch], None],
        witness: BusWitness,
    ) -> None:
        """`wrote` is told of every batch of which something is in the books, and by whom."""
        self.name, self.owner = node.name, owner_of(node)
        self.machine = exchange.machines[node.name] = Machine(chosen.uniform(-0.3, 0.3))
        self.draining = False
        self.failed: BaseException | None = None
        """What a work of the node has ended with that should never end."""
        self._loop = loop
        self._bus = self.machine.context.run(
            lambda: WitnessedBus(
                exchange.connect(node.name),
                message_key(KEY),
                node=node.name,
                run=node.run,
                wall_ms=wall_ms,
            )
        )
        self._bus.witness = witness
        self.line = Line(chosen)
        self.store, self._registry = self.line.to(store), self.line.to(registry)
        self._wrote = wrote
        self.committer = LoopCommitter(self.store, self.line, loop, self._written)
        journals = HouseJournals(
            self.store, self.committer, owner=self.owner, clock=RealClock(), shared=True
        )
        self.protection = Protection(journals)
        self.cage = Cage(journals, protection=self.protection)
        self._listener = _Moved(self)
        self.live_tables = LiveTables(
            self.store,
            self.committer,
            key=KEY,
            guard=self.protection,
            listeners=[self._listener],
            randbelow=repeatable(chosen.randrange(2**32)),
            owner=self.owner,
            shared=True,
        )
        self.deadlines = Deadlines()
        # What a wallet holds is all that is asked of it here.
        nobody = cast("Any", None)
        self.players = Players(nobody, self.protection, nobody, nobody, self.committer, shared=True)
        subjects = Subjects(KEY)
        self._journals: dict[str, Followed] = {each.stream: each for each in journals}
        self.following = Following(self._bus, subjects, self._journals)
        self.ownership = Ownership(
            self._registry, self.store, self.live_tables, node, looked=self.following.look
        )
        self._forwarding = Forwarding(
            self._bus,
            subjects,
            self.live_tables,
            self.ownership,
            self.following,
            check=_believed,
            know=lambda _, request: self._each_staker(self.players.know, request),
        )
        self.live_tables.forward = self._forwarding.forward
        self.live_tables.know_again = partial(self._each_staker, self.players.know_again)

    def open(self, configs: Iterable[TableConfig]) -> None:
        node, configs = self.ownership.node, tuple(configs)
        owners = {owner_of(each) for each in alive(self._registry.seen())}
        self._registry.sign(node)
        elsewhere = {owned.stream for owned in self.store.owned() if owned.owner in owners}
        self.live_tables.open(configs, as_written=False, elsewhere=elsewhere)
        for live in self.live_tables.tables.values():
            for player in sorted(staking_unasked(live.state)):
                moved = movements(self.store, player, self.protection.reach(player))
                load(self.protection, player, moved, self.store.moves(wallet(player)))
        self._listener.live = True
        self._journals.update(self.live_tables.tables)

    async def start(self) -> None:
        self.live_tables.start()
        await self.following.open()
        await self._forwarding.open()
        self._bus.on_connected.append(self.ownership.look_now)
        own = self.ownership
        works = (*self.live_tables._tasks, own.run(), own.keep_signing(), self.following.run())
        for work in works:
            asyncio.ensure_future(work).add_done_callback(self._ended)

    def run(self, work: Any) -> asyncio.Task[Any]:
        """On this machine."""
        return self._loop.create_task(work, context=self.machine.context)

    async def ask(self, table: str, request: Request) -> Any:
        return await self.deadlines.in_time(self._ask(table, request))

    async def _ask(self, table: str, request: Request) -> Any:
        await self._each_staker(self.players.know, request)
        live = self.live_tables.tables[table]
        return await live.ask(
            request.actor, request.command, request.id, request.round, request.body
        )

    async def keep_checkpoints(self) -> None:
        await self.live_tables.keep_checkpoints(all=True)
        for owner in (self.protection, self.cage):
            await owner.journal.keep_checkpoint(least=1)

    def drain(self) -> None:
        """As when it is asked to close: its tables go to others."""
        self.draining = True
        self.ownership.node = msgspec.structs.replace(self.ownership.node, draining=True)
        self.ownership.look_now()

    async def end(self, *, sent_arrives: bool) -> None:
        """Without a word to anyone. `sent_arrives`: what it was just writing is written."""
        self.line.silent_since = None
        if sent_arrives and self.committer.busy:
            self.committer.arrive(self.machine.context)
        self.line.cut = True
        self._loop.thaw(self.machine)
        await self._bus.close()
        # One that was just answered may take no notice (`asyncio.wait_for`), so it is told again.
        while tasks := tuple(self.machine.tasks):
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=0.1)

    def _written(self, batch: Batch, last: Done) -> None:
        self._wrote(self.owner, batch)
        wrote = self.following.wrote
        self._loop.call_soon(wrote, batch.stream, last.seq, context=self.machine.context)

    async def _each_staker(self, look: Callable[[str], Awaitable[None]], request: Request) -> None:
        if request.actor.role is TableRole.PLAYER:
            await look(request.actor.name)
        if for_whom := getattr(request.command, "player", None):
            await look(for_whom)

    def _ended(self, work: "asyncio.Future[None]") -> None:
        if not work.cancelled():
            self.failed = work.exception() or AssertionError(f"{work} has ended")
