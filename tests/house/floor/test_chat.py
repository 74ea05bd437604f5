"""The chat: what may be said, how often, by whom, and what becomes of abuse."""

import asyncio

import pytest

from croupier.house.clock import MINUTE
from croupier.house.floor import AlertKind
from croupier.house.floor.chat import KEPT_BEFORE, KEPT_LINES
from croupier.house.floor.floor import MOST_OPEN_OF_ONE
from croupier.house.floor.text import clean
from croupier.kit.errors import Code, Refused
from tests.support.floor import OpenFloor, open_floor


def refused(opened: OpenFloor, player: str, text: str = "hello", behind: bool = False) -> Refused:
    with pytest.raises(Refused) as found:
        opened.floor.chat.say(player, "bj-1", text, behind)
    return found.value


def say(opened: OpenFloor, text: str, player: str = "ann", table: str = "bj-1") -> str:
    opened.clock.turn(2_000)
    return opened.floor.chat.say(player, table, text, False).id


# What is said ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("  good\t luck \n all ", "good luck all"),
        ("cafe\u0301", "café"),
        ("e\u200d\u0301", "é"),
        ("ab\u202ecd\u2066", "abcd"),
        ("a\u200bb\ufeffc\u00ad", "abc"),
        ("x" * 300, "x" * 300),
        ("e\u0301" * 300, "é" * 300),
        ("日本 🎲", "日本 🎲"),
    ],
)
def test_text_is_cleaned(text: str, told: str) -> None:
    assert clean(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\u200b\u2060",
        "\u3164",
        " \u0301",
        "x" * 301,
        "\u200b" * 5_000,
        "a\x00b",
        "a\x1b[2J",
        "bell\x07",
        "half \ud83d",
        "\ue000",
    ],
)
def test_what_cannot_be_shown_is_refused(text: str) -> None:
    with pytest.raises(Refused) as found:
        clean(text)
    assert found.value.code is Code.BAD_TEXT


@pytest.mark.clause("LIVE 1.5", "LIVE 3.4")
@pytest.mark.parametrize("table", ["roulette-1", "baccarat-1"])
def test_everybody_at_the_table_sees_what_was_said(opened: OpenFloor, table: str) -> None:
    say(opened, "good luck", "ann", table)
    say(opened, "to you  too", "bob", table)
    say(opened, "elsewhere", "bob", "other")
    lines = [(one.player, one.text) for one in opened.floor.chat.lines(table)]
    assert lines == [("ann", "good luck"), ("bob", "to you too")]


def test_only_the_last_lines_are_kept(opened: OpenFloor) -> None:
    for n in range(KEPT_LINES + 1):
        say(opened, f"line {n}")
    lines = opened.floor.chat.lines("bj-1")
    assert (len(lines), lines[0].text) == (KEPT_LINES, "line 1")
    assert len({one.id for one in lines}) == KEPT_LINES


@pytest.mark.clause("LIVE 2.5.2.9")
def test_those_betting_behind_have_no_chat(opened: OpenFloor) -> None:
    assert refused(opened, "bob", behind=True).clause == "LIVE 2.5.2.9"
    assert opened.floor.chat.lines("bj-1") == ()
    opened.floor.chat.say("bob", "bj-1", "seated now", False)


def test_three_at_once_then_one_in_two_seconds(opened: OpenFloor) -> None:
    chat = opened.floor.chat
    for _ in range(3):
        chat.say("ann", "bj-1", "hello", False)
    assert refused(opened, "ann").code is Code.TOO_OFTEN
    chat.say("bob", "bj-1", "hello", False)
    opened.clock.wall_ms += MINUTE  # the date may jump: what counts only goes forward
    assert refused(opened, "ann").code is Code.TOO_OFTEN
    opened.clock.turn(1_999)
    assert refused(opened, "ann").code is Code.TOO_OFTEN
    opened.clock.turn(1)
    chat.say("ann", "bj-1", "hello", False)
    assert refused(opened, "ann").code is Code.TOO_OFTEN
    opened.clock.turn(60_000)
    for _ in range(3):
        chat.say("ann", "bj-1", "hello", False)
    assert refused(opened, "ann").code is Code.TOO_OFTEN


def test_what_is_refused_does_not_count(opened: OpenFloor) -> None:
    for _ in range(5):
        assert refused(opened, "ann", "\x00").code is Code.BAD_TEXT
    opened.floor.chat.say("ann", "bj-1", "hello", False)


# What becomes of abuse -------------------------------------------------------------------------


