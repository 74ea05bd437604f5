"""A command as its station has signed it."""

from typing import Annotated

import msgspec
from msgspec import Meta

StationId = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z", description="A station's.")]
SignatureText = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{86}==\Z", description="Base64.")]


class SignedCommand(msgspec.Struct, frozen=True):
    station: StationId
    signature: SignatureText
    text: str
    """The message exactly as it was signed."""
