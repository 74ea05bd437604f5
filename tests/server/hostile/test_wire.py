"""Broken frames, broken requests, half a handshake: each is refused, and the house serves on."""

import json
import random
import struct
from collections.abc import AsyncIterator

import pytest

from croupier.server import http_protocol
from croupier.server.decoding import LARGEST_MESSAGE
from tests.server.hostile.raw import (
    BINARY,
    CLOSE,
    CONTINUED,
    HANDSHAKE,
    PING,
    TEXT,
    frame,
    wire,
)
from tests.server.hostile.test_decoder import FUZZ
from tests.support.live_house import LiveHouse, serving, table

pytestmark = pytest.mark.usefixtures("no_traceback")


@pytest.fixture
async def house() -> AsyncIterator[LiveHouse]:
    """Whatever the test did, a guest can come and play afterwards."""
    async with serving([table("live-roulette")]) as opened:
        yield opened
        guest = await opened.guest()
        await guest.join("live-roulette")
        await guest.until(lambda: guest.tables["live-roulette"].phase == "betting")
        await guest.place("live-roulette", "red", 10_00)


PROTOCOL_ERROR, BAD_DATA, TOO_BIG, POLICY = 1002, 1007, 1009, 1008
BAD_FRAMES = {
    "not masked": (frame(TEXT, b"{}", masked=False), PROTOCOL_ERROR),
    "reserved bit 1": (frame(TEXT, b"{}", first=0xC0), PROTOCOL_ERROR),
    "reserved bit 2": (frame(TEXT, b"{}", first=0xA0), PROTOCOL_ERROR),
    "reserved bit 3": (frame(TEXT, b"{}", first=0x90), PROTOCOL_ERROR),
    "unknown opcode": (frame(3, b"{}"), PROTOCOL_ERROR),
    "unknown control opcode": (frame(11), PROTOCOL_ERROR),
    "a ping in pieces": (frame(PING, b"x", first=0), PROTOCOL_ERROR),
    "a close in pieces": (frame(CLOSE, first=0), PROTOCOL_ERROR),
    "a ping too long": (frame(PING, b"x" * 126), PROTOCOL_ERROR),
    "a close of one byte": (frame(CLOSE, b"\x03"), PROTOCOL_ERROR),
    "a close with a code of nobody's": (frame(CLOSE, b"\x00\x01"), PROTOCOL_ERROR),
    "continued from nothing": (frame(CONTINUED, b"{}"), PROTOCOL_ERROR),
    "begun twice": (frame(TEXT, b"{", first=0) + frame(TEXT, b"}"), PROTOCOL_ERROR),
    "bad UTF-8": (frame(TEXT, b"\xff\xfe"), BAD_DATA),
    "half a character": (frame(TEXT, b'"\xed\xa0\x80"'), BAD_DATA),
    "bad UTF-8 in pieces": (frame(TEXT, b"\xe2", first=0) + frame(CONTINUED, b"\x28"), BAD_DATA),
    "too large": (frame(TEXT, b" " * (LARGEST_MESSAGE + 1)), TOO_BIG),
    "too large in pieces": (
        frame(TEXT, b" " * LARGEST_MESSAGE, first=0) + frame(CONTINUED, b"  "),
        TOO_BIG,
    ),
    "a length of 2**62": (b"\x81\xff" + struct.pack("!Q", 2**62) + b"\1\2\3\4", TOO_BIG),
    "a length below zero": (b"\x81\xff" + b"\xff" * 8 + b"\1\2\3\4", PROTOCOL_ERROR),
}


async def test_a_bad_frame_closes_its_own_socket(house: LiveHouse) -> None:
    for name, (bad, code) in BAD_FRAMES.items():
        async with wire(house.address) as one:
            await one.upgrade()
            await one.send(bad)
            assert (await one.closed())[0] == code, name


BAD_HELLOS = (
    b"",
    b"null",
    b"[" * 10_000,
    b'{"type":"ping","id":"1"}',
    b'{"type":"hello","ticket":"\\ud800"}',
    b'{"type":"hello","ticket":7}',
    b'{"type":"hello","ticket":"never issued"}',
    b'{"type":"hello","ticket":"x","player":"ann"}',
)


@pytest.mark.parametrize("opcode", [TEXT, BINARY])
async def test_no_good_hello_no_socket(house: LiveHouse, opcode: int) -> None:
    for first in BAD_HELLOS:
        async with wire(house.address) as one:
            await one.upgrade()
            await one.send(frame(opcode, first))
            code, told = await one.closed()
            assert code == POLICY, first
            assert b'"type":"bye"' in told, first


async def test_a_handshake_one_byte_at_a_time(house: LiveHouse) -> None:
    async with wire(house.address) as one:
        await one.send(*(bytes([byte]) for byte in HANDSHAKE))
        assert (await one.head()).startswith(b"HTTP/1.1 101 ")


@pytest.mark.parametrize("sent", [0, 1, 40, len(HANDSHAKE) - 2])
async def test_half_a_handshake_is_not_waited_for(
    house: LiveHouse, sent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "SLOWEST_HEAD_S", 0.05)
    async with wire(house.address) as one:
        await one.send(HANDSHAKE[:sent])
        assert await one.rest() == b""


