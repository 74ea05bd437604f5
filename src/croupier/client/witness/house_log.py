"""A house's log over HTTP, and with an inspector's session its journals."""

from base64 import b64decode
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import msgspec

from croupier.kit.decode_errors import NotDecoded, decoded
from croupier.kit.errors import Code, Refused
from croupier.tlog.tiles import Tile

LARGEST = 16 * 1024 * 1024
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
    def __init__(self, address: str, session: str = "") -> None:
        """`session`: the token of an inspector, where journals are to be read."""
        self.address = address.rstrip("/").removesuffix("/log")
        headers = {"Authorization": f"Bearer {session}"} if session else {}
        try:
            self._http = httpx.Client(base_url=self.address, timeout=30, headers=headers)
        except httpx.InvalidURL:
            raise Refused(Code.BAD_SETTING, f"{address!r} is no address of a house") from None

    def close(self) -> None:
        self._http.close()

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
        try:
            headers = {"Content-Type": "text/plain"}
            answer = self._http.post("/log/cosignature", content=note, headers=headers)
        except httpx.HTTPError as error:
            raise Unreachable(str(error) or type(error).__name__) from None
        return answer.is_success

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
            next = page.next

    def _get(self, path: str) -> bytes:
        try:
            answer = self._http.get(path)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreachable(str(error) or type(error).__name__) from None
        if answer.status_code in (401, 403):
            raise Refused(Code.NOT_ALLOWED, f"{path}: an inspector's session is needed")
        if answer.status_code == 429 or answer.status_code >= 500:
            raise Unreachable(f"{path} was answered with {answer.status_code}")
        if not answer.is_success or len(answer.content) > LARGEST:
            raise NotServed(f"{path} was answered with {answer.status_code}")
        return answer.content


def fetch_note(address: str) -> bytes:
    """What another witness has published."""
    try:
        answer = httpx.get(address, timeout=30)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Unreachable(f"{address}: {error or type(error).__name__}") from None
    if not answer.is_success:
        raise Unreachable(f"{address} was answered with {answer.status_code}")
    return answer.content
