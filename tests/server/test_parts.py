"""The server's small parts, each by itself."""

import asyncio
import json
import logging
import stat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.chance import fair, repeatable
from croupier.chance.self_test import check_chance
from croupier.kit.errors import Refused
from croupier.kit.phrase import words
from croupier.server.feeds import Feed
from croupier.server.frames import Frame
from croupier.server.key_file import house_key
from croupier.server.logs import JsonLines
from croupier.server.rates import BURST, AddressRates, MessageRate
from croupier.server.sender import ShortcutSender
from croupier.server.wire_protocol import Shortcut
from croupier.wire.commands import Mark
from croupier.wire.messages import Notice, NoticeCode


class TurnedClock:
    def __init__(self) -> None:
        self.ms = 0

    def wall(self) -> int:
        return self.ms

    def forward(self) -> int:
        return self.ms


# The key --------------------------------------------------------------------------------------


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    key = house_key(file)
    assert len(key) == 32
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert house_key(file) == key


@pytest.mark.parametrize("text", ["", "xyz", "00" * 31, "00" * 33])
def test_a_file_that_holds_no_key_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "house.key"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(Refused, match="does not hold a key"):
        house_key(file)


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    house_key(file)
    file.chmod(0o640)
    with pytest.raises(Refused, match="chmod 600"):
        house_key(file)


def test_a_key_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"house\.key"):
        house_key(tmp_path / "nowhere" / "house.key")


# Chance ---------------------------------------------------------------------------------------


def test_chance_passes_its_self_test() -> None:
    check_chance(fair())
    check_chance(repeatable(7))


@pytest.mark.parametrize(
    "stuck", [lambda n: 0, lambda n: n - 1, lambda n: 5, iter(range(10**9)).__next__]
)
def test_chance_that_is_none_is_refused(stuck: object) -> None:
    def source(n: int) -> int:
        drawn = stuck(n) if not hasattr(stuck, "__self__") else stuck()  # type: ignore[operator]
        return int(drawn) % n

    with pytest.raises(Refused, match="self-test"):
        check_chance(source)


# Frames and feeds -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_is_what_the_library_would_send(size: int) -> None:
    from websockets.frames import Frame as TheirFrame
    from websockets.frames import Opcode

    text = b"x" * size
    assert Frame(text).raw == TheirFrame(Opcode.TEXT, text).serialize(mask=False)


def note(feed: str, n: int) -> Notice:
    said = words("text {n}", n=n)
    return Notice(feed, n, NoticeCode.DISPUTE, str(said), said)


def test_a_feed_sends_what_came_after_a_mark() -> None:
    feed = Feed(kept=3)
    sent = [feed.frame(note) for _ in range(5)]
    after = {n: feed.since(Mark(feed.name, n)) for n in range(7)}
    assert [after[n] is None for n in range(7)] == [True, True, False, False, False, False, True]
    for n in (2, 3, 4, 5):
        told = after[n]
        assert told is not None
        assert list(told) == sent[n:]
    assert feed.since(None) is None
    assert feed.since(Mark("another", 5)) is None
    assert json.loads(sent[4].text)["n"] == 5


class Line(asyncio.Transport):
    """What is written to it, write by write; a broken one fails."""

    def __init__(self, *, broken: bool = False) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self._broken = broken

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._broken:
            raise OSError("gone")
        self.writes.append(bytes(data))


def sender_to(line: Line) -> ShortcutSender:
    protocol: Any = SimpleNamespace(transport=line, closing=False)
    return ShortcutSender(Shortcut(protocol), lambda: None)


async def test_what_is_said_in_a_turn_leaves_in_one_write_and_one_bad_line_stops_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lines = Line(), Line(broken=True), Line()
    senders = [sender_to(line) for line in lines]
    first, second, third = Frame(b"first"), Frame(b"second"), Frame(b"third")
    for sender in senders:
        sender.send(first)
        sender.send(second)
    await asyncio.sleep(0)
    for sender in senders:
        sender.send(third)  # an answer comes a turn after the news
    for _ in range(3):
        await asyncio.sleep(0)
    together = first.raw + second.raw + third.raw
    assert [line.writes for line in lines] == [[together], [], [together]]
    assert "could not be written to" in caplog.text
    senders[0].send(first)
    for _ in range(3):
        await asyncio.sleep(0)
    assert lines[0].writes == [together, first.raw]


# Limits ---------------------------------------------------------------------------------------


def test_a_socket_may_say_forty_things_at_once() -> None:
    pace = MessageRate()
    allowed = [pace.allows() for _ in range(BURST + 20)]
    assert all(allowed[:BURST])
    assert not all(allowed)
    assert pace.refused == allowed.count(False)


def test_doors_slow_one_address_and_no_other() -> None:
    clock = TurnedClock()
    rates = AddressRates(clock, newcomers=2, requests=3)
    for _ in range(2):
        rates.attempt("guest", "a")
    with pytest.raises(Refused, match="wait 10 s"):
        rates.attempt("guest", "a")
    rates.attempt("guest", "b")
    rates.attempt("register", "a")
    clock.ms += 10_000
    rates.attempt("guest", "a")
    for _ in range(3):
        rates.request("a")
    with pytest.raises(Refused, match="too often"):
        rates.request("a")
    clock.ms += 50
    rates.request("a")


# Logs -----------------------------------------------------------------------------------------


def test_a_log_line_is_one_json_object_whatever_is_in_it() -> None:
    record = logging.makeLogRecord(
        {"msg": "a\nb %s", "args": ("c\r\n\x1b[31m",), "name": "croupier.x", "table": "t\n1"}
    )
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert told["message"] == "a\nb c\r\n\x1b[31m"
    assert told["table"] == "t\n1"
    assert told["at"].endswith("+00:00")
