"""The browser client, as it was built into the package: its files, and one page for every path that
is not the API's, since the client finds its own way from there."""

import os
from collections.abc import Collection
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from croupier.server.headers import content_policy
from croupier.table.camera_stream import CameraStream

BUILT = Path(os.environ.get("CROUPIER_WEB") or Path(__file__).parent / "web")
"""Where the built client lies; the variable is for whoever works on it."""
TABLE = "/table/{table}"
PATHS = (
    "/",
    "/login",
    "/register",
    "/welcome",
    "/me",
    "/me/{page:path}",
    TABLE,
    "/tables/side-by-side",
    "/rules/{table}",
    "/best-play/{table}",
    "/fair",
    "/fair/{table}/{round}",
    "/shared/{token}",
    "/deal",
    "/deal/{table}",
    "/pit",
    "/pit/{page:path}",
    "/cage",
    "/chat",
    "/office",
    "/office/{page:path}",
    "/admin",
    "/admin/{page:path}",
)
"""The client's own; whatever else is asked for is not there, and is told as such."""
_FOR_EVER = "public, max-age=31536000, immutable"


class _Assets(StaticFiles):
    """Their names change with their contents; the build has packed those worth packing."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        packed = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        if packed and self.lookup_path(f"{path}.gz")[1] is not None:
            response = await super().get_response(f"{path}.gz", scope)
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Type"] = guess_type(path)[0] or "application/octet-stream"
        else:
            response = await super().get_response(path, scope)
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = _FOR_EVER
        return response


def client_page(status: int = 200) -> Response | None:
    """The one page of the client; none where it was not built."""
    index = BUILT / "index.html"
    if not index.exists():
        return None
    return FileResponse(index, status, headers={"Cache-Control": "no-cache"})


def client_routes(streams: Collection[CameraStream]) -> list[BaseRoute]:
    """None where the client was not built: the API is all there is then."""
    framed = content_policy(streams, framed_by="'self'")
    if client_page() is None:
        return []

    async def page(request: Request) -> Response:
        response = client_page()
        assert response is not None, "it was built when the house was opened"
        return response

    async def table_page(request: Request) -> Response:
        """Framed by the page that shows several tables side by side, and by no other house's."""
        response = await page(request)
        response.headers["Content-Security-Policy"] = framed
        return response

    async def icon(request: Request) -> Response:
        return FileResponse(BUILT / "icon.svg")

    async def without_slash(request: Request) -> Response:
        """To the same house: the path alone, whatever host the request names."""
        return RedirectResponse(request.url.path.rstrip("/"), 308)

    return [
        Mount("/assets", _Assets(directory=BUILT / "assets")),
        Route("/icon.svg", icon),
        *(Route(path, table_page if path == TABLE else page) for path in PATHS),
        *(Route(f"{path}/", without_slash) for path in PATHS if path[-1] not in "/}"),
    ]
