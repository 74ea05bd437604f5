"""How often something may be done: logins, newcomers, requests, talk."""

from collections import OrderedDict
from collections.abc import Hashable

MOST_KEYS = 50_000


class Buckets:
    """Token buckets. Of each only the moment is kept at which it will be full again; what has not
    been used for longest is forgotten when there are too many."""

    def __init__(self, burst: int, every_ms: int, most: int = MOST_KEYS) -> None:
        self._burst = burst
        self._every = every_ms
        self._most = most
        self._full_at: OrderedDict[Hashable, int] = OrderedDict()

    def wait(self, key: Hashable, now: int) -> int:
        """Milliseconds until there is a token."""
        return max(0, self._full_at.get(key, now) - now - (self._burst - 1) * self._every)

    def take(self, key: Hashable, now: int) -> None:
        self._full_at[key] = max(now, self._full_at.get(key, now)) + self._every
        self._full_at.move_to_end(key)
        if len(self._full_at) > self._most:
            self._full_at.popitem(last=False)

    def give_back(self, key: Hashable) -> None:
        if key in self._full_at:
            self._full_at[key] -= self._every
