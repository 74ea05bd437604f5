"""What a node does with the messages that reach it, whatever bus brought them."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable

from croupier.bus.protocol import NoAnswer, check_body, check_subject

LOG = logging.getLogger("croupier.bus")

MOST_ANSWERING = 10_000
"""Requests that are being answered at once; what is over that is dropped, not queued."""

Respond = Callable[[bytes], Awaitable[None]]
"""Sends the answer to a request; to nobody where the message was none."""
Receiver = Callable[[bytes, Respond], None]


class Drops:
    """Messages dropped, by the reason, told in the log at the 1st, 2nd, 4th, 8th …: never silent,
    and never a flood."""

    def __init__(self, dropped: Callable[[str], None] = lambda _: None) -> None:
        """`dropped` is called with the reason of each."""
        self._counts: Counter[str] = Counter()
        self._dropped = dropped

    def add(self, why: str) -> None:
        self._dropped(why)
        self._counts[why] += 1
        number = self._counts[why]
        if number & (number - 1) == 0:
            LOG.warning("message dropped: %s (%d so far)", why, number)


class Receivers:
    """The handlers of one node by subject. One that fails is logged, and fails alone."""

    def __init__(self, drops: Drops) -> None:
        self.by_subject: dict[str, Receiver] = {}
        self._drops = drops
        self._answering: dict[asyncio.Task[None], None] = {}
        """In their order, so that a simulation can be repeated."""

    def hear(self, subject: str, hear: Callable[[bytes], None]) -> None:
        def receive(body: bytes, respond: Respond) -> None:
            try:
                hear(body)
            except Exception:
                LOG.exception("a message on %s could not be handled", subject)

        self._add(subject, receive)

    def answer(self, subject: str, answer: Callable[[bytes], Awaitable[bytes]]) -> None:
        async def work(body: bytes, respond: Respond) -> None:
            try:
                await respond(check_body(await answer(body)))
            except NoAnswer:
                pass
            except Exception:
                LOG.exception("a request on %s could not be answered", subject)

        def receive(body: bytes, respond: Respond) -> None:
            if len(self._answering) >= MOST_ANSWERING:
                self._drops.add("too many requests are being answered")
                return
            task = asyncio.get_running_loop().create_task(work(body, respond))
            self._answering[task] = None
            task.add_done_callback(self._answering.pop)

        self._add(subject, receive)

    def receive(self, subject: str, body: bytes, respond: Respond) -> None:
        if receiver := self.by_subject.get(subject):
            receiver(body, respond)

    def remove(self, subject: str) -> None:
        self.by_subject.pop(subject, None)

    async def close(self) -> None:
        self.by_subject.clear()
        for task in self._answering:
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)

    def _add(self, subject: str, receiver: Receiver) -> None:
        if check_subject(subject) in self.by_subject:
            raise ValueError(f"{subject} has a handler already")
        self.by_subject[subject] = receiver


def call_each(calls: Iterable[Callable[[], None]]) -> None:
    for call in tuple(calls):
        try:
            call()
        except Exception:
            LOG.exception("what is done once the bus is connected again has failed")
