"""A bus in memory: for tests, and for a simulation that wants every fault and no chance.

The exchange knows no clock. What is due at once is delivered in the event loop's next turn; what is
delayed, and the patience of who asks, waits until somebody calls `advance`. With the same seed and
the same calls the same happens again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random

import msgspec

from croupier.bus.protocol import Unreachable, check_body, check_subject
from croupier.bus.receivers import Drops, Receivers, call_each


class Faults(msgspec.Struct, frozen=True):
    """How often a message meets what, each from 0 to 1."""

    lost: float = 0.0
    doubled: float = 0.0
    delayed: float = 0.0
    """What the same node sends after it to the same one waits behind it."""
    reordered: float = 0.0
    """Delayed by itself: others overtake it, and it may overtake others."""
    longest_delay: float = 1.0
    """In seconds."""


NO_FAULTS = Faults()


class MemoryExchange:
    """What lies between the nodes: it passes their messages on, or fails to."""

    def __init__(self, faults: Faults = NO_FAULTS, chosen: Random | None = None) -> None:
        self.faults = faults
        """May be changed at any time."""
        self.now = 0.0
        self._chosen = chosen or Random(0)
        self._buses: dict[str, MemoryBus] = {}
        self._away: set[str] = set()
        self._groups: tuple[frozenset[str], ...] = ()
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._last_due: dict[tuple[str, str], float] = {}

    def connect(self, name: str) -> "MemoryBus":
        if name in self._buses:
            raise ValueError(f"{name} is connected already")
        bus = self._buses[name] = MemoryBus(self, name)
        return bus

    async def close(self) -> None:
        """With all its buses."""
        for bus in tuple(self._buses.values()):
            await bus.close()

    # Time

    def advance(self, seconds: float) -> None:
        """Time goes on: what falls due on the way is delivered, in order."""
        until = self.now + seconds
        while self._queue and self._queue[0][0] <= until:
            self.now = max(self.now, self._queue[0][0])
            self._deliver()
        self.now = until

    def at(self, due: float, action: Callable[[], None]) -> None:
        heappush(self._queue, (due, next(self._numbers), action))
        if due <= self.now:
            asyncio.get_running_loop().call_soon(self._deliver)

    def _deliver(self) -> None:
        while self._queue and self._queue[0][0] <= self.now:
            _, _, action = heappop(self._queue)
            action()

    # Trouble

    def partition(self, *groups: Iterable[str]) -> None:
        """Nothing gets from one group to another, on the way already or not, and nobody is told.
        Nodes that are not named are a group of their own."""
        self._groups = tuple(frozenset(group) for group in groups)

    def heal(self) -> None:
        """No groups any longer. Connections that were lost stay lost."""
        self._groups = ()

    def disconnect(self, name: str) -> None:
        """A node loses its connection, and notices."""
        self._away.add(name)
        self._buses[name].lose_requests()

    def reconnect(self, name: str) -> None:
        self._away.discard(name)
        asyncio.get_running_loop().call_soon(call_each, self._buses[name].on_connected)

    # For the buses

    def holds(self, bus: "MemoryBus") -> bool:
        """Whether it is connected; another one may have its name by now."""
        return self._buses.get(bus.name) is bus and bus.name not in self._away

    def receivers_of(self, subject: str) -> list["MemoryBus"]:
        connected = (bus for bus in self._buses.values() if bus.connected())
        return [bus for bus in connected if subject in bus.receivers.by_subject]

    def carry(self, sender: str, receiver: str, deliver: Callable[[], None]) -> None:
        """Call `deliver` when a message from the one to the other arrives: not at all, twice, late,
        as the faults will have it."""

        def arrive() -> None:
            if self._reaches(sender, receiver):
                deliver()

        if self._reaches(sender, receiver):
            for due in self._arrivals((sender, receiver)):
                self.at(due, arrive)

    def leave(self, bus: "MemoryBus") -> None:
        if self._buses.get(bus.name) is bus:
            del self._buses[bus.name]
            self._away.discard(bus.name)

    def _reaches(self, sender: str, receiver: str) -> bool:
        if sender in self._away or receiver in self._away:
            return False
        return all((sender in group) == (receiver in group) for group in self._groups)

    def _arrivals(self, way: tuple[str, str]) -> Iterator[float]:
        if self._happens(self.faults.lost):
            return
        for _ in range(2 if self._happens(self.faults.doubled) else 1):
            if self._happens(self.faults.reordered):
                yield self.now + self._delay()
                continue
            due = self.now + (self._delay() if self._happens(self.faults.delayed) else 0)
            self._last_due[way] = max(due, self._last_due.get(way, 0.0))
            yield self._last_due[way]

    def _happens(self, rate: float) -> bool:
        return self._chosen.random() < rate

    def _delay(self) -> float:
        return self._chosen.random() * self.faults.longest_delay


class MemoryBus:
    """Made by `MemoryExchange.connect`."""

    def __init__(self, exchange: MemoryExchange, name: str) -> None:
        self.name = name
        self.on_connected: list[Callable[[], None]] = []
        self.receivers = Receivers(Drops())
        self._exchange = exchange
        self._asked: dict[asyncio.Future[bytes], None] = {}
        """In their order, so that they are lost in it, too."""

    def connected(self) -> bool:
        return self._exchange.holds(self)

    async def publish(self, subject: str, body: bytes) -> None:
        check_subject(subject)
        self._send(subject, check_body(body), _respond_to_nobody)

    async def subscribe(self, subject: str, hear: Callable[[bytes], None]) -> None:
        self.receivers.hear(subject, hear)

    async def serve(self, subject: str, answer: Callable[[bytes], Awaitable[bytes]]) -> None:
        self.receivers.answer(subject, answer)

    async def unsubscribe(self, subject: str) -> None:
        self.receivers.remove(subject)

    async def ask(self, subject: str, body: bytes, seconds: float) -> bytes:
        check_subject(subject)
        check_body(body)
        if not self.connected():
            raise Unreachable("the bus is away")
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        if not self._send(subject, body, partial(self._respond, answered)):
            raise Unreachable(f"nobody serves {subject}")
        late = Unreachable(f"no answer on {subject} in {seconds:g} s")
        self._exchange.at(self._exchange.now + seconds, partial(_fail, answered, late))
        self._asked[answered] = None
        try:
            return await answered
        finally:
            del self._asked[answered]

    async def close(self) -> None:
        self._exchange.leave(self)
        self.lose_requests()
        await self.receivers.close()

    def lose_requests(self) -> None:
        for answered in self._asked:
            _fail(answered, Unreachable("the bus was lost before an answer came"))

    def _send(self, subject: str, body: bytes, respond: "_RespondFrom") -> bool:
        """Whether anybody was there to send it to."""
        if not self.connected():
            return False
        receivers = self._exchange.receivers_of(subject)
        for bus in receivers:
            deliver = partial(bus.receivers.receive, subject, body, partial(respond, bus.name))
            self._exchange.carry(self.name, bus.name, deliver)
        return bool(receivers)

    async def _respond(self, answered: asyncio.Future[bytes], sender: str, body: bytes) -> None:
        def arrive() -> None:
            if not answered.done():
                answered.set_result(body)

        self._exchange.carry(sender, self.name, arrive)


_RespondFrom = Callable[[str, bytes], Awaitable[None]]
"""`Respond`, and who does."""


async def _respond_to_nobody(sender: str, body: bytes) -> None:
    pass


def _fail(answered: asyncio.Future[bytes], error: Unreachable) -> None:
    if not answered.done():
        answered.set_exception(error)
