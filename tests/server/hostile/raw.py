"""Bytes on a wire, with no client library in between to keep them decent."""

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlparse

HANDSHAKE = (
    b"GET /socket HTTP/1.1\r\nHost: house.example\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
TEXT, BINARY, CONTINUED, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
_PATIENCE_S = 30


class Wire:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, *chunks: bytes) -> None:
        """Whether the other side still listens or not."""
        with suppress(ConnectionError):
            await self.insist(*chunks)

    async def insist(self, *chunks: bytes) -> None:
        for chunk in chunks:
            self.writer.write(chunk)
            await self.writer.drain()

    def pause(self) -> None:
        """Read nothing any more."""
        self.writer.transport.pause_reading()  # type: ignore[attr-defined]

    async def head(self) -> bytes:
        return await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), _PATIENCE_S)

    async def upgrade(self, place: bytes = b"/socket") -> None:
        await self.send(HANDSHAKE.replace(b"/socket", place))
        assert (await self.head()).startswith(b"HTTP/1.1 101 ")

    async def closed(self) -> tuple[int, bytes]:
        """The code the house closes with, and what it said before; a missing close is 0."""
        said = b""
        try:
            async with asyncio.timeout(_PATIENCE_S):
                while True:
                    opcode, size = (await self.reader.readexactly(1))[0] & 15, await self._size()
                    payload = await self.reader.readexactly(size)
                    if opcode == CLOSE:
                        return int.from_bytes(payload[:2]), said
                    said += payload
        except (asyncio.IncompleteReadError, ConnectionError):
            return 0, said

    async def _size(self) -> int:
        size = (await self.reader.readexactly(1))[0]
        more = {126: 2, 127: 8}.get(size, 0)
        return int.from_bytes(await self.reader.readexactly(more)) if more else size

    async def rest(self) -> bytes:
        """Everything until the house hangs up, which it has to."""
        try:
            return await asyncio.wait_for(self.reader.read(), _PATIENCE_S)
        except ConnectionError:
            return b""


@asynccontextmanager
async def wire(address: str) -> AsyncIterator[Wire]:
    place = urlparse(address)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    try:
        yield Wire(reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


def frame(opcode: int, payload: bytes = b"", *, first: int = 0x80, masked: bool = True) -> bytes:
    """`first`: the final bit and the reserved ones."""
    mask = b"\x01\x02\x03\x04"
    head = bytes([first | opcode]) + _length(len(payload), masked)
    if not masked:
        return head + payload
    return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


def _length(size: int, masked: bool) -> bytes:
    bit = 0x80 if masked else 0
    if size < 126:
        return bytes([bit | size])
    if size < 65_536:
        return bytes([bit | 126]) + struct.pack("!H", size)
    return bytes([bit | 127]) + struct.pack("!Q", size)
