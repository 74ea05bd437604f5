"""Tables that run by themselves, on real clocks and a real file, many at once."""

import asyncio
from pathlib import Path
from typing import Any

from croupier.chance import fair
from croupier.engine.layout import Limits
from croupier.store import GroupCommitter
from croupier.store.sqlite import SqliteStore
from croupier.table.actor import TableActor, monotonic_ms, wall_ms
from croupier.table.commands import Actor, CloseBetting, LaidBet, PlaceBets, TableRole
from croupier.table.config import Clocks, TableConfig
from croupier.table.invariants import house_complaints
from croupier.table.runner import Runner
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import TablePhase
from croupier.table.table import Request
from tests.support.cage import Cage
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import GAMES, KEY, player

QUICK = Clocks(betting=60_000, decision=1, offer=1, choice=1, pause=0)
PIT = Actor("pia", TableRole.PIT)


class Floor:
    """Every game's table in one process, on one store and one writer."""

    def __init__(self, store: SqliteStore, committer: GroupCommitter) -> None:
        self.heard = asyncio.Condition()
        self.actors: dict[str, TableActor] = {}
        for game in GAMES:
            config = TableConfig(game, game, {}, Limits(5 * UNIT, 500 * UNIT), clocks=QUICK)
            outcomes = SealedOutcomes(KEY, fair())
            runner = Runner.open(
                store, config, outcomes, owner="floor", now=monotonic_ms(), wall=wall_ms()
            )
            self.actors[game] = TableActor(runner, committer, self._spoke)

    def _spoke(self, _: Runner) -> None:
        self.task = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        async with self.heard:
            self.heard.notify_all()

    async def until(self, game: str, phase: TablePhase, round: int) -> None:
        state = self.actors[game].runner.table.state
        async with self.heard:
            await self.heard.wait_for(lambda: state.phase is phase and state.round_number >= round)


async def play(floor: Floor, game: str, bettors: int) -> None:
    """Two rounds: everybody bets at once, nobody decides anything, the clocks do."""
    actor = floor.actors[game]
    spot, box = ("initial", 1) if "blackjack" in game else ("player", None)
    spot = "red" if "roulette" in game else spot
    most = actor.runner.table.state.rules.places or bettors
    names = ["p0"] if box else [f"p{n}" for n in range(min(bettors, most))]
    for round in (1, 2):
        await floor.until(game, TablePhase.BETTING, round)
        bets = [
            actor.ask(
                Request(
                    player(name), PlaceBets((LaidBet(spot, 10 * UNIT, box),)), f"{game}-{round}"
                )
            )
            for name in names
        ]
        assert all(reply.ok for reply in await asyncio.gather(*bets))
        await actor.ask(Request(PIT, CloseBetting(), f"close-{game}-{round}"))
        await floor.until(game, TablePhase.BETTING, round + 1)


def test_nine_tables_run_by_themselves(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    cage = Cage(store, "cage")
    for n in range(30):
        cage.buy_in(f"p{n}", 5_000 * UNIT, by="cashier", id=f"{n}", wall=0)

    async def open_the_floor() -> None:
        with GroupCommitter(store) as committer:
            floor = Floor(store, committer)
            running = [asyncio.create_task(actor.run()) for actor in floor.actors.values()]
            playing = asyncio.gather(*(play(floor, game, 30) for game in GAMES))
            watched: list[asyncio.Future[Any]] = [playing, *running]
            done, _ = await asyncio.wait(watched, return_when=asyncio.FIRST_COMPLETED)
            for task in running:
                task.cancel()
            for finished in done:
                finished.result()
            await asyncio.gather(*running, return_exceptions=True)

    asyncio.run(asyncio.wait_for(open_the_floor(), 60))
    assert list(house_complaints(store)) == []
    store.close()
