"""Nobody is told a hidden card (I5), by any way out of the house.

A round is played twice, to cards that differ only where nobody may look. Everything that everyone
receives until the cards are turned must be the same bytes: each frame on every socket, what a
newcomer is shown, the floor, every page that can be fetched, and the log.

What is random or timed by design is blotted out first, and nothing else: the names of feeds and of
the house's run, ids of requests and chat lines, guests' names, times of day and of clocks, the
commitment to a sealed shoe, and the hashes of journal entries, which have the time in them. Of the
regulator's export the parts about tables are compared; its sums, and the house's own journals with
their sessions and passwords, are random.
"""

import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZipFile

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

from croupier.client import Api, Client, new_id
from croupier.engine.inputs import Action
from croupier.house.roles import Role
from croupier.server import room as rooms
from croupier.server.http.endpoint import ENDPOINTS
from croupier.server.logs import JsonLines
from croupier.server.projection import lobby_table, staff_view, table_view, you_view
from croupier.table import commands as table_commands
from croupier.table.config import DealerKind
from croupier.table.guide import GuideStep
from croupier.table.state import TableState
from croupier.wire import commands as say
from croupier.wire.views import BlackjackPlay, StaffView, TableView
from tests.server.pipelining import Page, fetch_pages
from tests.support.live_clients import assert_books_balance, sync, until_balance
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, house_command, untimed

