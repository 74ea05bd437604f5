"""Many pages over one connection, by HTTP/1.1 pipelining: a client library takes a multiple of the
processor time for each request."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlparse

from httptools import HttpResponseParser

from tests.server.hostile.raw import wire


class Page(NamedTuple):
    status: int
    media: str
    """Its content type."""
    body: bytes


async def fetch_pages(address: str, token: str, paths: Sequence[str]) -> list[Page]:
    """Ask for all of these at once; the house answers them one after the other."""
    head = f"Host: {urlparse(address).netloc}\r\n"
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    requests = "".join(f"GET {path} HTTP/1.1\r\n{head}\r\n" for path in paths)
    responses = _Responses()
    async with wire(address) as connection:
        await connection.insist(requests.encode())
        while len(responses.pages) < len(paths):
            data = await connection.reader.read(1 << 16)
            assert data, f"hung up after {paths[: len(responses.pages)][-1:]}"
            responses.parser.feed_data(data)
    assert len(responses.pages) == len(paths)
    return responses.pages


class _Responses:
    """Collects the pages that httptools reads."""

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self.parser = HttpResponseParser(self)

    def on_message_begin(self) -> None:
        self._media, self._body = "", bytearray()

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() == b"content-type":
            self._media = value.decode()

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        status = self.parser.get_status_code()
        self.pages.append(Page(status, self._media, bytes(self._body)))
