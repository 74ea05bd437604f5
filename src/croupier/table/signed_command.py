"""A command as its station has signed it."""

from typing import Annotated

import msgspec
from msgspec import Meta

StationId = Annotated[str, Meta(min_length=1, max_length=64, description="A station's.")]
SignatureText = Annotated[
    str, Meta(min_length=1, max_length=100, description="64 bytes, in base64.")
]


class SignedCommand(msgspec.Struct, frozen=True):
    station: StationId
    signature: SignatureText
    text: str
    """The message exactly as it was signed."""
