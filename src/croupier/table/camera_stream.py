"""The picture of a table that a person deals at: where it comes from, and where it is recorded.

It belongs to the room and not to the game: no rule asks for it, and no journal keeps it.
"""

import re
from datetime import UTC, datetime
from enum import StrEnum
from urllib.parse import urlsplit

import msgspec

from croupier.kit.errors import Code, Refused

TIME = "{time}"
"""What stands in a recording's address for the moment to be shown, as 2026-01-31T20:15:07Z."""
_LONGEST = 500
# The origin goes into a header that lists origins: nothing that would end an entry there.
_HTTPS = re.compile(r"https://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?(?:/[!-~]*)?")
_PATH = re.compile(r"/(?!/)[!-~]*")


class StreamKind(StrEnum):
    WHEP = "whep"
    """WebRTC from a media server: the quickest."""
    HLS = "hls"
    """Segments over HTTP: for many viewers, some seconds late."""
    CONSOLE = "console"
    """The camera of the device that the dealer works with, sent on by the house itself."""


class CameraStream(msgspec.Struct, frozen=True):
    kind: StreamKind
    url: str = ""
    """Of WHEP and HLS: https, or a path of the house's own address."""
    recording: str = ""
    """Where what was seen at a moment can be seen again; empty: nowhere."""

    def check(self) -> None:
        if self.kind is StreamKind.CONSOLE:
            if self.url or self.recording:
                raise _bad("a console has neither url nor recording: the house sends and keeps it")
            return
        _check_address("stream.url", self.url)
        if self.recording:
            _check_address("stream.recording", self.recording)
            if self.recording.count(TIME) != 1:
                raise _bad(f"stream.recording must have {TIME} in it once")

    @property
    def origin(self) -> str:
        """Of another host that a page has to talk to; empty: it is the house's own."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""

    def recording_at(self, at_ms: int) -> str:
        """The address of the recording at that second."""
        moment = datetime.fromtimestamp(at_ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return self.recording.replace(TIME, moment)


def _check_address(name: str, address: str) -> None:
    if not address:
        raise _bad(f"{name} is missing")
    if len(address) > _LONGEST or not (_HTTPS.fullmatch(address) or _PATH.fullmatch(address)):
        raise _bad(
            f"{name} must be https://… in small letters and without a name or password, or a path "
            "of the house's own address, such as /live/1.m3u8"
        )


def _bad(message: str) -> Refused:
    return Refused(Code.BAD_SETTING, message)