async def test_nor_is_the_second_request_of_a_line(
    house: LiveHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wire(house.address) as one:
        await one.send(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        await one.head()
        monkeypatch.setattr(http_protocol, "SLOWEST_HEAD_S", 0.05)
        await one.send(b"GET /heal")
        assert b"HTTP/1.1" not in await one.rest()


async def test_a_head_without_an_end(house: LiveHouse) -> None:
    async with wire(house.address) as one:
        await one.send(b"GET /healthz HTTP/1.1\r\nHost: a\r\n")
        await one.send(*(b"X-More: " + b"x" * 1_000 + b"\r\n" for _ in range(200)))
        assert b"HTTP/1.1 200" not in await one.rest()


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nX-More: " + b"x" * 66_000 + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\n" + b"X-More: more\r\n" * 5_000 + b"\r\n",
        b"GET /healthz?" + b"x" * 66_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    ],
    ids=["one line", "many lines", "address"],
)
async def test_a_head_that_comes_at_once_is_no_longer_than_any_other(
    house: LiveHouse, head: bytes
) -> None:
    async with wire(house.address) as one:
        await one.send(head)
        answer = await one.rest()
        assert answer.startswith(b"HTTP/1.1 400")
        assert b"The head of the request is too long." in answer


@pytest.mark.parametrize(
    "changed",
    [
        (b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Version: 8"),
        (b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", b"Sec-WebSocket-Key: short"),
        (b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", b"X-Nothing: here"),
        (b"GET /socket", b"GET /elsewhere"),
        (b"Host: house.example", b"Host: house.example\r\nOrigin: http://evil.example"),
        (b"Host: house.example", b"Host: house.example\r\nOrigin: null"),
        (b"GET ", b"POST "),
    ],
    ids=lambda changed: changed[1].decode()[-24:],
)
async def test_no_upgrade_for_a_bad_request(house: LiveHouse, changed: tuple[bytes, bytes]) -> None:
    async with wire(house.address) as one:
        await one.send(HANDSHAKE.replace(*changed))
        assert (await one.head())[9:10] == b"4"


async def test_compression_is_never_agreed_to(house: LiveHouse) -> None:
    """No bomb, and no size that tells what was in it."""
    async with wire(house.address) as one:
        asked = b"\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        await one.send(HANDSHAKE.replace(b"\r\n\r\n", asked))
        assert b"xtensions" not in await one.head()


async def test_pings_whose_answers_nobody_reads(house: LiveHouse) -> None:
    """The answers would have to lie somewhere."""
    async with wire(house.address) as one:
        await one.upgrade()
        one.pause()
        many = frame(PING, b"x" * 125) * 1_000
        with pytest.raises(ConnectionError):
            await one.insist(*[many] * 200)


# HTTP -----------------------------------------------------------------------------------------

TWO_LENGTHS = b"Content-Length: 2\r\nContent-Length: 40\r\n"
SMUGGLING = {
    "two lengths": TWO_LENGTHS + b"\r\n{}",
    "a length and pieces": b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "pieces misspelt": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "pieces twice": b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "a length with a sign": b"Content-Length: +2\r\n\r\n{}",
    "a length below zero": b"Content-Length: -2\r\n\r\n{}",
    "a length of letters": b"Content-Length: 2x\r\n\r\n{}",
    "a length of many digits": b"Content-Length: " + b"9" * 40 + b"\r\n\r\n{}",
    "a space before the colon": b"Content-Length : 2\r\n\r\n{}",
    "a folded header": b"X-Folded: a\r\n b\r\nContent-Length : 2\r\n\r\n{}",
    "a piece of bad size": b"Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n",
    "a piece below zero": b"Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
    "a zero byte": b"X-Zero: a\0b\r\n\r\n",
    "a bare carriage return": b"X-Bare: a\rContent-Length: 2\r\n\r\n{}",
}


async def test_a_request_that_ends_in_two_places(house: LiveHouse) -> None:
    """Whatever it may hide is never taken for a second request."""
    begun = b"POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    hidden = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    for name, shape in SMUGGLING.items():
        async with wire(house.address) as one:
            await one.send(begun + shape + hidden)
            told = await one.rest()
        assert told.startswith(b"HTTP/1.1 400 "), (name, told[:200])
        assert b'"ok":true' not in told, name


GARBAGE = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # somebody speaks TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /\x00 HTTP/1.1\r\n\r\n",
    b"GET http://[::1 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"\r\n" * 100 + b"FOO\r\n\r\n",
    b"\0" * 5_000,
    random.Random(1).randbytes(5_000),
)


async def test_garbage_is_a_bad_request(house: LiveHouse) -> None:
    for noise in GARBAGE:
        async with wire(house.address) as one:
            await one.send(noise)
            head, _, body = (await one.rest()).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 "), noise[:20]
        assert b"content-type: application/json" in head, noise[:20]
        assert json.loads(body)["code"] == "bad-message", noise[:20]


@pytest.mark.parametrize(
    "target", [b"*", b"/api/../healthz", b"//evil.example/x", b"/%00", b"/%ff"]
)
async def test_a_strange_place(house: LiveHouse, target: bytes) -> None:
    async with wire(house.address) as one:
        await one.send(b"GET " + target + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        told = await one.rest()
        assert told[9:10] == b"4"
        assert b"\r\nlocation:" not in told.lower()


async def test_a_body_whose_sender_leaves(house: LiveHouse) -> None:
    for _ in range(3):
        async with wire(house.address) as one:
            await one.send(
                b"POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                b'Content-Length: 100\r\n\r\n{"name"'
            )


async def test_frames_with_flipped_bits(house: LiveHouse) -> None:
    """Most are nonsense; none is more than the end of its own socket."""
    dice = random.Random(1)
    for _ in range(200 * FUZZ):
        async with wire(house.address) as one:
            await one.upgrade()
            good = bytearray(b"".join(frame(TEXT, b'{"type":"ping","id":"1"}') for _ in range(5)))
            for _ in range(dice.randrange(1, 12)):
                good[dice.randrange(len(good))] ^= 1 << dice.randrange(8)
            await one.send(bytes(good))
