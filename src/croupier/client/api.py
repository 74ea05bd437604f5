"""The house over HTTP: a session, and whatever is asked with it."""

import re
import secrets
import ssl
from collections.abc import Callable
from functools import cache
from typing import Any, Self

import httpx
import msgspec

ANSWER_TIMEOUT_S = 30.0
CALCULATION_TIMEOUT_S = 15 * 60.0
"""What a counter of cards could win takes a busy house minutes."""
_CALCULATED = re.compile(r"/(whatif|odds|strategy|forecast|band|figures)\b")
"""What the house calculates before it answers."""


class HouseRefused(Exception):  # noqa: N818 -- the word of the trade
    """The house said no: with a code, a reason, and the clause where there is one."""

    def __init__(self, code: str, message: str, clause: str = "", status: int = 0) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.clause = clause
        self.status = status


@cache
def _tls() -> ssl.SSLContext:
    """Returns the TLS context of all clients: reading the certificates takes 17 ms."""
    return httpx.create_ssl_context()


class Api:
    """`async with Api("http://127.0.0.1:8000") as api: await api.guest()`"""

    def __init__(
        self, address: str, token: str = "", *, timeout_s: float = ANSWER_TIMEOUT_S
    ) -> None:
        """`timeout_s`: for an answer that needs no calculation."""
        self.address = address.rstrip("/")
        self.token = token
        self.name = ""
        self.sign: Callable[[str], dict[str, str]] | None = None
        """The headers under which a station signs a request; none: it is not signed."""
        self._http = httpx.AsyncClient(base_url=self.address, timeout=timeout_s, verify=_tls())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def guest(self, name: str = "") -> str:
        """Come in as a guest, called as you like or as the house likes; the whole name."""
        query = {"name": name} if name else None
        return self._session(await self.call("POST", "/api/guests", query=query))

    async def register(self, name: str, password: str) -> str:
        body = {"name": name, "password": password}
        return self._session(await self.call("POST", "/api/accounts", body))

    async def login(self, name: str, password: str, code: str | None = None) -> str:
        body = {"name": name, "password": password, "code": code}
        return self._session(await self.call("POST", "/api/login", body))

    async def refill(self) -> None:
        """Play chips, for who has none left."""
        await self.call("POST", "/api/me/chips", {"id": secrets.token_hex(12)})

    async def call(
        self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None
    ) -> Any:
        """The answer's JSON, or its bytes if it is something else; a refusal is raised."""
        response = await self.send(method, path, body, query)
        if response.status_code >= 400:
            raise _refused(response)
        if response.headers.get("content-type", "").startswith("application/json"):
            return msgspec.json.decode(response.content)
        return response.content or None

    async def send(
        self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        content = None
        if body is not None:
            content = msgspec.json.encode(body)
            headers["Content-Type"] = "application/json"
        if self.sign is not None and method == "POST":
            headers |= self.sign(f"{method} {path}\n{(content or b'').decode()}")
        request = self._http.build_request(
            method, path, content=content, params=query, headers=headers
        )
        if _CALCULATED.search(path):
            request.extensions["timeout"]["read"] = CALCULATION_TIMEOUT_S
        return await self._http.send(request)

    async def ticket(self) -> str:
        """For a socket: one's own, or of somebody who only looks on."""
        path = "/api/tickets" if self.token else "/api/watching"
        ticket: str = (await self.call("POST", path))["ticket"]
        return ticket

    def _session(self, opened: dict[str, Any]) -> str:
        self.token = opened["token"]
        self.name = opened["name"]
        return self.name


def _refused(response: httpx.Response) -> HouseRefused:
    try:
        error = msgspec.json.decode(response.content)
        return HouseRefused(
            error["code"], error["message"], error.get("clause", ""), response.status_code
        )
    except (msgspec.DecodeError, KeyError, TypeError):
        text = f"the house answered {response.status_code}"
        return HouseRefused("broken", text, status=response.status_code)
