"""Cameras to test with: a playlist of a few seconds, and a media server that answers WHEP. Both are
of another host, which the browser is told of and never leaves the machine for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from aiortc import (
    MediaStreamTrack,
    RTCConfiguration,
    RTCPeerConnection,
    RTCSessionDescription,
    VideoStreamTrack,
)
from playwright.async_api import BrowserContext, Route

HOST = "https://camera.example"
WIDTH, HEIGHT, RATE, SECONDS = 320, 180, 10, 20
BEHIND_S = 3.0
_OPEN = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Location"}


def moving(number: int) -> av.VideoFrame:
    """A bright bar that goes from left to right."""
    picture = np.full((HEIGHT, WIDTH, 3), 40, np.uint8)
    left = number * 8 % WIDTH
    picture[:, left : left + 40] = (230, 190, 80)
    return av.VideoFrame.from_ndarray(picture, format="rgb24")


class Moving(VideoStreamTrack):
    async def recv(self) -> av.VideoFrame:
        at, base = await self.next_timestamp()
        frame = moving(int(at * base * RATE))
        frame.pts, frame.time_base = at, base
        return frame


def film(folder: Path) -> Path:
    """As HLS: a playlist and its segments."""
    playlist = folder / "film.m3u8"
    options = {"hls_time": "2", "hls_list_size": "0", "hls_segment_type": "fmp4"}
    with av.open(str(playlist), "w", format="hls", options=options) as written:
        stream = written.add_stream("libx264", rate=RATE, options={"preset": "ultrafast"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.codec_context.gop_size = RATE
        for number in range(SECONDS * RATE):
            frame = moving(number).reformat(format="yuv420p")
            frame.pts, frame.time_base = number, Fraction(1, RATE)
            written.mux(stream.encode(frame))
        written.mux(stream.encode())
    return playlist


async def play_film(room: BrowserContext, folder: Path) -> None:
    """What is shown when it is asked for was taken some seconds before."""
    playlist = film(folder)

    async def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        body = (folder / name).read_bytes()
        if name == playlist.name:
            taken = datetime.now(UTC) - timedelta(seconds=BEHIND_S)
            dated = f"#EXT-X-PROGRAM-DATE-TIME:{taken.isoformat(timespec='milliseconds')}\n#EXTINF"
            body = body.decode().replace("#EXTINF", dated, 1).encode()
        await route.fulfill(body=body, headers=_OPEN)

    await room.route(f"{HOST}/hls/**", answer)


class MediaServer:
    """Answers offers, and notes which viewers have left."""

    def __init__(self) -> None:
        self.here: dict[str, RTCPeerConnection] = {}
        self.left: list[str] = []

    async def __call__(self, route: Route) -> None:
        request = route.request
        if request.method == "OPTIONS":
            allowed = {"Access-Control-Allow-Methods": "*", "Access-Control-Allow-Headers": "*"}
            await route.fulfill(status=204, headers=_OPEN | allowed)
        elif request.method == "DELETE":
            self.left.append(request.url.rpartition("/")[2])
            await route.fulfill(status=200, headers=_OPEN)
        else:
            assert request.headers["content-type"] == "application/sdp"
            answer = await self._answer(str(len(self.here)), request.post_data or "", Moving())
            location = {"Location": f"whep/{len(self.here) - 1}"}
            await route.fulfill(
                status=201,
                body=answer,
                content_type="application/sdp",
                headers=_OPEN | location | {"Content-Type": "application/sdp"},
            )

    async def _answer(self, name: str, offer: str, track: MediaStreamTrack) -> str:
        connection = self.here[name] = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        await connection.setRemoteDescription(RTCSessionDescription(offer, "offer"))
        connection.addTrack(track)
        await connection.setLocalDescription(await connection.createAnswer())
        return connection.localDescription.sdp


@asynccontextmanager
async def media_server(room: BrowserContext) -> AsyncIterator[MediaServer]:
    server = MediaServer()
    await room.route(f"{HOST}/table/whep**", server)
    await room.route(f"{HOST}/table/whep/**", server)
    yield server
    for connection in server.here.values():
        await connection.close()
