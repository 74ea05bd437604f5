"""What every response says to a browser: run nothing inline, frame nowhere, guess nothing.

A table's page alone may be framed, and by the house's own pages alone: several lie side by side."""

from collections.abc import Collection

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.table.camera_stream import CameraStream, StreamKind

_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]


def content_policy(streams: Collection[CameraStream], framed_by: str = "'none'") -> str:
    """Nothing from elsewhere but the pictures of the house's own tables."""
    origins = sorted({stream.origin for stream in streams} - {""})
    hls = any(stream.kind is StreamKind.HLS for stream in streams)
    connect = " ".join(("'self'", *origins))
    # A browser that does not play HLS by itself is handed the segments by a script, as a blob.
    media = " ".join(("'self'", *(["blob:"] if hls else []), *origins))
    return (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src {connect}; media-src {media}; object-src 'none'; base-uri 'none'; "
        f"form-action 'self'; frame-ancestors {framed_by}"
    )


def permissions_policy(streams: Collection[CameraStream]) -> str:
    """A camera only where a dealer's console is one. For every page, since the client goes from
    page to page without loading anew."""
    console = any(stream.kind is StreamKind.CONSOLE for stream in streams)
    return f"camera=({'self' if console else ''}), geolocation=(), microphone=()"


class SecurityHeaders:
    def __init__(self, app: ASGIApp, streams: Collection[CameraStream]) -> None:
        self._app = app
        self._headers = [
            (b"content-security-policy", content_policy(streams).encode()),
            (b"permissions-policy", permissions_policy(streams).encode()),
            *_HEADERS,
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {key for key, _ in message["headers"]}
                # A page may bring a policy of its own.
                ours = [header for header in self._headers if header[0] not in given]
                message["headers"] = [*message["headers"], *ours]
            await send(message)

        await self._app(scope, receive, with_headers)
