"""A console that is a camera: who may show a table and who may look, and what is kept of it."""

import asyncio
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import numpy as np
import pytest
from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription, VideoStreamTrack
from av import VideoFrame

from croupier.client import Api
from croupier.house.clock import HOUR
from croupier.house.people.throttle import network_of
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.server.cameras.offer import MAX_CANDIDATES, restrict_offer
from croupier.server.cameras.stills import Stills
from croupier.server.settings import HouseSettings
from croupier.table.camera_stream import CameraStream, StreamKind
from croupier.wire import commands as say
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import SETTINGS, LiveHouse, serving

TABLE = "filmed"
FILMED = msgspec.structs.replace(
    by_hand("rws-blackjack", id=TABLE), stream=CameraStream(StreamKind.CONSOLE)
)
PLAIN = by_hand("rws-blackjack", id="plain")
CAMERA, PICTURE = f"/api/tables/{TABLE}/camera", f"/api/tables/{TABLE}/picture"


@asynccontextmanager
async def filmed(
    settings: HouseSettings = SETTINGS, stills: Path | None = None
) -> AsyncIterator[tuple[LiveHouse, HandDealt]]:
    async with serving([FILMED, PLAIN], settings=settings, stills=stills) as house:
        yield house, await HandDealt.open(house, TABLE)


