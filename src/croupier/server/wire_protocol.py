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
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            self._shortcut = scope["extensions"][EXTENSION] = Shortcut(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._shortcut.resumed()
