"""How often one address may come: requests, new guests, registrations. Memory is bounded."""

from croupier.house.buckets import Buckets
from croupier.house.clock import SECOND, Clock
from croupier.kit.errors import Code, Refused

NEWCOMER_EVERY = 10 * SECOND
REQUEST_EVERY = SECOND // 20


class Doors:
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
