"""A node reads on in what other nodes have written.

It is told on the bus which journal has grown, and looks at all of them every so often all the same:
a word that is lost costs a moment, one that is doubled or late costs nothing.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from croupier.bus.protocol import Bus
from croupier.house.nodes.subjects import Subjects, Written
from croupier.store.errors import StoreError
from croupier.store.values import Owned

_LOG = logging.getLogger("croupier.nodes")
_WRITTEN = msgspec.msgpack.Decoder(list[Written])
_AGAIN_S = 0.25
"""Before journals are read that could not be just now."""


class Followed(Protocol):
    @property
    def seq(self) -> int:
        """The last entry that is known here."""
        ...

    async def follow(self, to: int | None = None) -> None:
        """Read on to the end; not at all if this entry is known by then."""
        ...


class Following:
    def __init__(self, bus: Bus, subjects: Subjects, journals: Mapping[str, Followed]) -> None:
        self._bus = bus
        self._subjects = subjects
        self._journals = journals
        self._behind: dict[str, int] = {}
        """Which journals have grown, and up to where, as far as is known."""
        self._wake = asyncio.Event()
        self._grown: dict[str, int] = {}
        """Our own journals' numbers that nobody was told yet."""
        self._telling: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._bus.subscribe(self._subjects.written, self._heard)

    def wrote(self, stream: str, seq: int) -> None:
        """Committed here: the other nodes are told, many entries at once."""
        self._grown[stream] = max(seq, self._grown.get(stream, 0))
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        try:
            while self._grown:
                grown, self._grown = self._grown, {}
                words = [Written(stream, seq) for stream, seq in grown.items()]
                await self._bus.publish(self._subjects.written, msgspec.msgpack.encode(words))
        finally:
            self._telling = None

    def _heard(self, body: bytes) -> None:
        for word in _WRITTEN.decode(body):
            self._note(word.stream, word.seq)

    def look(self, owned: Iterable[Owned]) -> None:
        """How far the journals are, by the books."""
        for stream in owned:
            self._note(stream.stream, stream.seq)

    def _note(self, stream: str, seq: int) -> None:
        journal = self._journals.get(stream)
        if journal is not None and journal.seq < seq:
            self._behind[stream] = max(seq, self._behind.get(stream, 0))
            self._wake.set()

    async def run(self) -> None:
        """Each journal by itself: who has much to read in one is not late in the others."""
        reading: dict[str, asyncio.Task[None]] = {}
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                for stream in [stream for stream, task in reading.items() if task.done()]:
                    reading.pop(stream).result()
                for stream in sorted(self._behind.keys() - reading.keys()):
                    task = asyncio.create_task(self._catch_up(stream, self._behind.pop(stream)))
                    reading[stream] = task
                    task.add_done_callback(lambda _: self._wake.set())
        finally:
            for task in reading.values():
                task.cancel()

    async def _catch_up(self, stream: str, seq: int) -> None:
        if not await self._read_on(stream, seq):
            await asyncio.sleep(_AGAIN_S)

    async def reach(self, stream: str, seq: int) -> None:
        """Read on until this entry is known here."""
        if self._journals[stream].seq < seq:
            await self._read_on(stream, seq)

    async def _read_on(self, stream: str, seq: int) -> bool:
        try:
            await self._journals[stream].follow(seq)
        except StoreError as error:
            _LOG.warning("journal not followed", extra={"stream": stream, "why": str(error)})
            self._behind[stream] = max(seq, self._behind.get(stream, 0))
            self._wake.set()
            return False
        return True
