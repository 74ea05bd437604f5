"""Of two nodes one has a random source that fails: it deals at no table any more, and takes none;
the other, with a source of its own, goes on."""

import asyncio
import random
from contextlib import suppress

from croupier.chance import WatchedSource
from croupier.chance.source import SourceFailed
from croupier.house.roles import Role
from croupier.wire import commands as say
from tests.support.live_clients import reply_code
from tests.support.live_house import human
from tests.support.live_play import untimed
from tests.support.nodes import node_of, nodes
from tests.support.phrases import sayable
from tests.support.waiting import until

WHEEL, COUP, BOXES, BY_HAND = "live-roulette", "live-baccarat", "rws-blackjack", "live-blackjack"
TABLES = [untimed(WHEEL), untimed(COUP), untimed(BOXES), human(BY_HAND)]
GAMES = (WHEEL, COUP, BOXES, BY_HAND)


class Breakable(WatchedSource):
    """Sound until it is broken."""

    def __init__(self) -> None:
        self.broken = asyncio.Event()
        self._chance = random.Random(3)
        super().__init__(self._bytes)

    def _bytes(self, count: int) -> bytes:
        return b"\x2a" * count if self.broken.is_set() else self._chance.randbytes(count)

    def break_down(self) -> None:
        self.broken.set()
        with suppress(SourceFailed):
            self.bytes(6)


async def test_a_node_whose_source_has_failed_deals_nowhere() -> None:
    async with nodes(TABLES) as house:
        source = Breakable()
        await house.start("north", source=source)
        await house.start("south")
        await until(lambda: len({house.dealer(game) for game in GAMES} - {""}) == 2)
        first = house.open["north"].house.live_tables.tables
        await until(lambda: all(first[game].state.phase == "betting" for game in GAMES[:3]))
        north, south = house.open["north"], house.open["south"]
        mine = [game for game in GAMES if house.dealer(game) == "north"]
        others = {game for game in GAMES if game not in mine}
        source.break_down()
        await until(lambda: all(house.dealer(game) == "south" for game in GAMES))
        state = {game: south.house.live_tables.tables[game].state for game in GAMES}
        for game in GAMES:
            closes = game in mine and game != BY_HAND
            assert (state[game].phase == "closed") is closes, game
        assert others, "the other node had tables of its own"

        # The pit is told which node it is; there nobody should be sent, to the other everybody.
        (alert,) = (
            each for each in south.house.floor.open_alerts() if each.raised.kind == "random-source"
        )
        assert "of the node north" in alert.raised.text
        assert alert.raised.words is not None
        assert sayable(alert.raised.words)
        assert "random source" in north.house.unready()
        assert south.house.unready() == ""
        metrics = {
            name: (await (await one.api()).send("GET", "/metrics")).text
            for name, one in house.open.items()
        }
        assert "croupier_random_source_failed 1.0" in metrics["north"]
        assert "croupier_random_source_failed 0.0" in metrics["south"]

        # Opened again from either node, it is the other's to deal at.
        pit = await north.client(await north.staff(Role.PIT))
        closed = next(game for game in mine if game != BY_HAND)
        await pit.join(closed)
        assert await reply_code(pit, say.OpenTable, closed) == "ok"
        await pit.until(lambda: pit.tables[closed].phase == "betting")

        # It takes nothing over, though nobody else is left; and nothing is opened on it.
        await pit.close()
        await house.close("south")
        await until(lambda: len(node_of(north).ownership.alive) == 1)
        await node_of(north).ownership.look()
        assert not north.house.live_tables.owned()
        # What one node does for all is still done by somebody.
        assert node_of(north).is_first()


async def test_a_house_of_one_node_keeps_its_tables_closed() -> None:
    async with nodes(TABLES) as house:
        source = Breakable()
        north = await house.start("north", source=source)
        live = north.house.live_tables.tables
        # What is not sealed yet could not be any more, and its table would stop.
        await until(lambda: all(live[game].state.phase == "betting" for game in GAMES[:3]))
        source.break_down()
        await until(lambda: all(live[game].state.phase == "closed" for game in GAMES[:3]))
        pit = await north.client(await north.staff(Role.PIT))
        await pit.join(COUP)
        assert await reply_code(pit, say.OpenTable, COUP) == "illegal-action"
        # People deal on.
        assert house.dealer(BY_HAND) == "north"
        assert not live[BY_HAND].state.closing

        # A second node comes: it takes them, and there they open, from wherever it is said.
        await house.start("south")
        await until(lambda: all(house.dealer(game) == "south" for game in GAMES))
        assert await reply_code(pit, say.OpenTable, COUP) == "ok"
