"""Whatever bytes a socket brings: a message of the protocol, or a refusal; never anything else."""

import json
import os
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.client import LaidBet
from croupier.kit.errors import Code, Refused
from croupier.server.decoding import LARGEST_MESSAGE, decode
from croupier.server.frames import Frame
from croupier.wire.commands import Asked, MoveFor, PlaceBets, PlaceFor
from croupier.wire.messages import Reply
from tests.server.hostile.grammar import damaged, messages

FUZZ = int(os.environ.get("CROUPIER_FUZZ", "1"))
KINDS = get_args(Asked)
fuzzed = settings(
    max_examples=400 * FUZZ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    derandomize=FUZZ == 1,
)


def heard(text: str | bytes) -> Any:
    """The message, or None; what is answered can always be written."""
    try:
        message = decode(text)
    except Refused as refused:
        Frame.of(Reply("id", False, str(Code.BAD_MESSAGE), refused.message))
        return None
    assert isinstance(message, KINDS)
    Frame.of(Reply(message.id, True))
    return message


@fuzzed
@given(st.one_of(*map(messages, KINDS)))
def test_the_grammar_is_understood(told: Any) -> None:
    """The fuzz is of the protocol: what it writes whole is heard whole, and says the same."""
    message = heard(json.dumps(told))
    assert message is not None
    assert message == msgspec.convert(told, Asked)


@fuzzed
@given(st.one_of(*(damaged(kind) for kind in KINDS)))
def test_damaged_messages(told: Any) -> None:
    heard(json.dumps(told))


@fuzzed
@given(st.one_of(*map(messages, KINDS)), st.data())
def test_damaged_bytes(told: Any, data: st.DataObject) -> None:
    text = bytearray(json.dumps(told, ensure_ascii=data.draw(st.booleans())).encode())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        match data.draw(st.sampled_from(["flip", "cut", "put", "twice"])):
            case "flip":
                text[at] = data.draw(st.integers(0, 255))
            case "cut":
                del text[at : at + data.draw(st.integers(0, 9))]
            case "put":
                text[at:at] = data.draw(st.sampled_from(_TRAPS))
            case "twice":
                text += text[at : at + 50]
        text = text or bytearray(b"{")
    heard(bytes(text))


_TRAPS = [b"NaN", b"1e9", b"\\ud800", b"\xed\xa0\x80", b"\0", b"[" * 2_000, b"9" * 5_000, b'""']


@fuzzed
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200)))
def test_noise(noise: str | bytes) -> None:
    assert heard(noise) is None


# What Python would let pass, each by name -----------------------------------------------------


def chip(amount: str, more: str = "") -> str:
    return (
        '{"type":"place-bets","id":"1","table":"t","round":1,"bets":[{"bet":"red",'
        f'"amount":{amount}{more}}}]}}'
    )


def test_a_plain_amount_is_heard() -> None:
    assert heard(chip("500")) == PlaceBets("1", "t", 1, (LaidBet("red", 500),))
    assert heard(chip(str(2**53 - 1))).bets[0].amount == 2**53 - 1


@pytest.mark.parametrize(
    "amount",
    [
        "NaN",
        "Infinity",
        "-Infinity",
        "1E2",
        "1e2",
        "100.0",
        "100.5",
        "true",
        "null",
        '"100"',
        "[100]",
        "0",
        "-0",
        "-100",
        "+100",
        "0100",
        "0x64",
        "1_000",
        "٣",
        '"٣"',
        str(2**53),
        str(2**63),
        str(-(2**63) - 1),
        "9" * 5_000,
        "1" + "0" * 30,
        "5" + "0" * 4_000 + ".0",
    ],
    ids=lambda text: text[:12],
)
def test_no_other_amount_is(amount: str) -> None:
    assert heard(chip(amount)) is None


@pytest.mark.parametrize("more", [',"amount":1', ',"id":"2"', ',"type":"ping"', ',"bet":"red"'])
def test_a_field_that_stands_twice(more: str) -> None:
    assert heard(chip("500", more)) is None


@pytest.mark.parametrize("field", ["player", "by", "name", "role", "actor", "at", "Amount"])
def test_identity_is_nothing_one_says(field: str) -> None:
    """No message has room for whom it is from: that is known by the socket it came on. Staff who
    place a bet for a player say for whom (BJ5 5.18)."""
    assert heard(chip("500", f',"{field}":"ann"')) is None
    for kind in KINDS if field != "player" else set(KINDS) - {PlaceFor, MoveFor}:
        assert field not in {one.encode_name for one in msgspec.structs.fields(kind)}


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"ping","id":"\\ud800"}',
        '{"type":"ping","id":"\\udc00\\ud800"}',
        '{"type":"\\ud800","id":"1"}',
        '{"type":"ping","id":"1","\\ud800":1}',
        '{"type":"decide","id":"1","table":"t","round":1,"action":"\\ud800"}',
        '{"type":"say","id":"1","table":"t","text":"\\ud800"}',
        '{"type":"reconfigure","id":"1","table":"t","settings":{"\\ud800":"\\ud800"}}',
        b'{"type":"ping","id":"\xed\xa0\x80"}',
    ],
    ids=ascii,
)
def test_half_a_character(text: str | bytes) -> None:
    """JSON can write it; no store keeps it and no socket carries it."""
    assert heard(text) is None


def test_a_whole_one_in_two_halves_is_text() -> None:
    said = '{"type":"say","id":"1","table":"t","text":"%s"}'
    assert heard(said % "\\ud83c\\udfb2").text == "\N{GAME DIE}"
    assert heard(said % "\\\\ud800").text == "\\ud800"


@pytest.mark.parametrize("open", ["[", '{"a":', '[{"a":['])
@pytest.mark.parametrize("times", [5_000, 100_000])
def test_nested_for_ever(open: str, times: int) -> None:
    assert heard(open * times) is None


@pytest.mark.parametrize(
    "text", ["", " ", "null", "[]", "{}", '"ping"', "7", b"\xff", b"\xef\xbb\xbf"]
)
def test_what_is_no_message(text: str | bytes) -> None:
    assert heard(text) is None


def test_nothing_larger_than_a_message_is_read() -> None:
    whole = '{"type":"ping","id":"1"}'
    assert heard(whole + " " * (LARGEST_MESSAGE - len(whole))) is not None
    assert heard(whole + " " * (LARGEST_MESSAGE - len(whole) + 1)) is None


def test_hello_is_said_once() -> None:
    assert heard('{"type":"hello","ticket":"x"}') is None
