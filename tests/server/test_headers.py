"""A page may talk to the cameras of the house's own tables, and to nobody else."""

import msgspec
import pytest

from croupier.server.headers import content_policy, permissions_policy
from croupier.table.camera_stream import CameraStream, StreamKind
from tests.support.live_house import human, serving

HLS = CameraStream(StreamKind.HLS, "https://cdn.example/t1.m3u8")
WHEP = CameraStream(StreamKind.WHEP, "https://live.example:8443/t2/whep")
OWN = CameraStream(StreamKind.WHEP, "/camera/t3/whep")
CONSOLE = CameraStream(StreamKind.CONSOLE)


@pytest.mark.parametrize(
    ("streams", "connect", "media"),
    [
        ([], "'self'", "'self'"),
        ([CONSOLE, OWN], "'self'", "'self'"),
        ([WHEP], "'self' https://live.example:8443", "'self' https://live.example:8443"),
        ([HLS, HLS], "'self' https://cdn.example", "'self' blob: https://cdn.example"),
    ],
)
def test_the_policy_names_exactly_the_cameras(
    streams: list[CameraStream], connect: str, media: str
) -> None:
    parts = dict(part.split(" ", 1) for part in content_policy(streams).split("; "))
    assert parts["connect-src"] == connect
    assert parts["media-src"] == media
    assert parts["script-src"] == parts["default-src"] == "'self'"


def test_a_camera_only_where_a_console_is_one() -> None:
    assert "camera=()" in permissions_policy([HLS, WHEP])
    assert "camera=(self)" in permissions_policy([HLS, CONSOLE])
    assert "microphone=()" in permissions_policy([CONSOLE])


async def test_a_house_sends_its_policy_and_tells_its_tables() -> None:
    table = msgspec.structs.replace(human("rws-blackjack"), stream=HLS)
    async with serving([table, human("live-baccarat")]) as house:
        response = await (await house.api()).send("GET", "/healthz")
        assert response.headers["content-security-policy"] == content_policy([HLS])
        guest = await house.guest()
        for one in (table.id, "live-baccarat"):
            await guest.join(one)
        told = guest.tables[table.id].stream
        assert told is not None
        assert (told.kind, told.url) == (HLS.kind, HLS.url)
        assert guest.tables["live-baccarat"].stream is None


async def test_a_camera_comes_and_goes_with_the_file() -> None:
    """No journal keeps it: what the file says at the next start holds."""
    table = human("rws-blackjack")
    async with serving([msgspec.structs.replace(table, stream=HLS)]) as house:
        room = house.house.rooms[table.id]
        assert room.stream == HLS
        assert room.state.config.stream is None
