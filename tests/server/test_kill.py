"""The running house is killed with -9 while people play: nothing acknowledged is lost, sessions
are still good, and they play on from where they were.

When it happens is told by how much was acknowledged or committed, never by a clock.
"""

import asyncio
import random
import signal
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import WebSocketException

from croupier.client import Api, Client, HouseRefused, LaidBet
from croupier.client.bot import Bot
from croupier.store import open_store
from croupier.store.pages import every_entry
from croupier.store.protocol import Store
from croupier.table.commands import Decide, PlaceBets, TakeSeat
from croupier.table.facts import BetsPlaced, BettingOpened, OutcomesSealed
from croupier.table.invariants import house_complaints
from croupier.table.recovery import facts_of, fold
from croupier.table.rounds import rounds
from croupier.table.state import TablePhase
from croupier.wire import commands as say
from croupier.wire.messages import Reply
from tests.support.serve_process import Served, croupier, served
from tests.support.tables_file import write_tables

GAMES = {
    "wheel": "live-roulette",
    "twenty-one": "live-blackjack",
    "boxes": "rws-blackjack",
    "antes": "rws-knockout-baccarat",
}


class Bet(msgspec.Struct, frozen=True):
    """A bet that the house has said yes to."""

    table: str
    round: int
    player: str
    id: str


class Remembering(Client):
    """Keeps what was acknowledged."""

    def __init__(self, api: Api, memory: "Memory") -> None:
        super().__init__(api)
        self._memory = memory

    async def ask(self, message: say.ClientMessage, seconds: float = 30) -> Reply:
        reply = await super().ask(message, seconds)
        if reply.ok:
            self._memory.keep(self.api.name, message)
        return reply


class Memory:
    def __init__(self) -> None:
        self.bets: list[Bet] = []
        self.answers: list[tuple[str, str]] = []
        self._more = asyncio.Event()

    def keep(self, player: str, asked: say.ClientMessage) -> None:
        if isinstance(asked, say.ForRound) and asked.kind is PlaceBets:
            self.bets.append(Bet(asked.table, asked.round, player, asked.id))
            self._more.set()
        if isinstance(asked, say.ToTable) and asked.kind in (PlaceBets, Decide, TakeSeat):
            self.answers.append((player, asked.id))

    async def reaches(self, bets: int) -> None:
        while len(self.bets) < bets:
            self._more.clear()
            await self._more.wait()


class Players:
    """Bots that play until the house is gone, and come back with the sessions they have."""

    def __init__(self, stack: AsyncExitStack, memory: Memory) -> None:
        self._stack = stack
        self.memory = memory
        self.clients: list[Remembering] = []
        self._playing: list[asyncio.Task[None]] = []

    async def come(self, house: Served) -> None:
        """The first time: two guests for each table."""
        for _ in range(2 * len(GAMES)):
            api = await self._stack.enter_async_context(Api(house.address))
            try:
                await api.guest()
                client = Remembering(api, self.memory)
                await client.connect()
            except _CUT:
                return
            self._stack.push_async_callback(client.close)
            self.clients.append(client)

    async def come_back(self) -> None:
        """With the same tokens, and the numbers of the last messages they have."""
        for client in self.clients:
            welcome = await client.connect()
            assert welcome.name == client.api.name

    def play(self) -> None:
        tables = tuple(GAMES)
        self._playing = [
            asyncio.create_task(_play(client, tables[number % len(tables)]))
            for number, client in enumerate(self.clients)
        ]

    async def stop(self) -> None:
        for one in self._playing:
            one.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)


_CUT = (HouseRefused, OSError, httpx.HTTPError, EOFError, WebSocketException)


async def _play(client: Client, table: str) -> None:
    with suppress(*_CUT):
        await Bot(client, table, seed=7).play()


@asynccontextmanager
async def players(memory: Memory) -> AsyncIterator[Players]:
    async with AsyncExitStack() as stack:
        yield Players(stack, memory)


# What must be in the books -----------------------------------------------------------------------


def check_books(url: str, memory: Memory) -> None:
    """All that was acknowledged is there, and no outcome was drawn anew."""
    store = open_store(url, create=False)
    assert list(house_complaints(store)) == []
    for sender, id in memory.answers:
        assert store.answer(sender, id) is not None, (sender, id)
    for table in GAMES:
        _check_bets(store, table, [bet for bet in memory.bets if bet.table == table])
    # A run of 4096 pockets is not used up here: what was sealed first goes on in every life.
    assert len(_sealed(store, "wheel")) == 1
    store.close()


def _check_bets(store: Store, table: str, bets: Iterable[Bet]) -> None:
    """Each bet is settled with its round, stands in the round that is on, or was given back."""
    state, _, _ = fold(store, table)
    settled = {
        (played.number, line.player)
        for played in rounds(store, table)
        if played.over
        for line in played.lines
    }
    standing = {(state.round_number, bet.player) for bet in state.layout.bets}
    returned, number = set(), 0
    for entry in every_entry(store, table):
        for fact in facts_of(entry):
            if isinstance(fact, BettingOpened):
                number = fact.round
            if isinstance(fact, BetsPlaced) and not fact.bets:
                returned.add((number, fact.player))
    for bet in bets:
        key = bet.round, bet.player
        assert key in settled or key in standing or key in returned, bet


