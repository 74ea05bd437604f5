"""The WebSocket side of a connection. picows reads and writes the frames, in C; the application is
asked as ASGI has it, and may write to the transport itself.

uvicorn's own protocol reads frames in Python and stops the transport for every message. It stays
there as the plain way, which needs nothing of this file (`HouseServer(…, shortcut=False)`).
"""

import asyncio
import logging
from base64 import b64decode
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from picows import WSAutoPingStrategy, WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # in no stub file
from uvicorn.config import Config
from uvicorn.protocols.utils import get_local_addr, get_remote_addr, is_ssl
from uvicorn.server import ServerState

EXTENSION = "croupier.shortcut"
MOST_PONGS = 512 * 1024
"""Bytes that may lie unsent when a ping is answered: whoever pings and does not read is cut off."""
MOST_WAITING = 16
"""Messages of one client that wait to be read; with more its socket is not listened to."""
_READ_BYTES = 2048
"""What is kept ready for each connection's frames; it grows for larger ones."""
_CLOSING_S = 10.0
"""How long a client may take to say goodbye."""
_MESSAGES = frozenset({WSMsgType.TEXT, WSMsgType.BINARY})
_HEADERS = (b"upgrade", b"sec-websocket-key", b"sec-websocket-version")
_NO_STATUS, _RESTARTING = 1005, 1012
_FORBIDDEN, _BAD_REQUEST = b"403 Forbidden", b"400 Bad Request"

# picows tells every connection that comes and goes, and what clients do wrong: that is no news of
# ours. An adapter, because it would make a logger of its own for each connection of a plain one.
_SILENT = logging.LoggerAdapter(logging.getLogger("croupier.websocket.frames"))
_SILENT.setLevel(logging.CRITICAL)

Event = dict[str, Any]


class Shortcut:
    """One connection's transport: writes never wait, and tell how much lies unsent."""

    def __init__(self, protocol: "CroupierWebSocketProtocol") -> None:
        self._protocol = protocol
        self._transport = protocol.transport
        self.resumed: Callable[[], None] = lambda: None

    def write(self, raw: bytes) -> None:
        if not (self._protocol.closing or self._transport.is_closing()):
            self._transport.write(raw)

    def unsent(self) -> int:
        return self._transport.get_write_buffer_size()

    def abort(self) -> None:
        self._transport.abort()


