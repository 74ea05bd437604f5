"""The house fuzzed from its own description, as nobody and in several roles: never a server error,
never an answer of another shape, and no door that opens without a session."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import pytest
import requests
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
from tests.server.hostile.callers import NOBODY, Callers
from tests.server.hostile.test_decoder import FUZZ
from tests.support.clock import HandClock
from tests.support.live_house import serving, table

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
        self.session = requests.Session()
        """One connection for all requests, and nothing else of one in the next: no cookies."""
        self.session.trust_env = False
        self.session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=()))

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
        self.session.close()
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
SHARES = 8
"""Workers run these at the same time; none builds the cases of the others' shares."""


@pytest.fixture(scope="module", params=range(SHARES))
def share(request: pytest.FixtureRequest) -> Any:
    """Every eighth path of the house's description."""
    document = openapi()
    paths = list(document["paths"].items())[request.param :: SHARES]
    return schemathesis.openapi.from_dict(document | {"paths": dict(paths)})


@pytest.fixture(autouse=True)
def _node_id(request: pytest.FixtureRequest) -> None:
    """Sets what schemathesis 4.32 reads to name a part of a test, and pytest 9.2 no longer has."""
    request.node._nodeid = request.node.nodeid


SCHEMA = schemathesis.pytest.from_fixture("share")


def for_every_operation(test: Callable[..., None]) -> Callable[..., None]:
    parametrized: Callable[..., None] = SCHEMA.parametrize()(test)
    return parametrized


def _callers(case: Any) -> tuple[str, ...]:
    """Nobody, and three of those who may."""
    roles = case.operation.definition.raw["x-roles"]
    return (NOBODY, *(sorted(Role) if roles == "anyone" else roles)[-3:])


@for_every_operation
@fuzzed
def test_nothing_breaks_and_no_door_opens_without_a_session(case: Any, running: Running) -> None:
    """The session that may do most is also tried without its token, and with a wrong one."""
    *others, last = _callers(case)
    for caller in (*others, last):
        token = running.token(caller)
        case.call_and_validate(
            base_url=running.address,
            session=running.session,
            headers={"Authorization": f"Bearer {token}"} if token else {},
            checks=[*CHECKS, ignored_auth] if caller == last else CHECKS,
        )
