"""The application: one port for pages, the API and the socket."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from croupier.house.roles import PLAYING
from croupier.house.turned_away import Turned
from croupier.kit.errors import Code, Refused
from croupier.kit.json_text import parse_message
from croupier.server import http
from croupier.server.address import client_address
from croupier.server.client_pages import client_routes
from croupier.server.headers import SecurityHeaders
from croupier.server.house import House
from croupier.server.http.admission import token_of
from croupier.server.http.answers import broken, refuse, respond
from croupier.server.http.endpoint import ENDPOINTS, Endpoint, Visit
from croupier.server.http.sessions import Login
from croupier.server.socket import Sockets

_LOG = logging.getLogger("croupier.http")
LARGEST_BODY = 64 * 1024
SLOWEST_BODY_S = 10.0


def make_app(house: House, sockets: Sockets | None = None) -> ASGIApp:
    http.enter_all()
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    routes = [
        Route(path, _serve(house, path, methods), methods=list(methods))
        for path, methods in by_path.items()
    ]
    app = Starlette(
        routes=[
            *client_routes(),
            *routes,
            WebSocketRoute("/socket", sockets or Sockets(house)),
        ],
        exception_handlers={HTTPException: _not_found},
    )
    # Starlette would send whoever writes one slash too many to the host that the request names.
    app.router.redirect_slashes = False
    return SecurityHeaders(app)


def _serve(
    house: House, path: str, methods: dict[str, Endpoint]
) -> Callable[[Request], Awaitable[Response]]:
    async def serve(request: Request) -> Response:
        endpoint = methods["GET" if request.method == "HEAD" else request.method]
        visit: Visit | None = None
        try:
            with house.open_requests:
                visit = _visitor(house, request)
                await _admit(endpoint, visit, request)
                response = respond(await endpoint.handler(visit))
        except Refused as refused:
            _note(endpoint, visit, refused)
            response = refuse(refused)
        except Exception as error:
            _LOG.exception("request failed", extra={"route": path})
            house.failed(error)
            response = broken()
        house.metrics.requests.labels(path, response.status_code).inc()
        return response

    return serve


def _note(endpoint: Endpoint, visit: Visit | None, refused: Refused) -> None:
    """What the inspector should see: whoever is turned away, and is somebody."""
    if visit is None:
        return
    if isinstance(visit.body, Login):
        kind, account = Turned.LOGIN, visit.body.name
    elif visit.who is None or refused.code in _NOBODYS_FAULT:
        return
    else:
        account = visit.who.name
        if endpoint.roles is not None and visit.who.role not in endpoint.roles:
            kind = Turned.ROLE
        elif endpoint.code:
            kind = Turned.LOGIN
        elif endpoint.signs:
            kind = Turned.RULING
        else:
            return
    what = f"{endpoint.method} {endpoint.path}"
    visit.house.note_refusal(kind, account, visit.address, what, refused)


_NOBODYS_FAULT = frozenset({Code.CONFIRM_FIRST, Code.NOT_STORED, Code.BUSY, Code.CLOSING})


def _visitor(house: House, request: Request) -> Visit:
    settings = house.settings
    address = client_address(request.scope, trusted_proxy=settings.trusted_proxy)
    house.address_rates.request(address)
    token = token_of(request, settings.origins)
    who = house.people.who(token) if token else None
    return Visit(house, who, token, address, dict(request.path_params))


async def _admit(endpoint: Endpoint, visit: Visit, request: Request) -> None:
    endpoint.admit(visit.house, visit.who)
    if endpoint.query is not None:
        visit.query = _convert(dict(request.query_params), endpoint.query, strict=False)
    if endpoint.body is not None:
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise Refused(Code.BAD_MESSAGE, "send JSON, as application/json")
        visit.body = _convert(parse_message(await _body(request)), endpoint.body)
    if visit.who is not None and visit.who.role in PLAYING and not endpoint.looks:
        await visit.house.remember(visit.who.name)


async def _body(request: Request) -> bytes:
    """Bounded in size and in time."""
    read = bytearray()
    try:
        async with asyncio.timeout(SLOWEST_BODY_S):
            async for chunk in request.stream():
                read += chunk
                if len(read) > LARGEST_BODY:
                    raise Refused(Code.BAD_MESSAGE, f"at most {LARGEST_BODY} bytes")
    except (TimeoutError, ClientDisconnect):
        raise Refused(Code.BAD_MESSAGE, "the body did not come") from None
    return bytes(read)


def _convert(value: Any, kind: Any, *, strict: bool = True) -> Any:
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise Refused(Code.BAD_MESSAGE, str(error)[:300]) from None


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not-found", 405: "not-allowed"}.get(error.status_code, "bad-message")
    body = msgspec.json.encode({"code": code, "message": error.detail, "clause": ""})
    return Response(body, error.status_code, error.headers, "application/json")
