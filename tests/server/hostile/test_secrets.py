"""What is logged, at the lowest level, while people log in and play: nothing that is secret."""

import logging
from base64 import b32encode
from collections.abc import Iterator

import pytest

from croupier.client.client import new_id
from croupier.house.roles import Role
from croupier.server.logs import JsonLines, log_to_stderr
from croupier.wire import commands as say
from tests.support.live_house import PASSWORD, serving, table, totp


@pytest.fixture
def as_the_house_logs() -> Iterator[None]:
    names = ("", "uvicorn", "httpx", "httpcore", "websockets")
    levels = {name: logging.getLogger(name).level for name in names}
    handlers = logging.getLogger().handlers[:]
    log_to_stderr("debug")
    yield
    logging.getLogger().handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


async def test_no_secret_is_logged(
    as_the_house_logs: None, capsys: pytest.CaptureFixture[str], log: list[logging.LogRecord]
) -> None:
    async with serving([table("live-roulette"), table("rws-blackjack")]) as house:
        ann = await house.player("ann")
        pit = await house.staff(Role.PIT)
        told = [PASSWORD, ann.token, pit.token]
        told.append(b32encode(pit.secret).decode().rstrip("="))
        told.append(totp(pit.secret, 1))
        await house.step_up(pit)
        ticket = await ann.ticket()
        told.append(ticket)
        await ann.send("POST", "/api/login", {"name": "ann", "password": "a wrong password"})
        told.append("a wrong password")
        await ann.send("POST", "/api/accounts", {"name": "ann", "password": 7, "x": "surplus"})
        one = await house.client(ann)
        for id in ("live-roulette", "rws-blackjack"):
            await one.join(id)
        await one.until(lambda: one.tables["live-roulette"].phase == "betting")
        await one.place("live-roulette", "red", 10_00)
        await one.ask(say.Say(new_id(), "live-roulette", "a private word"))
        told.append("a private word")
        await one.until(lambda: one.you["live-roulette"].lines)
        await ann.call("POST", "/api/logout")
    formatter = JsonLines()
    logged = "\n".join(map(formatter.format, log))
    assert log, "something was logged, and was looked at"
    for secret in told:
        assert secret not in logged
        assert secret[:20] not in logged


def test_a_line_of_the_log_stays_one_line() -> None:
    record = logging.makeLogRecord(
        {"msg": "name %s", "args": ('x\n{"level":"info"}\r\x1b[31m',), "table": "a\nb"}
    )
    line = JsonLines().format(record)
    assert "\n" not in line
    assert "\r" not in line
    assert "\x1b" not in line
