"""Default deny: every role at every route and every message, and who has none at all."""

from typing import Any, get_args

import msgspec
import pytest
from starlette.routing import Mount, Route, WebSocketRoute

from croupier.client import Api, Client
from croupier.house.roles import EVERYONE, STAFF, Role
from croupier.server import handlers, http
from croupier.server.app import make_app
from croupier.server.client_pages import client_routes
from croupier.server.handlers.dispatcher import HANDLERS, MAY_SEND
from croupier.server.http.endpoint import ENDPOINTS, Endpoint
from croupier.wire.commands import Asked
from tests.server.hostile.callers import BLOCKED, CALLERS, LOGGED_OUT, NOBODY, UNREADY, Callers
from tests.server.hostile.grammar import sample
from tests.support.clock import HandClock
from tests.support.live_house import LiveHouse, serving, table

http.enter_all()
handlers.enter_all()
KINDS: tuple[Any, ...] = get_args(Asked)


def _id(endpoint: Endpoint) -> str:
    return f"{endpoint.method} {endpoint.path}"


async def _knock(api: Api, endpoint: Endpoint) -> tuple[int, str, str]:
    """Status, code and text; the body is an empty object, which is read after admission."""
    path = endpoint.path
    for part in path.split("/"):
        if part.startswith("{"):
            path = path.replace(part, "1")
    response = await api.send(endpoint.method, path, {} if endpoint.body is not None else None)
    assert response.status_code != 500, response.text
    told: Any = {}
    if response.status_code >= 400 and "json" in response.headers["content-type"]:
        told = msgspec.json.decode(response.content)
    return response.status_code, told.get("code", ""), told.get("message", "")


def _stopped(answer: tuple[int, str, str]) -> str:
    """Where the door said no, if it did. Handlers say other things."""
    match answer:
        case (401, "not-known", "log in first"):
            return "no session"
        case (403, "not-allowed", text) if text.endswith(" may not do this"):
            return "role"
        case (403, "not-allowed", text) if text.startswith("first set up your "):
            return "not set up"
    return ""


def _expected(endpoint: Endpoint, caller: str) -> str:
    if endpoint.roles is None:
        return ""
    if caller in (NOBODY, BLOCKED, LOGGED_OUT, Role.WATCHER):
        return "no session"
    role = Role.PIT if caller == UNREADY else Role(caller)
    if role not in endpoint.roles:
        return "role"
    return "not set up" if caller == UNREADY and not endpoint.unready else ""


async def test_exactly_the_named_roles_pass_every_route() -> None:
    clock = HandClock()
    async with serving([table("live-roulette")], clock=clock) as house:
        callers = Callers(house, clock)
        api, wrong = await house.api(), []
        for endpoint in ENDPOINTS:
            for caller in CALLERS:
                api.token = await callers.token(caller)
                answer = await _knock(api, endpoint)
                if _stopped(answer) != _expected(endpoint, caller):
                    wrong.append((_id(endpoint), caller, answer))
        assert not wrong


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=_id)
def test_every_route_says_who_may(endpoint: Endpoint) -> None:
    assert endpoint.roles is None or (endpoint.roles and endpoint.roles <= EVERYONE)
    assert endpoint.summary
    if endpoint.unready:
        assert endpoint.roles is not None
    if endpoint.stepped_up:
        assert endpoint.roles is not None
        assert endpoint.roles <= STAFF, "only staff have an authenticator"


STRANGERS_DO = frozenset(
    {
        "/api/guests",
        "/api/watching",
        "/api/accounts",
        "/api/login",
        "/api/tables/{table}/picture/{viewer}",  # its address is known to its viewer alone
        "/log/cosignature",  # a witness has a key, and no account
    }
)
"""What changes something without a session; a new one is entered here."""


def test_what_strangers_may_do_is_known_by_name() -> None:
    doing = {one.path for one in ENDPOINTS if one.roles is None and one.method != "GET"}
    assert doing <= STRANGERS_DO


async def test_every_route_of_the_application_is_in_the_list() -> None:
    async with serving([]) as house:
        app: Any = make_app(house.house)
        while not hasattr(app, "routes"):
            app = app._app
        listed = {(endpoint.path, endpoint.method) for endpoint in ENDPOINTS}
        pages = {(route.path, "GET") for route in client_routes([]) if isinstance(route, Route)}
        routed = set()
        for route in app.routes:
            if isinstance(route, Mount | WebSocketRoute):
                assert route.path in ("/socket", "/assets")
            else:
                assert isinstance(route, Route)
                routed |= {(route.path, method) for method in (route.methods or set()) - {"HEAD"}}
        assert routed - pages == listed - pages


def test_no_two_endpoints_share_a_route() -> None:
    assert len({(one.method, one.path) for one in ENDPOINTS}) == len(ENDPOINTS)


# The socket -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__struct_config__.tag)
def test_every_message_says_who_may(kind: type) -> None:
    assert kind in HANDLERS
    assert MAY_SEND[kind]


def test_staff_never_bet_and_players_never_deal() -> None:
    """Whoever can touch a table has no stake at it: no message is both's, but talk and watching,
    and the cutting card, which the dealer places where no player does (LIVE 2.3.3d). A lab plays
    where no money is."""
    both = {
        kind.__struct_config__.tag
        for kind, roles in MAY_SEND.items()
        if roles & (STAFF - {Role.LAB}) and roles - STAFF
    }
    talk = {"ping", "lobby", "join", "part", "say", "report-chat"}
    assert both == talk | {"place-cut", "decline-cut"}


async def test_exactly_the_named_roles_pass_with_every_message(no_traceback: None) -> None:
    clock = HandClock()
    async with serving([table("live-roulette")], clock=clock) as house:
        callers = Callers(house, clock)
        wrong = []
        for role in Role:
            one = await house.client(await house.api(await callers.token(role)))
            for n, kind in enumerate(KINDS):
                if n % 30 == 29:  # a socket has its pace
                    one = await _again(house, one, await callers.token(role))
                reply = await one.ask(sample(kind))
                turned_away = reply.code == "not-allowed" and " may not ask for " in reply.message
                if turned_away != (role not in MAY_SEND[kind]):
                    wrong.append((role, kind.__name__, reply))
            await one.close()
        assert not wrong


async def _again(house: LiveHouse, one: Client, token: str) -> Client:
    await one.close()
    return await house.client(await house.api(token))
