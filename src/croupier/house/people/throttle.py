"""How often someone may try. Whoever guesses is slowed, and nobody is locked out by another's
guessing: an address that is at its own limit takes nothing from anybody else's."""

from collections import OrderedDict
from collections.abc import Hashable
from ipaddress import IPv6Address, ip_address

from croupier.house.clock import SECOND, Clock
from croupier.kit.errors import Code, Refused

_MOST_KEYS = 50_000


class Buckets:
    """Token buckets. Of each only the moment is kept at which it will be full again; what has not
    been used for longest is forgotten when there are too many."""

    def __init__(self, burst: int, every_ms: int, most: int = _MOST_KEYS) -> None:
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


class Throttle:
    def __init__(self, clock: Clock, most: int = _MOST_KEYS) -> None:
        self._clock = clock
        self._most = most
        self._address = Buckets(30, 2 * SECOND, most)
        self._pair = Buckets(5, 30 * SECOND, most)
        # Guessing one account from many addresses. One alone never empties it, and it does not
        # count for an address the account has logged in from.
        self._account = Buckets(50, 10 * SECOND, most)
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def attempt(self, account: str, address: str) -> None:
        """Before anything is looked at; refused when it is too often."""
        now = self._clock.forward()
        asked = self._asked(account, address)
        wait = max(buckets.wait(key, now) for buckets, key in asked)
        if wait:
            seconds = -(-wait // SECOND)
            raise Refused(Code.TOO_OFTEN, f"too many attempts; try again in {seconds} seconds")
        for buckets, key in asked:
            buckets.take(key, now)

    def succeeded(self, account: str, address: str) -> None:
        """It was the right one: this attempt does not count, and the address is known."""
        for buckets, key in self._asked(account, address):
            buckets.give_back(key)
        pair = _pair(account, address)
        self._known[pair] = None
        self._known.move_to_end(pair)
        if len(self._known) > self._most:
            self._known.popitem(last=False)

    def _asked(self, account: str, address: str) -> list[tuple[Buckets, Hashable]]:
        pair = _pair(account, address)
        asked: list[tuple[Buckets, Hashable]] = [(self._pair, pair), (self._address, pair[1])]
        if pair not in self._known:
            asked.append((self._account, pair[0]))
        return asked


def _pair(account: str, address: str) -> tuple[str, str]:
    return account[:64], network_of(address[:64])


def network_of(address: str) -> str:
    """One customer of a provider has a whole /64 of IPv6 addresses to choose from."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return address
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return ip.packed[:8].hex()