def _sealed(store: Store, table: str) -> list[str]:
    return [
        fact.commitment
        for entry in every_entry(store, table)
        for fact in facts_of(entry)
        if isinstance(fact, OutcomesSealed)
    ]


class Lives:
    """One house after another on the same books, port and key."""

    def __init__(self, tmp_path: Path, url: str, grace: int, betting: float = 0.3) -> None:
        self._data = tmp_path / "data"
        self.url = url
        self._tables = write_tables(
            tmp_path / "tables.toml", GAMES, betting=betting, grace=grace, wheel_run=4096
        )
        self._port = 0

    @asynccontextmanager
    async def life(self, crashpoint: str = "") -> AsyncIterator[Served]:
        options = ("--tables", self._tables, "--drain", 0)
        with served(
            self._data, *options, port=self._port, crashpoint=crashpoint, store=self.url
        ) as house:
            self._port = house.port
            yield house

    async def last(self, playing: Players) -> None:
        """Nobody kills this one: everyone comes back, plays on, and it closes in good order."""
        memory = playing.memory
        check_books(self.url, memory)
        async with self.life() as house:
            await playing.come_back()
            playing.play()
            await memory.reaches(len(memory.bets) + 3 * len(playing.clients))
            await playing.stop()
            house.signal(signal.SIGTERM)
            assert await house.ended() == 0
        check_books(self.url, memory)
        told = croupier("verify", "--store", self.url)
        assert (told.returncode, told.stderr) == (0, ""), told
        assert "all is well" in told.stdout


# The tests ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["commit-begun", "commit-written", "commit-done"])
async def test_killed_at_a_named_place(lasting_url: str, place: str, tmp_path: Path) -> None:
    """Before, in and after a commit, by how many there have been."""
    chosen = random.Random(place)
    lives = Lives(tmp_path, lasting_url, grace=60)
    async with players(Memory()) as playing:
        for number in range(2):
            async with lives.life(f"{place}:{chosen.randint(60, 140)}") as house:
                await (playing.come_back() if number else playing.come(house))
                playing.play()
                assert await house.ended() == -signal.SIGKILL
            await playing.stop()
            check_books(lasting_url, playing.memory)
        await lives.last(playing)


@pytest.mark.parametrize("grace", [0, 60])
async def test_killed_at_any_moment(lasting_url: str, grace: int, tmp_path: Path) -> None:
    """After so many acknowledged bets. Without grace R4 decides at every return: bets before "No
    more bets" go back, rounds are void unless something is decided (I12, in the books)."""
    chosen = random.Random(grace)
    lives = Lives(tmp_path, lasting_url, grace)
    async with players(Memory()) as playing:
        for number in range(3):
            async with lives.life() as house:
                await (playing.come_back() if number else playing.come(house))
                playing.play()
                await playing.memory.reaches(len(playing.memory.bets) + chosen.randint(1, 25))
                house.signal(signal.SIGKILL)
                assert await house.ended() == -signal.SIGKILL
            await playing.stop()
            check_books(lasting_url, playing.memory)
        await lives.last(playing)


@pytest.mark.clause("R4")
@pytest.mark.parametrize(("grace", "stands"), [(60, True), (0, False)])
async def test_a_bet_stands_within_the_grace_and_goes_back_past_it(
    tmp_path: Path, grace: int, stands: bool
) -> None:
    lives = Lives(tmp_path, f"sqlite:{tmp_path / 'house.db'}", grace, betting=600)
    memory = Memory()
    async with AsyncExitStack() as stack:
        async with lives.life() as house:
            api = await stack.enter_async_context(Api(house.address))
            await api.guest()
            client = Remembering(api, memory)
            await client.connect()
            stack.push_async_callback(client.close)
            await client.join("wheel")
            await client.until(lambda: client.tables["wheel"].phase == "betting")
            await client.place("wheel", "red", 10_00)
            house.signal(signal.SIGKILL)
            await house.ended()
        check_books(lives.url, memory)
        async with lives.life() as house:
            first = client.welcome
            second = await client.connect()
            assert first is not None
            assert (second.name, second.resumed) == (first.name, False)
            assert second.house != first.house
            assert client.tables["wheel"].phase is TablePhase.BETTING
            assert client.tables["wheel"].staked == (10_00 if stands else 0)
            await client.until(lambda: "wheel" in client.you)
            assert client.you["wheel"].current_bet == (10_00 if stands else 0)
            purse = 990_00 if stands else 1_000_00
            await client.until(lambda: client.purse and client.purse.balance == purse)
            # Asked again, it is the same bet: answered, and not placed twice.
            (bet,) = memory.bets
            reply = await client.ask(
                say.PlaceBets(bet.id, "wheel", bet.round, (LaidBet("red", 10_00),))
            )
            assert reply.ok
            assert client.tables["wheel"].staked == (10_00 if stands else 0)
        check_books(lives.url, memory)
