"""A message ready to be sent: encoded once, framed once, written to as many as follow."""

import struct

import msgspec

from croupier.wire.messages import Message

_ENCODER = msgspec.json.Encoder()
_FINAL_TEXT = 0x81
_SHORT, _LONG, _LONGEST = struct.Struct("!BB"), struct.Struct("!BBH"), struct.Struct("!BBQ")


class Frame:
    """One text message. `raw` is the WebSocket frame itself, unmasked as a server's are."""

    __slots__ = ("_head", "raw")

    def __init__(self, text: bytes) -> None:
        size = len(text)
        if size < 126:
            head = _SHORT.pack(_FINAL_TEXT, size)
        elif size < 65_536:
            head = _LONG.pack(_FINAL_TEXT, 126, size)
        else:
            head = _LONGEST.pack(_FINAL_TEXT, 127, size)
        self.raw = head + text
        self._head = len(head)

    @classmethod
    def of(cls, message: Message) -> "Frame":
        return cls(_ENCODER.encode(message))

    @property
    def text(self) -> bytes:
        return self.raw[self._head :]
