"""How often an address may come, and how fast a socket may speak. Memory is bounded."""

import time

from croupier.house.buckets import Buckets
from croupier.house.clock import SECOND, Clock
from croupier.kit.errors import Code, Refused

NEWCOMER_EVERY = 10 * SECOND
REQUEST_EVERY = SECOND // 20
PER_SECOND = 20
BURST = 40
MOST_HASTE = 200
"""Refusals for haste that a socket may collect before it is closed."""


class AddressRates:
    """Requests, new guests and registrations of one address."""

    def __init__(self, clock: Clock, *, newcomers: int = 30, requests: int = 200) -> None:
        self._clock = clock
        self._newcomers = Buckets(burst=newcomers, every_ms=NEWCOMER_EVERY)
        self._requests = Buckets(burst=requests, every_ms=REQUEST_EVERY)

    def request(self, address: str) -> None:
        self._take(self._requests, address)

    def attempt(self, what: str, address: str) -> None:
        self._take(self._newcomers, (what, address))

    def _take(self, buckets: Buckets, key: object) -> None:
        now = self._clock.forward()
        if (wait := buckets.wait(key, now)) > 0:
            raise Refused(Code.TOO_OFTEN, f"too often: wait {-(-wait // SECOND)} s")
        buckets.take(key, now)


class MessageRate:
    """Of one socket: twenty messages a second, forty at once after a silence."""

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
