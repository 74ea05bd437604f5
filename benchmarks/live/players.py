"""Players by the thousand in one process: a socket each, and just enough of the protocol.

The typed client costs more than the server that is measured. Here frames are cut out of the bytes
by hand, and only what a scenario asks about is looked at.
"""

import asyncio
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any
from urllib.parse import urlparse

import msgspec
from benchmarks.live.histogram import Histogram

now = time.monotonic
_FEED_AT, _N_AT = map(
    len, ('{"type":"table","feed":"', '{"type":"table","feed":"0123456789abcdef","n":')
)
_RE_AT = len('{"type":"reply","re":"')
_KEY = b64encode(bytes(16)).decode()


def feed_of(data: bytes, at: int) -> bytes:
    """The name of the feed that the table's message is in."""
    return data[at + _FEED_AT : at + _FEED_AT + 16]


def frame(text: bytes, opcode: int = 1) -> bytes:
    """A client's frame; masked with zeros, which is masked all the same."""
    size = len(text)
    head = bytes((128 | opcode, 128 | size)) if size < 126 else b""
    return (head or bytes((128 | opcode, 254)) + size.to_bytes(2)) + bytes(4) + text


class Player(asyncio.Protocol):
    def __init__(self, crowd: "Crowd", token: str = "") -> None:
        self.crowd = crowd
        self.token = token
        self.name = ""
        self.mark: dict[str, Any] | None = None
        self.bets = 0
        self._where = ("", 0)
        self._laid: dict[str, int] = {}
        """All that this player has on the layout, there and then."""
        self.opened: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._rest = b""
        self._shaken = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(
            f"GET /socket HTTP/1.1\r\nHost: {self.crowd.host}:{self.crowd.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {_KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, _: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server closed the socket"))

    def say(self, text: bytes) -> None:
        self.transport.write(frame(text))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        at, size = 0, len(data)
        if not self._shaken:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:200]
            self._shaken, at = True, end + 4
            self.opened.set_result(b"")
        while size - at >= 2:
            length, body = data[at + 1], at + 2
            if length > 125:
                body = at + (4 if length == 126 else 10)
                if size < body:
                    break
                length = int.from_bytes(data[at + 2 : body])
            if size < body + length:
                break
            if data[at] == 0x81:
                self._heard(data, body, body + length)
            elif data[at] == 0x89:
                self.transport.write(frame(data[body : body + length], 10))
            at = body + length
        self._rest = data[at:]

    def _heard(self, data: bytes, at: int, end: int) -> None:
        crowd = self.crowd
        crowd.messages += 1
        kind = data[at + 9 : at + 11]
        if kind == b"re":
            crowd.answered(data[at:end])
        elif kind == b"ta":
            start = at + _N_AT
            crowd.on_table(self, int(data[start : data.index(b",", start)]), data, at, end)
        elif kind == b"we":
            self.welcome.set_result(data[at:end])
        elif kind == b"by":
            crowd.refused["bye"] += 1

    async def hello(self, ticket: str) -> dict[str, Any]:
        self.welcome: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.say(msgspec.json.encode({"type": "hello", "ticket": ticket}))
        told: dict[str, Any] = msgspec.json.decode(await self.welcome)
        return told

    async def ask(self, type: str, **said: Any) -> dict[str, Any]:
        """Setting up: asked, and waited for."""
        id = self.crowd.id()
        heard: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.crowd.waiting[id] = heard
        self.say(msgspec.json.encode({"type": type, "id": id.decode(), **said}))
        told: dict[str, Any] = msgspec.json.decode(await heard)
        assert told["ok"], told
        return told

    def bet(self, table: str, round: int, spot: str, due: float) -> None:
        """One message: everything this player has on the layout, which is one chip more on a spot
        that may have some already."""
        id = self.crowd.id()
        self.crowd.waiting[id] = due
        self.bets += 1
        if self._where != (table, round):
            self._where, self._laid = (table, round), {}
        self._laid[spot] = self._laid.get(spot, 0) + 500
        lies = b",".join(
            b'{"bet":"%b","amount":%d}' % (name.encode(), amount)
            for name, amount in self._laid.items()
        )
        text = b'{"type":"place-bets","id":"%b","table":"%b","round":%d,"bets":[%b]}'
        self.say(text % (id, table.encode(), round, lies))

    def echo_bet(self, due: float) -> None:
        """The same message for the bare server, as long as the house's and its answer."""
        id = self.crowd.id()
        self.crowd.waiting[id] = due
        text = b'{"type":"reply","re":"%b","ok":true,"code":"","message":"","clause":"","data":%d}'
        self.say(text % (id, 10**20))