WATCHING = tuple(role for role in Role if role is not Role.PLAYER)
_HEX = r"[0-9a-f]+"
_BLOTTED = (
    (re.compile(rf'"(feed|house|re|commitment|line|hash)":"{_HEX}"'), r'"\1":"*"'),
    (re.compile(r'"(left_ms|session_ms|waits_ms)":\d+'), r'"\1":0'),
    (re.compile(r'"([a-z_]+_ms)":\d{13}\b'), r'"\1":0'),
    (re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+Z"), "now"),
    (re.compile(r"(guest|watcher)-[a-z0-9]{10}"), r"\1-*"),
)
_OF_TABLES = ("rounds.jsonl", "sealed.jsonl", "transfers.csv")


def blotted(text: str) -> str:
    for pattern, blot in _BLOTTED:
        text = pattern.sub(blot, text)
    return text


class Listening(Client):
    """Keeps every frame as it came."""

    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self.frames: list[str] = []

    async def _read(self, socket: ClientConnection) -> None:
        await super()._read(_Tape(socket, self.frames))  # type: ignore[arg-type]


class _Tape:
    def __init__(self, socket: ClientConnection, frames: list[str]) -> None:
        self._socket, self._frames = socket, frames

    async def __aiter__(self) -> AsyncIterator[str]:
        async for text in self._socket:
            assert isinstance(text, str)
            self._frames.append(blotted(text))
            yield text


# What is played ----------------------------------------------------------------------------------


class Scene(NamedTuple):
    """A round of ann on box 1 and bob on box 2. "{}" stands for what is hidden."""

    game: str
    piles: dict[int, str]
    """Cards by box; the dealer's are box 0's."""
    hidden: tuple[str, str]
    said: tuple[tuple[str, str, int], ...]
    """The last of these turns the cards."""
    squeezed: bool = False
    may_know: frozenset[str] = frozenset()
    """Who sees the hidden cards by right."""


STANDS = (("ann", "stand", 1), ("bob", "stand", 2))
HOLE = {1: "TS 9H", 2: "TH 8C", 0: "7D {} TC"}
ACE_UP = {1: "TS 9H", 2: "TH 8C", 0: "AD {} TC"}
INSURED = (("ann", "insure", 1), ("bob", "decline", 2))
FACE_DOWN = {1: "{}", 2: "TH 8C", 0: "7D TC"}
OWNER = frozenset({"ann"})
"""Whoever deals a card face down does not look at it either."""

HOLE_CARDS = [
    Scene(game, HOLE, ("5C", "TD"), STANDS)
    for game in (
        *("live-blackjack", "classic-blackjack-shoe"),
        *("classic-blackjack-double", "classic-blackjack-single"),
    )
]
THE_LOOK = [
    Scene(game, ACE_UP, ("KC", "9D"), INSURED)
    for game in (
        *("live-blackjack", "classic-blackjack-shoe"),
        *("classic-blackjack-double", "classic-blackjack-single"),
    )
]
FACES = [
    Scene(
        "classic-blackjack-double",
        FACE_DOWN,
        ("TS 9H", "AS 5H"),
        (("ann", "stand", 1), ("bob", "stand", 2)),
        may_know=OWNER,
    ),
    Scene(
        "rws-blackjack",
        {1: "TS {}", 2: "TH 8C", 0: "7D TC"},
        ("9H", "2H"),
        (("ann", "turn", 1),),
        squeezed=True,
        may_know=OWNER,
    ),
    # What the guide says of a hand could tell that it is a pair.
    Scene(
        "rws-blackjack",
        {1: "TS {}", 2: "TH 8C", 0: "7D TC"},
        ("TD", "2H"),
        (("ann", "turn", 1),),
        squeezed=True,
        may_know=OWNER,
    ),
]
SCENES = HOLE_CARDS + THE_LOOK + FACES


def name(scene: Scene) -> str:
    return f"{scene.game}-{scene.said[0][1]}-{'-'.join(scene.hidden).replace(' ', '')}"


# Everyone who hears of it ------------------------------------------------------------------------


class Heard(NamedTuple):
    before: dict[str, list[str]]
    """Until the cards are turned: who, and frame by frame, page by page, line by line."""
    after: dict[str, list[str]]


class Evening:
    """A house with everyone at one table; the same every time, but for the hidden cards."""

    def __init__(self, house: LiveHouse, stack: AsyncExitStack, table: str) -> None:
        self.house, self.table = house, table
        self._stack = stack
        self.apis: dict[str, Api] = {}
        self.there: dict[str, Listening] = {}

    async def gather(self) -> None:
        for player in ("ann", "bob"):
            self.apis[player] = await self.house.player(player)
        self.apis["guest"] = await self.house.api()
        await self.apis["guest"].guest()
        for role in WATCHING:
            if role is Role.WATCHER:
                self.apis[role] = await self.house.api()
            elif role is not Role.GUEST:
                self.apis[role] = await self.house.staff(role)
        for who, api in self.apis.items():
            self.there[who] = await self._stack.enter_async_context(Listening(api))
        for who in ("ann", "bob", "guest"):
            one = self.there[who]
            await one.until(lambda: one.purse is not None)  # noqa: B023
        for one in self.there.values():
            await one.join(self.table)

    async def in_step(self) -> None:
        """Everyone has what was sent to them, purses too."""
        for player in ("ann", "bob"):
            held = self.house.house.store.balance(f"wallet:{player}")
            one = self.there[player]
            await until_balance(one, held)
        await sync(*self.there.values())

    async def bets(self) -> None:
        ann, bob = self.there["ann"], self.there["bob"]
        for player in (ann, bob):
            await player.place(self.table, "initial", 100_00, 1 if player is ann else 2)
            await self.in_step()
        # The second bet is told within a quarter of a second.
        for one in self.there.values():
            await one.until(lambda: one.tables[self.table].bettors == 2)  # noqa: B023

    async def says(self, player: str, action: str, box: int) -> None:
        one = self.there[player]
        if action == "turn":
            round = one.tables[self.table].round
            await one.do(say.TurnCards(new_id(), self.table, round, box))
        else:
            amount = 50_00 if action == "insure" else None
            await one.decide(self.table, Action(action), box, amount=amount)
        await self.in_step()

    async def looked_at(self) -> dict[str, list[str]]:
        """What a newcomer is shown now, on a socket and by every page of the house."""
        found = {}
        for who, api in self.apis.items():
            async with Listening(api) as fresh:
                await fresh.join(self.table)
                await fresh.lobby()
                await fresh.ask(say.WatchFloor(new_id()))
                frames = list(fresh.frames)
            # The purse comes when it comes; the floor at once, and again when that comes round.
            frames = only_first(frames, '"type":"floor"')
            frames = [one for one in frames if '"type":"purse"' not in one]
            found[f"{who} anew"] = [re.sub(r'"n":\d+', '"n":0', one) for one in frames]
            found[f"{who} fetching"] = await self._pages(api)
        await self.in_step()
        return found

    async def _pages(self, api: Api) -> list[str]:
        named = {
            "{table}": self.table,
            "{stream:path}": self.table,
            "{round}": "1",
            "{number}": "1",
            "{token}": "1-no-link",
            "{name}": "ann",
            "{clause}": "R3",
            "{day}": "2026-01-01",
        }
        paths = []
        for endpoint in ENDPOINTS:
            path = endpoint.path
            for hole, value in named.items():
                path = path.replace(hole, value)
            counts = any(word in path for word in ("metrics", "healthz", "readyz", ".json"))
            # Salted, and by the clock; that nothing of a round is in it is shown in test_witness.
            counts |= "/log/" in path or path.startswith(("/api/office/log", "/api/office/chain"))
            if endpoint.method == "GET" and not counts:
                assert "{" not in path, f"what to fetch instead of {path}?"
                paths.append(path)
        pages = await fetch_pages(api.address, api.token, paths)
        return [_page(path, page) for path, page in zip(paths, pages, strict=True)]


def only_first(frames: list[str], kind: str) -> list[str]:
    first = next((at for at, one in enumerate(frames) if kind in one), None)
    return [one for at, one in enumerate(frames) if at == first or kind not in one]


def _page(path: str, page: Page) -> str:
    if page.media == "application/zip":
        with ZipFile(BytesIO(page.body)) as archive:
            text = "".join(archive.read(name).decode() for name in _OF_TABLES)
    else:
        text = page.body.decode()
    return f"{path} {page.status} {blotted(text)}"


async def play(scene: Scene, hidden: str, log: "Log", *, dealt_by: DealerKind) -> Heard:
    piles = {box: cards.format(hidden).split() for box, cards in scene.piles.items()}
    deals: Callable[..., Any] = _by_hand if dealt_by is DealerKind.HUMAN else _by_the_house
    async with AsyncExitStack() as stack:
        evening = await deals(scene, piles, stack)
        for player, action, box in scene.said[:-1]:
            await evening.says(player, action, box)
        log.lines.append("a newcomer looks")
        heard = {who: list(one.frames) for who, one in evening.there.items()}
        heard |= await evening.looked_at()
        heard["the log"] = list(log.lines)
        count = {who: len(one.frames) for who, one in evening.there.items()}
        await evening.says(*scene.said[-1])
        if dealt_by is DealerKind.VIRTUAL:
            pit = evening.there["pit"]
            await pit.until(lambda: pit.tables[scene.game].over or pit.tables[scene.game].turns)
            await evening.in_step()
        after = {who: one.frames[count[who] :] for who, one in evening.there.items()}
        assert_books_balance(evening.house)
    return Heard(heard, after)


async def _by_hand(scene: Scene, piles: dict[int, list[str]], stack: AsyncExitStack) -> Evening:
    game = scene.game
    house = await stack.enter_async_context(serving([by_hand(game)]))
    evening = Evening(house, stack, game)
    await evening.gather()
    there = evening.there
    table = HandDealt(house, game, there["pit"], there["dealer"])
    await table.ok(table.pit, say.ChangeDealer, "the-dealer")
    await sync(table.dealer)
    for player, box in (("ann", 1), ("bob", 2)):
        await there[player].sit(game, box)
    await table.open_betting(*there.values())
    await evening.bets()
    await table.no_more_bets(*there.values())
    while table.guide.step is GuideStep.DEAL_CARD:
        due = table.guide.card
        assert due is not None
        pile = piles[due.box or 0]
        if scene.squeezed and due.box == 1 and len(pile) == 1:
            await table.ok(table.pit, say.AllowSqueeze, 1)
        await table.deal(pile.pop(0))
    await evening.in_step()
    return evening


async def _by_the_house(
    scene: Scene, piles: dict[int, list[str]], stack: AsyncExitStack
) -> Evening:
    game = scene.game
    order = [piles[box].pop(0) for box in (1, 2, 0, 1, 2, 0)] + piles[0]
    burned = 6 if game == "live-blackjack" else 0
    chance = Stacked(" ".join(order), burned=burned)
    house = await stack.enter_async_context(serving([untimed(game)], randbelow=chance))
    evening = Evening(house, stack, game)
    await evening.gather()
    there = evening.there
    for one in there.values():
        await one.until(lambda: one.tables[game].phase == "betting")  # noqa: B023
    for player, box in (("ann", 1), ("bob", 2)):
        await there[player].sit(game, box)
    await evening.bets()
    await house_command(house, game, table_commands.CloseBetting())
    for one in there.values():
        await one.until(lambda: one.tables[game].turns or one.tables[game].offers)  # noqa: B023
    await evening.in_step()
    return evening


# What the house writes down ----------------------------------------------------------------------


class Log(logging.Handler):
    """The house's log at "info", line by line as it would be written."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(JsonLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("croupier"):
            told = json.loads(self.format(record))
            del told["at"]
            self.lines.append(blotted(json.dumps(told, sort_keys=True)))


@pytest.fixture
def logs() -> Iterator[Callable[[], Log]]:
    root, house = logging.getLogger(), logging.getLogger("croupier")
    level, made = house.level, list[Log]()

    def fresh() -> Log:
        for one in made:
            root.removeHandler(one)
        made.append(Log())
        root.addHandler(made[-1])
        return made[-1]

    house.setLevel(logging.INFO)
    yield fresh
    house.setLevel(level)
    for one in made:
        root.removeHandler(one)


def differs(one: dict[str, list[str]], other: dict[str, list[str]]) -> set[str]:
    """Whose transcripts are not the same, byte by byte and message by message."""
    assert set(one) == set(other)
    return {who for who in one if one[who] != other[who]}


async def both(
    scene: Scene, logs: Callable[[], Log], dealt_by: DealerKind = DealerKind.HUMAN
) -> tuple[Heard, Heard]:
    first = await play(scene, scene.hidden[0], logs(), dealt_by=dealt_by)
    second = await play(scene, scene.hidden[1], logs(), dealt_by=dealt_by)
    return first, second


def allowed(scene: Scene) -> set[str]:
    return {f"{who}{how}" for who in scene.may_know for how in ("", " anew")}


# The tests ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scene", SCENES, ids=name)
async def test_nobody_is_told_what_is_hidden(scene: Scene, logs: Callable[[], Log]) -> None:
    first, second = await both(scene, logs)
    assert differs(first.before, second.before) == allowed(scene)
    # And the test can see: once the cards are turned everyone knows them.
    assert differs(first.after, second.after) >= {"guest", "bob", "ann", "dealer", "cashier"}


@pytest.mark.parametrize("scene", [*HOLE_CARDS[:2], *THE_LOOK[:2]], ids=name)
async def test_nor_where_the_house_deals(scene: Scene, logs: Callable[[], Log]) -> None:
    first, second = await both(scene, logs, DealerKind.VIRTUAL)
    assert differs(first.before, second.before) == set()
    assert differs(first.after, second.after) >= {"guest", "bob", "ann", "dealer", "cashier"}


UNDEALT = Scene("live-blackjack", HOLE | {0: "7D TD {}"}, ("2C 3C 4C", "9D 9C KC"), STANDS)
"""Seventeen stands: the last cards stay in the shoe."""


async def test_what_is_still_in_the_shoe_changes_nothing(logs: Callable[[], Log]) -> None:
    first, second = await both(UNDEALT, logs, DealerKind.VIRTUAL)
    assert differs(first.before, second.before) == set()
    assert differs(first.after, second.after) == set()


async def spun(*pockets: int) -> dict[str, list[str]]:
    """A round of roulette, as everyone hears it; the first pocket is this round's."""
    game, chance = "live-roulette", Stacked(pockets=pockets)
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(serving([untimed(game)], randbelow=chance))
        evening = Evening(house, stack, game)
        await evening.gather()
        ann = evening.there["ann"]
        for one in evening.there.values():
            await one.until(lambda: one.tables[game].phase == "betting")  # noqa: B023
        await ann.place(game, "red", 10_00)
        await evening.in_step()
        await house_command(house, game, table_commands.CloseBetting())
        for one in evening.there.values():
            await one.until(lambda: one.tables[game].over)  # noqa: B023
        await evening.in_step()
        return {who: one.frames for who, one in evening.there.items()}


async def test_the_pockets_to_come_change_nothing() -> None:
    first = await spun(17, 3, 5)
    assert differs(first, await spun(17, 30, 21)) == set()
    assert differs(first, await spun(18, 3, 5)) == set(first)


# Leaks that are planted, each of which must be seen ----------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]


def _hole(state: TableState) -> str:
    """The card that lies face down, while it does."""
    round: Any = state.round
    return str(round.dealer[1]) if round is not None and round.hole_down else ""


def on_the_felt(patch: pytest.MonkeyPatch) -> None:
    honest = table_view

    def broken(state: TableState, *more: Any, **said: Any) -> TableView:
        view, round = honest(state, *more, **said), state.round
        if not isinstance(view.play, BlackjackPlay) or not _hole(state):
            return view
        play = msgspec.structs.replace(view.play, dealer=round.dealer)  # type: ignore[union-attr]
        return msgspec.structs.replace(view, play=play)

    patch.setattr(rooms, "table_view", broken)


def by_its_size_alone(patch: pytest.MonkeyPatch) -> None:
    honest = table_view

    def broken(state: TableState, *more: Any, **said: Any) -> TableView:
        view = honest(state, *more, **said)
        return msgspec.structs.replace(view, title=view.title + " " * _hole(state).count("T"))

    patch.setattr(rooms, "table_view", broken)


def by_one_message_more(patch: pytest.MonkeyPatch) -> None:
    honest = rooms.Room.tell

    def broken(self: rooms.Room) -> None:
        honest(self)
        if _hole(self.state).startswith("T"):
            honest(self)

    patch.setattr(rooms.Room, "tell", broken)


def to_the_staff(patch: pytest.MonkeyPatch) -> None:
    honest = staff_view

    def broken(state: TableState, *more: Any) -> StaffView:
        view = honest(state, *more)
        return msgspec.structs.replace(view, rulings=(*view.rulings, _hole(state)))

    patch.setattr(rooms, "staff_view", broken)


def to_players(patch: pytest.MonkeyPatch) -> None:
    honest = you_view

    def broken(state: TableState, *more: Any) -> Any:
        view = honest(state, *more)
        return msgspec.structs.replace(view, returned=_hole(state).count("T"))

    patch.setattr(rooms, "view_for", broken)


def in_the_lobby(patch: pytest.MonkeyPatch) -> None:
    honest = lobby_table

    def broken(state: TableState, *more: Any) -> Any:
        return msgspec.structs.replace(honest(state, *more), title=_hole(state))

    patch.setattr(rooms, "lobby_table", broken)


def in_the_log(patch: pytest.MonkeyPatch) -> None:
    honest = table_view

    def broken(state: TableState, *more: Any, **said: Any) -> TableView:
        logging.getLogger("croupier.room").info("told", extra={"hole": _hole(state)})
        return honest(state, *more, **said)

    patch.setattr(rooms, "table_view", broken)


EVERYONE = {"ann", "bob", *WATCHING}
HOUSE = {"dealer", "pit", "shift", "inspector"}
ANEW = {f"{who} anew" for who in EVERYONE}


@pytest.mark.parametrize(
    ("plant", "seen_by"),
    [
        (on_the_felt, EVERYONE | ANEW),
        (by_its_size_alone, EVERYONE | ANEW),
        (by_one_message_more, EVERYONE),
        (to_the_staff, HOUSE),
        (to_players, {"ann", "bob"}),
        (in_the_lobby, ANEW),
        (in_the_log, {"the log"}),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
async def test_a_leak_is_seen(
    plant: Plant, seen_by: set[str], logs: Callable[[], Log], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    first, second = await both(HOLE_CARDS[0], logs)
    assert differs(first.before, second.before) >= seen_by