class CroupierWebSocketProtocol(WSListener, asyncio.Protocol):
    """What uvicorn hands a connection to that asks for a WebSocket. Until the application has
    accepted it nothing is read from it; then picows has the transport, and tells of each frame."""

    def __init__(self, config: Config, server_state: ServerState, app_state: Event) -> None:
        self._config = config
        self._server = server_state
        self._app_state = app_state
        self._loop = asyncio.get_running_loop()
        self.transport: asyncio.Transport
        self._socket: WSTransport | None = None
        self.closing = False
        """Whether the last word has been said."""
        self._gone = False
        self._events: deque[Event] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._paused = False
        self._parts: list[bytes] = []
        """Of a message that comes in several frames."""
        self._parts_are_text = False
        self._goodbye: asyncio.TimerHandle | None = None
        self._shortcut: Shortcut

    # What uvicorn calls

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        self._server.connections.add(self)  # type: ignore[arg-type]  # its own kinds alone
        transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        """The request, as uvicorn writes it down once more."""
        method, target, headers = _request(data)
        self._shortcut = Shortcut(self)
        if not _can_upgrade(method, headers):
            self._answer_http(_BAD_REQUEST)
            return
        path, _, query = target.partition(b"?")
        self._request = (headers, path)
        scope = {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if is_ssl(self.transport) else "ws",
            "server": get_local_addr(self.transport),
            "client": get_remote_addr(self.transport),
            "root_path": self._config.root_path,
            "path": unquote(path.decode("ascii")),
            "raw_path": path,
            "query_string": query,
            "headers": headers,
            "subprotocols": [],
            "state": self._app_state.copy(),
            "extensions": {EXTENSION: self._shortcut},
        }
        self._events.append({"type": "websocket.connect"})
        task = self._loop.create_task(self._run(scope))
        task.add_done_callback(self._server.tasks.discard)
        self._server.tasks.add(task)

    def connection_lost(self, _: Exception | None) -> None:
        """Before it was accepted; afterwards picows is told."""
        self._lost(_NO_STATUS)

    def shutdown(self) -> None:
        """The server closes."""
        if self._socket is not None and not self.closing:
            self._put({"type": "websocket.disconnect", "code": _RESTARTING})
            self._close(_RESTARTING)
        self.transport.close()

    # What picows calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._socket = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self._refuse(WSCloseCode.PROTOCOL_ERROR)
        elif kind in _MESSAGES:
            if self._parts:
                self._refuse(WSCloseCode.PROTOCOL_ERROR)
                return
            payload, is_text = frame.get_payload_as_bytes(), kind == WSMsgType.TEXT
            if frame.fin:
                self._message(payload, is_text)
            else:
                self._parts, self._parts_are_text = [payload], is_text
        elif kind == WSMsgType.CONTINUATION:
            self._continue(frame)
        elif kind == WSMsgType.PING:
            self._answer_ping(transport, frame)
        elif kind == WSMsgType.CLOSE:
            code = frame.get_close_code()
            if not self.closing:
                self.closing = True
                # Heard of at once: who has left does not count as here while the line goes down.
                self._put({"type": "websocket.disconnect", "code": int(code.value)})
                transport.send_close(code)
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        handshake = transport.close_handshake
        received = handshake.recv if handshake is not None else None
        self._lost(_NO_STATUS if received is None else int(received.code.value))

    def pause_writing(self) -> None:
        """Who writes looks at how much lies unsent."""

    def resume_writing(self) -> None:
        self._shortcut.resumed()

    # Messages

    def _continue(self, frame: WSFrame) -> None:
        if not self._parts:
            self._refuse(WSCloseCode.PROTOCOL_ERROR)
            return
        self._parts.append(frame.get_payload_as_bytes())
        if sum(map(len, self._parts)) > self._config.ws_max_size:
            self._refuse(WSCloseCode.MESSAGE_TOO_BIG)
        elif frame.fin:
            whole, self._parts = b"".join(self._parts), []
            self._message(whole, self._parts_are_text)

    def _message(self, payload: bytes, is_text: bool) -> None:
        if self.closing:
            return
        if not is_text:
            self._put({"type": "websocket.receive", "bytes": payload})
        else:
            try:
                text = payload.decode()
            except UnicodeDecodeError:
                self._refuse(WSCloseCode.INVALID_TEXT)
                return
            self._put({"type": "websocket.receive", "text": text})
        if len(self._events) > MOST_WAITING and not self._paused:
            self._paused = True
            self.transport.pause_reading()

    def _answer_ping(self, transport: WSTransport, frame: WSFrame) -> None:
        if self.transport.get_write_buffer_size() > MOST_PONGS:
            self.transport.abort()
        else:
            transport.send_pong(frame.get_payload_as_bytes())

    def _refuse(self, code: WSCloseCode) -> None:
        """The client does not keep to the protocol: the end of its socket."""
        if not self.closing:
            self._close(int(code.value))
            self.transport.close()

    # The application

    async def _run(self, scope: Event) -> None:
        try:
            await self._config.loaded_app(scope, self._receive, self._send)
        finally:
            if not self.closing:
                await self._send({"type": "websocket.close", "code": 1011})

    async def _receive(self) -> Event:
        while not self._events:
            self._reader = self._loop.create_future()
            await self._reader
        event = self._events.popleft()
        if self._paused and not self._events:
            self._paused = False
            self.transport.resume_reading()
        return event

    def _put(self, event: Event) -> None:
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def _send(self, event: Event) -> None:
        kind = event["type"]
        if self._gone or self.closing:
            return
        if kind == "websocket.accept":
            self._accept()
        elif kind == "websocket.close":
            self._end(event.get("code", 1000))
        elif kind == "websocket.send":
            assert self._socket is not None, "nothing is sent before it is accepted"
            text = event.get("text")
            if text is not None:
                self._socket.send(WSMsgType.TEXT, text.encode())
            else:
                self._socket.send(WSMsgType.BINARY, event["bytes"])

    def _accept(self) -> None:
        headers, path = self._request
        protocol = WSProtocol(
            host_port=None,
            ws_path=None,
            is_client_side=False,
            ws_listener_factory=lambda _: self,
            logger=_SILENT,
            disconnect_on_exception=True,
            websocket_handshake_timeout=None,
            enable_auto_ping=True,
            auto_ping_idle_timeout=self._config.ws_ping_interval,
            auto_ping_reply_timeout=self._config.ws_ping_timeout,
            auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
            enable_auto_pong=False,  # answered here, where it is seen how much lies unsent
            max_frame_size=self._config.ws_max_size,
            extra_headers=None,
            read_buffer_init_size=_READ_BYTES,
        )
        protocol.connection_made(self.transport)
        request = _handshake(path, headers)
        protocol.get_buffer(-1)[: len(request)] = request
        self.transport.set_protocol(protocol)
        protocol.buffer_updated(len(request))
        self.transport.resume_reading()

    def _end(self, code: int) -> None:
        if self._socket is None:
            self._answer_http(_FORBIDDEN)
        else:
            self._put({"type": "websocket.disconnect", "code": code})
            self._close(code)
            self.transport.resume_reading()
            self._goodbye = self._loop.call_later(_CLOSING_S, self.transport.close)

    def _answer_http(self, status: bytes) -> None:
        """No WebSocket for this request."""
        self.closing = True
        head = b"HTTP/1.1 " + status + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        self.transport.write(head)
        self.transport.close()

    def _close(self, code: int) -> None:
        assert self._socket is not None
        self.closing = True
        self._socket.send_close(WSCloseCode(code))

    def _lost(self, code: int) -> None:
        if self._gone:
            return
        self._gone = self.closing = True
        self._server.connections.discard(self)
        if self._goodbye is not None:
            self._goodbye.cancel()
        self._put({"type": "websocket.disconnect", "code": code})
        # Nobody waits for room on a line that is gone.
        self._shortcut.resumed()


Headers = list[tuple[bytes, bytes]]


def _request(data: bytes) -> tuple[bytes, bytes, Headers]:
    first, *lines = data.split(b"\r\n")
    method, target, _ = first.split(b" ")
    pairs = (line.partition(b":") for line in lines if line)
    return method, target, [(name.lower(), value.strip()) for name, _, value in pairs]


def _can_upgrade(method: bytes, headers: Headers) -> bool:
    """RFC 6455 4.2.1. picows would refuse most of it, when the application has accepted it."""
    given = dict(headers)
    try:
        key = b64decode(given.get(b"sec-websocket-key", b""), validate=True)
    except ValueError:
        return False
    return method == b"GET" and given.get(b"sec-websocket-version") == b"13" and len(key) == 16


def _handshake(path: bytes, headers: Headers) -> bytes:
    """What picows needs of the request. That the connection is to be upgraded uvicorn has read
    already; picows knows that header only in its simplest form, and Firefox sends another."""
    lines = [b"GET " + path + b" HTTP/1.1", b"connection: upgrade"]
    lines += [name + b": " + value for name, value in headers if name in _HEADERS]
    return b"\r\n".join((*lines, b"", b""))
