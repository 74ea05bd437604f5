"""uvicorn's HTTP protocol, which would wait for ever for a request to begin, and read a head of any
length."""

import asyncio
import socket

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from croupier.kit.errors import Code

SLOWEST_HEAD_S = 10.0
LARGEST_HEAD = 64 * 1024
_TOO_LONG = "The head of the request is too long."


class CroupierHttpProtocol(HttpToolsProtocol):
    _late: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes received for a head that is not complete yet."""
    _fields = 0
    """Bytes of the head's lines, of a head that came with the next ones or with its body, too."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # asyncio leaves Nagle's algorithm on where the socket does not name its protocol: an
        # answer's second write would wait forty milliseconds for the first to be acknowledged.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wait()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._fields = 0
        self._wait()

    def on_url(self, url: bytes) -> None:
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(name, value)
        super().on_header(name, value)

    def _count(self, *parts: bytes) -> None:
        self._fields += sum(len(part) + 2 for part in parts)
        if self._fields > LARGEST_HEAD:
            raise ValueError(_TOO_LONG)  # ends the parsing; what follows is a bad request

    def on_headers_complete(self) -> None:
        self._came()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        waiting = self._late is not None and not self.transport.is_closing()
        if waiting and self._head > LARGEST_HEAD:
            self.send_400_response(_TOO_LONG)

    def send_400_response(self, msg: str) -> None:
        """In the shape of every other error; uvicorn's own is text."""
        msg = _TOO_LONG if self._fields > LARGEST_HEAD else msg
        body = msgspec.json.encode({"code": Code.BAD_MESSAGE, "message": msg, "clause": ""})
        head = [b"HTTP/1.1 400 Bad Request"]
        head += [name + b": " + value for name, value in self.server_state.default_headers]
        head += [
            b"content-type: application/json",
            b"content-length: %d" % len(body),
            b"connection: close",
        ]
        self.transport.write(b"\r\n".join(head) + b"\r\n\r\n" + body)
        self.transport.close()

    def _wait(self) -> None:
        self._came()
        self._late = self.loop.call_later(SLOWEST_HEAD_S, self.transport.abort)

    def _came(self) -> None:
        self._head = 0
        if self._late is not None:
            self._late.cancel()
            self._late = None
