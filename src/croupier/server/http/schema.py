"""What a machine reads of the protocol, written from the same types that decode and encode it."""

import re
from collections.abc import Iterable
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec

from croupier.kit.errors import Code
from croupier.ledger import MOST
from croupier.server import handlers, http
from croupier.server.handlers.dispatcher import MAY_SEND
from croupier.server.http.admission import COOKIE
from croupier.server.http.answers import OTHERWISE, STATUS, Refusal
from croupier.server.http.endpoint import ENDPOINTS, JSON, Endpoint
from croupier.server.http.forms import DATE, NAME, TABLE
from croupier.server.http.journals import STREAM
from croupier.story.ruling_preview import RulingPreview
from croupier.wire.checks import CheckedBets, CheckedMoves
from croupier.wire.commands import Asked, Hello
from croupier.wire.messages import Message
from croupier.wire.views import LobbyTable

Json = dict[str, Any]

_NUMBER: Json = {"type": "integer", "minimum": 1, "maximum": MOST}
_PATH: dict[str, Json] = {
    "table": {"type": "string", "pattern": TABLE},
    "round": _NUMBER,
    "number": _NUMBER,
    "name": {"type": "string", "pattern": NAME},
    "player": {"type": "string", "pattern": NAME},
    "clause": {"type": "string", "minLength": 2, "maxLength": 20},
    "stream": {"type": "string", "pattern": STREAM},
    "day": {"type": "string", "pattern": DATE},
    "path": {"type": "string", "maxLength": 60},
    "station": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "key": {"type": "string", "pattern": "^[0-9a-f]{8}$"},
    "token": {"type": "string", "pattern": r"^[0-9]{1,15}-[A-Za-z0-9_-]{43}\Z"},
    "viewer": {"type": "string", "minLength": 1, "maxLength": 64},
}
_PARAMETER = re.compile(r"\{(\w+)(?::path)?\}")


@cache
def openapi() -> Json:
    """Every endpoint, with who may use it."""
    http.enter_all()
    endpoints = sorted(ENDPOINTS, key=lambda endpoint: (endpoint.path, endpoint.method))
    kinds = [Refusal]
    for endpoint in endpoints:
        kinds += filter(None, (endpoint.body, endpoint.query, endpoint.answer))
    schemas, components = _components(kinds, "#/components/schemas/{name}")
    of = {id(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, Json] = {}
    for endpoint in endpoints:
        path = _PARAMETER.sub(r"{\1}", endpoint.path)
        operation = _operation(endpoint, of, components)
        paths.setdefault(path, {})[endpoint.method.lower()] = operation
    queries = {_named(of[id(endpoint.query)]) for endpoint in endpoints if endpoint.query}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Croupier",
            "version": "1",
            "description": "Accounts, money, history and the office of a table-games house. Play "
            "itself is on the socket, at /socket. Amounts are whole numbers in the smallest unit, "
            "times whole milliseconds since 1970 in UTC.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": {name: components[name] for name in components if name not in queries},
            "responses": {"Refused": _refused(of[id(Refusal)])},
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
    }


def _operation(endpoint: Endpoint, of: dict[int, Json], components: dict[str, Json]) -> Json:
    operation: Json = {
        "operationId": endpoint.handler.__name__,
        "tags": [endpoint.handler.__module__.rpartition(".")[2]],
        "summary": endpoint.summary,
        "x-roles": sorted(endpoint.roles) if endpoint.roles is not None else "anyone",
        "security": [] if endpoint.roles is None else [{"bearer": []}, {"cookie": []}],
    }
    if endpoint.stepped_up:
        operation["x-stepped-up"] = True
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _portable(_PATH[name])}
        for name in _PARAMETER.findall(endpoint.path)
    ]
    if endpoint.query is not None:
        parameters += _query(components[_named(of[id(endpoint.query)])])
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        content = {endpoint.takes: {"schema": of[id(endpoint.body)]}}
        required = not endpoint.body_optional
        operation["requestBody"] = {"required": required, "content": content}
    operation["responses"] = _responses(endpoint, of)
    return operation


def _query(form: Json) -> list[Json]:
    needed = form.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in needed, "schema": _without_null(schema)}
        for name, schema in form["properties"].items()
    ]


def _without_null(schema: Json) -> Json:
    """In an address a field is there or it is not."""
    rest = {key: value for key, value in schema.items() if key not in ("anyOf", "default")}
    for choice in schema.get("anyOf", ()):
        if choice != {"type": "null"}:
            rest |= choice
    if schema.get("default") is not None:
        rest["default"] = schema["default"]
    return rest


def _responses(endpoint: Endpoint, of: dict[int, Json]) -> Json:
    if endpoint.answer is not None:
        done = _answered("Done.", JSON, of[id(endpoint.answer)])
    elif endpoint.media != JSON:
        done = _answered("Done.", endpoint.media.partition(";")[0], {"type": "string"})
    else:
        done = {"description": "Done; there is nothing to say."}
    status = "201" if endpoint.created else "200" if "content" in done else "204"
    responses = {status: done, "default": {"$ref": "#/components/responses/Refused"}}
    for other, kind in endpoint.also.items():
        responses[str(other)] = _answered(HTTPStatus(other).phrase, JSON, of[id(kind)])
    return responses


def _answered(description: str, media: str, schema: Json) -> Json:
    return {"description": description, "content": {media: {"schema": schema}}}


def _refused(schema: Json) -> Json:
    by_status: dict[int, list[str]] = {}
    for code in Code:
        by_status.setdefault(STATUS.get(code, OTHERWISE), []).append(code)
    listed = "; ".join(
        f"{status}: {', '.join(codes)}" for status, codes in sorted(by_status.items())
    )
    return _answered(f"Refused, and nothing has changed. {listed}.", JSON, schema)


def _named(schema: Json) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


@cache
def socket_schema() -> Json:
    """Every message in either direction, with who may send it."""
    handlers.enter_all()
    # What the data of a reply is made of is in no message by itself.
    data = [CheckedBets, CheckedMoves, LobbyTable, RulingPreview]
    (said, message, *_), components = _components([Hello | Asked, Message, *data], "#/$defs/{name}")
    for kind, roles in MAY_SEND.items():
        components[kind.__name__]["x-roles"] = sorted(roles)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages on the socket of a Croupier house",
        "anyOf": [{"$ref": "#/$defs/ClientSays"}, {"$ref": "#/$defs/HouseSays"}],
        "$defs": {
            "ClientSays": {"description": "From a client to the house."} | said,
            "HouseSays": {"description": "From the house to a client."} | message,
            **components,
        },
    }


def _components(kinds: Iterable[Any], template: str) -> tuple[list[Json], dict[str, Json]]:
    schemas, components = msgspec.json.schema_components(kinds, ref_template=template)
    return list(map(_portable, schemas)), {
        name: _portable(schema) for name, schema in components.items()
    }


def _portable(schema: Any) -> Any:
    """Python's `\\Z` is not in the regular expressions of JSON Schema."""
    if isinstance(schema, dict):
        return {
            key: value.replace(r"\Z", "$")
            if key == "pattern" and isinstance(value, str)
            else _portable(value)
            for key, value in schema.items()
        }
    return list(map(_portable, schema)) if isinstance(schema, list | tuple) else schema
