"""How long a client of the house's HTTP API waits."""

import asyncio

import httpx
import pytest

from croupier.client import Api


async def test_it_waits_for_a_calculation_longer_than_for_another_answer() -> None:
    """Of two requests that are not answered only the other is given up."""
    calculated = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        if b"/whatif/counting" in request:
            await calculated.wait()
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n")
            writer.write(b"content-length: 2\r\n\r\n{}")
            await writer.drain()
        else:
            await reader.read()  # until the client gives up
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    async with server, Api(f"http://{host}:{port}", timeout_s=0.1) as api:
        counting = asyncio.create_task(api.call("POST", "/api/tables/a/whatif/counting"))
        with pytest.raises(httpx.ReadTimeout):
            await api.call("GET", "/api/me")
        with pytest.raises(httpx.ReadTimeout):
            await api.call("GET", "/api/me")
        assert not counting.done()
        calculated.set()
        assert await counting == {}
