"""Open the house on a port, and close it in good order."""

import asyncio
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from types import FrameType

import uvicorn

from croupier.chance import fair
from croupier.chance.self_test import check_chance
from croupier.kit.errors import Code, Refused
from croupier.server.app import make_app
from croupier.server.decoding import LARGEST_MESSAGE
from croupier.server.house import House
from croupier.server.http_protocol import CroupierHttpProtocol
from croupier.server.wire_protocol import CroupierWebSocketProtocol

PING_S = PONG_S = 20
"""How often the house pings a socket, and how long it waits for the answer."""
IDLE_S = 30
"""How long a connection is kept on which nothing is asked."""
_CLOSING_S = 5
_TICK_S = 0.1


class HouseServer(uvicorn.Server):
    """The first signal closes the house in good order, the second at once."""

    def __init__(
        self,
        house: House,
        host: str,
        port: int,
        *,
        door: socket.socket | None = None,
        shortcut: bool = True,
    ) -> None:
        """`door` is the port where it is held already."""
        super().__init__(
            uvicorn.Config(
                make_app(house),
                http=CroupierHttpProtocol,
                ws=CroupierWebSocketProtocol if shortcut else "websockets-sansio",
                ws_max_size=LARGEST_MESSAGE,
                ws_ping_interval=PING_S,
                ws_ping_timeout=PONG_S,
                # Compressed sizes tell things, and a bomb is small until it is unpacked.
                ws_per_message_deflate=False,
                # Whether a proxy is believed is the house's own setting.
                proxy_headers=False,
                lifespan="off",
                access_log=False,
                log_config=None,
                server_header=False,
                timeout_keep_alive=IDLE_S,
                timeout_graceful_shutdown=_CLOSING_S,
            )
        )
        self._house = house
        self._door = door or hold(host, port)
        self._closing = asyncio.Event()
        self._closed = asyncio.Event()

    async def main_loop(self) -> None:
        """As uvicorn's, except that a closed house does not wait for the next tick."""
        for tick in count():
            if await self.on_tick(tick):
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(_TICK_S):
                    await self._closed.wait()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._closing.is_set() or sig == signal.SIGQUIT:
            super().handle_exit(sig, frame)
        self._closing.set()

    def stop(self) -> None:
        """Close in good order, as the first signal does."""
        self._closing.set()

    @property
    def address(self) -> str:
        return address_of(self._door)

    async def open(self, opened: Callable[[str], Awaitable[None]]) -> None:
        """Until a signal comes, or another process takes the house over."""
        serving = asyncio.create_task(self.serve([self._door]))
        while not self.started and not serving.done():
            await asyncio.sleep(0.01)
        if serving.done():
            await serving
        self._house.start()
        try:
            await opened(self.address)
            lost = asyncio.create_task(self._house.lost.wait())
            closing = asyncio.create_task(self._closing.wait())
            asked = asyncio.create_task(self._house.asked_to_close.wait())
            ends = (serving, lost, closing, asked)
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for waiting in (lost, closing, asked):
                waiting.cancel()
        finally:
            if self._house.node is not None and self._house.node.others():
                self._turn_away()
            await self._house.close()
            self.should_exit = True
            self._closed.set()
            await serving
        if self._house.lost.is_set():
            raise Refused(Code.NOT_STORED, await asyncio.to_thread(self._house.why_lost))

    def _turn_away(self) -> None:
        """Whoever comes now comes to another node; who is here stays until tables have moved."""
        for listening in self.servers:
            listening.close()


def address_of(door: socket.socket) -> str:
    host, port = door.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def hold(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """The port, held before the house is opened: whoever cannot have it must not take the tables
    from the house that does. `shared`: with other nodes on this machine; the system spreads those
    who come over all who listen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, reuse_port=shared)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (while")[0]
        raise Refused(Code.BAD_SETTING, f"port {port} of {host} cannot be opened: {why}") from None


def check_interpreter() -> None:
    """The books are checked with assertions too: they must not be compiled away."""
    if sys.flags.optimize:
        raise Refused(Code.BAD_SETTING, "the house does not open under python -O")
    check_chance(fair())
