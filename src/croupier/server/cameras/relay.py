"""One table's picture by WebRTC: it comes from the dealer's device and goes to every viewer.

Only a house with such a camera imports this file, and aiortc with it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from aiortc.contrib.media import MediaRelay
from aiortc.mediastreams import MediaStreamError, MediaStreamTrack
from av import VideoFrame

from croupier.kit.errors import Code, Refused

CONNECT_TIMEOUT_S = 30
"""A device that has not connected by then has gone away, and its place is free."""
_CONNECTING = frozenset({"new", "connecting"})
_OVER = frozenset({"failed", "closed"})


class Relay:
    def __init__(self, over: Callable[[], None]) -> None:
        """`over` is called when the picture has ended by itself."""
        self._camera, self._over = _connection(over), over
        self._viewers: dict[str, RTCPeerConnection] = {}
        self._relay = MediaRelay()
        self._track: MediaStreamTrack | None = None
        self._watching: asyncio.Task[None] | None = None
        self.latest: VideoFrame | None = None
        """What was seen last."""

    async def publish(self, offer: str) -> str:
        """The answer to the dealer's device."""
        connection = self._camera

        def take(track: MediaStreamTrack) -> None:
            if track.kind == "video":
                self._track = track

        connection.on("track", take)
        await _accept(connection, offer)
        if self._track is None:
            raise Refused(Code.BAD_MESSAGE, "there is no picture in this offer")
        self._watching = asyncio.create_task(self._watch(self._track))
        answer = await _answer(connection)
        _limit_connecting(connection, self._over)
        return answer

    async def _watch(self, track: MediaStreamTrack) -> None:
        frames = self._relay.subscribe(track, buffered=False)
        with suppress(MediaStreamError):  # it has ended
            while True:
                frame = await frames.recv()
                assert isinstance(frame, VideoFrame)
                self.latest = frame

    async def view(self, viewer: str, offer: str, over: Callable[[], None]) -> str:
        """The answer to somebody who wants to look."""
        assert self._track is not None, "published first"
        connection = self._viewers[viewer] = _connection(over)
        try:
            await _accept(connection, offer)
            connection.addTrack(self._relay.subscribe(self._track, buffered=False))
            answer = await _answer(connection)
        except BaseException:
            await self.end_view(viewer)
            raise
        _limit_connecting(connection, over)
        return answer

    async def end_view(self, viewer: str) -> None:
        if (connection := self._viewers.pop(viewer, None)) is not None:
            await connection.close()

    async def close(self) -> None:
        for viewer in tuple(self._viewers):
            await self.end_view(viewer)
        await self._camera.close()
        if self._watching is not None:
            self._watching.cancel()
            with suppress(asyncio.CancelledError):
                await self._watching


def _connection(over: Callable[[], None]) -> RTCPeerConnection:
    # No server of anybody else's is asked for an address of ours.
    connection = RTCPeerConnection(RTCConfiguration(iceServers=[]))

    def look() -> None:
        if connection.connectionState in _OVER:
            over()

    connection.on("connectionstatechange", look)
    return connection


def _limit_connecting(connection: RTCPeerConnection, over: Callable[[], None]) -> None:
    """Call `over` unless the connection stands in time."""

    def check() -> None:
        if connection.connectionState in _CONNECTING:
            over()

    asyncio.get_running_loop().call_later(CONNECT_TIMEOUT_S, check)


async def _accept(connection: RTCPeerConnection, offer: str) -> None:
    try:
        await connection.setRemoteDescription(RTCSessionDescription(offer, "offer"))
    except Exception as error:  # whatever a parser says of what is no SDP
        raise Refused(Code.BAD_MESSAGE, "this is no offer that can be answered") from error


async def _answer(connection: RTCPeerConnection) -> str:
    try:
        await connection.setLocalDescription(await connection.createAnswer())
    except Exception as error:  # it offers nothing that we have
        raise Refused(Code.BAD_MESSAGE, "this is no offer that can be answered") from error
    return str(connection.localDescription.sdp)
