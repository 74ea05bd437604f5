"""The application: one port for pages, the API and the socket."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec.structs import replace
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
from croupier.server.client_pages import client_page, client_routes
from croupier.server.decoding import of_protocol
from croupier.server.headers import SecurityHeaders
from croupier.server.house import House
from croupier.server.http.admission import SIGNATURE, STATION, token_of
from croupier.server.http.answers import broken, refuse, respond
from croupier.server.http.endpoint import ENDPOINTS, JSON, Endpoint, HttpRequest
from croupier.server.http.sessions import Login
from croupier.server.socket import Sockets
from croupier.server.store_failures import store_refusal
from croupier.store.errors import StoreError
from croupier.table.signed_command import SignedCommand

_LOG = logging.getLogger("croupier.http")
LARGEST_BODY = 64 * 1024
LARGEST_SIGNED = 12_000
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
    streams = [room.stream for room in house.rooms.values() if room.stream is not None]
    app = Starlette(
        routes=[
            *client_routes(streams),
            *routes,
            WebSocketRoute("/socket", sockets or Sockets(house)),
        ],
        exception_handlers={HTTPException: _not_found},
    )
    # Starlette would send whoever writes one slash too many to the host that the request names.
    app.router.redirect_slashes = False
    return SecurityHeaders(app, streams)


def _serve(
    house: House, path: str, methods: dict[str, Endpoint]
) -> Callable[[Request], Awaitable[Response]]:
    handlers = {method: endpoint.bind(house) for method, endpoint in methods.items()}

    async def serve(raw: Request) -> Response:
        method = "GET" if raw.method == "HEAD" else raw.method
        endpoint = methods[method]
        inputs: dict[str, Any] = {}
        try:
            with house.open_requests:
                request = inputs["request"] = await _request(house, raw)
                endpoint.admit(house.people, request.who)
                _check_shown(house, request)
                await _decode(house, endpoint, raw, inputs)
                if not endpoint.looks and request.who and request.who.role in PLAYING:
                    await house.players.remember(request.who.name)
                taken = {name: inputs[name] for name in endpoint.inputs}
                response = respond(await handlers[method](**taken), endpoint.media)
        except Refused as refused:
            _note(house, endpoint, inputs, refused)
            response = refuse(refused)
        except StoreError as error:
            _LOG.warning("the store failed a request", extra={"route": path, "why": str(error)})
            response = refuse(store_refusal(changes=not endpoint.looks))
        except Exception as error:
            _LOG.exception("request failed", extra={"route": path})
            house.failed(error)
            response = broken()
        house.metrics.requests.labels(path, response.status_code).inc()
        return response

    return serve


def _check_shown(house: House, request: HttpRequest) -> None:
    """A staged table is not there for players, whatever is asked of it."""
    room = house.rooms.get(request.path.get("table", ""))
    role = None if request.who is None else request.who.role
    if room is not None and not room.is_shown_to(role):
        raise Refused(Code.UNKNOWN_TABLE, "there is no such table")


def _note(house: House, endpoint: Endpoint, inputs: dict[str, Any], refused: Refused) -> None:
    """What the inspector should see: whoever is turned away, and is somebody."""
    request: HttpRequest | None = inputs.get("request")
    if request is None:
        return
    if isinstance(body := inputs.get("body"), Login):
        kind, account = Turned.LOGIN, body.name
    elif request.who is None or refused.code in _NOBODYS_FAULT:
        return
    else:
        account = request.who.name
        if endpoint.roles is not None and request.who.role not in endpoint.roles:
            kind = Turned.ROLE
        elif endpoint.code:
            kind = Turned.LOGIN
        elif endpoint.signs:
            kind = Turned.RULING
        else:
            return
    what = f"{endpoint.method} {endpoint.path}"
    house.note_refusal(kind, account, request.address, what, refused)


_NOBODYS_FAULT = frozenset(
    {Code.CONFIRM_FIRST, Code.NOT_STORED, Code.UNCLEAR, Code.BUSY, Code.CLOSING}
)


async def _request(house: House, raw: Request) -> HttpRequest:
    settings = house.settings
    address = client_address(raw.scope, trusted_proxy=settings.trusted_proxy)
    house.address_rates.request(address)
    token = token_of(raw, settings.origins)
    who = await house.who(token) if token else None
    return HttpRequest(who, token, address, dict(raw.path_params))


async def _decode(house: House, endpoint: Endpoint, raw: Request, inputs: dict[str, Any]) -> None:
    if endpoint.query is not None:
        inputs["query"] = of_protocol(
            dict(raw.query_params), endpoint.query, "the query", strict=False
        )
    body = b"" if endpoint.body is None else await _body(raw)
    if endpoint.body_optional and not body:
        inputs["body"] = None
    elif endpoint.body is not None:
        kind = "JSON" if endpoint.takes == JSON else "it"
        if raw.headers.get("content-type", "").partition(";")[0].strip() != endpoint.takes:
            raise Refused(Code.BAD_MESSAGE, f"send {kind}, as {endpoint.takes}")
        if endpoint.takes == JSON:
            inputs["body"] = of_protocol(parse_message(body), endpoint.body, "the body")
        else:
            inputs["body"] = _text(body)
    if endpoint.signs:
        request: HttpRequest = inputs["request"]
        inputs["request"] = replace(request, signed=_signed(house, raw, request, body))


def _signed(house: House, raw: Request, request: HttpRequest, body: bytes) -> SignedCommand | None:
    """Where a station has signed it, the signature has to be good, whatever is asked for."""
    station, signature = (raw.headers.get(name, "") for name in (STATION, SIGNATURE))
    if not station and not signature:
        return None
    text = f"{raw.method} {raw.url.path}\n{_text(body)}"
    if len(station) > 64 or len(signature) > 100 or len(text) > LARGEST_SIGNED:
        raise Refused(Code.BAD_MESSAGE, "that is no request that a station has signed")
    signed = SignedCommand(station, signature, text)
    house.stations.check(request.by.name, signed)
    return signed


async def _body(raw: Request) -> bytes:
    """Bounded in size and in time."""
    read = bytearray()
    try:
        async with asyncio.timeout(SLOWEST_BODY_S):
            async for chunk in raw.stream():
                read += chunk
                if len(read) > LARGEST_BODY:
                    raise Refused(Code.BAD_MESSAGE, f"at most {LARGEST_BODY} bytes")
    except (TimeoutError, ClientDisconnect):
        raise Refused(Code.BAD_MESSAGE, "the body did not come") from None
    return bytes(read)


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise Refused(Code.BAD_MESSAGE, "the text is not UTF-8") from None


async def _not_found(request: Request, error: Exception) -> Response:
    """A browser that wants a page gets the client's, which says what there is instead."""
    assert isinstance(error, HTTPException)
    wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if error.status_code == 404 and wants_page and (page := client_page(404)) is not None:
        return page
    code = {404: "not-found", 405: "not-allowed"}.get(error.status_code, "bad-message")
    body = msgspec.json.encode({"code": code, "message": error.detail, "clause": ""})
    return Response(body, error.status_code, error.headers, JSON)
