"""A node says that it lives, looks who else does, and deals at its share of the tables.

Whether a node lives is decided by the database's clock. A table is claimed from a node that has not
signed for `DEAD_MS`; if that one was only slow, the epoch of the claim shuts it out: what it writes
is refused, and it follows from then on.

A node whose own heartbeat is that old is cut off from the database: by its own clock, for nobody
can tell it. It takes no commands until it has signed again, and by then others may have its tables.
What made its own heartbeat late may have delayed the others' too: it gives them as much longer.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from croupier.house.live_tables import LiveTables
from croupier.house.nodes.spread import spread
from croupier.kit.errors import Code, Refused
from croupier.store.errors import StoreError
from croupier.store.nodes import DEAD_MS, Node, Nodes, NodeSeen
from croupier.store.protocol import Store
from croupier.store.values import Owned
from croupier.table.actor import monotonic_ms

T = TypeVar("T")

_LOG = logging.getLogger("croupier.nodes")

SIGN_S = 0.5
"""Between two signs of life."""
_LOOK_AGAIN_S = 0.1
_LATE_MS = 1_000
"""A heartbeat that is older than this when the next one begins was late."""


def owner_of(node: Node) -> str:
    """As whom it claims: a node that was started again is another one."""
    return f"{node.name}/{node.run}"


def alive(seen: Iterable[NodeSeen], dead_ms: int = DEAD_MS) -> tuple[Node, ...]:
    return tuple(each.node for each in seen if each.age_ms < dead_ms)


def check_name(nodes: Nodes, me: Node, sleep: Callable[[float], None] = time.sleep) -> None:
    """That nobody else has it. Who was killed and is started again at once finds a sign of its own
    last run: only a new one tells that somebody lives."""
    last_age = None
    while (age := _age_of_another(nodes, me)) is not None:
        if last_age is not None and age < last_age:
            message = f"the node {me.name} runs already: give every node a --node of its own"
            raise Refused(Code.OCCUPIED, message)
        last_age = age
        sleep(_LOOK_AGAIN_S)


def _age_of_another(nodes: Nodes, me: Node) -> int | None:
    """How old the sign of another run of this name is; None: there is none, or it is dead."""
    for seen in nodes.seen():
        if seen.node.name == me.name and seen.node.run != me.run and seen.age_ms < DEAD_MS:
            return seen.age_ms
    return None


class Ownership:
    def __init__(
        self,
        nodes: Nodes,
        store: Store,
        live_tables: LiveTables,
        node: Node,
        *,
        looked: Callable[[tuple[Owned, ...]], None],
    ) -> None:
        """`looked` is told how far all journals are, after every look."""
        self._nodes = nodes
        self._store = store
        self._live_tables = live_tables
        self._looked = looked
        self.node = node
        """May be replaced by one that drains."""
        self.alive: tuple[Node, ...] = (node,)
        self.asked_to_drain = False
        self._owners: dict[str, str] = {}
        self._epochs: dict[str, int] = {}
        self._tried: dict[str, int] = {}
        """Of a table that has stopped here: under which claim it was last tried to follow it."""
        self._claimed_by: dict[str, str] = {}
        self._wake = asyncio.Event()
        self._signed_ms: int | None = None
        """When it began to sign last, of the signs that came through."""
        self._failed_ms: int | None = None
        """When the last sign began, if it did not come through."""
        self._trying_ms: int | None = None
        """When the sign began that is under way."""
        self._signs = asyncio.Lock()
        self._answers_others_ms: int | None = None
        """When another node signed first, of what this one heard since it is cut off."""
        self._late_ms = self._late_until_ms = 0
        """By how much its last late sign was late, and until when others get as much longer."""
        live_tables.cut_off = self.cut_off
        self._thread = ThreadPoolExecutor(1, "signs")
        self._look_thread = ThreadPoolExecutor(1, "looks")
        """Apart from the threads that others need: a node that is busy is not taken for dead."""

    def dealer_of(self, table: str) -> str:
        """The node that deals there, as the books said last; empty: nobody does."""
        return self._owners.get(table, "")

    def look_now(self) -> None:
        """Something has changed: do not wait."""
        self._wake.set()

    async def keep_signing(self) -> None:
        """Sign in time also while a look reads journals, takes a table over, or waits for an
        answer: neither may make this node seem dead, or hide that it is cut off."""
        while True:
            await asyncio.sleep(SIGN_S)
            if self.heartbeat_age_ms() > _LATE_MS:
                with suppress(StoreError):  # the next look says so
                    await self._sign()

    async def run(self) -> None:
        if self._signed_ms is None:
            self._signed_ms = monotonic_ms()
        while True:
            try:
                await self.look()
            except StoreError as error:
                _LOG.warning("the nodes could not be looked at", extra={"why": str(error)})
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), SIGN_S)
            self._wake.clear()

    def heartbeat_age_ms(self) -> int:
        """How long ago it signed. Other nodes see a younger sign, never an older one."""
        return 0 if self._signed_ms is None else monotonic_ms() - self._signed_ms

    def cut_off(self) -> bool:
        """Whether other nodes may consider this one dead, and it tries to sign in vain. A process
        that was frozen signs as soon as it goes on; until then the epoch shuts it out."""
        if self.heartbeat_age_ms() <= DEAD_MS:
            return False
        trying_ms = self._trying_ms
        tries_long = trying_ms is not None and monotonic_ms() - trying_ms > _LATE_MS
        return tries_long or self._failed_ms is not None

    def lost_alone(self, signed_ago_ms: int) -> bool:
        """Another node signed so long ago: whether the database answers others, and not this one.
        What failed before that sign proves nothing, for the database may be back for everybody."""
        signed_ms = monotonic_ms() - signed_ago_ms
        if self._answers_others_ms is None and signed_ms > (self._signed_ms or 0) + DEAD_MS:
            self._answers_others_ms = signed_ms
        tried_ms, answers_ms = self._failed_ms, self._answers_others_ms
        if tried_ms is None or answers_ms is None:
            return False
        return self.cut_off() and answers_ms < tried_ms

    async def look(self) -> None:
        seen = await self._sign()
        self.alive = alive(seen, DEAD_MS + self._allowance_ms())
        owned = await _aside(self._look_thread, self._store.owned)
        self.asked_to_drain = any(
            each.asked_to_drain for each in seen if each.node.run == self.node.run
        )
        by_owner = {owner_of(node): node.name for node in self.alive}
        tables = self._live_tables.tables
        self._owners = {
            stream.stream: by_owner[stream.owner]
            for stream in owned
            if stream.stream in tables and stream.owner in by_owner
        }
        before, self._epochs = self._epochs, {stream.stream: stream.epoch for stream in owned}
        self._claimed_by = {stream.stream: stream.owner for stream in owned}
        for table, live in tables.items():
            epoch = self._epochs.get(table, 0)
            if not live.owned and before.get(table, epoch) != epoch:
                # What was written under it is read first: clocks run by that, however late it is.
                await live.follow()
                live.dealt_anew(epoch)
        self._looked(owned)
        await self._settle()

    async def _sign(self) -> tuple[NodeSeen, ...]:
        async with self._signs:
            began = self._trying_ms = monotonic_ms()
            try:
                seen = await _aside(self._thread, lambda: self._nodes.sign(self.node))
            except StoreError:
                self._failed_ms = began
                raise
            finally:
                self._trying_ms = None
        late_ms = began - (self._signed_ms or began) - _LATE_MS
        if late_ms > 0:
            self._late_ms, self._late_until_ms = late_ms, monotonic_ms() + _LATE_MS
        self._signed_ms = began
        self._failed_ms = self._answers_others_ms = None
        return seen

    def _allowance_ms(self) -> int:
        """How much longer the others get to sign."""
        return self._late_ms if monotonic_ms() < self._late_until_ms else 0

    async def _settle(self) -> None:
        """Take what is ours and nobody deals at, and what was claimed here but never dealt; give up
        what is another's."""
        me, tables = self.node.name, self._live_tables.tables
        # What has become of this node since it signed is known here first.
        nodes = [self.node if node.name == me else node for node in self.alive]
        takers = [node.name for node in nodes if not node.draining]
        for table, taker in spread(tuple(tables), self._owners, takers).items():
            live, dealer = tables[table], self._owners.get(table)
            if live.stopped:
                if dealer != me and self._tried.get(table) != self._epochs[table]:
                    # Once for each claim: if its books are damaged they stay so.
                    self._live_tables.follow_again(table)
                    self._tried[table] = self._epochs[table]
            elif live.owned:
                if self._claimed_by.get(table) != owner_of(self.node):
                    live.lose()
                elif taker != me:
                    live.give_up()
            elif taker == me and dealer in (None, me):
                # Ours, and nobody deals there; or the store failed between our claim and the deal.
                _LOG.info("table taken", extra={"table": table, "node": me})
                await live.take()
                self._owners[table] = me
            elif dealer == me:
                await live.release(self._epochs[table])

    async def leave(self) -> None:
        """This node closes: nobody waits until it seems dead."""
        try:
            await _aside(self._thread, lambda: self._nodes.leave(self.node))
        except StoreError as error:
            _LOG.warning("this node could not say that it leaves", extra={"why": str(error)})
        self._thread.shutdown(wait=False)
        self._look_thread.shutdown(wait=False)


async def _aside(thread: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(thread, work)
