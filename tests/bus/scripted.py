"""A server that speaks just enough of NATS, and misbehaves when told to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class ScriptedServer:
    def __init__(self) -> None:
        self.url = ""
        self.received = bytearray()
        self.connections: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()
        """Each client that has been let in."""
        self.answers_pings = True
        self.reads = True

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"server_id": "S", "version": "2.12.0", "max_payload": 1048576}\r\n')
        let_in = False
        while line := await reader.readline():
            self.received += line
            if line == b"PING\r\n" and self.answers_pings:
                writer.write(b"PONG\r\n")
                if not let_in:
                    let_in = True
                    self.connections.put_nowait(writer)
            while not self.reads:
                await asyncio.sleep(3600)


@asynccontextmanager
async def scripted_server() -> AsyncIterator[ScriptedServer]:
    script = ScriptedServer()
    meetings: set[asyncio.Task[None]] = set()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        meetings.add(task)
        try:
            await script.meet(reader, writer)
        except (asyncio.CancelledError, ConnectionError):
            pass
        finally:
            writer.transport.abort()

    server = await asyncio.start_server(meet, "127.0.0.1", 0)
    script.url = f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield script
    finally:
        server.close()
        for task in meetings:
            task.cancel()
        await asyncio.gather(*meetings, return_exceptions=True)
