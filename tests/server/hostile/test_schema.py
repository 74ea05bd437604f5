"""The house fuzzed from its own description, as nobody and in several roles: never a server error,
never an answer of another shape, and no door that opens without a session."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    response_schema_conformance,
    status_code_conformance,
)

from croupier.house.roles import Role
from croupier.server.http.schema import openapi
from tests.house.people.door import HandClock
from tests.server.hostile.callers import NOBODY, Callers
from tests.server.hostile.test_decoder import FUZZ
from tests.server.serving import serving, table

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
fuzzed = settings(
    max_examples=3 * FUZZ,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=FUZZ == 1,
)


class Running:
    """A house in a thread of its own, since the fuzz waits for each answer."""

    def __init__(self) -> None:
        self.address = ""
        self._loop = asyncio.new_event_loop()
        self._open, self._done = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._run()))
        self._thread.start()
        self._open.wait()

    async def _run(self) -> None:
        clock = HandClock()
        async with serving([table("live-roulette"), table("rws-blackjack")], clock=clock) as house:
            self.address = house.address
            self._callers = Callers(house, clock)
            self._open.set()
            await self._done.wait()

    def token(self, caller: str) -> str:
        told = asyncio.run_coroutine_threadsafe(self._callers.token(caller), self._loop)
        return told.result(30)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join()
        self._loop.close()


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    one = Running()
    yield one
    one.close()


# An offer of a picture is text.
schemathesis.serializer.alias("application/sdp", "text/plain")
SCHEMA: Any = schemathesis.openapi.from_dict(openapi())


def _callers(case: Any) -> tuple[str, ...]:
    """Nobody, and three of those who may."""
    roles = case.operation.definition.raw["x-roles"]
    return (NOBODY, *(sorted(Role) if roles == "anyone" else roles)[-3:])


@SCHEMA.parametrize()
@fuzzed
def test_nothing_breaks(case: Any, running: Running) -> None:
    for caller in _callers(case):
        token = running.token(caller)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        case.call_and_validate(base_url=running.address, headers=headers, checks=CHECKS)


@SCHEMA.parametrize()
@settings(fuzzed, max_examples=1)
def test_no_door_opens_without_a_session(case: Any, running: Running) -> None:
    headers = {"Authorization": f"Bearer {running.token(_callers(case)[-1])}"}
    case.call_and_validate(base_url=running.address, headers=headers, checks=[ignored_auth])
