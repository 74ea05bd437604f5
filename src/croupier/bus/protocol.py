"""What every bus answers, on the one event loop that it was made on."""

import re
from collections.abc import Awaitable, Callable
from typing import Protocol

LARGEST_BODY = 1_000_000
"""Bytes in a message: what a NATS server takes that nobody has set up otherwise."""

_SUBJECT = re.compile(r"[^\s.*>]+(\.[^\s.*>]+)*")


class Unreachable(Exception):  # noqa: N818 -- what the other side is, then
    """No answer came. Whether the request arrived and was acted upon cannot be told from here."""


class NoAnswer(Exception):  # noqa: N818 -- what happens then
    """Raised by the handler of a request that is not to be answered; nothing is logged."""


class Bus(Protocol):
    """A subject is dotted words, `table.t1.news`, without wildcards, and has one handler to a bus.
    A node hears what it publishes itself, too."""

    on_connected: list[Callable[[], None]]
    """Called whenever a lost connection is there again, every subject of ours with it: time to look
    into the books for what was missed."""

    def connected(self) -> bool: ...

    async def publish(self, subject: str, body: bytes) -> None:
        """To whoever hears it now. At best: while the connection is away, or takes no more, it is
        dropped."""
        ...

    async def subscribe(self, subject: str, hear: Callable[[bytes], None]) -> None:
        """Call `hear` with all that is published from now on; what it raises is logged. While the
        connection is away, this counts from when it is there again."""
        ...

    async def serve(self, subject: str, answer: Callable[[bytes], Awaitable[bytes]]) -> None:
        """Answer requests, each in a task of its own; what raises is logged and gets no answer.
        Where several serve a subject each is asked, and the first answer counts."""
        ...

    async def unsubscribe(self, subject: str) -> None:
        """Neither hear nor serve it any longer; requests that are being answered still are."""
        ...

    async def ask(self, subject: str, body: bytes, seconds: float) -> bytes:
        """The answer to a request. Raises `Unreachable` when nobody serves the subject, the
        connection is away or gets lost, or no answer came in time."""
        ...

    async def close(self) -> None: ...


def check_subject(subject: str) -> str:
    if not _SUBJECT.fullmatch(subject):
        raise ValueError(f"{subject[:200]!r} is no subject: dotted words, and no wildcards")
    return subject


def check_body(body: bytes, largest: int = LARGEST_BODY) -> bytes:
    if len(body) > largest:
        raise ValueError(f"a message holds {largest} bytes, not {len(body)}")
    return body
