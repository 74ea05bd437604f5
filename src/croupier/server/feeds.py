"""Feeds: numbered messages that whoever was away can pick up again where they left off."""

import secrets
from collections import deque
from collections.abc import Callable, Iterator

from croupier.server.frames import Frame
from croupier.wire.commands import Mark
from croupier.wire.messages import Message

KEPT = 64
"""Messages of a feed that can be sent again."""


class Feed:
    def __init__(self, kept: int = KEPT) -> None:
        self.name = secrets.token_hex(8)
        self.n = 0
        self._kept: deque[Frame] = deque(maxlen=kept)

    def frame(self, make: Callable[[str, int], Message]) -> Frame:
        """The next message, made with the feed's name and its number."""
        self.n += 1
        frame = Frame.of(make(self.name, self.n))
        self._kept.append(frame)
        return frame

    def since(self, mark: Mark | None) -> Iterator[Frame] | None:
        """What came after the mark; None when that cannot be told any more."""
        if mark is None or mark.feed != self.name or mark.n > self.n:
            return None
        missed = self.n - mark.n
        if missed > len(self._kept):
            return None
        return iter(list(self._kept)[len(self._kept) - missed :])
