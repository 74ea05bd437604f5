"""What a program reads before it comes in."""

from typing import Any

from croupier.server.http.endpoint import endpoint
from croupier.server.http.schema import openapi, socket_schema


@endpoint("GET", "/api/openapi.json", roles=None)
async def openapi_document() -> dict[str, Any]:
    """Every endpoint, as OpenAPI 3.1."""
    return openapi()


@endpoint("GET", "/api/socket-schema.json", roles=None)
async def socket_document() -> dict[str, Any]:
    """Every message of the socket, as JSON Schema."""
    return socket_schema()
