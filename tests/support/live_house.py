"""A real house on a real port inside the test: real sockets, a real store, short clocks."""

import asyncio
import hmac
import struct
import time
from base64 import b32decode
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

from argon2 import PasswordHasher
from msgspec.structs import replace

from croupier.chance import RandBelow, WatchedSource
from croupier.client import Api, Client
from croupier.engine.layout import Limits
from croupier.house.cage.book import Chips
from croupier.house.clock import Clock
from croupier.house.roles import Role
from croupier.odds.play_figures import PlayFigures
from croupier.server.accounts import PresentAccount
from croupier.server.house import House
from croupier.server.node import NodeLink
from croupier.server.serve import HouseServer
from croupier.server.settings import HouseSettings
from croupier.server.tracing import Tracing
from croupier.store import Complaint, StoreError, open_store
from croupier.store.protocol import Store
from croupier.table.config import Clocks, DealerKind, Shuffle, TableConfig
from tests.support.checkpoints import checkpoint_complaints

KEY = bytes(range(32))
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "correct horse battery"
QUICK = Clocks(betting=400, decision=10_000, offer=10_000, choice=10_000, pause=100)
"""Long for whoever has to decide, and what came of a round lies there for a moment: so that no test
depends on being fast."""
LIMITS = Limits(5_00, 500_00)
_PLAY_FIGURES: dict[tuple[str, str], PlayFigures] = {}
"""Shared by all houses of a test process: each would compute the same in a process of its own."""
WINDOW = 600_000
"""Players give what they like until "No more bets": no test depends on being fast."""
SETTINGS = HouseSettings(
    origins=frozenset({"http://house.example"}),
    newcomers=100_000,
    requests=100_000,
    sockets=100_000,
    drain_s=0.0,
    members=Chips.CAGE,
)


def table(
    game: str,
    *,
    id: str = "",
    dealer: DealerKind = DealerKind.VIRTUAL,
    clocks: Clocks = QUICK,
    limits: Limits = LIMITS,
    **settings: Any,
) -> TableConfig:
    return TableConfig(
        id or game, game, settings, limits, dealer, clocks, shuffle=Shuffle(WINDOW, 16)
    )


def human(game: str, **settings: Any) -> TableConfig:
    return table(game, dealer=DealerKind.HUMAN, **settings)


class StaffApi(Api):
    """A member of staff, with the secret of their authenticator."""

    secret = b""


class LiveHouse:
    """A running house: its address, and ways to join as guest, player or staff."""

    def __init__(self, house: House, server: HouseServer, stack: AsyncExitStack) -> None:
        self.house = house
        self.server = server
        self.address = server.address
        self._stack = stack
        self._staff: dict[str, StaffApi] = {}

    async def api(self, token: str = "") -> Api:
        return await self._stack.enter_async_context(Api(self.address, token))

    async def guest(self) -> Client:
        """A guest with a socket."""
        api = await self.api()
        await api.guest()
        return await self.client(api)

    def account(self, name: str) -> PresentAccount:
        """An account with a device on a socket."""
        account = self.house.accounts.get(name)
        assert account is not None
        return account

    async def client(self, api: Api) -> Client:
        """One more device of an account."""
        return await self._stack.enter_async_context(Client(api))

    async def player(self, name: str, chips: int = 1_000_00) -> Api:
        """A registered player, with money from the cage."""
        api = await self.api()
        await api.register(name, PASSWORD)
        if chips:
            await self.house.cage.deposit(name, chips, "cashier", f"first-{name}")
        return api

    async def staff(self, role: Role, name: str = "") -> StaffApi:
        """Somebody of the staff, all set up; the same one when asked again."""
        name = name or f"the-{role}"
        if name not in self._staff:
            one_time = await self.house.people.open_staff(name, role, "house")
            self._staff[name] = await self._set_up(name, one_time)
        return self._staff[name]

    async def signed_in(self, api: StaffApi) -> StaffApi:
        """The same member of staff in the same session, at this node."""
        here = StaffApi(self.address, api.token)
        here.secret = api.secret
        return await self._stack.enter_async_context(here)

    async def _set_up(self, name: str, one_time: str) -> StaffApi:
        api = await self._stack.enter_async_context(StaffApi(self.address))
        await api.login(name, one_time)
        changed = await api.call("POST", "/api/password", {"old": one_time, "new": PASSWORD})
        api.token = changed["token"]
        told = await api.call("POST", "/api/authenticator")
        api.secret = secret_of(told["uri"])
        code = totp(api.secret, 0)
        await api.call("POST", "/api/authenticator/confirmation", {"code": code})
        return api

    async def step_up(self, api: Api) -> None:
        """A fresh code; the one of the next half minute is not used yet."""
        assert isinstance(api, StaffApi)
        await api.call("POST", "/api/step-up", {"code": totp(api.secret, 1)})


@asynccontextmanager
async def serving(
    tables: Iterable[TableConfig],
    url: str = "memory:",
    *,
    settings: HouseSettings = SETTINGS,
    clock: Clock | None = None,
    shortcut: bool = True,
    randbelow: RandBelow | None = None,
    source: WatchedSource | None = None,
    tracing: Tracing | None = None,
    store: Store | None = None,
    link: NodeLink | None = None,
    stills: Path | None = None,
    program: Path | None = None,
) -> AsyncIterator[LiveHouse]:
    """`link`: to the other nodes of the house, on a `store` of theirs all. `randbelow`: the cards
    come as it says, so the order must not follow from anything else."""
    if randbelow is not None:
        tables = [replace(table, shuffle=Shuffle(squarings=0)) for table in tables]
    store = store or open_store(url)
    wrong: list[Complaint] = []
    close = store.close

    def check_and_close() -> None:
        """Whatever was played: what the next house would begin from is what the journals say."""
        with suppress(StoreError):
            wrong.extend(checkpoint_complaints(store))
        close()

    store.close = check_and_close  # type: ignore[method-assign]
    house = House(
        store,
        key=KEY,
        settings=settings,
        clock=clock,
        hasher=CHEAP,
        randbelow=randbelow,
        source=source,
        tracing=tracing,
        link=link,
        stills=stills,
        program=program,
    )
    house.odds._play = _PLAY_FIGURES
    house.open(tables)
    server = HouseServer(house, "127.0.0.1", 0, shortcut=shortcut)
    # Its own pages may talk to it; where they come from is known only now.
    house.settings = replace(settings, origins=settings.origins | {server.address})
    opened = asyncio.Event()

    async def tell(_: str) -> None:
        opened.set()

    running = asyncio.create_task(server.open(tell))
    waiting = asyncio.create_task(opened.wait())
    await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        running.result()
    try:
        async with AsyncExitStack() as stack:
            yield LiveHouse(house, server, stack)
    finally:
        server.stop()
        await running
    assert not wrong


def secret_of(uri: str) -> bytes:
    (secret,) = parse_qs(urlparse(uri).query)["secret"]
    return b32decode(secret + "=" * (-len(secret) % 8))


def totp(secret: bytes, ahead: int) -> str:
    """RFC 6238, independent of the house's own: the code of this half minute, or a later one."""
    step = int(time.time()) // 30 + ahead
    digest = hmac.digest(secret, struct.pack(">Q", step), "sha1")
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at : at + 4]) & 0x7FFFFFFF) % 1_000_000:06d}"
