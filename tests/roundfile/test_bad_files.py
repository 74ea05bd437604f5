"""Strangers' files: whatever they send gets a code and a reason, and never a traceback."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.kit.errors import Code, Refused
from croupier.roundfile import play, read
from tests.support.notation import round_file

CODES = set(Code)
GOOD = json.dumps(
    round_file(
        "rws-blackjack",
        "ann 1 100; bob 1 50; ann 1 over-13 20",
        "8S 6H 8D 3C KH 9S TD 9C",
        "ann 1 split; ann 1 double 100; ann 1 stand",
        seats={1: "ann"},
        settings={"decks": 8},
    )
)


def code_of(text: str | bytes) -> str:
    with pytest.raises(Refused) as caught:
        play(read(text))
    assert caught.value.message
    assert "\n" not in caught.value.message
    return caught.value.code


def moved(move: dict[str, Any]) -> dict[str, Any]:
    return {"by": "pit", "action": "misdeal", "reconstructed": True, "moves": [move]}


def changed(**fields: Any) -> str:
    return json.dumps(json.loads(GOOD) | fields)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "17",
        "null",
        "[]",
        '"rws-blackjack"',
        "{",
        "{]",
        "NaN",
        "\x00",
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"game": "rws-blackjack", "game": "rws-blackjack", "bets": [], "cards": []}',
        '{"game": "rws-blackjack", "bets": [], "cards": [NaN]}',
        '{"game": "rws-blackjack", "bets": [], "cards": [Infinity]}',
        '{"game": "rws-blackjack", "bets": [], "cards": ["\\ud800"]}',
        '{"game": "\\ud800", "bets": [], "cards": []}',
        b"\xff\xfe\x00",
        b"\x80abc",
        b'{"game": "rws-blackjack"',
    ],
    ids=lambda text: repr(text[:24]),
)
def test_what_is_no_round_file(text: str | bytes) -> None:
    assert code_of(text) == Code.BAD_FILE


ABSURD_NUMBERS = ["NaN", "1e400", "-1", "true", "1" + "0" * 5000, "0.5", "-0", '"1e2"', "[]", "{}"]


@pytest.mark.parametrize("number", ABSURD_NUMBERS, ids=lambda one: one[:12])
@pytest.mark.parametrize(
    ("where", "codes"),
    [
        ('"amount": "100"', {Code.BAD_AMOUNT}),
        ('"decks": 8', {Code.BAD_SETTING}),
        ('"box": 1', {Code.BAD_FILE, Code.ILLEGAL_BET}),
        ('"min": "1"', {Code.BAD_AMOUNT}),
        ('"8S"', {Code.BAD_FILE}),
        ('"ann"', {Code.BAD_FILE}),
    ],
)
def test_absurd_numbers(number: str, where: str, codes: set[Code]) -> None:
    field, colon, _ = where.partition(": ")
    text = GOOD.replace(where, f"{field}{colon}{number}" if colon else number, 1)
    assert text != GOOD
    if number == '"1e2"' and where == '"ann"':
        return  # a name may be any printable text
    assert code_of(text) in (codes | {Code.BAD_FILE} if number == "NaN" else codes)


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        ("1" + "0" * 5000, Code.LIMIT),
        ("1" * 20_000, Code.BAD_AMOUNT),
        ("0." + "0" * 5000, Code.BAD_AMOUNT),
        ("١٠٠", Code.BAD_AMOUNT),
        ("1_000", Code.BAD_AMOUNT),
        (" 100", Code.BAD_AMOUNT),
        ("100 ", Code.BAD_AMOUNT),
        ("100\n", Code.BAD_AMOUNT),
        ("+100", Code.BAD_AMOUNT),
        ("-100", Code.BAD_AMOUNT),
        ("1e2", Code.BAD_AMOUNT),
        ("0x64", Code.BAD_AMOUNT),
        ("100.", Code.BAD_AMOUNT),
        (".5", Code.BAD_AMOUNT),
        ("1,000", Code.BAD_AMOUNT),
        ("", Code.BAD_AMOUNT),
        ("NaN", Code.BAD_AMOUNT),
        ("Infinity", Code.BAD_AMOUNT),
        ("\ud800", Code.BAD_AMOUNT),
        ("0.001", Code.BAD_AMOUNT),
        ("0.5", Code.BAD_AMOUNT),
    ],
)
def test_amounts_that_are_none(amount: str, code: Code) -> None:
    bets = [{"player": "ann", "box": 1, "bet": "initial", "amount": amount}]
    assert code_of(changed(bets=bets)) == code


def test_an_amount_may_have_decimals_that_say_nothing() -> None:
    bets = [{"player": "ann", "box": 1, "bet": "initial", "amount": "100.00"}]
    file = changed(bets=bets, cards=["AS", "2D", "KH"], actions=[])
    assert play(read(file)).lines[0].returned == 250_00


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_any_value_in_any_place(data: st.DataObject) -> None:
    """One value of a good file is replaced by any JSON, or dropped, or a field is added."""
    file = json.loads(GOOD)
    node, key = file, data.draw(st.sampled_from(sorted(file)))
    while isinstance(node[key], dict | list) and node[key] and data.draw(st.booleans()):
        node = node[key]
        keys = sorted(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
    how = data.draw(st.sampled_from(["replace", "drop", "add"]))
    if how == "replace":
        node[key] = data.draw(JSON)
    elif how == "drop":
        del node[key]
    elif isinstance(node, dict):
        node[data.draw(st.text(min_size=1, max_size=8))] = data.draw(JSON)
    _plays_or_is_refused(json.dumps(file))


@settings(max_examples=500, deadline=None)
@given(
    cuts=st.lists(st.tuples(st.integers(0, len(GOOD)), st.integers(0, 3)), min_size=1, max_size=4),
    junk=st.text(alphabet='{}[]",:0189.eE-+\\uNaI\x00é', max_size=6),
)
def test_mangled_text(cuts: list[tuple[int, int]], junk: str) -> None:
    text = GOOD
    for at, length in cuts:
        text = text[:at] + junk + text[at + length :]
    _plays_or_is_refused(text)


@settings(max_examples=300, deadline=None)
@given(text=st.binary(max_size=200))
def test_any_bytes(text: bytes) -> None:
    _plays_or_is_refused(text)


def _plays_or_is_refused(text: str | bytes) -> None:
    try:
        play(read(text))
    except Refused as refused:
        assert refused.code in CODES  # noqa: PT017 -- either outcome is right


def croupier(*args: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "croupier", *args]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


def test_the_command_refuses_in_one_line_and_exits_2(tmp_path: Path) -> None:
    for stdin in (b"", b"[" * 100_000, GOOD.replace('"100"', "1e400").encode(), b"\xff"):
        run = croupier("settle", "-", "--json", stdin=stdin)
        assert run.returncode == 2
        error = json.loads(run.stdout)["error"]
        assert error["code"] in CODES
        assert run.stderr.decode().count("\n") == 1
        assert "Traceback" not in run.stderr.decode()
    for path in (tmp_path, tmp_path / "missing.json", "a\x00b"):
        if "\x00" in str(path):
            continue
        run = croupier("settle", str(path))
        assert (run.returncode, run.stdout) == (2, b"")
        assert run.stderr.startswith(b"croupier: bad-file: ")


def test_the_command_settles_a_good_file(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(GOOD)
    run = croupier("settle", str(path), "--json")
    assert run.returncode == 0
    assert json.loads(run.stdout)["players"]["ann"] == {
        "staked": "320",
        "returned": "640",
        "net": "320",
    }
    shown = croupier("settle", "-", stdin=GOOD.encode())
    assert shown.returncode == 0
    assert "BJ5 3.13.2" in shown.stdout.decode()
    assert "+320" in shown.stdout.decode()


def test_a_wrong_choice_is_refused_with_the_choices() -> None:
    """A field by its name, an action and a post by what there is."""
    file = json.loads(GOOD)
    for change, message in (
        ({"seat": {}}, "the file has an unknown field 'seat'; did you mean 'seats'?"),
        ({"seats": {"9": "ann"}}, "there is no seat '9'; seats are 1 to 7"),
        ({"actions": [{"player": "ann", "action": "hitt"}]}, "action must be one of adjust, burn"),
        ({"actions": [{"by": "boss", "action": "hold"}]}, "by must be one of dealer, pit"),
        ({"actions": [moved({"at": 1})]}, "a move has no field 'belongs'"),
        ({"actions": [moved({"belongs": {}})]}, "a place has no field 'to'"),
        ({"actions": [moved({"lies_on": 1})]}, "did you mean 'lies'?"),
    ):
        with pytest.raises(Refused) as refused:
            read(json.dumps(file | change))
        assert refused.value.code is Code.BAD_FILE
        assert message in refused.value.message
