"""Each way to fail: how often, and what was measured from when on."""

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable

import msgspec
from benchmarks.takeover.players import Crowd
from tests.support.node_processes import Guests, NodeProcesses, guests
from tests.support.postgres_relay import Relay
from tests.support.postgres_server import PostgresServer

from croupier.client import Client

NODES = ("a", "b", "c")


class Scale(msgspec.Struct, frozen=True):
    kills: int = 200
    cuts: int = 200
    frozen_s: float = 60
    away_s: float = 5
    """How long the bus and the database are gone."""
    times: int = 5
    """How often each of them goes."""
    lag_s: float = 0.5
    sessions: int = 20


class Measured(msgspec.Struct):
    tables: list[float] = []
    """Seconds until all tables were open on nodes that live."""
    bets: list[float] = []
    """Seconds until each player's next bet was acknowledged."""
    sessions: list[float] = []
    """Seconds until a session that was ended at one node was at an end at another."""


class Trial:
    """A house that is played at, and what may be done to it."""

    def __init__(
        self, house: NodeProcesses, crowd: Crowd, postgres: PostgresServer, relay: Relay
    ) -> None:
        self.house, self.crowd = house, crowd
        self.postgres, self.relay = postgres, relay
        self.chosen = random.Random(0)
        self.found = Measured()

    async def settled(self) -> None:
        """Everybody plays, and every node deals."""
        await self.crowd.bets_since(time.monotonic())
        await self._until(self.house.even)

    async def a_moment(self) -> None:
        """Any one of a round."""
        await asyncio.sleep(self.chosen.uniform(0, 2))

    async def recovered(self, since: float, *gone: str) -> None:
        living = set(self.house.running) - set(gone)
        await self._until(lambda: set(self.house.dealers().values()) <= living)
        self.found.tables.append(time.monotonic() - since)
        self.found.bets += await self.crowd.bets_since(since)

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not await asyncio.to_thread(holds):
            await asyncio.sleep(0.02)


async def kills(trial: Trial, scale: Scale) -> None:
    """kill -9 of a node that deals somewhere; it is started again."""
    house = trial.house
    for _ in range(scale.kills):
        await trial.settled()
        await trial.a_moment()
        name = trial.chosen.choice(sorted(set(house.dealers().values())))
        since = time.monotonic()
        house.end(name)
        await trial.recovered(since)
        await asyncio.to_thread(house.start, name)


async def frozen(trial: Trial, scale: Scale) -> None:
    """SIGSTOP, another one takes over, SIGCONT."""
    house = trial.house
    await trial.settled()
    name = trial.chosen.choice(sorted(house.running))
    since = time.monotonic()
    house.running[name].signal(signal.SIGSTOP)
    try:
        await trial.recovered(since, name)
        await asyncio.sleep(max(0, since + scale.frozen_s - time.monotonic()))
    finally:
        house.running[name].signal(signal.SIGCONT)
    await trial.settled()


async def bus(trial: Trial, scale: Scale) -> None:
    """nats-server killed and started again; from its return."""
    for _ in range(scale.times):
        await trial.settled()
        await trial.a_moment()
        trial.house.bus.stop(signal.SIGKILL)
        await asyncio.sleep(scale.away_s)
        await asyncio.to_thread(trial.house.bus.start)
        await trial.recovered(time.monotonic())


async def database(trial: Trial, scale: Scale) -> None:
    """PostgreSQL stopped as by a crash and started again; from when it takes connections."""
    for _ in range(scale.times):
        await trial.settled()
        await trial.a_moment()
        trial.postgres.stop(signal.SIGQUIT)
        await asyncio.sleep(scale.away_s)
        await asyncio.to_thread(trial.postgres.start)
        await trial.recovered(time.monotonic())


async def cuts(trial: Trial, scale: Scale) -> None:
    """A node's connection cut at COMMIT: before it arrives, or before its answer does."""
    for number in range(scale.cuts):
        trial.relay.cut = ("before", "after")[number % 2]
        while trial.relay.cut:
            await asyncio.sleep(0.005)
        await trial.recovered(time.monotonic())


async def lag(trial: Trial, scale: Scale) -> None:
    """Half a second on the way from one node to PostgreSQL; while it lasts."""
    for _ in range(scale.times):
        await trial.settled()
        since, trial.relay.lag_s = time.monotonic(), scale.lag_s
        try:
            await trial.recovered(since)
        finally:
            trial.relay.lag_s = 0.0


async def sessions(trial: Trial, scale: Scale) -> None:
    """Somebody signs out at one node; until their socket at another is closed."""
    for _ in range(scale.sessions):
        async with guests() as people:
            await _signed_out(trial, *await _at_two_nodes(trial, people))


async def sessions_without_bus(trial: Trial, scale: Scale) -> None:
    """The same while nats-server is gone: the books alone tell the other node."""
    for _ in range(scale.sessions):
        async with guests() as people:
            near, far = await _at_two_nodes(trial, people)
            trial.house.bus.stop(signal.SIGKILL)
            try:
                await _signed_out(trial, near, far)
            finally:
                await asyncio.to_thread(trial.house.bus.start)
        await trial.settled()


async def _at_two_nodes(trial: Trial, people: Guests) -> tuple[Client, Client]:
    """One person, one session, two sockets."""
    here, there, *_ = (node for _, node in sorted(trial.house.running.items()))
    near = await people.come(here)
    return near, await people.move(near, there)


async def _signed_out(trial: Trial, near: Client, far: Client) -> None:
    since = time.monotonic()
    await near.api.call("POST", "/api/logout")
    while far.connected:
        await asyncio.sleep(0.005)
    trial.found.sessions.append(time.monotonic() - since)


TRIALS: dict[str, Callable[[Trial, Scale], Awaitable[None]]] = {
    "kills": kills,
    "frozen": frozen,
    "bus": bus,
    "database": database,
    "cuts": cuts,
    "lag": lag,
    "sessions": sessions,
    "sessions-without-bus": sessions_without_bus,
}