def ignore(player: Player, n: int, data: bytes, at: int, end: int) -> None:
    """A table's message that nobody times."""


OnTable = Callable[[Player, int, bytes, int, int], None]


class Crowd:
    """All players, and what they were answered."""

    def __init__(self, address: str) -> None:
        self.move(address)
        self.players: list[Player] = []
        self.on_table: OnTable = ignore
        self.waiting: dict[bytes, float | asyncio.Future[bytes]] = {}
        self._ids = count()
        self.fresh()

    def move(self, address: str) -> None:
        url = urlparse(address)
        self.host, self.port = str(url.hostname), int(url.port or 0)

    def fresh(self) -> None:
        """Begin to count anew."""
        self.messages = 0
        self.accepted = 0
        self.refused: Counter[str] = Counter()
        self.acks = Histogram()
        self.last_answer = 0.0
        self.late = Histogram()
        """How long after its time this process sent: what is its own fault."""

    def id(self) -> bytes:
        return b"%012x" % next(self._ids)

    def answered(self, text: bytes) -> None:
        end = text.index(b'"', _RE_AT)
        asked = self.waiting.pop(text[_RE_AT:end])
        if not isinstance(asked, float):
            asked.set_result(text)
            return
        self.last_answer = now()
        self.acks.record(self.last_answer - asked)
        if text.startswith(b'","ok":true', end):
            self.accepted += 1
        else:
            self.refused[msgspec.json.decode(text)["code"]] += 1

    @property
    def unanswered(self) -> int:
        return sum(isinstance(one, float) for one in self.waiting.values())

    # Coming in -----------------------------------------------------------------------------------

    async def post(self, path: str, token: str = "") -> dict[str, Any]:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            bearer = f"Authorization: Bearer {token}\r\n" if token else ""
            writer.write(
                f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{bearer}"
                "Connection: close\r\nContent-Length: 0\r\n\r\n".encode()
            )
            told: dict[str, Any] = msgspec.json.decode(
                (await reader.read()).partition(b"\r\n\r\n")[2]
            )
            return told
        finally:
            writer.close()

    async def connect(self, token: str = "") -> Player:
        loop = asyncio.get_running_loop()
        _, player = await loop.create_connection(lambda: Player(self, token), self.host, self.port)
        await player.opened
        return player

    async def guest(self) -> Player:
        opened = await self.post("/api/guests")
        player = await self.come_back(opened["token"])
        player.name = opened["name"]
        return player

    async def come_back(self, token: str) -> Player:
        ticket = (await self.post("/api/tickets", token))["ticket"]
        player = await self.connect(token)
        await player.hello(ticket)
        return player

    async def gather(self, players: int, *, bare: bool = False, at_once: int = 32) -> None:
        """Guests of the house, or plain sockets of the bare server."""
        self.players += await limited(
            at_once, (self.connect() if bare else self.guest() for _ in range(players))
        )

    async def each(self, type: str, **said: Any) -> None:
        await limited(64, (player.ask(type, **said) for player in self.players))

    def leave(self) -> None:
        for player in self.players:
            player.transport.abort()

    # Sending on schedule -------------------------------------------------------------------------

    async def on_schedule(
        self, rate: float, seconds: float, send: Callable[[int, float], None]
    ) -> None:
        """`send(k, due)` for the k-th message at its time, whatever has been answered so far."""
        start = now()
        for k in range(int(rate * seconds)):
            due = start + k / rate
            if (wait := due - now()) > 0:
                await asyncio.sleep(wait)
            elif not k % 50:
                await asyncio.sleep(0)  # late: but still listen
            self.late.record(max(0.0, now() - due))
            send(k, due)

    async def all_answered(self, patience: float = 30.0) -> None:
        until = now() + patience
        while self.unanswered and now() < until:
            await asyncio.sleep(0.01)


async def limited(at_once: int, work: Iterable[Any]) -> list[Any]:
    """All of it, a few at a time."""
    waiting, done = iter(work), []

    async def one_after_another() -> None:
        done.extend([await one for one in waiting])

    await asyncio.gather(*(one_after_another() for _ in range(at_once)))
    return done
