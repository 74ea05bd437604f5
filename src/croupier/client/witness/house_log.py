"""A house's log over HTTP, and with an inspector's session its journals."""

import asyncio
from base64 import b64decode
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import msgspec

from croupier.kit.decode_errors import NotDecoded, decoded
from croupier.kit.errors import Code, Refused
from croupier.tlog.tiles import Tile

LARGEST = 16 * 1024 * 1024
FETCH_TIMEOUT_S = 30.0
"""For a whole answer: a house that sends a byte now and then must not hold a witness up."""
_PAGE = 200


class Unreachable(Exception):  # noqa: N818 -- what happened
    """The house does not answer, or not now."""


class NotServed(Exception):  # noqa: N818
    """The house answers, and has not what its log is made of."""


class ChainEntry(msgspec.Struct, frozen=True):
    """An entry of a journal as it is hashed."""

    seq: int
    line: str
    hash: str

    @property
    def raw(self) -> bytes:
        return b64decode(self.line)


class _ChainPage(msgspec.Struct, frozen=True):
    entries: list[ChainEntry]
    next: int | None


class HouseLog:
    def __init__(
        self, address: str, session: str = "", *, timeout_s: float = FETCH_TIMEOUT_S
    ) -> None:
        """`session`: the token of an inspector, where journals are to be read."""
        self.address = address.rstrip("/").removesuffix("/log")
        headers = {"Authorization": f"Bearer {session}"} if session else {}
        try:
            self._http = httpx.AsyncClient(base_url=self.address, timeout=None, headers=headers)
        except httpx.InvalidURL:
            raise Refused(Code.BAD_SETTING, f"{address!r} is no address of a house") from None
        self._timeout_s = timeout_s
        self._loop = asyncio.Runner()

    def close(self) -> None:
        with self._loop:
            self._loop.run(self._http.aclose())

    def key(self) -> str:
        return self._get("/log/key").decode(errors="replace").strip()

    def checkpoint(self) -> bytes:
        return self._get("/log/checkpoint")

    def cosigned(self, key_id: str) -> bytes:
        """The last checkpoint that another witness has cosigned, by the id of its key."""
        return self._get(f"/log/cosigned/{key_id}")

    def tile(self, tile: Tile) -> bytes:
        return self._get(f"/log/{tile.path}")

    def entries(self, tile: Tile) -> bytes:
        return self._get(f"/log/{tile.entries_path}")

    def send(self, note: bytes) -> bool:
        """Bring a cosignature to the house; whether it was taken."""
        headers = {"Content-Type": "text/plain"}
        request = self._http.build_request(
            "POST", "/log/cosignature", content=note, headers=headers
        )
        status, _ = self._loop.run(_answer(self._http, request, self._timeout_s))
        return status // 100 == 2

    def chain(self, stream: str, after: int) -> Iterator[ChainEntry]:
        """A journal after an entry, as far as it may be read now."""
        next: int | None = after
        while next is not None:
            path = f"/api/office/chain/{quote(stream)}?after={next}&limit={_PAGE}"
            try:
                page = decoded(self._get(path), _ChainPage)
            except NotDecoded as error:
                raise NotServed(f"{path} is no journal: {error}") from None
            yield from page.entries
            if page.next is not None and (not page.entries or page.next <= next):
                raise NotServed(f"{path} leads nowhere")
            next = page.next

    def _get(self, path: str) -> bytes:
        request = self._http.build_request("GET", path)
        status, body = self._loop.run(_answer(self._http, request, self._timeout_s))
        if status in (401, 403):
            raise Refused(Code.NOT_ALLOWED, f"{path}: an inspector's session is needed")
        if status == 429 or status >= 500:
            raise Unreachable(f"{path} was answered with {status}")
        if status // 100 != 2:
            raise NotServed(f"{path} was answered with {status}")
        return body


def fetch_note(address: str) -> bytes:
    """What another witness has published."""

    async def fetch() -> tuple[int, bytes]:
        async with httpx.AsyncClient(timeout=None) as http:
            return await _answer(http, http.build_request("GET", address), FETCH_TIMEOUT_S)

    try:
        status, body = asyncio.run(fetch())
    except (Unreachable, NotServed, httpx.InvalidURL) as error:
        raise Unreachable(f"{address}: {error}") from None
    if status // 100 != 2:
        raise Unreachable(f"{address} was answered with {status}")
    return body


async def _answer(
    http: httpx.AsyncClient, request: httpx.Request, timeout_s: float
) -> tuple[int, bytes]:
    """Status and body, all of it within the time."""
    path = request.url.path
    body = bytearray()
    try:
        async with asyncio.timeout(timeout_s):
            answer = await http.send(request, stream=True)
            try:
                async for chunk in answer.aiter_bytes():
                    body += chunk
                    if len(body) > LARGEST:
                        raise NotServed(f"{path} has more than {LARGEST} bytes")
            finally:
                await answer.aclose()
    except TimeoutError:
        raise Unreachable(f"{path} was not answered in full within {timeout_s:g} seconds") from None
    except httpx.HTTPError as error:
        raise Unreachable(str(error) or type(error).__name__) from None
    return answer.status_code, bytes(body)
