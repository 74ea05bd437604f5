"""How fast one socket may speak: twenty messages a second, forty at once after a silence."""

import time

PER_SECOND = 20
BURST = 40
PATIENCE = 200
"""Refusals for haste that a socket may collect before it is closed."""


class Pace:
    __slots__ = ("_at", "_left", "refused")

    def __init__(self) -> None:
        self._left = float(BURST)
        self._at = time.monotonic()
        self.refused = 0

    def allows(self) -> bool:
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            self.refused += 1
            return False
        self._left -= 1
        return True
