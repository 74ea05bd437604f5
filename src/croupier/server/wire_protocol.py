"""uvicorn's WebSocket protocol, with a shortcut for what is sent to many.

Framing a broadcast once and writing the same bytes to every transport costs a third of sending it
through each connection's own machinery. The shortcut is offered to the application as an ASGI
extension; without it everything works the same, only slower.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "croupier.shortcut"
MOST_PONGS = 512 * 1024
"""Bytes that may lie unsent when a ping is answered: whoever pings and does not read is cut off."""
_BAD_DATA = 1007


class Shortcut:
    """One connection's transport: writes never wait, and tell how much lies unsent."""

    def __init__(self, protocol: "CroupierWebSocketProtocol") -> None:
        self._protocol = protocol
        self.resumed: Callable[[], None] = lambda: None

    def write(self, raw: bytes) -> None:
        protocol = self._protocol
        if not (protocol.close_sent or protocol.disconnected or protocol.transport.is_closing()):
            protocol.transport.write(raw)

    def unsent(self) -> int:
        return self._protocol.transport.get_write_buffer_size()

    def abort(self) -> None:
        self._protocol.transport.abort()


class CroupierWebSocketProtocol(WebSocketsSansIOProtocol):
    _shortcut: Shortcut | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            self._shortcut = scope["extensions"][EXTENSION] = Shortcut(self)

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_PONGS:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Bad UTF-8 is the client's fault: the end of its socket, and no traceback in our log."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(_BAD_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._resumed()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # Nobody waits for room on a line that is gone.
        self._resumed()

    def _resumed(self) -> None:
        if self._shortcut is not None:
            self._shortcut.resumed()
