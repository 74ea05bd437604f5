"""What every response says to a browser: run nothing inline, frame nowhere, guess nothing.

A table's page alone may be framed, and by the house's own pages alone: several lie side by side."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


def policy(framed_by: str) -> str:
    return (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        f"frame-ancestors {framed_by}"
    )


_HEADERS = [
    (b"content-security-policy", policy("'none'").encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
_UNCACHED = (b"cache-control", b"no-store")


class SecurityHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {key for key, _ in message["headers"]}
                # A page may bring a policy of its own.
                ours = [header for header in (*_HEADERS, _UNCACHED) if header[0] not in given]
                message["headers"] = [*message["headers"], *ours]
            await send(message)

        await self._app(scope, receive, with_headers)