@pytest.mark.clause("LIVE 1.5", "LIVE 3.4")
def test_abuse_is_reported_and_its_author_blocked() -> None:
    async def evening(opened: OpenFloor) -> None:
        line = say(opened, "something rude", "bob", "baccarat-1")
        number = await opened.floor.report("baccarat-1", line, "ann", "rude")
        (report,) = opened.floor.reports(open_only=True)
        assert report.reported.line.text == "something rude"
        await opened.floor.block_chat("bob", "mia", "rude")
        await opened.floor.close_report(number, "mia", "blocked")
        assert refused(opened, "bob").clause == "LIVE 1.5"

    with open_floor() as opened:
        asyncio.run(evening(opened))


async def test_a_report_keeps_what_was_said_before(opened: OpenFloor) -> None:
    floor = opened.floor
    ids = [say(opened, f"line {n}") for n in range(KEPT_BEFORE + 5)]
    number = await floor.report("bj-1", ids[-2], "bob", "rude")
    early = await floor.report("bj-1", ids[2], "bob", "rude too")
    for _ in range(KEPT_LINES):
        say(opened, "and on it goes")
    one, two = opened.again().reports(open_only=True)
    assert (one.reported.number, two.reported.number) == (number, early)
    assert one.reported.line.text == "line 13"
    assert [line.text for line in one.reported.before] == [f"line {n}" for n in range(3, 13)]
    assert [line.text for line in two.reported.before] == ["line 0", "line 1"]
    (alert,) = floor.open_alerts()
    assert (alert.raised.kind, alert.times) == (AlertKind.CHAT_REPORT, 2)
    with pytest.raises(Refused):
        await floor.report("bj-1", ids[0], "bob", "gone by now")


async def test_a_line_has_one_open_report(opened: OpenFloor) -> None:
    floor = opened.floor
    line = say(opened, "rude")
    with pytest.raises(Refused):
        await floor.report("bj-2", line, "bob", "another table's")
    number = await floor.report("bj-1", line, "bob", "rude")
    with pytest.raises(Refused, match="already"):
        await floor.report("bj-1", line, "cat", "rude")
    await floor.close_report(number, "mia", "warned")
    with pytest.raises(Refused):
        await floor.close_report(number, "mia", "again")
    assert floor.reports(open_only=True) == opened.again().reports(open_only=True) == ()
    (closed,) = opened.again().reports(open_only=False)
    assert (closed.closed_by, closed.note) == ("mia", "warned")


async def test_nobody_floods_the_moderators(opened: OpenFloor) -> None:
    for n in range(MOST_OPEN_OF_ONE):
        await opened.floor.report("bj-1", say(opened, f"line {n}"), "bob", "rude")
    with pytest.raises(Refused) as found:
        await opened.floor.report("bj-1", say(opened, "one more"), "bob", "rude")
    assert found.value.code is Code.LIMIT
    await opened.floor.report("bj-1", say(opened, "one more"), "cat", "rude")


async def test_a_muted_player_is_silent_for_a_while(opened: OpenFloor) -> None:
    await opened.floor.mute("ann", 10, "mia", "shouting")
    assert refused(opened, "ann").clause == "LIVE 1.5"
    opened.clock.turn(10 * MINUTE - 1)
    assert refused(opened, "ann").code is Code.ILLEGAL_ACTION
    with pytest.raises(Refused):
        opened.again().chat.say("ann", "bj-1", "hello", False)
    opened.clock.turn(1)
    opened.floor.chat.say("ann", "bj-1", "hello", False)


async def test_mutes_and_blocks_are_lifted(opened: OpenFloor) -> None:
    floor = opened.floor
    await floor.mute("ann", 10, "mia", "shouting")
    await floor.unmute("ann", "mia")
    floor.chat.say("ann", "bj-1", "hello", False)
    await floor.block_chat("ann", "mia", "rude")
    opened.clock.turn(1_000 * MINUTE)
    floor = opened.again()
    with pytest.raises(Refused):
        floor.chat.say("ann", "bj-1", "hello", False)
    await floor.unblock_chat("ann", "mia")
    floor.chat.say("ann", "bj-1", "hello", False)
    for twice in (floor.unblock_chat("ann", "mia"), floor.unmute("ann", "mia")):
        with pytest.raises(Refused):
            await twice


@pytest.mark.parametrize("minutes", [0, -1, 10**9])
async def test_a_mute_has_an_end(opened: OpenFloor, minutes: int) -> None:
    with pytest.raises(Refused) as found:
        await opened.floor.mute("ann", minutes, "mia", "shouting")
    assert found.value.code is Code.LIMIT