async def post(house: LiveHouse, path: str, offer: str, token: str = "") -> httpx.Response:
    headers = {"Content-Type": "application/sdp"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    async with httpx.AsyncClient(base_url=house.address) as http:
        return await http.post(path, content=offer, headers=headers)


@asynccontextmanager
async def device(*, sends: bool) -> AsyncIterator[RTCPeerConnection]:
    connection = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    if sends:
        connection.addTrack(VideoStreamTrack())
    else:
        connection.addTransceiver("video", direction="recvonly")
    await connection.setLocalDescription(await connection.createOffer())
    yield connection
    await connection.close()


@asynccontextmanager
async def camera_on(house: LiveHouse, dealer: Api) -> AsyncIterator[None]:
    async with device(sends=True) as connection:
        answer = await post(house, CAMERA, connection.localDescription.sdp, dealer.token)
        assert answer.status_code == 201
        assert answer.headers["location"] == CAMERA
        await connection.setRemoteDescription(RTCSessionDescription(answer.text, "answer"))
        relay = house.house.cameras._on[TABLE].relay
        while relay.latest is None:
            await asyncio.sleep(0.01)
        yield


async def looks(house: LiveHouse, token: str = "") -> httpx.Response:
    async with device(sends=False) as connection:
        return await post(house, PICTURE, connection.localDescription.sdp, token)


def code_of(response: httpx.Response) -> str:
    return str(msgspec.json.decode(response.content)["code"])


async def test_only_the_dealer_on_duty_shows_the_table() -> None:
    async with filmed() as (house, _):
        pit = await house.staff(Role.PIT)
        other = await house.staff(Role.DEALER, "another")
        for api in (pit, other):
            assert code_of(await post(house, CAMERA, "v=0", api.token)) == Code.NOT_ALLOWED
        dealer = await house.staff(Role.DEALER)
        assert code_of(await post(house, CAMERA, "nonsense", dealer.token)) == Code.BAD_MESSAGE
        plain = CAMERA.replace(TABLE, "plain")
        assert code_of(await post(house, plain, "v=0", dealer.token)) == Code.NOT_FOUND


async def test_who_looks_and_for_how_long() -> None:
    settings = msgspec.structs.replace(SETTINGS, picture_viewers=3)
    async with filmed(settings) as (house, dealt):
        cameras = house.house.cameras
        ann, bob = await house.player("ann"), await house.player("bob")
        assert code_of(await looks(house, bob.token)) == Code.NOT_FOUND
        async with camera_on(house, await house.staff(Role.DEALER)):
            for _ in range(3):  # of one session the oldest goes
                assert (await looks(house, ann.token)).status_code == 201
            assert cameras.viewers(TABLE) == 2
            watching = await looks(house, (await house.player("cleo")).token)
            assert watching.status_code == 201
            assert code_of(await looks(house, bob.token)) == Code.LIMIT
            async with httpx.AsyncClient(base_url=house.address) as http:
                assert (await http.delete(watching.headers["location"])).status_code == 204
            assert cameras.viewers(TABLE) == 2
            await ann.call("POST", "/api/logout")
            while cameras.viewers(TABLE):
                await asyncio.sleep(0.01)
            assert (await looks(house, bob.token)).status_code == 201
            await dealt.ok(dealt.pit, say.ChangeDealer, None)
            while cameras.viewers(TABLE):
                await asyncio.sleep(0.01)
            assert code_of(await looks(house, bob.token)) == Code.NOT_FOUND


async def test_the_picture_is_for_a_session() -> None:
    async with filmed() as (house, _), camera_on(house, await house.staff(Role.DEALER)):
        assert code_of(await looks(house)) == Code.NOT_KNOWN
        assert (await looks(house, (await house.player("ann")).token)).status_code == 201


def candidate(address: str, port: int = 9) -> str:
    return f"a=candidate:1 1 udp 2130706431 {address} {port} typ host"


async def test_no_packet_goes_where_the_offer_says() -> None:
    async with filmed() as (house, _), camera_on(house, await house.staff(Role.DEALER)):
        ann = await house.player("ann")
        async with device(sends=False) as connection:
            lines = connection.localDescription.sdp.splitlines()
        offered = [line for line in lines if not line.startswith("a=candidate")]
        others = ("192.0.2.7", "127.0.0.2", "2001:db8::1", "victim.local", "victim.example")
        offered += map(candidate, ("127.0.0.1", *others))
        answer = await post(house, PICTURE, "\r\n".join(offered) + "\r\n", ann.token)
        assert answer.status_code == 201
        (viewer,) = house.house.cameras._on[TABLE].relay._viewers.values()
        transport = viewer.getTransceivers()[0].sender.transport.transport
        assert [one.ip for one in transport.getRemoteCandidates()] == ["127.0.0.1"]


def test_an_offer_keeps_few_candidates_of_its_own_address() -> None:
    many = [candidate("203.0.113.5", port) for port in range(1000, 1020)]
    kept = restrict_offer("\n".join(["v=0", *many, "a=end-of-candidates"]), "203.0.113.5")
    assert kept.splitlines() == ["v=0", *many[:MAX_CANDIDATES]]
    network = network_of("2001:db8::1")
    assert "2001:db8::2" in restrict_offer(candidate("2001:db8::2"), network)
    assert "2001:db8:1::2" not in restrict_offer(candidate("2001:db8:1::2"), network)
    for odd in ("a=candidate", "a=candidate:1 1 udp", "v=0\x0b" + candidate("192.0.2.7")):
        assert "candidate" not in restrict_offer(odd, "203.0.113.5")
    with pytest.raises(Refused, match="at most 4 media"):
        restrict_offer("m=video 9 X 96\n" * 5, "203.0.113.5")


async def test_who_never_connects_gives_the_place_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async with filmed() as (house, _), camera_on(house, await house.staff(Role.DEALER)):
        monkeypatch.setattr("croupier.server.cameras.relay.CONNECT_TIMEOUT_S", 0)
        ann = await house.player("ann")
        assert (await looks(house, ann.token)).status_code == 201
        while house.house.cameras.viewers(TABLE):
            await asyncio.sleep(0.01)


async def test_stills_are_for_who_sees_the_offices_rounds(tmp_path: Path) -> None:
    async with filmed(stills=tmp_path) as (house, dealt):
        ann = await dealt.player("ann", 1)
        async with camera_on(house, await house.staff(Role.DEALER)):
            await dealt.begin((ann, 1))
            await dealt.deal("TS")
            while len(found := sorted(tmp_path.glob(f"{TABLE}/*/*.jpg"))) < 2:
                await asyncio.sleep(0.01)
        seq, _, sha256 = found[-1].stem.split("_")
        path = f"/api/office/stills/{TABLE}/{seq}"
        pit = await house.staff(Role.PIT)
        response = await pit.send("GET", path)
        assert response.headers["content-type"] == "image/jpeg"
        assert response.content == found[-1].read_bytes()
        assert (await ann.api.send("GET", path)).status_code == 403
        found[-1].write_bytes(b"something else")
        assert (await pit.send("GET", path)).status_code == 404
        assert len(sha256) == 64


def test_stills_are_deleted_when_their_days_are_over(tmp_path: Path) -> None:
    stills = Stills(tmp_path, days=2)
    frame = VideoFrame.from_ndarray(np.zeros((48, 64, 3), np.uint8), format="rgb24")
    stills.keep(TABLE, 7, 1_000_000, frame)
    stills.keep(TABLE, 1007, 1_000_000 + 30 * HOUR, frame)
    stills.sweep(1_000_000 + 48 * HOUR)
    assert stills.find(TABLE, 7) is not None
    stills.sweep(1_000_000 + 50 * HOUR)
    assert stills.find(TABLE, 7) is None
    assert stills.find(TABLE, 1007) is not None
    assert stills.find(TABLE, 8) is None


def test_many_stills_of_one_frame_are_kept_at_once(tmp_path: Path) -> None:
    stills = Stills(tmp_path, days=2)
    frame = VideoFrame(1280, 720, "yuv420p")
    with ThreadPoolExecutor(8) as threads:
        for kept in [threads.submit(stills.keep, TABLE, seq, 0, frame) for seq in range(64)]:
            kept.result()
    assert len(list(tmp_path.glob(f"{TABLE}/*/*.jpg"))) == 64


async def test_without_aiortc_the_house_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiortc", None)
    with pytest.raises(Refused, match=r"pip install 'croupier\[camera\]'"):
        async with serving([FILMED]):
            pass
    async with serving([PLAIN]) as house:
        assert house.house.rooms["plain"].stream is None
