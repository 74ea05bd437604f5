"""A message ready to be sent: encoded once, framed once, written to as many as follow."""

import struct
from functools import cached_property

import msgspec

from croupier.wire.messages import Message

_ENCODER = msgspec.json.Encoder()
_FINAL_TEXT = 0x81


class Frame:
    """One text message. `raw` is the WebSocket frame itself, unmasked as a server's are."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    @classmethod
    def of(cls, message: Message) -> "Frame":
        return cls(_ENCODER.encode(message))

    @cached_property
    def raw(self) -> bytes:
        size = len(self.text)
        if size < 126:
            head = struct.pack("!BB", _FINAL_TEXT, size)
        elif size < 65_536:
            head = struct.pack("!BBH", _FINAL_TEXT, 126, size)
        else:
            head = struct.pack("!BBQ", _FINAL_TEXT, 127, size)
        return head + self.text
